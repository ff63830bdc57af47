/** Whether the sums and costs in a solution are correct. */
import type { Problem, Vehicle } from '../../server/solver/problem.ts';
import type { SolutionRoute } from '../../server/solver/solution.ts';
import { leg, SLACK } from './readSteps.ts';

/** Checks sums and the cost of the route, by the definition of each cost. */
export function sums(problem: Problem, vehicle: Vehicle, route: SolutionRoute): string[] {
  const { steps } = route;
  let [time, length, haul, work] = [0, 0, 0, 0];
  steps.forEach((step, i) => {
    const way = i ? leg(problem, vehicle, steps[i - 1]!, step) : { time: 0, length: 0 };
    time += way.time;
    length += way.length;
    const { mass } = problem;
    if (i && mass) haul += (steps[i - 1]!.load[mass.dimension]! / mass.per_tonne) * (way.length / 1000);
    if (step.type === 'job' || step.type === 'unloading') work += step.service;
  });
  const { costs = {} } = vehicle;
  const jobs = steps.filter(({ type }) => type === 'job').length;
  const runs = Math.max(1, steps.filter(({ type }) => type === 'unloading').length);
  const matrix = problem.matrices[vehicle.profile ?? 'car']!.costs;
  const way = matrix
    ? steps.reduce((sum, { location_index: to }, i) => {
        const from = steps[i - 1]?.location_index;
        return sum + (from === undefined || to === undefined ? 0 : matrix[from]![to]!);
      }, 0)
    : (time / 3600) * (costs.per_hour ?? 3600) + (length / 1000) * (costs.per_km ?? 0);
  const cost =
    way +
    (costs.fixed ?? 0) +
    runs * (costs.per_run ?? 0) +
    jobs * (costs.per_visit ?? 0) +
    (work / 3600) * (costs.per_task_hour ?? 0) +
    haul * (costs.per_tonne_km ?? 0);
  const same = (sum: number, true_: number, what: string) =>
    Math.abs(sum - true_) > SLACK * Math.max(1, true_) ? [`tells ${what} ${sum}, not ${true_}`] : [];
  return [
    ...same(route.duration, time, 'duration'),
    ...same(route.distance, length, 'distance'),
    ...same(route.cost, cost, 'cost'),
    ...same(route.runs, runs, 'runs'),
  ];
}
