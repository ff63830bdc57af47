/**
 * Validates an external problem against its format and for consistency; the first error is thrown as a `ProblemError`.
 */
import { Ajv } from 'ajv';
import { checkMatrices } from './checkMatrices.ts';
import { fail, ProblemError } from './problemError.ts';
import type { Problem, TimeWindow, Vehicle } from './problem.ts';
import { PROBLEM_SCHEMA } from './problemSchema.ts';

const isShaped = new Ajv({ strict: true, allowUnionTypes: true }).compile<Problem>(PROBLEM_SCHEMA);

/** `jobs[3].service` of `/jobs/3/service`. */
const pathOf = (pointer: string): string =>
  pointer.slice(1).replaceAll(/\/(\d+)/g, '[$1]').replaceAll('/', '.'); // prettier-ignore

/**
 * Returns the problem, typed.
 * @example check(JSON.parse(text)) // throws "jobs[3].location_index: must be integer"
 */
export function check(value: unknown): Problem {
  if (!isShaped(value)) throw shapeError();
  const size = checkMatrices(value);
  checkLocations(value, size);
  checkIds(value);
  checkAmounts(value);
  value.vehicles.forEach((vehicle, i) => checkVehicle(value, vehicle, `vehicles[${i}]`));
  checkJobs(value);
  checkSteps(value);
  value.unloadings?.forEach(({ time_windows }, i) =>
    checkWindows(time_windows, `unloadings[${i}].time_windows`),
  );
  return value;
}

function shapeError(): ProblemError {
  const [error] = isShaped.errors ?? [];
  const path = pathOf(error?.instancePath ?? '');
  const params = error?.params ?? {};
  if ('additionalProperty' in params)
    return new ProblemError(
      'unknownField',
      path,
      `${String(params['additionalProperty'])} is not a field here`,
    );
  if ('allowedValues' in params)
    return new ProblemError(
      'notAllowed',
      path,
      `must be one of ${(params['allowedValues'] as string[]).join(', ')}`,
    );
  return new ProblemError('shape', path, error?.message ?? 'is not a problem');
}

function checkLocations({ jobs, vehicles, unloadings = [] }: Problem, size: number): void {
  const known = (index: number | undefined, path: string) => {
    if (index !== undefined && index >= size)
      fail('unknownLocation', path, `is ${index}, but the matrices have ${size} locations`);
  };
  jobs.forEach((job, i) => known(job.location_index, `jobs[${i}].location_index`));
  unloadings.forEach((place, i) => known(place.location_index, `unloadings[${i}].location_index`));
  vehicles.forEach(({ start_index, end_index }, i) => {
    known(start_index, `vehicles[${i}].start_index`);
    known(end_index, `vehicles[${i}].end_index`);
  });
}

function checkIds({ jobs, vehicles, unloadings = [] }: Problem): void {
  unique(jobs, 'jobs');
  unique(vehicles, 'vehicles');
  unique(unloadings, 'unloadings');
  vehicles.forEach(({ breaks = [] }, i) => unique(breaks, `vehicles[${i}].breaks`));
}

function unique(list: readonly { id: number }[], path: string): void {
  const seen = new Map<number, number>();
  list.forEach(({ id }, i) => {
    const before = seen.get(id);
    if (before !== undefined) fail('sameId', `${path}[${i}].id`, `is ${id}, as that of ${path}[${before}]`);
    seen.set(id, i);
  });
}

function checkAmounts({ jobs, vehicles, mass }: Problem): void {
  const dimensions = vehicles[0]?.capacity?.length ?? 0;
  const sized = (list: readonly number[] | undefined, path: string) => {
    if (list && vehicles.length && list.length !== dimensions)
      fail('dimensions', path, `has ${list.length} numbers, but vehicles[0].capacity has ${dimensions}`);
  };
  vehicles.forEach(({ capacity = [] }, i) => sized(capacity, `vehicles[${i}].capacity`));
  const pickup = jobs.findIndex((job) => job.pickup?.some(Boolean));
  jobs.forEach((job, i) => {
    sized(job.pickup, `jobs[${i}].pickup`);
    sized(job.delivery, `jobs[${i}].delivery`);
    if (!job.delivery?.some(Boolean)) return;
    if (pickup >= 0)
      fail(
        'mixed',
        `jobs[${i}].delivery`,
        `cannot be, because jobs[${pickup}] has a pickup: a problem has one of both`,
      );
    const unloads = vehicles.findIndex(({ unloading_ids }) => unloading_ids);
    if (unloads >= 0)
      fail(
        'mixed',
        `jobs[${i}].delivery`,
        `cannot be, because vehicles[${unloads}] unloads what it has picked up`,
      );
    if (mass)
      fail('mixed', `jobs[${i}].delivery`, 'cannot be together with mass: tonne-kilometres are of pickups');
  });
  if (mass && mass.dimension >= dimensions && vehicles.length)
    fail('dimensions', 'mass.dimension', `is ${mass.dimension}, but capacities have ${dimensions} numbers`);
}

function checkVehicle(problem: Problem, vehicle: Vehicle, path: string): void {
  const { profile = 'car', breaks = [], unloading_ids = [], time_window } = vehicle;
  const matrices = problem.matrices[profile];
  if (!matrices) return fail('unknownProfile', `${path}.profile`, `is ${profile}, which has no matrices`);
  if (time_window) checkWindows([time_window], `${path}.time_window`);
  breaks.forEach((one, i) => checkWindows(one.time_windows, `${path}.breaks[${i}].time_windows`));
  unloading_ids.forEach((id, i) => {
    if (!problem.unloadings?.some((place) => place.id === id))
      fail('unknownUnloading', `${path}.unloading_ids[${i}]`, `is ${id}, which is no id of unloadings`);
  });
  checkLengths(problem, vehicle, path);
}

/** Everything that is counted by length needs distances, and no cost matrix in their place. */
function checkLengths(problem: Problem, vehicle: Vehicle, path: string): void {
  const { profile = 'car', costs = {}, max_distance } = vehicle;
  const matrices = problem.matrices[profile]!;
  const fields = [
    ...(costs.per_km ? [`${path}.costs.per_km`] : []),
    ...(costs.per_tonne_km ? [`${path}.costs.per_tonne_km`] : []),
    ...(max_distance === undefined ? [] : [`${path}.max_distance`]),
  ];
  for (const field of fields) {
    if (!matrices.distances) fail('noDistances', field, `needs matrices.${profile}.distances`);
    if (matrices.costs) fail('costMatrix', field, `cannot be together with matrices.${profile}.costs`);
  }
  if (costs.per_tonne_km && !problem.mass) fail('noMass', `${path}.costs.per_tonne_km`, 'needs mass');
  if (problem.objective === 'distance' && !matrices.distances)
    fail('noDistances', 'objective', `is distance, which needs matrices.${profile}.distances`);
}

function checkWindows(windows: readonly TimeWindow[] | undefined, path: string): void {
  const sorted = (windows ?? []).toSorted((a, b) => a[0] - b[0]);
  sorted.forEach(([from, to], i) => {
    if (to < from) fail('window', path, `has a window that ends at ${to}, before it begins at ${from}`);
    const next = sorted[i + 1];
    if (next && next[0] <= to)
      fail('window', path, `has windows that overlap: one ends at ${to}, one begins at ${next[0]}`);
  });
}

function checkJobs({ jobs, vehicles }: Problem): void {
  const known = new Set(vehicles.map(({ id }) => id));
  jobs.forEach(({ time_windows, locked_vehicle }, i) => {
    checkWindows(time_windows, `jobs[${i}].time_windows`);
    if (locked_vehicle !== undefined && !known.has(locked_vehicle))
      fail('unknownVehicle', `jobs[${i}].locked_vehicle`, `is ${locked_vehicle}, which is no id of vehicles`);
  });
}

function checkSteps({ jobs, vehicles }: Problem): void {
  const known = new Set(jobs.map(({ id }) => id));
  const seen = new Set<number>();
  vehicles.forEach(({ steps = [], breaks = [], unloading_ids = [] }, v) =>
    steps.forEach(({ type, id }, i) => {
      const path = `vehicles[${v}].steps[${i}].id`;
      if (type === 'start' || type === 'end' || type === 'driving_break') return;
      if (id === undefined)
        return fail('shape', path, `is missing: a step of type ${type} names what it stands for`);
      if (type === 'break' && !breaks.some((one) => one.id === id))
        fail('unknownBreak', path, `is ${id}, which is no break of the vehicle`);
      if (type === 'unloading' && !unloading_ids.includes(id))
        fail('unknownUnloading', path, `is ${id}, which is none of the vehicle's unloading_ids`);
      if (type !== 'job') return;
      if (!known.has(id)) fail('unknownJob', path, `is ${id}, which is no id of jobs`);
      if (seen.has(id)) fail('sameId', path, `is ${id}, which an earlier step has already`);
      seen.add(id);
    }),
  );
}
