/** Why a job could not be planned. */
import { evaluate, newChange } from './change.ts';
import { emptyRoute } from './emptyRoute.ts';
import { bounds, fitsAfter, fitsBefore, insertAt, joins } from './insertRich.ts';
import { WRONG, type Model, type Truck } from './model.ts';
import { Place } from './place.ts';
import { Route } from './route.ts';
import { refreshRich } from './scheduleRich.ts';
import type { Plan } from './state.ts';

/** In order of precedence. */
export const REASONS = [
  'NOT_IN_POINT_GROUP',
  'UNSUPPORTED_CONTAINER_TYPE',
  'UNSUPPORTED_GARBAGE_TYPE',
  'NO_EXPERIENCED_DRIVER',
  'OUTSIDE_WORK_WINDOW',
  'INSUFFICIENT_TIME',
  'UNKNOWN',
] as const;
export type Reason = (typeof REASONS)[number];

const BITS = [
  WRONG.pointGroup,
  WRONG.containerType,
  WRONG.garbageType,
  WRONG.experience,
  WRONG.window,
  WRONG.time,
  WRONG.other,
];

/**
 * Returns the reasons of each unplanned job of a plan, in order of precedence, at least one each.
 *
 * A job is inserted after every position of every vehicle, and the constraints that are then violated form a set. Only
 * the sets that contain no other set count: lifting one of them would let the job in. Vehicles that could not serve the
 * job even alone count only if there are no others; then they are evaluated while empty.
 *
 * Time is the violated constraint where a job fits only into a further run. `UNKNOWN` represents everything that the
 * seven reasons do not name: capacity without unloading, skills and limits of vehicles.
 */
export function reasonsOf(model: Model, plan: Plan): Map<number, Reason[]> {
  const routes = candidates(model, plan);
  return new Map([...plan.absent].map((job) => [job, named(minimal(setsOf(model, routes, job)))]));
}

/** Routes with jobs, and an empty one of each type of truck. */
function candidates(model: Model, plan: Plan): { used: Route[]; empty: Map<number, Route> } {
  const positions = new Int32Array(model.stops);
  const empty = new Map<number, Route>();
  const used: Route[] = [];
  for (const truck of model.trucks) {
    const nodes = plan.routes[truck.index]!;
    if (nodes.some((node) => node < model.stops)) {
      const route = new Route(truck, model.dimensions);
      route.fill(nodes);
      refreshRich(model, route, positions);
      used.push(route);
    } else if (!empty.has(truck.type)) {
      const route = emptyRoute(model, truck);
      if (route) empty.set(truck.type, route);
    }
  }
  return { used, empty };
}

function setsOf(model: Model, routes: ReturnType<typeof candidates>, job: number): Set<number> {
  const sets = new Set<number>();
  const wrong = (truck: Truck) => model.wrong[truck.type * model.stops + job]!;
  for (const route of [...routes.used, ...routes.empty.values()])
    if (!wrong(route.truck)) setsOfRoute(model, route, job, sets);
  if (sets.size) return sets;
  for (const truck of model.trucks) if (!(wrong(truck) & WRONG.locked)) sets.add(wrong(truck));
  return sets;
}

const place = new Place();
const change = newChange();

/**
 * Adds the violations after each position of a route that the job's sequence allows, for each way to insert the job.
 */
function setsOfRoute(model: Model, route: Route, job: number, sets: Set<number>): void {
  const [first, last] = bounds(model, route, job);
  const { truck } = route;
  place.reset();
  for (let k = first; k < last && k < route.length - 1; k++) {
    place.tried = [];
    insertAt(model, route, k, job, place);
    for (const { late, over } of place.tried) sets.add(bits(late, over));
    if (!truck.unloadings.length && !place.tried.length)
      sets.add(brokenBy(model, route, k, [job]) | WRONG.other);
    if (truck.unloadings.length) withUnloadings(model, route, k, job, sets);
  }
}

/**
 * Adds the job alone, and with each unloading after or before it. What does not fit lacks the time for one more run.
 */
function withUnloadings(model: Model, route: Route, k: number, job: number, sets: Set<number>): void {
  const { truck } = route;
  const so = route.takers[k]!;
  const isRun = route.runEnd[k + 1]! < route.length - 1;
  const joined = joins(model, route, k, job);
  const behind = fitsBefore(model, route, k, job) ? so & model.takers[truck.type * model.stops + job]! : 0;
  // An unloading of nothing leaves the run unchanged.
  const nothing = joined ? -1 : 0;
  const before = so === -1 ? nothing : fitsAfter(model, route, k, job) ? so : 0;
  const add = (nodes: number[], fits: boolean) =>
    sets.add(brokenBy(model, route, k, nodes) | (fits ? 0 : WRONG.time));
  if (isRun) add([job], joined);
  truck.unloadings.forEach((unloading, i) => {
    add([job, unloading], (behind & (1 << i)) !== 0);
    if (isRun) add([unloading, job], (before & (1 << i)) !== 0);
  });
}

/** Returns the violated times and limits with the nodes after the position, as bits. */
function brokenBy(model: Model, route: Route, k: number, nodes: readonly number[]): number {
  change.nodes.set(nodes);
  change.count = nodes.length;
  evaluate(model, route, k, change);
  return bits(change.late, change.over);
}

const bits = (late: boolean, over: boolean): number => (late ? WRONG.time : 0) | (over ? WRONG.other : 0);

/** Returns the sets that contain no other set. */
function minimal(sets: ReadonlySet<number>): number[] {
  return [...sets].filter((set) => ![...sets].some((other) => other !== set && (other & set) === other));
}

function named(sets: readonly number[]): Reason[] {
  const all = sets.reduce((bits, set) => bits | set, 0);
  const reasons = REASONS.filter((_, i) => all & BITS[i]!);
  return reasons.length ? reasons : ['UNKNOWN'];
}
