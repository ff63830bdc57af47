/** Updates the derived data of a route after its sequence was changed. */
import { closing, opening, ROUNDING, type Model } from './model.ts';
import type { Route } from './route.ts';
import { refreshRich } from './scheduleRich.ts';

/** Updates times, loads and cost of a route; `feasible` is false if any constraint is violated. */
export function refresh(model: Model, route: Route, positions: Int32Array): void {
  if (!route.truck.plain) return refreshRich(model, route, positions);
  route.feasible = forward(model, route, positions);
  if (!route.feasible) return;
  backward(model, route);
  loads(model, route);
}

/**
 * Like `refresh`, after a job was inserted into the feasible route of a plain truck at a position where it fits:
 * forward and back from there only as far as times change.
 */
export function inserted(model: Model, route: Route, at: number, positions: Int32Array): void {
  shift(model, route, at, positions);
  departures(model, route, at);
  deadlines(model, route, at);
  sums(model, route, at);
  route.jobs++;
  route.cost = route.spent[route.length - 1]! + route.truck.costUsed;
}

/** Moves the data of positions from `at` on to the next one; travel costs there and back are recalculated. */
function shift({ nodes, stops, locations }: Model, route: Route, at: number, positions: Int32Array): void {
  const { truck, sequence, location, leave, latest, leg, length } = route;
  const { out } = truck.profile;
  for (let k = length - 1; k > at; k--) {
    const node = sequence[k]!;
    location[k] = location[k - 1]!;
    leave[k] = leave[k - 1]!;
    latest[k] = latest[k - 1]!;
    leg[k] = leg[k - 1]!;
    if (node < stops) positions[node] = k;
  }
  location[at] = nodes.location[sequence[at]!]!;
  positions[sequence[at]!] = at;
  for (let k = at; k <= at + 1; k++) {
    const way = 2 * (location[k - 1]! * locations + location[k]!);
    leg[k - 1] = truck.costTime * out[way]! + truck.costLength * out[way + 1]!;
  }
}

/** Updates departures from a position on, as far as they change. */
function departures({ nodes, locations }: Model, route: Route, at: number): void {
  const { truck, sequence, location, leave, length } = route;
  const { out } = truck.profile;
  const { open, service } = nodes;
  for (let k = at; k < length; k++) {
    const node = sequence[k]!;
    const way = 2 * (location[k - 1]! * locations + location[k]!);
    const arrival = leave[k - 1]! + truck.slowness * out[way]!;
    const time = (arrival > open[node]! ? arrival : open[node]!) + service[node]!;
    if (k > at && time === leave[k]) break;
    leave[k] = time;
  }
}

/** Updates latest service starts back from a position, as far as they change. */
function deadlines({ nodes, locations }: Model, route: Route, at: number): void {
  const { truck, sequence, location, latest } = route;
  const { out } = truck.profile;
  const { close, service } = nodes;
  for (let k = at; k >= 0; k--) {
    const node = sequence[k]!;
    const way = 2 * (location[k]! * locations + location[k + 1]!);
    const left = latest[k + 1]! - truck.slowness * out[way]! - service[node]!;
    const time = left < close[node]! ? left : close[node]!;
    if (k < at && time === latest[k]) break;
    latest[k] = time;
  }
}

/** Updates costs and loads from a position on. */
function sums({ stops, dimensions, amounts, visit }: Model, route: Route, at: number): void {
  const { truck, sequence, leg, spent, load, length } = route;
  const visits = truck.type * stops;
  for (let k = at; k < length; k++) {
    const node = sequence[k]!;
    const isJob = node < stops;
    spent[k] = spent[k - 1]! + leg[k - 1]! + (isJob ? visit[visits + node]! : 0);
    for (let d = 0; d < dimensions; d++)
      load[k * dimensions + d] =
        load[(k - 1) * dimensions + d]! + (isJob ? amounts[node * dimensions + d]! : 0);
  }
}

/** Calculates departures, travel cost and number of jobs. */
function forward(model: Model, route: Route, positions: Int32Array): boolean {
  const { nodes, stops, locations } = model;
  const { truck, sequence, location, leave, leg, spent, length } = route;
  const { out } = truck.profile;
  const visits = truck.type * stops;
  let [time, cost, jobs, here] = [nodes.open[truck.start]!, 0, 0, nodes.location[truck.start]!];
  leave[0] = time;
  location[0] = here;
  spent[0] = 0;
  for (let k = 1; k < length; k++) {
    const node = sequence[k]!;
    const place = nodes.location[node]!;
    const next = place < 0 ? here : place;
    const at = 2 * (here * locations + next);
    const price = truck.costTime * out[at]! + truck.costLength * out[at + 1]!;
    cost += price;
    leg[k - 1] = price;
    time = opening(nodes, node, time + truck.slowness * out[at]!) + nodes.service[node]!;
    leave[k] = time;
    location[k] = next;
    here = next;
    if (node < stops) {
      positions[node] = k;
      cost += model.visit[visits + node]!;
      jobs++;
    }
    spent[k] = cost;
  }
  route.jobs = jobs;
  route.cost = jobs > 0 ? cost + truck.costUsed : 0;
  return time < Infinity;
}

/** Calculates latest service starts. */
function backward(model: Model, route: Route): void {
  const { nodes, locations } = model;
  const { truck, sequence, location, latest, length } = route;
  const { out } = truck.profile;
  let time = nodes.close[truck.end]!;
  latest[length - 1] = time;
  for (let k = length - 2; k >= 0; k--) {
    const node = sequence[k]!;
    const travel = truck.slowness * out[2 * (location[k]! * locations + location[k + 1]!)]!;
    time = closing(nodes, node, time - travel - nodes.service[node]!);
    latest[k] = time;
  }
}

/** Calculates loads at each position. */
function loads({ stops, dimensions, amounts }: Model, route: Route): void {
  const { truck, sequence, load, length } = route;
  const { capacity } = truck;
  for (let d = 0; d < dimensions; d++) {
    let sum = 0;
    for (let k = 0; k < length; k++) {
      const node = sequence[k]!;
      if (node < stops) sum += amounts[node * dimensions + d]!;
      if (sum > capacity[d]! + ROUNDING) route.feasible = false;
      load[k * dimensions + d] = sum;
    }
  }
}
