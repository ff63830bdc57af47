/** Solves in a separate thread, so that a server continues to respond. */
import { Worker } from 'node:worker_threads';
import type { Problem } from './problem.ts';
import type { Solution } from './solution.ts';

/** Input of the thread. */
export interface ThreadStart {
  problem: Problem;
  seed: number;
  milliseconds: number;
  iterations: number | undefined;
  /** Its first number is set to 1 to cancel. */
  cancelled: SharedArrayBuffer;
}

/** Messages of the thread: intermediate results, then the end. */
export type ThreadMessage =
  | {
      type: 'found';
      fraction: number;
      unassigned: number;
      vehicles: number;
      cost: number;
      solution: Solution;
    }
  | { type: 'solved'; solution: Solution };

export interface ThreadSettings {
  milliseconds: number;
  iterations?: number;
  seed?: number;
  /** Called with better results, at most five times a second. */
  found?: (progress: Omit<Extract<ThreadMessage, { type: 'found' }>, 'type'>) => void;
  /** Ends the search within 250 ms; the promise resolves with the best solution so far. */
  signal?: AbortSignal;
}

/** Resolves when the limits are reached or `signal` is aborted. Expects a problem that `check` has accepted. */
export async function solveInThread(problem: Problem, settings: ThreadSettings): Promise<Solution> {
  const { milliseconds, iterations, seed = 1, found, signal } = settings;
  const cancelled = new SharedArrayBuffer(4);
  const start: ThreadStart = { problem, seed, milliseconds, iterations, cancelled };
  const worker = new Worker(new URL('./thread.mjs', import.meta.url), { workerData: start, execArgv: [] });
  const cancel = () => void Atomics.store(new Int32Array(cancelled), 0, 1);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  try {
    return await new Promise<Solution>((resolve, reject) => {
      worker.on('message', (message: ThreadMessage) => {
        if (message.type === 'solved') resolve(message.solution);
        else found?.(message);
      });
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`The solver's thread ended with code ${code}`)));
    });
  } finally {
    signal?.removeEventListener('abort', cancel);
    await worker.terminate();
  }
}
