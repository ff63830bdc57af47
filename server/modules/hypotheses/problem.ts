/** A virtual day as a problem of the solver (docs/routing.md). */
import type { Place } from '../../roads/plane.ts';
import { check } from '../../solver/check.ts';
import type { Job, Matrices, Objective, Problem, TimeWindow, Vehicle } from '../../solver/problem.ts';
import type { TravelOptions, TravelTimes } from '../../travel/port.ts';
import type { Ground, PlannedDay, PlannedTask, PlannedUnit, SolutionRow } from './ground.ts';
import { grouped } from './grouped.ts';

const DAY = 86_400;
/** Seconds of a way that there is not: longer than any shift. */
const NO_WAY = 1_000_000;
/** Driving at a stretch, and the rest after it (Order 424 of the Ministry of Transport). */
const DRIVING_BREAK = { after: 16_200, duration: 2_700 };

const OBJECTIVES: Record<string, Objective> = {
  FEWER_VEHICLES: 'vehicles',
  FEWER_KILOMETRES: 'distance',
  BALANCED_SHIFTS: 'balance',
  LOWEST_COST: 'cost',
};

/** A visit: tasks of one stand that are done in one go. */
export interface Visit {
  tasks: PlannedTask[];
}

/** A problem, and what its numbers stand for: job 1 is the first visit, vehicle 1 the first unit. */
export interface DayProblem {
  day: PlannedDay;
  problem: Problem;
  visits: Visit[];
  units: PlannedUnit[];
  /** Ids of places of unloading, in the order of their numbers. */
  unloadings: string[];
  places: Place[];
}

/** The routes to start from: by unit, the tasks and unloadings in order. */
export type StartRoutes = ReadonlyMap<string, readonly { kind: 'TASK' | 'UNLOADING'; id: string }[]>;

/** Makes the problem of a day; throws TravelError where travel times cannot be had. */
export async function problemOf(
  ground: Ground,
  day: PlannedDay,
  solution: SolutionRow,
  travel: TravelTimes,
  start: StartRoutes = new Map(),
): Promise<DayProblem> {
  const units = ground.units.filter(({ dayId }) => dayId === day.id);
  const tasks = ground.tasks.filter(({ dayId }) => dayId === day.id);
  const visits = visitsOf(tasks, solution.same_order_time_window);
  const unloadings = [...new Set(units.flatMap(({ unloading }) => unloading))];
  const places = new Places();
  const jobs = visits.map((visit, i) => jobOf(visit, i, places));
  const stops = unloadings.map((id, i) => {
    const { latitude, longitude, service, from, to, garbage } = ground.unloadings.get(id)!;
    const windows = windowsOf(from, to);
    return {
      id: i + 1,
      location_index: places.add({ latitude, longitude }),
      service,
      garbage_types: garbage,
      ...(windows && { time_windows: [...windows, ...windows.map(([a, b]) => [a + DAY, b + DAY] as const)] }),
    };
  });
  const vehicles = units.map((unit, i) =>
    vehicleOf(unit, i, { ground, day, solution, places, unloadings, visits, start }),
  );
  const matrices: Record<string, Matrices> = {};
  for (const profile of new Set(vehicles.map((vehicle) => vehicle.profile ?? 'car')))
    matrices[profile] = await matrixOf(travel, places.list, {
      ...travelOptions(solution),
      ...hourOf(profile),
    });
  // Without a unit there is nobody to travel, and still a problem to be told the reasons of.
  if (vehicles.length === 0) matrices['car'] = await matrixOf(travel, places.list, travelOptions(solution));
  const strict = { STRICT: 'strict', NOT_STRICT: 'soft', IGNORE: 'ignore' } as const;
  const problem = check({
    jobs,
    vehicles,
    unloadings: stops,
    matrices,
    mass: { dimension: 1, per_tonne: 1000 },
    objective: OBJECTIVES[solution.config] ?? 'cost',
    experience: { mode: strict[solution.experience], threshold: solution.experience_threshold },
  } satisfies Problem);
  return { day, problem, visits, units, unloadings, places: places.list };
}

/** Options of travel times that do not depend on the hour. */
export const travelOptions = ({ toll_roads, ferry_crossing }: SolutionRow): TravelOptions => ({
  avoidTolls: !toll_roads,
  avoidFerries: !ferry_crossing,
});

const hourOf = (profile: string): TravelOptions => {
  const [, hour] = /^hour-(\d+)$/.exec(profile) ?? [];
  return hour === undefined ? {} : { trafficHour: Number(hour) };
};

class Places {
  readonly list: Place[] = [];
  readonly #known = new Map<string, number>();

  add(place: Place): number {
    const key = `${place.latitude} ${place.longitude}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.list.length);
    return this.list.push({ latitude: place.latitude, longitude: place.longitude }) - 1;
  }
}

/** Seconds since midnight. */
export const secondsOf = (clock: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
};

function windowsOf(from: string | null, to: string | null): TimeWindow[] | undefined {
  return from === null || to === null ? undefined : [[secondsOf(from), secondsOf(to)]];
}

/** Tasks that are done in one go: those of a stand, for one garbage and container, whose hours have some in common. */
function visitsOf(tasks: readonly PlannedTask[], together: boolean): Visit[] {
  if (!together) return tasks.map((task) => ({ tasks: [task] }));
  const visits: Visit[] = [];
  const groups = grouped(tasks, ({ stand, garbage, container }) => `${stand} ${garbage} ${container}`);
  for (const group of groups.values()) {
    const window = commonWindow(group);
    if (window === 'none') visits.push(...group.map((task) => ({ tasks: [task] })));
    else visits.push({ tasks: group });
  }
  return visits;
}

/** The hours that suit all; `none` when there are none. */
function commonWindow(tasks: readonly PlannedTask[]): TimeWindow | undefined | 'none' {
  let common: TimeWindow | undefined;
  for (const { from, to } of tasks) {
    const [window] = windowsOf(from, to) ?? [];
    if (!window) continue;
    common = common ? [Math.max(common[0], window[0]), Math.min(common[1], window[1])] : window;
  }
  return common && common[0] > common[1] ? 'none' : common;
}

function jobOf({ tasks }: Visit, i: number, places: Places): Job {
  const [first] = tasks as [PlannedTask, ...PlannedTask[]];
  const sum = (value: (task: PlannedTask) => number) => tasks.reduce((all, task) => all + value(task), 0);
  const window = commonWindow(tasks);
  return {
    id: i + 1,
    description: first.id,
    location_index: places.add(first),
    service: sum(({ service }) => service),
    pickup: [sum(({ volume }) => volume), sum(({ mass }) => mass)],
    garbage_type: first.garbage,
    container_type: first.container,
    stand: first.stand,
    ...(window !== undefined && window !== 'none' && { time_windows: [window] }),
  };
}

interface VehicleGround {
  ground: Ground;
  day: PlannedDay;
  solution: SolutionRow;
  places: Places;
  unloadings: readonly string[];
  visits: readonly Visit[];
  start: StartRoutes;
}

function vehicleOf(unit: PlannedUnit, i: number, on: VehicleGround): Vehicle {
  const { ground, day, solution, places, unloadings, start } = on;
  const since = (time: Date) => Math.round((time.getTime() - day.midnight.getTime()) / 1000);
  const [begin, end] = [since(unit.begin), since(unit.end)];
  const { costs } = unit;
  const steps = stepsOf(unit, on, start.get(unit.id) ?? []);
  const transfers = unit.unloading.every((id) => ground.unloadings.get(id)!.transfer);
  const experience = unit.driver === null ? undefined : ground.experience.get(unit.driver);
  return {
    id: i + 1,
    description: unit.id,
    profile: solution.traffic_jams ? `hour-${Math.floor(((begin + end) / 2 / 3600) % 24)}` : 'car',
    ...(unit.start && { start_index: places.add(unit.start) }),
    ...(unit.parking && { end_index: places.add(unit.parking) }),
    capacity: [unit.volume, unit.maxMass],
    time_window: [begin, end],
    speed_factor: 1 / unit.slower,
    costs: {
      fixed: costs.fixed,
      per_hour: costs.hour,
      per_task_hour: costs.hour,
      per_km: costs.km,
      per_visit: costs.visit,
      per_run: costs.run,
      per_tonne_km: costs.tonneKm,
    },
    ...(unit.unloading.length > 0 && {
      unloading_ids: unit.unloading.map((id) => unloadings.indexOf(id) + 1),
      ...(transfers && unit.transferTime !== null && { unloading_service: unit.transferTime }),
    }),
    ...(unit.garbage.length > 0 && { garbage_types: unit.garbage }),
    ...(unit.containers.length > 0 && { container_types: unit.containers }),
    ...(solution.experience !== 'IGNORE' && { experience: experience ?? {} }),
    driving_break: DRIVING_BREAK,
    ...(steps.length > 0 && { steps }),
  };
}

/** What is still planned of the route to start from. */
function stepsOf(
  unit: PlannedUnit,
  { visits, unloadings }: VehicleGround,
  route: readonly { kind: 'TASK' | 'UNLOADING'; id: string }[],
): { type: string; id: number }[] {
  const jobOfTask = new Map(visits.flatMap(({ tasks }, i) => tasks.map(({ id }) => [id, i + 1] as const)));
  const seen = new Set<number>();
  return route.flatMap(({ kind, id }) => {
    if (kind === 'UNLOADING')
      return unit.unloading.includes(id) ? [{ type: 'unloading', id: unloadings.indexOf(id) + 1 }] : [];
    const job = jobOfTask.get(id);
    if (job === undefined || seen.has(job)) return [];
    seen.add(job);
    return [{ type: 'job', id: job }];
  });
}

async function matrixOf(
  travel: TravelTimes,
  places: readonly Place[],
  options: TravelOptions,
): Promise<Matrices> {
  const { count, seconds, metres } = await travel.matrix(places, options);
  const rows = (values: Float64Array) =>
    Array.from({ length: count }, (_, i) =>
      Array.from(values.subarray(i * count, (i + 1) * count), (value) =>
        Number.isFinite(value) ? Math.round(value) : NO_WAY,
      ),
    );
  return { durations: rows(seconds), distances: rows(metres) };
}
