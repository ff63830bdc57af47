/** Errors of a problem are one sentence with the path of the field. */
import { expect, it } from 'vitest';
import { check } from '../../server/solver/check.ts';
import type { Problem } from '../../server/solver/problem.ts';

const SMALL: Problem = {
  jobs: [
    { id: 1, location_index: 1, pickup: [2], time_windows: [[0, 100]] },
    { id: 2, location_index: 2, pickup: [3] },
  ],
  vehicles: [{ id: 1, start_index: 0, end_index: 0, capacity: [10], unloading_ids: [7] }],
  matrices: { car: { durations: [[0, 1, 2], [1, 0, 3], [2, 3, 0]] } }, // prettier-ignore
  unloadings: [{ id: 7, location_index: 0 }],
};

/** Returns the small problem with a value at a path, as `jobs.0.id`. */
function changed(path: string, value: unknown): unknown {
  const copy = structuredClone(SMALL) as unknown as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop()!;
  const parent = keys.reduce((at, key) => at[key] as Record<string, unknown>, copy);
  parent[last] = value;
  return copy;
}

it('check accepts a valid problem', () => expect(check(structuredClone(SMALL))).toEqual(SMALL));

it.each([
  ['jobs.1.location_index', 5, 'jobs[1].location_index: is 5, but the matrices have 3 locations'],
  ['jobs.1.location_index', -1, 'jobs[1].location_index: must be >= 0'],
  ['jobs.1.id', 1, 'jobs[1].id: is 1, as that of jobs[0]'],
  ['jobs.0.setup', 5, 'jobs[0]: setup is not a field here'],
  ['shipments', [], 'the problem: shipments is not a field here'],
  ['jobs.0.pickup', [1, 2], 'jobs[0].pickup: has 2 numbers, but vehicles[0].capacity has 1'],
  [
    'jobs.1.delivery',
    [1],
    'jobs[1].delivery: cannot be, because jobs[0] has a pickup: a problem has one of both',
  ],
  [
    'jobs.0.time_windows',
    [[5, 3]],
    'jobs[0].time_windows: has a window that ends at 3, before it begins at 5',
  ],
  [
    'jobs.0.time_windows',
    [
      [5, 9],
      [8, 12],
    ],
    'jobs[0].time_windows: has windows that overlap: one ends at 9, one begins at 8',
  ],
  ['jobs.0.locked_vehicle', 9, 'jobs[0].locked_vehicle: is 9, which is no id of vehicles'],
  ['vehicles.0.profile', 'truck', 'vehicles[0].profile: is truck, which has no matrices'],
  ['vehicles.0.unloading_ids', [8], 'vehicles[0].unloading_ids[0]: is 8, which is no id of unloadings'],
  ['vehicles.0.costs', { per_km: 3 }, 'vehicles[0].costs.per_km: needs matrices.car.distances'],
  ['vehicles.0.max_distance', 3, 'vehicles[0].max_distance: needs matrices.car.distances'],
  ['vehicles.0.speed_factor', 0, 'vehicles[0].speed_factor: must be > 0'],
  ['vehicles.0.steps', [{ type: 'job', id: 9 }], 'vehicles[0].steps[0].id: is 9, which is no id of jobs'],
  [
    'vehicles.0.steps',
    [{ type: 'job' }],
    'vehicles[0].steps[0].id: is missing: a step of type job names what it stands for',
  ],
  ['objective', 'speed', 'objective: must be one of cost, vehicles, distance, balance'],
  ['mass', { dimension: 1, per_tonne: 1000 }, 'mass.dimension: is 1, but capacities have 1 numbers'],
  [
    'matrices.car.durations.1',
    [1, 0],
    'matrices.car.durations[1]: must be a list of 3 numbers, as there are rows',
  ],
  [
    'matrices.car.durations.1',
    [1, null, 0],
    'matrices.car.durations[1][1]: is null, which is no number from 0 on',
  ],
])('%s = %j', (path, value, sentence) => {
  expect(() => check(changed(path, value))).toThrow(sentence);
});
