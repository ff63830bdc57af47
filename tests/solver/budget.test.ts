/** A search ends when its time or its steps are used up, whatever share of them was passed. */
import { expect, it } from 'vitest';
import { Budget } from '../../server/solver/budget.ts';

const ABOVE = 1 + Number.EPSILON;

/** Returns the steps until the share is used; Infinity after so many that there is no end. */
function stepsTo(until: number, budget: Budget): number {
  for (let steps = 1; steps < 100_000; steps++) if (budget.step(until)) return steps;
  return Infinity;
}

it('a share slightly above 1 from rounding is used up with all of the steps', () => {
  expect(stepsTo(ABOVE, new Budget({ iterations: 50 }))).toBe(50);
  expect(stepsTo(0.5, new Budget({ iterations: 50 }))).toBe(25);
});

it('a share slightly above 1 from rounding is used up with all of the time', () => {
  let time = 0;
  expect(stepsTo(ABOVE, new Budget({ milliseconds: 1000, now: () => (time += 10) }))).toBeLessThan(1000);
});
