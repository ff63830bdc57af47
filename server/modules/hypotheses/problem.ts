/** A virtual day as a problem of the solver (docs/routing.md). */
import type { Place } from '../../roads/plane.ts';
import { check } from '../../solver/check.ts';
import type { Job, Matrices, Objective, Problem, TimeWindow, Vehicle } from '../../solver/problem.ts';
import { TravelError, type Ban, type TravelOptions, type TravelTimes } from '../../travel/port.ts';
import { bansOf } from './bans.ts';
import type { Ground, PlannedDay, PlannedTask, PlannedUnit, SolutionRow } from './ground.ts';
import { grouped } from '../../core/grouped.ts';

const DAY = 86_400;
/** Travel time in seconds where no route exists: longer than any shift. */
const NO_WAY = 1_000_000;
/** Longest uninterrupted driving, and the rest after it (Order 424 of the Ministry of Transport). */
const DRIVING_BREAK = { after: 16_200, duration: 2_700 };

const OBJECTIVES: Record<string, Objective> = {
  FEWER_VEHICLES: 'vehicles',
  FEWER_KILOMETRES: 'distance',
  BALANCED_SHIFTS: 'balance',
  LOWEST_COST: 'cost',
};

/** A visit: tasks of one stand that are done together. */
export interface Visit {
  tasks: PlannedTask[];
}

/** A problem, and the meaning of its numbers: job 1 is the first visit, vehicle 1 the first unit. */
export interface DayProblem {
  day: PlannedDay;
  problem: Problem;
  visits: Visit[];
  units: PlannedUnit[];
  /** Ids of unloading places, in the order of their numbers. */
  unloadings: string[];
  places: Place[];
  /** Travel options by vehicle profile: hour, closed roads. */
  travel: ReadonlyMap<string, TravelOptions>;
  /** Constraints that were not considered: values of `solutionOmissions`. */
  notConsidered: string[];
}

/** Some units of a day with some of its visits, each with further constraints. */
export interface DayPart {
  units: ReadonlySet<string>;
  visits: Visit[];
  bind: (visit: Visit, unitIds: readonly string[]) => Partial<Job>;
}

/** Whether a visit is unreachable on the day: the roads to it are closed for every vehicle. */
export function isCutOff({ problem, visits }: DayProblem, visit: Visit): boolean {
  const at = problem.jobs[visits.indexOf(visit)]!.location_index;
  return Object.values(problem.matrices).every(
    ({ durations }) =>
      durations.length > 1 && durations.every((row, from) => from === at || row[at]! >= NO_WAY),
  );
}

/** Initial routes: by unit, the tasks and unloadings in order. */
export type StartRoutes = ReadonlyMap<string, readonly { kind: 'TASK' | 'UNLOADING'; id: string }[]>;

/** Builds the problem of a day; throws TravelError where travel times are not available. */
export async function problemOf(
  ground: Ground,
  day: PlannedDay,
  solution: SolutionRow,
  travel: TravelTimes,
  start: StartRoutes = new Map(),
  part?: DayPart,
): Promise<DayProblem> {
  const units = ground.units.filter(({ id, dayId }) => dayId === day.id && (part?.units.has(id) ?? true));
  const tasks = ground.tasks.filter(({ dayId }) => dayId === day.id);
  const visits = part?.visits ?? visitsOf(tasks, solution.same_order_time_window);
  const unitIds = units.map(({ id }) => id);
  const unloadings = [...new Set(units.flatMap(({ unloading }) => unloading))];
  const places = new Places();
  if (part) addDay(places, ground, day, solution);
  const jobs = visits.map((visit, i) => ({
    ...jobOf(visit, i, places),
    ...part?.bind(visit, unitIds),
  }));
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
  const profiles = new Profiles(ground, day, solution);
  const vehicles = units.map((unit, i) =>
    vehicleOf(unit, i, { ground, day, places, unloadings, visits, start, profiles, solution }),
  );
  // Without units there are no profiles; the problem is still built, so that each task gets its reasons.
  if (vehicles.length === 0) profiles.known.set('car', travelOptions(solution));
  const matrices: Record<string, Matrices> = {};
  const notConsidered = new Set<string>();
  for (const [profile, options] of profiles.known) {
    const made = await matrixOf(travel, places.list, options).catch(async (error: unknown) => {
      if (!(error instanceof TravelError) || error.failure !== 'unsupported') throw error;
      // The provider cannot exclude roads: the routes are calculated without the bans, with a warning for the planner.
      const { bans: _bans, ...without } = options;
      notConsidered.add('ROAD_BANS');
      profiles.known.set(profile, without);
      return matrixOf(travel, places.list, without);
    });
    matrices[profile] = made;
  }
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
  return {
    day,
    problem,
    visits,
    units,
    unloadings,
    places: places.list,
    travel: profiles.known,
    notConsidered: [...notConsidered],
  };
}

/** Options of travel times that do not depend on the hour. */
export const travelOptions = ({ toll_roads, ferry_crossing }: SolutionRow): TravelOptions => ({
  avoidTolls: !toll_roads,
  avoidFerries: !ferry_crossing,
});

/** Profiles of vehicles: units with the same hour of travel and the same closed roads share a matrix. */
class Profiles {
  readonly known = new Map<string, TravelOptions>();
  readonly #closed: string[] = [];

  constructor(
    private readonly ground: Ground,
    private readonly day: PlannedDay,
    private readonly solution: SolutionRow,
  ) {}

  of(unit: PlannedUnit): string {
    const bans = bansOf(unit, this.day, this.ground.bans);
    const middle = (unit.begin.getTime() + unit.end.getTime()) / 2 - this.day.midnight.getTime();
    const hour = this.solution.traffic_jams ? Math.floor((middle / 3_600_000) % 24) : undefined;
    const name = [hour === undefined ? 'car' : `hour-${hour}`, ...this.#numberOf(bans)].join('-closed-');
    this.known.set(name, {
      ...travelOptions(this.solution),
      ...(hour !== undefined && { trafficHour: hour }),
      ...(bans.length > 0 && { bans }),
    });
    return name;
  }

  #numberOf(bans: readonly Ban[]): number[] {
    if (bans.length === 0) return [];
    const key = JSON.stringify(bans);
    if (!this.#closed.includes(key)) this.#closed.push(key);
    return [this.#closed.indexOf(key) + 1];
  }
}

/** A part of a day with more tasks has its own matrix; a smaller one uses the matrix of the day, which is cached. */
const MOST_SHARED = 250;

/** Adds the places of the whole day, in the order in which the problem of the day has them. */
function addDay(places: Places, ground: Ground, day: PlannedDay, solution: SolutionRow): void {
  const tasks = ground.tasks.filter(({ dayId }) => dayId === day.id);
  if (tasks.length > MOST_SHARED) return;
  const units = ground.units.filter(({ dayId }) => dayId === day.id);
  for (const { tasks: together } of visitsOf(tasks, solution.same_order_time_window))
    places.add(together[0]!);
  for (const id of new Set(units.flatMap(({ unloading }) => unloading)))
    places.add(ground.unloadings.get(id)!);
  for (const { start, parking } of units) {
    if (start) places.add(start);
    if (parking) places.add(parking);
  }
}

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

/** Groups tasks into visits: those of a stand, for one kind of garbage and container, whose hours overlap. */
export function visitsOf(tasks: readonly PlannedTask[], together: boolean): Visit[] {
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

/** Returns the hours that suit all tasks; `none` when there are none. */
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
  profiles: Profiles;
}

function vehicleOf(unit: PlannedUnit, i: number, on: VehicleGround): Vehicle {
  const { ground, day, solution, places, unloadings, start, profiles } = on;
  const since = (time: Date) => Math.round((time.getTime() - day.midnight.getTime()) / 1000);
  const [begin, end] = [since(unit.begin), since(unit.end)];
  const { costs } = unit;
  const steps = stepsOf(unit, on, start.get(unit.id) ?? []);
  const transfers = unit.unloading.every((id) => ground.unloadings.get(id)!.transfer);
  const experience = unit.driver === null ? undefined : ground.experience.get(unit.driver);
  return {
    id: i + 1,
    description: unit.id,
    profile: profiles.of(unit),
    ...(unit.start && { start_index: places.add(unit.start) }),
    ...(unit.parking && { end_index: places.add(unit.parking) }),
    capacity: [unit.volume, unit.maxLoad],
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

/** Returns the steps of the initial route that are still part of the problem. */
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
