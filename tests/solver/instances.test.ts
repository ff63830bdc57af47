/** The public benchmark, briefly: routes are feasible and the fleet is near the best known. The audit takes longer. */
import { expect, it } from 'vitest';
import { check } from '../../server/solver/check.ts';
import { solve } from '../../server/solver/solve.ts';
import { violations } from './checkSolution.ts';
import { instance } from './instances.ts';

it.each(['C101', 'R101'] as const)('%s: feasible, at most one vehicle more than the best known', (name) => {
  const { problem, vehicles, distance } = instance(name);
  const solution = solve(check(problem), { iterations: 2000, seed: 1 });
  expect(violations(problem, solution)).toEqual([]);
  expect(solution.summary.unassigned).toBe(0);
  expect(solution.summary.routes).toBeLessThanOrEqual(vehicles + 1);
  expect(solution.summary.cost).toBeLessThan(1.25 * distance);
});
