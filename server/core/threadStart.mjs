// Where every thread of the server begins: Node 20 hands the loader of TypeScript on to no thread.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData.script);
