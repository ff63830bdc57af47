/** Builds the model of a checked problem. */
import { suitability } from './suitability.ts';
import { nodesOf, type Own } from './nodes.ts';
import { IN_SPACE, IN_TIME, nearest } from './near.ts';
import type { Model, Profile, Truck } from './model.ts';
import type { Problem, Vehicle } from './problem.ts';
import { profileOf } from './profiles.ts';
import { ratesOf, type Rates } from './rates.ts';

/** Expects a problem that `check` has accepted. */
export function build(problem: Problem): Model {
  const { jobs, vehicles, objective = 'cost' } = problem;
  const first = Object.values(problem.matrices)[0]!;
  const locations = first.durations.length + 1;
  const profiles = new Map(
    Object.entries(problem.matrices).map(([name, matrices]) => [name, profileOf(matrices, objective)]),
  );
  const { nodes, own } = nodesOf(problem, locations - 1);
  const dimensions = vehicles[0]?.capacity?.length ?? 0;
  const types = new Map<string, number>();
  const rates = vehicles.map((vehicle) => ratesOf(problem, vehicle));
  const trucks = vehicles.map((vehicle, index): Truck => {
    const key = typeKey(problem, vehicle);
    const type = types.get(key) ?? types.size;
    types.set(key, type);
    return truckOf(problem, vehicle, own[index]!, {
      index,
      type,
      profile: profiles.get(vehicle.profile ?? 'car')!,
      rates: rates[index]!,
    });
  });
  const profile = trucks[0]?.profile ?? [...profiles.values()][0]!;
  const near = nearest(nodes, jobs.length, profile, locations, IN_SPACE);
  const model: Model = {
    ...jobArrays(problem, dimensions),
    stops: jobs.length,
    dimensions,
    locations,
    nodes,
    trucks,
    types: types.size,
    near,
    nearInTime: nearest(nodes, jobs.length, profile, locations, IN_TIME),
    neighbours: jobs.length ? near.length / jobs.length : 0,
    fewest: objective === 'vehicles',
    wrong: new Uint8Array(types.size * jobs.length),
    visit: new Float64Array(types.size * jobs.length),
    takers: new Int32Array(types.size * jobs.length),
    size: new Float64Array(jobs.length),
    remote: new Float64Array(jobs.length),
  };
  orders(model);
  suitability(problem, model, rates);
  return model;
}

/** Vehicles with the same key are interchangeable. */
function typeKey(problem: Problem, vehicle: Vehicle): string {
  const { id, description: _description, steps: _steps, ...rest } = vehicle;
  const isLocked = problem.jobs.some(({ locked_vehicle }) => locked_vehicle === id);
  return JSON.stringify(isLocked ? { ...rest, id } : rest);
}

interface Kind {
  index: number;
  type: number;
  profile: Profile;
  rates: Rates;
}

function truckOf(problem: Problem, vehicle: Vehicle, own: Own, kind: Kind): Truck {
  const { rates, ...rest } = kind;
  const simple = problem.jobs.every(
    ({ time_windows = [], sequence }) => time_windows.length < 2 && !sequence,
  );
  const limited = [vehicle.max_tasks, vehicle.max_travel_time, vehicle.max_distance].some(
    (x) => x !== undefined,
  );
  const rule = vehicle.driving_break;
  const runs = own.unloadings.length > 0;
  const richer = limited || runs || rule || own.breaks.length || rates.haul || rates.balance || rates.run;
  return {
    ...rest,
    ...own,
    slowness: 1 / (vehicle.speed_factor ?? 1),
    capacity: Float64Array.from(vehicle.capacity ?? []),
    maxDriving: rule?.after ?? Infinity,
    restTime: rule?.duration ?? Infinity,
    costUsed: rates.used,
    costRun: rates.run,
    costTime: rates.time / (vehicle.speed_factor ?? 1),
    costLength: rates.length,
    costWork: rates.work,
    costHaul: rates.haul,
    costBalance: rates.balance,
    maxTasks: vehicle.max_tasks ?? Infinity,
    maxTravel: vehicle.max_travel_time ?? Infinity,
    maxLength: vehicle.max_distance ?? Infinity,
    plain: simple && !richer,
  };
}

function jobArrays({ jobs, mass }: Problem, dimensions: number) {
  const amounts = new Float64Array(jobs.length * dimensions);
  jobs.forEach((job, i) => amounts.set(job.pickup ?? job.delivery ?? [], i * dimensions));
  const groups = new Map<string, number>();
  const groupOf = (group: number | string) => {
    const key = JSON.stringify(group);
    if (!groups.has(key)) groups.set(key, groups.size);
    return groups.get(key)!;
  };
  return {
    amounts,
    tonnes: Float64Array.from(jobs, (_, i) =>
      mass ? amounts[i * dimensions + mass.dimension]! / mass.per_tonne : 0,
    ),
    weight: Float64Array.from(jobs, ({ priority = 0 }) => 1 + priority),
    sequence: Int32Array.from(jobs, ({ sequence }) => (sequence ? groupOf(sequence.group) : -1)),
    rank: Float64Array.from(jobs, ({ sequence }) => sequence?.order ?? 0),
  };
}

/** Computes the sort keys of jobs for insertion. */
function orders(model: Model): void {
  const { stops, dimensions, amounts, size, remote, trucks, nodes, locations } = model;
  const most = Array.from({ length: dimensions }, (_, d) =>
    Math.max(1e-9, ...trucks.map(({ capacity }) => capacity[d]!)),
  );
  const first = trucks[0];
  for (let job = 0; job < stops; job++) {
    for (let d = 0; d < dimensions; d++)
      size[job] = Math.max(size[job]!, amounts[job * dimensions + d]! / most[d]!);
    if (!first) continue;
    const from = nodes.location[first.start]!;
    remote[job] = first.profile.out[2 * (from * locations + nodes.location[job]!)]!;
  }
}
