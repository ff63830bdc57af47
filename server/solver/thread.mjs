// Entry point of the solver's thread: Node 20 does not pass the TypeScript loader on to threads.
import { register } from 'tsx/esm/api';

register();
await import('./threadWorker.ts');
