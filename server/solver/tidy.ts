/** Repairs runs and breaks of a route after jobs were removed from it. */
import { BREAK, REST, ROUNDING, UNLOADING, type Model } from './model.ts';
import { evaluate, newChange } from './change.ts';
import type { Route } from './route.ts';
import { refresh } from './schedule.ts';

const GAIN = 1e-9;
const change = newChange();

/**
 * Updates a route after jobs were removed: removes unloadings of nothing and rests that are not needed, joins runs, and
 * moves unloadings and breaks to better places.
 */
export function tidy(model: Model, route: Route, positions: Int32Array): void {
  dropEmptyRuns(model, route);
  refresh(model, route, positions);
  if (!route.feasible) return;
  for (let k = route.length - 2; k > 0; k--) {
    const kind = model.nodes.kind[route.sequence[k]!]!;
    if (kind === UNLOADING) betterUnloading(model, route, k, positions);
    else if (kind === BREAK || (kind === REST && !withoutRest(model, route, k, positions)))
      moveBreak(model, route, k, positions);
  }
}

function dropEmptyRuns(model: Model, route: Route): void {
  const { nodes, stops } = model;
  let loaded = false;
  let kept = 1;
  for (let k = 1; k < route.length; k++) {
    const node = route.sequence[k]!;
    const isUnloading = nodes.kind[node] === UNLOADING;
    if (isUnloading && !loaded) continue;
    if (node < stops) loaded = true;
    if (isUnloading) loaded = false;
    route.sequence[kept++] = node;
  }
  route.length = kept;
}

/** Removes the node if the route is feasible and costs no more without it. */
function without(model: Model, route: Route, k: number, positions: Int32Array): boolean {
  const node = route.sequence[k]!;
  const { cost } = route;
  route.remove(k);
  refresh(model, route, positions);
  if (route.feasible && route.cost <= cost + GAIN) return true;
  route.insert(k - 1, node);
  refresh(model, route, positions);
  return false;
}

/** Removes a rest unless driving becomes too long without it, as it mostly does. */
function withoutRest(model: Model, route: Route, k: number, positions: Int32Array): boolean {
  const isOnTheWay = model.nodes.location[route.sequence[k]!]! < 0;
  if (isOnTheWay && route.driven[k]! + route.toDrive[k]! > route.truck.maxDriving + ROUNDING) return false;
  return without(model, route, k, positions);
}

/** Joins the run with the next one, or unloads it at the place that costs least. */
function betterUnloading(model: Model, route: Route, k: number, positions: Int32Array): void {
  const { truck } = route;
  const next = route.runEnd[k + 1]!;
  if (next < route.length - 1 && joinable(model, route, k, next) && without(model, route, k, positions))
    return;
  let best = route.sequence[k]!;
  let { cost } = route;
  const mask = route.takers[k - 1]!;
  // If the next node is a break, its location is that of the unloading.
  const isKnown = truck.costBalance === 0 && model.nodes.location[route.sequence[k + 1]!]! >= 0;
  let lowest = unloadingCost(model, route, k, best);
  for (let i = 0; i < truck.unloadings.length; i++) {
    const unloading = truck.unloadings[i]!;
    if (!(mask & (1 << i)) || unloading === route.sequence[k]) continue;
    if (isKnown && unloadingCost(model, route, k, unloading) >= lowest) continue;
    route.sequence[k] = unloading;
    refresh(model, route, positions);
    if (!route.feasible || route.cost >= cost - GAIN) continue;
    [best, cost] = [unloading, route.cost];
    lowest = unloadingCost(model, route, k, best);
  }
  if (route.sequence[k] === best && route.feasible) return;
  route.sequence[k] = best;
  refresh(model, route, positions);
}

/**
 * Returns the cost of an unloading at a position, with the ways there and back; for a balanced route the legs do not
 * contain that.
 */
function unloadingCost({ nodes, locations }: Model, route: Route, k: number, unloading: number): number {
  const { truck, location } = route;
  const { out } = truck.profile;
  const place = nodes.location[unloading]!;
  const there = 2 * (location[k - 1]! * locations + place);
  const back = 2 * (place * locations + location[k + 1]!);
  return (
    truck.costTime * (out[there]! + out[back]!) +
    truck.costLength * (out[there + 1]! + out[back + 1]!) +
    truck.costHaul * route.tonnes[k - 1]! * out[there + 1]! +
    truck.costWork * nodes.service[unloading]!
  );
}

/** Whether both runs fit into the vehicle together, and the second's place takes all. */
function joinable(model: Model, route: Route, k: number, next: number): boolean {
  const { dimensions } = model;
  const { truck, load, takers, sequence } = route;
  for (let d = 0; d < dimensions; d++)
    if (load[(k - 1) * dimensions + d]! + load[(next - 1) * dimensions + d]! > truck.capacity[d]!)
      return false;
  return (takers[k - 1]! & (1 << truck.unloadings.indexOf(sequence[next]!))) !== 0;
}

/** Moves a break to where it leaves the most time for the rest of the route. */
function moveBreak(model: Model, route: Route, k: number, positions: Int32Array): void {
  const { nodes } = model;
  const node = route.sequence[k]!;
  const isBreak = (position: number) => {
    const kind = nodes.kind[route.sequence[position]!]!;
    return kind === BREAK || kind === REST;
  };
  route.remove(k);
  refresh(model, route, positions);
  let best = k - 1;
  if (route.feasible) {
    let [from, to] = [k - 1, k - 1];
    while (from > 0 && !isBreak(from)) from--;
    while (to < route.length - 2 && !isBreak(to + 1)) to++;
    best = gapFor(model, route, node, [from, to, k - 1]);
  }
  route.insert(best, node);
  refresh(model, route, positions);
  if (route.feasible || best === k - 1) return;
  route.remove(best + 1);
  route.insert(k - 1, node);
  refresh(model, route, positions);
}

/** Returns the gap between `from` and `to` with the most time to spare; `otherwise` if there is none. */
function gapFor(
  model: Model,
  route: Route,
  node: number,
  [from, to, otherwise]: readonly [number, number, number],
): number {
  const { nodes } = model;
  let [best, most] = [otherwise, -Infinity];
  change.nodes[0] = node;
  change.count = 1;
  for (let k = from; k <= to; k++) {
    if (evaluate(model, route, k, change) === Infinity) continue;
    const begin = Math.max(route.leave[k]!, nodes.open[node]!);
    const spare = route.latest[k + 1]! - begin - nodes.service[node]!;
    if (spare > most) [best, most] = [k, spare];
  }
  return best;
}
