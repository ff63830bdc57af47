/** The cost of exchanging jobs of a run with jobs of a run of another vehicle. */
import { evaluate, newChange, type Change } from './change.ts';
import type { Model } from './model.ts';
import type { Route } from './route.ts';
import type { Part } from './state.ts';

let change: Change = newChange();

/** Position of the last node of the run after a position. */
export const lastOfRun = (route: Route, at: number): number => route.runEnd[at + 1]! - 1;

/**
 * Returns the additional cost in units of the objective; infinity if the parts are not jobs, or do not fit in place of
 * each other.
 */
export function richCost(model: Model, one: Part, other: Part): number {
  if (!isJobs(model, one) || !isJobs(model, other)) return Infinity;
  if (!fits(model, one, other) || !fits(model, other, one)) return Infinity;
  const cost = partCost(model, one, other);
  return cost === Infinity ? cost : cost + partCost(model, other, one);
}

/** Whether a part contains only jobs, none of which has a place in a sequence. */
function isJobs({ stops, sequence }: Model, { route, at, count }: Part): boolean {
  for (let k = at + 1; k <= at + count; k++) {
    const node = route.sequence[k]!;
    if (node >= stops || sequence[node]! >= 0) return false;
  }
  return true;
}

/**
 * Whether the run has room for a part in place of another, the vehicle may serve its jobs, and its place of unloading
 * takes them.
 */
function fits({ dimensions, stops, takers, wrong }: Model, { route, at, count }: Part, part: Part): boolean {
  const { load, truck } = route;
  const given = part.route.load;
  const end = route.runEnd[at + 1]!;
  for (let d = 0; d < dimensions; d++) {
    const taken = load[(at + count) * dimensions + d]! - load[at * dimensions + d]!;
    const put = given[(part.at + part.count) * dimensions + d]! - given[part.at * dimensions + d]!;
    if (load[(end - 1) * dimensions + d]! - taken + put > truck.capacity[d]!) return false;
  }
  const bit = truck.unloadings.length ? 1 << truck.unloadings.indexOf(route.sequence[end]!) : 0;
  for (let k = part.at + 1; k <= part.at + part.count; k++) {
    const job = truck.type * stops + part.route.sequence[k]!;
    if (wrong[job] || (takers[job]! & bit) !== bit) return false;
  }
  return true;
}

/** Returns the additional cost of a route with a part in place of its own. */
function partCost(model: Model, { route, at, count }: Part, part: Part): number {
  if (part.count > change.nodes.length) change = newChange(2 * part.count);
  for (let i = 0; i < part.count; i++) change.nodes[i] = part.route.sequence[part.at + 1 + i]!;
  change.count = part.count;
  change.taken = count;
  return evaluate(model, route, at, change);
}
