/** Runs a heavy job in a separate thread, so that the server continues to serve requests. */
import type { ApiCatalogue } from '../../engine/language/api.ts';
import { startThread } from '../core/thread.ts';
import type { FileSettings } from '../files/settings.ts';
import { AttemptOver, type Attempt } from './attempt.ts';
import { JobError, type JobKind } from './define.ts';

/** Data that every thread of a server needs. */
export interface HeavyGround {
  url: string;
  /** See `ConnectOptions`. */
  embedded: boolean;
  files: FileSettings;
  /** For declaring broadcasts, so that changes made in a thread publish live messages too. */
  api: ApiCatalogue;
}

/** Start data of the thread. */
export interface HeavyStart extends HeavyGround {
  module: string;
  kind: string;
  attempt: Attempt;
  /** One Int32: non-zero when the job should end. */
  stop: SharedArrayBuffer;
}

/** Message of the thread when it has ended. */
export interface HeavyEnd {
  error?: { message: string; key?: string; over?: boolean };
}

/** Time that a thread has to notice that it should stop. */
const PATIENCE_MS = 750;

/** Resolves when the job's handler has ended; throws what it threw. */
export async function runHeavy(
  kind: JobKind,
  attempt: Attempt,
  ground: HeavyGround,
  signal: AbortSignal,
): Promise<void> {
  const stop = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const start: HeavyStart = { ...ground, module: kind.heavy ?? '', kind: kind.kind, attempt, stop };
  const worker = startThread(new URL('./heavyWorker.ts', import.meta.url), start);
  const end = () => {
    Atomics.store(new Int32Array(stop), 0, 1);
    worker.postMessage('abort');
    setTimeout(() => void worker.terminate(), PATIENCE_MS).unref();
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
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
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}
