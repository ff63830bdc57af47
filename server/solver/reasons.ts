/** Why a job could not be planned. */
import { evaluate, newChange } from './change.ts';
import { emptyRoute } from './emptyRoute.ts';
import { bounds, insertAt } from './insertRich.ts';
import { WRONG, type Model, type Truck } from './model.ts';
import { Place } from './place.ts';
import { Route } from './route.ts';
import { refreshAll } from './schedule.ts';
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
 * The reasons of each unplanned job of a plan, in order of precedence, never none.
 *
 * A job is put behind every position of every vehicle, and the constraints that then break are a set. Of all sets those
 * count that contain no other: to lift any one of them would let the job in. Vehicles that could not serve the job even
 * alone count only if there is no other; then they are looked at while empty.
 *
 * Time is what breaks where a job fits only into a further run. `UNKNOWN` stands for what the seven reasons do not name:
 * capacity without unloading, skills and limits of vehicles.
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
      const route = new Route(model, truck);
      route.fill(nodes);
      refreshAll(model, route, positions);
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

/** What breaks behind each position of a route that the job's sequence allows. */
function setsOfRoute(model: Model, route: Route, job: number, sets: Set<number>): void {
  const [first, last] = bounds(model, route, job);
  place.reset();
  for (let k = first; k < last && k < route.length - 1; k++) {
    place.tried = [];
    insertAt(model, route, k, job, place);
    const broken = place.tried.map(({ late, over }) => (late ? WRONG.time : 0) | (over ? WRONG.other : 0));
    for (const set of broken.length ? broken : [withoutRoom(model, route, k, job)]) sets.add(set);
  }
}

/** The run is full: with unloadings there is no time for more of them, without there is no room. */
function withoutRoom(model: Model, route: Route, k: number, job: number): number {
  if (route.truck.unloadings.length) return WRONG.time;
  change.nodes[0] = job;
  change.count = 1;
  evaluate(model, route, k, change);
  return WRONG.other | (change.late ? WRONG.time : 0);
}

/** Sets that contain no other of them. */
function minimal(sets: ReadonlySet<number>): number[] {
  return [...sets].filter((set) => ![...sets].some((other) => other !== set && (other & set) === other));
}

function named(sets: readonly number[]): Reason[] {
  const all = sets.reduce((bits, set) => bits | set, 0);
  const reasons = REASONS.filter((_, i) => all & BITS[i]!);
  return reasons.length ? reasons : ['UNKNOWN'];
}
