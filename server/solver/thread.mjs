// Where the solver's thread begins: Node 20 hands the loader of TypeScript on to no thread.
import { register } from 'tsx/esm/api';

register();
await import('./threadWorker.ts');
