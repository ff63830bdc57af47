/**
 * The exact cost of inserting some nodes into a route of any truck, in place of some jobs or of none: evaluated from
 * the position on and no further than needed.
 */
import { JOB, opening, UNLOADING, type Model } from './model.ts';
import type { Route } from './route.ts';
import { rests } from './scheduleRich.ts';

/** Nodes to insert, in order, in place of `taken` nodes behind the position, all of which must be jobs. */
export interface Change {
  nodes: Int32Array;
  count: number;
  taken: number;
  /** Set by `evaluate`: driving without a rest would be too long. */
  tooLong: boolean;
  /** Set by `evaluate`: something would be too late, or driven too long. */
  late: boolean;
  /** Set by `evaluate`: a limit of the truck would be exceeded. */
  over: boolean;
}

/** Creates a change of at most `most` nodes. */
export const newChange = (most = 4): Change => ({
  nodes: new Int32Array(most),
  count: 0,
  taken: 0,
  tooLong: false,
  late: false,
  over: false,
});

/** Current state of the walk over the changed part. */
const at = { place: 0, time: 0, since: 0, cost: 0, travel: 0, distance: 0, work: 0, tonnes: 0, jobs: 0 };

/**
 * Returns the additional cost in units of the objective; infinity if time, driving or a limit of the truck forbids the
 * change. The caller checks loads.
 */
export function evaluate(model: Model, route: Route, k: number, change: Change): number {
  const { truck, sequence, leave, driven, length } = route;
  at.place = route.location[k]!;
  at.time = leave[k]!;
  at.since = rests(model, route, sequence[k]!) ? 0 : driven[k]!;
  at.tonnes = route.tonnes[k]!;
  at.cost = at.travel = at.distance = at.work = at.jobs = 0;
  let longest = 0;
  for (let i = 0; i < change.count; i++) longest = Math.max(longest, walk(model, route, change.nodes[i]!));
  let next = k + 1;
  for (; next <= k + change.taken; next++) {
    leaveOut(model, route, next);
    takeOff(model, route, sequence[next]!);
  }
  leaveOut(model, route, next);
  while (model.nodes.location[sequence[next]!]! < 0 && next < length - 1) {
    longest = Math.max(longest, walk(model, route, sequence[next]!));
    next++;
    leaveOut(model, route, next);
  }
  const travel = drive(model, route, route.location[next]!);
  change.tooLong = Math.max(longest, at.since + route.toDrive[next]!) > truck.maxDriving;
  change.late = change.tooLong || at.time + travel > route.latest[next]!;
  change.over = broken(route);
  if (change.late || change.over) return Infinity;
  if (at.jobs < 0 && route.jobs + at.jobs === 0) return -route.cost;
  if (model.nodes.kind[sequence[next]!] !== UNLOADING)
    at.cost += truck.costHaul * (at.tonnes - route.tonnes[next - 1]!) * route.haul[next]!;
  return at.cost + firstCost(route) + balance(route);
}

/** Subtracts the leg that ends at a position. */
function leaveOut(model: Model, route: Route, position: number): void {
  const { out } = route.truck.profile;
  const leg = 2 * (route.location[position - 1]! * model.locations + route.location[position]!);
  at.travel -= route.truck.slowness * out[leg]!;
  at.distance -= out[leg + 1]!;
  at.cost -= route.leg[position - 1]! + route.truck.costHaul * route.tonnes[position - 1]! * out[leg + 1]!;
}

/** Subtracts the visit of a job. */
function takeOff({ nodes, visit, stops }: Model, route: Route, job: number): void {
  at.jobs--;
  at.work -= nodes.service[job]!;
  at.cost -= visit[route.truck.type * stops + job]!;
}

/** Drives to a location; returns seconds. */
function drive(model: Model, route: Route, place: number): number {
  const { truck } = route;
  const { out } = truck.profile;
  const leg = 2 * (at.place * model.locations + place);
  const time = truck.slowness * out[leg]!;
  at.place = place;
  at.since += time;
  at.travel += time;
  at.distance += out[leg + 1]!;
  at.cost += truck.costTime * out[leg]! + (truck.costLength + truck.costHaul * at.tonnes) * out[leg + 1]!;
  return time;
}

/** Drives to a node and serves it; returns the driving since the last rest on arrival. */
function walk(model: Model, route: Route, node: number): number {
  const { nodes, stops } = model;
  const { truck } = route;
  const place = nodes.location[node]!;
  const travel = drive(model, route, place < 0 ? at.place : place);
  const service = nodes.service[node]!;
  at.time = opening(nodes, node, at.time + travel) + service;
  const since = at.since;
  if (nodes.kind[node] === JOB) {
    at.jobs++;
    at.work += service;
    at.tonnes += model.tonnes[node]!;
    at.cost += model.visit[truck.type * stops + node]!;
  } else if (nodes.kind[node] === UNLOADING) {
    at.work += service;
    at.tonnes = 0;
    at.cost += truck.costRun + truck.costWork * service;
  } else if (rests(model, route, node)) at.since = 0;
  return since;
}

/** Whether a limit of the truck is exceeded. */
function broken(route: Route): boolean {
  const { truck } = route;
  return (
    route.jobs + at.jobs > truck.maxTasks ||
    route.travel + at.travel > truck.maxTravel ||
    route.distance + at.distance > truck.maxLength
  );
}

/** Fixed cost that the first job adds: an empty route costs nothing. */
function firstCost(route: Route): number {
  if (route.jobs > 0 || at.jobs === 0) return 0;
  let cost = route.truck.costUsed + (route.truck.unloadings.length ? 0 : route.truck.costRun);
  for (let k = 0; k < route.length - 1; k++) cost += route.leg[k]!;
  return cost;
}

function balance(route: Route): number {
  const { costBalance } = route.truck;
  if (costBalance === 0) return 0;
  const before = route.jobs > 0 ? route.work : 0;
  const after = route.work + at.travel + at.work;
  return costBalance * (after * after - before * before);
}
