/**
 * Ten instances of a hundred stops in one problem, each with its own depot and vehicles, too far apart to help each
 * other.
 */
import type { Problem } from '../../server/solver/problem.ts';
import { INSTANCES, instance, type Instance } from './instances.ts';

export const TEN = INSTANCES.filter((name) => !name.includes('_'));
/** More than any shift lasts. */
const FAR = 1e5;

export function tenInstances(): Instance {
  const parts = TEN.map(instance);
  const size = parts[0]!.stops + 1;
  const durations = parts.flatMap(({ problem }, p) =>
    problem.matrices['car']!.durations.map((row) =>
      parts.flatMap((_, q) => (p === q ? row : row.map(() => FAR))),
    ),
  );
  const problem: Problem = {
    matrices: { car: { durations } },
    objective: 'vehicles',
    jobs: parts.flatMap((part, p) =>
      part.problem.jobs.map((job) => ({
        ...job,
        id: p * 1000 + job.id,
        location_index: p * size + job.location_index,
      })),
    ),
    vehicles: parts.flatMap((part, p) =>
      part.problem.vehicles.map((vehicle) => ({
        ...vehicle,
        id: p * 1000 + vehicle.id,
        start_index: p * size,
        end_index: p * size,
      })),
    ),
  };
  const sum = (key: 'stops' | 'vehicles' | 'distance') => parts.reduce((all, part) => all + part[key], 0);
  return { problem, stops: sum('stops'), vehicles: sum('vehicles'), distance: sum('distance') };
}
