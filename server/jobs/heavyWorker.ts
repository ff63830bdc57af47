/** The thread of a heavy job: loads the module of its kind and runs it with two connections of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../database/connection.ts';
import { AttemptOver, createContext } from './attempt.ts';
import { JobError, type JobKind } from './define.ts';
import type { HeavyEnd, HeavyStart } from './heavy.ts';

const { url, files, module, kind, attempt } = workerData as HeavyStart;
const abort = new AbortController();
parentPort?.once('message', () => abort.abort());

const connection = connect(url, { max: 2 });
let end: HeavyEnd = {};
try {
  const exported = Object.values((await import(module)) as Record<string, Partial<JobKind> | undefined>);
  const found = exported.find((value) => value?.kind === kind);
  if (!found?.run) throw new Error(`${module} exports no job ${kind}`);
  await found.run(await createContext(connection.db, files, attempt, abort));
} catch (error) {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  end = {
    error: {
      message,
      ...(error instanceof JobError && { key: error.key }),
      ...((error instanceof AttemptOver || abort.signal.aborted) && { over: true }),
    },
  };
}
await connection.close();
parentPort?.postMessage(end);
