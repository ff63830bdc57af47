/** Code that runs inside a `Thread`: imports modules and calls their functions. */
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from './priority.ts';

export interface ThreadCall {
  id: number;
  /** URL of the module, and the name of the exported function. */
  module: string;
  name: string;
  argument: unknown;
}

export interface ThreadReply {
  id: number;
  value?: unknown;
  error?: string;
}

async function run({ module, name, argument }: ThreadCall): Promise<unknown> {
  const exported = (await import(module)) as Record<string, unknown>;
  const work = exported[name];
  if (typeof work !== 'function') throw new Error(`${module} exports no function ${name}`);
  return (work as (argument: unknown) => unknown)(argument);
}

lowerThreadPriority();
let queue = Promise.resolve();
parentPort?.on('message', (call: ThreadCall) => {
  queue = queue
    .then(async () => ({ id: call.id, value: await run(call) }))
    .catch((error: unknown) => ({
      id: call.id,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }))
    .then((reply: ThreadReply) => parentPort?.postMessage(reply));
});
