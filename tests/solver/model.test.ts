/** The full model on random problems: every constraint, the same result for the same seed, the ends of the search. */
import { describe, expect, it } from 'vitest';
import { check } from '../../server/solver/check.ts';
import { solve } from '../../server/solver/solve.ts';
import { violations } from './checkSolution.ts';
import { randomProblem } from './randomProblem.ts';

describe('problems of the full model', () => {
  const seeds = Array.from({ length: 20 }, (_, i) => i + 1);

  it.each(seeds)('seed %i: no constraint is violated', (seed) => {
    const problem = check(randomProblem(seed));
    expect(violations(problem, solve(problem, { seed, iterations: 100 }))).toEqual([]);
  });

  it('fail the check when a step of a solution is removed', () => {
    const problem = check(randomProblem(4));
    const solution = solve(problem, { iterations: 100 });
    const [route] = solution.routes;
    route!.steps.splice(1, 1);
    expect(violations(problem, solution).length).toBeGreaterThan(0);
  });
});

describe('the search', () => {
  it('returns the same solution for the same seed and number of steps', () => {
    const problem = check(randomProblem(7));
    const once = () => {
      const { routes, unassigned } = solve(problem, { seed: 5, iterations: 200 });
      return JSON.stringify({ routes, unassigned });
    };
    expect(once()).toBe(once());
  });
});
