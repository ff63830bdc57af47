/** The thread of a heavy job: imports the module of its kind and runs it with two own database connections. */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../core/priority.ts';
import { connect } from '../database/connection.ts';
import { declareBroadcasts } from '../records/publish.ts';
import { keepWords } from '../records/captions.ts';
import { AttemptOver, createContext } from './attempt.ts';
import { JobError, type JobKind } from './define.ts';
import type { HeavyEnd, HeavyStart } from './heavy.ts';

lowerThreadPriority();

const { url, embedded, files, api, module, kind, attempt, stop } = workerData as HeavyStart;
const flag = new Int32Array(stop);
const stopped = () => Atomics.load(flag, 0) !== 0;
const abort = new AbortController();
parentPort?.once('message', () => abort.abort());

const connection = connect(url, { max: 2, embedded });
let end: HeavyEnd = {};
try {
  declareBroadcasts(connection.db, api);
  keepWords(connection.db);
  const exported = Object.values((await import(module)) as Record<string, Partial<JobKind> | undefined>);
  const found = exported.find((value) => value?.kind === kind);
  if (!found?.run) throw new Error(`${module} exports no job ${kind}`);
  await found.run(await createContext({ db: connection.db, files, abort, stopped }, attempt));
} catch (error) {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  end = {
    error: {
      message,
      ...(error instanceof JobError && { key: error.key }),
      ...((error instanceof AttemptOver || abort.signal.aborted || stopped()) && { over: true }),
    },
  };
}
await connection.close();
parentPort?.postMessage(end);
