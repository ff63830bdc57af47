/**
 * Finds the best place of a job on any route: with new runs, breaks, sequences, limits and costs of the carried load.
 */
import { evaluate, newChange } from './change.ts';
import type { Model } from './model.ts';
import type { Place } from './place.ts';
import type { Route } from './route.ts';

const change = newChange();

/** Improves `place`; skips the position `skip`. */
export function insertRich(model: Model, route: Route, job: number, place: Place, skip = -1): void {
  const [first, last] = bounds(model, route, job);
  for (let k = first; k < last; k++) {
    if (route.leave[k]! > model.nodes.close[job]!) break;
    if (k === skip || isHopeless(model, route, k, job, place.cost)) continue;
    insertAt(model, route, k, job, place);
  }
}

/** Whether the order of the job's sequence allows it after a position. */
export function isInOrder(model: Model, route: Route, k: number, job: number): boolean {
  if (model.sequence[job]! < 0) return true;
  const [first, last] = bounds(model, route, job);
  return first <= k && k < last;
}

/**
 * Whether the way over the job alone is too late, or costs `most`; only odd travel times could make it shorter over a
 * third place.
 */
export function isHopeless(model: Model, route: Route, k: number, job: number, most: number): boolean {
  const { nodes, locations } = model;
  const { truck, location, latest } = route;
  const { out, into } = truck.profile;
  const row = 2 * nodes.location[job]! * locations;
  const before = row + 2 * location[k]!;
  const arrival = route.leave[k]! + truck.slowness * into[before]!;
  if (arrival > nodes.close[job]!) return true;
  if (nodes.location[route.sequence[k + 1]!]! < 0) return false;
  const after = row + 2 * location[k + 1]!;
  const begin = Math.max(arrival, nodes.open[job]!);
  if (begin + nodes.service[job]! + truck.slowness * out[after]! > latest[k + 1]!) return true;
  const detour =
    truck.costTime * (into[before]! + out[after]!) + truck.costLength * (into[before + 1]! + out[after + 1]!);
  return detour - route.leg[k]! + model.visit[truck.type * model.stops + job]! >= most;
}

/** Returns the positions after which the order of its sequence allows the job: first (included) and end (excluded). */
export function bounds(model: Model, route: Route, job: number): [number, number] {
  const group = model.sequence[job]!;
  let [first, last] = [0, route.length - 1];
  if (group < 0) return [first, last];
  for (let k = 1; k < route.length - 1; k++) {
    const node = route.sequence[k]!;
    if (node >= model.stops || model.sequence[node] !== group) continue;
    if (model.rank[node]! < model.rank[job]!) first = k;
    else if (model.rank[node]! > model.rank[job]! && k < last) last = k;
  }
  return [first, last];
}

/** Tries a job after a position: alone, or with an unloading after or before it. */
export function insertAt(model: Model, route: Route, k: number, job: number, place: Place): void {
  const { truck } = route;
  const end = route.runEnd[k + 1]!;
  const isRun = !truck.unloadings.length || end < route.length - 1;
  const mask = model.takers[truck.type * model.stops + job]!;
  if (isRun && joins(model, route, k, job)) {
    change.nodes[0] = job;
    change.count = 1;
    attempt(model, route, k, place);
    return;
  }
  const behind = fitsBefore(model, route, k, job) ? mask & route.takers[k]! : 0;
  const before = isRun && fitsAfter(model, route, k, job) ? route.takers[k]! : 0;
  for (let i = 0; i < truck.unloadings.length; i++) {
    const unloading = truck.unloadings[i]!;
    if (behind & (1 << i)) {
      change.nodes[0] = job;
      change.nodes[1] = unloading;
      change.count = 2;
      attempt(model, route, k, place);
    }
    if (before & (1 << i)) {
      change.nodes[0] = unloading;
      change.nodes[1] = job;
      change.count = 2;
      attempt(model, route, k, place);
    }
  }
}

/** Whether the run has room for the job, and its place of unloading takes it. */
export function joins(model: Model, route: Route, k: number, job: number): boolean {
  const { dimensions, amounts } = model;
  const { truck, load } = route;
  const end = route.runEnd[k + 1]!;
  for (let d = 0; d < dimensions; d++)
    if (load[(end - 1) * dimensions + d]! + amounts[job * dimensions + d]! > truck.capacity[d]!) return false;
  return takes(model, route, end, job);
}

function takes(model: Model, route: Route, end: number, job: number): boolean {
  const { truck } = route;
  if (!truck.unloadings.length) return true;
  const bit = 1 << truck.unloadings.indexOf(route.sequence[end]!);
  return (model.takers[truck.type * model.stops + job]! & bit) !== 0;
}

/** Whether the run up to the position has room for the job. */
export function fitsBefore(model: Model, route: Route, k: number, job: number): boolean {
  const { dimensions, amounts } = model;
  for (let d = 0; d < dimensions; d++)
    if (route.load[k * dimensions + d]! + amounts[job * dimensions + d]! > route.truck.capacity[d]!)
      return false;
  return true;
}

/**
 * Whether the run without its load up to the position has room for the job, and there is something to unload before.
 */
export function fitsAfter(model: Model, route: Route, k: number, job: number): boolean {
  const { dimensions, amounts } = model;
  const { load } = route;
  const end = route.runEnd[k + 1]!;
  if (route.takers[k] === -1) return false;
  for (let d = 0; d < dimensions; d++) {
    const rest = load[(end - 1) * dimensions + d]! - load[k * dimensions + d]!;
    if (rest + amounts[job * dimensions + d]! > route.truck.capacity[d]!) return false;
  }
  return takes(model, route, end, job);
}

/** Takes the change if it is the best; where driving gets too long, with a rest before or after it. */
function attempt(model: Model, route: Route, k: number, place: Place): void {
  keep(evaluate(model, route, k, change), route, k, place);
  if (!change.tooLong || route.truck.rest < 0) return;
  const { nodes, count } = change;
  change.count = count + 1;
  nodes[count] = route.truck.rest;
  keep(evaluate(model, route, k, change), route, k, place);
  nodes.copyWithin(1, 0, count);
  nodes[0] = route.truck.rest;
  keep(evaluate(model, route, k, change), route, k, place);
  nodes.copyWithin(0, 1, count + 1);
  change.count = count;
}

function keep(cost: number, route: Route, k: number, place: Place): void {
  place.tried?.push({ late: change.late, over: change.over });
  if (cost >= place.cost) return;
  place.cost = cost;
  place.route = route;
  place.position = k;
  place.count = change.count;
  place.nodes.set(change.nodes);
}
