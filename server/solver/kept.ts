/** Solves within a number of steps, for a thread of the server's pool: small problems whose user waits. */
import type { Problem } from './problem.ts';
import type { Solution } from './solution.ts';
import { solve } from './solve.ts';

export interface KeptProblem {
  problem: Problem;
  iterations: number;
  milliseconds: number;
}

/**
 * The same problem returns the same solution, unless the machine is so busy that the time runs out before the steps.
 */
export const solveKept = ({ problem, iterations, milliseconds }: KeptProblem): Solution =>
  solve(problem, { iterations, milliseconds, seed: 1 });
