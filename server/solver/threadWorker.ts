/** The thread of `solveInThread`. */
import { parentPort, workerData } from 'node:worker_threads';
import { solve, type Progress } from './solve.ts';
import type { ThreadMessage, ThreadStart } from './thread.ts';

/** Milliseconds between two intermediate results. */
const PAUSE = 200;

const { problem, seed, milliseconds, iterations, cancelled } = workerData as ThreadStart;
const flag = new Int32Array(cancelled);
let last = -Infinity;

const send = (message: ThreadMessage) => parentPort!.postMessage(message);
const found = ({ solution, ...progress }: Progress) => {
  const now = performance.now();
  if (now - last < PAUSE) return;
  last = now;
  send({ type: 'found', ...progress, solution: solution() });
};
const solution = solve(problem, {
  seed,
  milliseconds,
  ...(iterations !== undefined && { iterations }),
  cancelled: () => Atomics.load(flag, 0) === 1,
  found,
});
send({ type: 'solved', solution });
