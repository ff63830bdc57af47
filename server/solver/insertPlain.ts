/** Finds the best place of a job on the route of a `plain` truck: the innermost loop of the search. */
import type { Model } from './model.ts';
import type { Place } from './place.ts';
import type { Route } from './route.ts';

/** Whether the only run of the route has room for the job. */
function fits(model: Model, route: Route, job: number): boolean {
  const { dimensions, amounts } = model;
  const last = (route.length - 1) * dimensions;
  for (let d = 0; d < dimensions; d++)
    if (route.load[last + d]! + amounts[job * dimensions + d]! > route.truck.capacity[d]!) return false;
  return true;
}

/** Improves `place`; skips the position `skip`. */
export function insertPlain(model: Model, route: Route, job: number, place: Place, skip = -1): void {
  if (!fits(model, route, job)) return;
  const { nodes, locations } = model;
  const { truck, location, leave, latest, leg, length } = route;
  const { out, into } = truck.profile;
  const { slowness, costTime, costLength } = truck;
  const row = 2 * nodes.location[job]! * locations;
  const open = nodes.open[job]!;
  const close = nodes.close[job]!;
  const service = nodes.service[job]!;
  const extra = model.visit[truck.type * model.stops + job]!;
  const base = extra + (route.jobs ? 0 : truck.costUsed + leg[0]!);
  const soonest = open + service;
  let best = place.cost - base;
  let found = -1;
  for (let k = 0; k < length - 1; k++) {
    const limit = latest[k + 1]!;
    if (soonest > limit) continue;
    const left = leave[k]!;
    if (left > close) break;
    const before = row + 2 * location[k]!;
    let time = left + slowness * into[before]!;
    if (time > close) continue;
    if (time < open) time = open;
    const after = row + 2 * location[k + 1]!;
    if (time + service + slowness * out[after]! > limit) continue;
    const cost =
      costTime * (into[before]! + out[after]!) + costLength * (into[before + 1]! + out[after + 1]!) - leg[k]!;
    if (cost >= best || k === skip) continue;
    best = cost;
    found = k;
  }
  if (found >= 0) place.set(best + base, route, found, job);
}
