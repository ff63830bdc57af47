/** What the checks read from a problem for a step of a solution. */
import type { Job, Problem, Vehicle } from '../../server/solver/problem.ts';
import type { Step } from '../../server/solver/solution.ts';

export const SLACK = 1e-4;

export const jobOf = (problem: Problem, step: Step): Job | undefined =>
  step.type === 'job' ? problem.jobs.find(({ id }) => id === step.id) : undefined;

/** Driving between two steps. */
export function leg(
  problem: Problem,
  vehicle: Vehicle,
  from: Step,
  to: Step,
): { time: number; length: number } {
  if (from.location_index === undefined || to.location_index === undefined) return { time: 0, length: 0 };
  const { durations, distances } = problem.matrices[vehicle.profile ?? 'car']!;
  return {
    time: durations[from.location_index]![to.location_index]! / (vehicle.speed_factor ?? 1),
    length: distances?.[from.location_index]?.[to.location_index] ?? 0,
  };
}
