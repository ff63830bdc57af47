/** Runs a heavy job in a thread of its own, so that the server goes on answering. */
import { Worker } from 'node:worker_threads';
import type { FileSettings } from '../files/settings.ts';
import { AttemptOver, type Attempt } from './attempt.ts';
import { JobError, type JobKind } from './define.ts';

/** What the thread is started with. */
export interface HeavyStart {
  url: string;
  files: FileSettings;
  module: string;
  kind: string;
  attempt: Attempt;
}

/** What the thread says when it is over. */
export interface HeavyEnd {
  error?: { message: string; key?: string; over?: boolean };
}

/** How long a thread may take to notice that it should stop. */
const PATIENCE_MS = 2_000;

/** Resolves when the job's handler is done; throws what it threw. */
export async function runHeavy(
  kind: JobKind,
  attempt: Attempt,
  connection: { url: string; files: FileSettings },
  signal: AbortSignal,
): Promise<void> {
  const start: HeavyStart = { ...connection, module: kind.heavy ?? '', kind: kind.kind, attempt };
  const worker = new Worker(new URL('./heavyThread.mjs', import.meta.url), {
    workerData: start,
    execArgv: [],
  });
  const stop = () => {
    worker.postMessage('abort');
    setTimeout(() => void worker.terminate(), PATIENCE_MS).unref();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const { error } = await new Promise<HeavyEnd>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`The thread of ${kind.kind} ended with code ${code}`)));
    });
    if (error?.over) throw new AttemptOver();
    if (error?.key) throw new JobError(error.key);
    if (error) throw new Error(error.message);
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
