/** Roubles of a route, independent of the units of the search. */
import type { Problem, Vehicle } from './problem.ts';
import { roubles } from './rates.ts';
import type { Step } from './solution.ts';

/** Number of runs that end with an unloading; one if there is none. */
export const runsOf = (steps: readonly Step[]): number =>
  Math.max(1, steps.filter(({ type }) => type === 'unloading').length);

/** Sums the seven costs of the vehicle. */
export function priceOf(problem: Problem, vehicle: Vehicle, visits: number, steps: readonly Step[]): number {
  const rates = roubles(problem, vehicle);
  const matrix = problem.matrices[vehicle.profile ?? 'car']!.costs;
  let cost = rates.used + rates.run * runsOf(steps) + rates.visit * visits;
  steps.forEach((step, i) => {
    const before = steps[i - 1];
    if (step.type === 'job' || step.type === 'unloading') cost += rates.work * step.service;
    if (!before) return;
    cost += rates.time * (step.duration - before.duration);
    const length = step.distance - before.distance;
    if (matrix) cost += matrix[before.location_index!]?.[step.location_index!] ?? 0;
    else cost += rates.length * length;
    if (rates.haul) cost += rates.haul * tonnes(problem, before.load) * length;
  });
  return cost;
}

const tonnes = ({ mass }: Problem, load: readonly number[]): number =>
  mass ? load[mass.dimension]! / mass.per_tonne : 0;
