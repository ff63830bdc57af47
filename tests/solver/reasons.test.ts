/**
 * Each unplanned job is inserted into the final routes at every place by separate code; the violations are compared
 * with the reported reasons. Nothing of the solver's evaluation is used: schedules are made and checked by this
 * folder's own code.
 */
import { expect, it } from 'vitest';
import { check } from '../../server/solver/check.ts';
import type { Job, Problem, Vehicle } from '../../server/solver/problem.ts';
import { REASONS, type Reason } from '../../server/solver/reasons.ts';
import { solve } from '../../server/solver/solve.ts';
import type { Solution } from '../../server/solver/solution.ts';
import { unsuited } from './checkSolution.ts';
import { randomProblem } from './randomProblem.ts';
import { brokenBy, type Stop } from './simulate.ts';

const STATIC: Readonly<Record<string, Reason>> = {
  group: 'NOT_IN_POINT_GROUP',
  container: 'UNSUPPORTED_CONTAINER_TYPE',
  garbage: 'UNSUPPORTED_GARBAGE_TYPE',
  experience: 'NO_EXPERIENCED_DRIVER',
  skills: 'UNKNOWN',
};

/**
 * Driving rules are removed, because they add rests on the way: each place would have to be tried with every way of
 * resting.
 */
function made(seed: number): Problem {
  const problem = randomProblem(seed);
  const vehicles = problem.vehicles.map(({ driving_break: _, ...vehicle }) => vehicle);
  return check({ ...problem, vehicles });
}

const stopsOf = (solution: Solution, vehicle: Vehicle): Stop[] => {
  const route = solution.routes.find((one) => one.vehicle === vehicle.id);
  if (!route) return (vehicle.breaks ?? []).map(({ id }) => ({ type: 'break', id }));
  return route.steps.flatMap(({ type, id }) =>
    type === 'job' || type === 'break' || type === 'unloading' ? [{ type, id: id! }] : [],
  );
};

/** Returns every way to insert the job into the route: alone, or with an unloading before or after it. */
function ways(problem: Problem, vehicle: Vehicle, stops: readonly Stop[], job: Job): Stop[][] {
  const own: Stop = { type: 'job', id: job.id };
  const unloadings = (vehicle.unloading_ids ?? []).map((id): Stop => ({ type: 'unloading', id }));
  const pieces = [[own], ...unloadings.flatMap((one) => [[own, one], [one, own]])]; // prettier-ignore
  const result: Stop[][] = [];
  for (let k = 0; k <= stops.length; k++)
    for (const piece of pieces) result.push(stops.toSpliced(k, 0, ...piece));
  return result.filter((way) => !brokenBy(problem, vehicle, way).has('order') && !endsLoaded(vehicle, way));
}

const endsLoaded = ({ unloading_ids }: Vehicle, way: readonly Stop[]) =>
  unloading_ids !== undefined &&
  way.findLastIndex(({ type }) => type === 'unloading') < way.findLastIndex(({ type }) => type === 'job');

/** Returns the violations of each way, as reasons; a vehicle that could serve the job alone is `able`. */
function setsOf(problem: Problem, vehicle: Vehicle, stops: readonly Stop[], job: Job): Set<Reason>[] {
  return ways(problem, vehicle, stops, job).map((way) => {
    const broken = brokenBy(problem, vehicle, way);
    const reasons = new Set<Reason>(unsuited(problem, vehicle, job).map((one) => STATIC[one]!));
    if (broken.has('garbage'))
      reasons.add(takes(problem, vehicle, job) ? 'INSUFFICIENT_TIME' : 'UNSUPPORTED_GARBAGE_TYPE');
    if (broken.has('time')) reasons.add('INSUFFICIENT_TIME');
    if (broken.has('limit')) reasons.add('UNKNOWN');
    // A vehicle that unloads lacks the time for one more run; a job too large for it is too large for all its runs.
    const fitsAlone = (vehicle.capacity ?? []).every(
      (most, d) => (job.pickup?.[d] ?? job.delivery?.[d] ?? 0) <= most,
    );
    if (broken.has('load')) reasons.add(vehicle.unloading_ids && fitsAlone ? 'INSUFFICIENT_TIME' : 'UNKNOWN');
    return reasons;
  });
}

/** Whether some place of unloading of the vehicle takes the job's garbage. */
function takes(
  { unloadings = [] }: Problem,
  { unloading_ids = [] }: Vehicle,
  { garbage_type: type }: Job,
): boolean {
  const own = unloadings.filter(({ id }) => unloading_ids.includes(id));
  return own.some(
    ({ garbage_types }) => type === undefined || !garbage_types || garbage_types.includes(type),
  );
}

/**
 * Returns the sets of a vehicle with nothing else to do; causes of lateness are distinguished by removing the job's
 * windows.
 */
function aloneSets(problem: Problem, vehicle: Vehicle, job: Job): Set<Reason>[] {
  const empty = (vehicle.breaks ?? []).map(({ id }): Stop => ({ type: 'break', id }));
  const sets = setsOf(problem, vehicle, empty, job);
  // A vehicle whose breaks do not even fit into an empty shift is not used.
  if (brokenBy(problem, vehicle, empty).has('time'))
    return sets.map((set) => new Set(set).add('INSUFFICIENT_TIME'));
  const { time_windows: _, ...always } = job;
  const free = { ...problem, jobs: problem.jobs.map((one) => (one === job ? always : one)) };
  const isWindow =
    sets.every((set) => set.has('INSUFFICIENT_TIME')) &&
    ways(free, vehicle, empty, always).some((way) => !brokenBy(free, vehicle, way).has('time'));
  return sets.map((set) =>
    isWindow && set.has('INSUFFICIENT_TIME')
      ? new Set([...set].map((one) => (one === 'INSUFFICIENT_TIME' ? 'OUTSIDE_WORK_WINDOW' : one)))
      : set,
  );
}

/** Returns the reasons of the sets that contain no other set, in order of precedence. */
function minimal(sets: readonly Set<Reason>[]): Reason[] {
  const least = sets.filter(
    (set) => !sets.some((other) => other.size < set.size && [...other].every((one) => set.has(one))),
  );
  return REASONS.filter((reason) => least.some((set) => set.has(reason)));
}

function expected(problem: Problem, solution: Solution, job: Job): Reason[] {
  const open = problem.vehicles.filter(
    ({ id }) => job.locked_vehicle === undefined || job.locked_vehicle === id,
  );
  const alone = open.map((vehicle) => aloneSets(problem, vehicle, job));
  const able = open.filter((_, i) => alone[i]!.some((set) => set.size === 0));
  if (!able.length) return minimal(alone.flatMap((sets) => sets));
  return minimal(able.flatMap((vehicle) => setsOf(problem, vehicle, stopsOf(solution, vehicle), job)));
}

it('reasons are the constraints violated when a job is inserted', () => {
  let tried = 0;
  const given = new Set<Reason>();
  for (let seed = 1; seed <= 60; seed++) {
    const problem = made(seed);
    const solution = solve(problem, { seed, iterations: 30 });
    for (const { id, reasons } of solution.unassigned) {
      const job = problem.jobs.find((one) => one.id === id)!;
      expect({ seed, id, reasons }).toEqual({ seed, id, reasons: expected(problem, solution, job) });
      reasons.forEach((reason) => given.add(reason));
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(500);
  expect(REASONS.filter((reason) => !given.has(reason))).toEqual([]);
});
