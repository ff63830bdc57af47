/** Updates a route of any truck after its sequence was changed: with runs, breaks, limits and all kinds of costs. */
import { BREAK, closing, opening, REST, ROUNDING, UNLOADING, type Model } from './model.ts';
import type { Route } from './route.ts';

/**
 * Updates times, loads, runs, driving and cost. `feasible` is false if any constraint is violated; positions after the
 * first violation are not updated then.
 */
export function refreshRich(model: Model, route: Route, positions: Int32Array): void {
  route.feasible = ahead(model, route, positions);
  if (route.feasible) back(model, route);
}

/** Walks from the start to the end: departures, loads, takers, driving since the last rest, tonnes and sums. */
function ahead(model: Model, route: Route, positions: Int32Array): boolean {
  const { nodes, stops, locations, visit } = model;
  const { kind, service } = nodes;
  const { truck, sequence, location, leave, leg, spent, takers, driven, tonnes, length } = route;
  const { slowness, costTime, costLength, costHaul, unloadings } = truck;
  const { out } = truck.profile;
  const types = truck.type * stops;
  const longest = truck.maxDriving + ROUNDING;
  begin(model, route);
  let here = location[0]!;
  let time = leave[0]!;
  let [jobs, runs, mask, mass, since] = [0, 0, -1, 0, 0];
  let [cost, more, travel, distance, work] = [0, 0, 0, 0, 0];
  for (let k = 1; k < length; k++) {
    const node = sequence[k]!;
    const place = nodes.location[node]!;
    const next = place < 0 ? here : place;
    const at = 2 * (here * locations + next);
    const seconds = out[at]!;
    const far = out[at + 1]!;
    const drive = slowness * seconds;
    const price = costTime * seconds + costLength * far;
    leg[k - 1] = price;
    cost += price;
    more += costHaul * mass * far;
    travel += drive;
    distance += far;
    since += drive;
    if (since > longest) return false;
    driven[k] = since;
    time = opening(nodes, node, time + drive) + service[node]!;
    if (time === Infinity) return false;
    leave[k] = time;
    location[k] = here = next;
    if (node < stops) {
      positions[node] = k;
      jobs++;
      work += service[node]!;
      cost += visit[types + node]!;
      mask &= model.takers[types + node]!;
      mass += model.tonnes[node]!;
      if (!takesOn(model, route, k, node)) return false;
    } else if (kind[node] === UNLOADING) {
      if (!(mask & (1 << unloadings.indexOf(node)))) return false;
      runs++;
      work += service[node]!;
      more += truck.costWork * service[node]!;
      mask = -1;
      mass = 0;
      empties(route, k);
    } else {
      if (rests(model, route, node)) since = 0;
      carries(route, k);
    }
    spent[k] = cost;
    takers[k] = mask;
    tonnes[k] = mass;
  }
  if (unloadings.length && mask !== -1) return false;
  route.jobs = jobs;
  route.travel = travel;
  route.distance = distance;
  route.work = travel + work;
  more += truck.costUsed + truck.costRun * (unloadings.length ? runs : 1);
  route.cost = jobs > 0 ? cost + more + truck.costBalance * route.work * route.work : 0;
  return (
    jobs <= truck.maxTasks && travel <= truck.maxTravel + ROUNDING && distance <= truck.maxLength + ROUNDING
  );
}

function begin({ nodes }: Model, route: Route): void {
  const { truck, dimensions } = route;
  route.location[0] = nodes.location[truck.start]!;
  route.leave[0] = nodes.open[truck.start]!;
  route.spent[0] = route.driven[0] = route.tonnes[0] = 0;
  route.takers[0] = -1;
  for (let d = 0; d < dimensions; d++) route.load[d] = 0;
}

/** Sets the loads of a position with a job; false if a capacity is exceeded. */
function takesOn({ amounts }: Model, { truck, load, dimensions }: Route, k: number, job: number): boolean {
  for (let d = 0; d < dimensions; d++) {
    const sum = load[(k - 1) * dimensions + d]! + amounts[job * dimensions + d]!;
    if (sum > truck.capacity[d]! + ROUNDING) return false;
    load[k * dimensions + d] = sum;
  }
  return true;
}

function empties({ load, dimensions }: Route, k: number): void {
  for (let d = 0; d < dimensions; d++) load[k * dimensions + d] = 0;
}

function carries({ load, dimensions }: Route, k: number): void {
  for (let d = 0; d < dimensions; d++) load[k * dimensions + d] = load[(k - 1) * dimensions + d]!;
}

/**
 * Walks from the end to the start: latest service starts, ends of runs, driving to the next rest, length to the next
 * unloading.
 */
function back(model: Model, route: Route): void {
  const { nodes, locations } = model;
  const { kind, service } = nodes;
  const { truck, sequence, location, latest, runEnd, toDrive, haul, length } = route;
  const { out } = truck.profile;
  let time = nodes.close[truck.end]!;
  let [drive, far, end] = [0, 0, length - 1];
  latest[length - 1] = time;
  runEnd[length - 1] = end;
  toDrive[length - 1] = haul[length - 1] = 0;
  for (let k = length - 2; k >= 0; k--) {
    const node = sequence[k]!;
    const at = 2 * (location[k]! * locations + location[k + 1]!);
    const seconds = truck.slowness * out[at]!;
    const next = sequence[k + 1]!;
    time = closing(nodes, node, time - seconds - service[node]!);
    latest[k] = time;
    drive = seconds + (rests(model, route, next) ? 0 : drive);
    toDrive[k] = drive;
    far = out[at + 1]! + (kind[next] === UNLOADING ? 0 : far);
    haul[k] = far;
    if (kind[node] === UNLOADING) end = k;
    runEnd[k] = end;
  }
}

/** Whether a break is long enough to count as the driving break. */
export function rests(model: Model, route: Route, node: number): boolean {
  const kind = model.nodes.kind[node]!;
  return (kind === BREAK || kind === REST) && model.nodes.service[node]! >= route.truck.restTime;
}
