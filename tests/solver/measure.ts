/** Figures of a run of the solver, for the audits. */
import { check } from '../../server/solver/check.ts';
import type { Problem } from '../../server/solver/problem.ts';
import { solve, type Settings } from '../../server/solver/solve.ts';
import { violations } from './checkSolution.ts';

export interface Tried {
  vehicles: number;
  unassigned: number;
  cost: number;
  violations: number;
  iterations: number;
  /** Seconds until no job was unplanned, by the clock of the limits. */
  planned: number;
}

/** Returns milliseconds of processor time used by this process: other work on the machine does not count. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function tried(problem: Problem, settings: Settings): Tried {
  const now = settings.now ?? (() => performance.now());
  const checked = check(problem);
  const began = now();
  let planned = Infinity;
  const solution = solve(checked, {
    ...settings,
    found: ({ unassigned }) => {
      if (!unassigned) planned = Math.min(planned, (now() - began) / 1000);
    },
  });
  const { routes: vehicles, unassigned, cost } = solution.summary;
  const { iterations } = solution.search;
  return {
    vehicles,
    unassigned,
    cost,
    violations: violations(problem, solution).length,
    iterations,
    planned,
  };
}
