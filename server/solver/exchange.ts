/**
 * Exchanges parts of two routes: their ends (2-opt*: J.-Y. Potvin and J.-M. Rousseau, "An Exchange Heuristic for
 * Routeing Problems with Time Windows", Journal of the Operational Research Society 46(12), 1995), or up to three jobs
 * of each (CROSS: É. Taillard et al., "A Tabu Search Heuristic for the Vehicle Routing Problem with Soft Time Windows",
 * Transportation Science 31(2), 1997). For two `plain` trucks of one type only the places where the parts meet are
 * evaluated; for trucks with runs the parts are jobs of one run each (see exchangeRich.ts). Hundreds of exchanges cost
 * as much as one step of ruin and recreate.
 */
import { lastOfRun, richCost } from './exchangeRich.ts';
import type { Model } from './model.ts';
import type { Random } from './random.ts';
import type { Route } from './route.ts';
import type { Part, State } from './state.ts';

/** The following job is drawn from this many nearest jobs. */
const NEAREST = 20;
/** Most jobs of a part, and the chance that ends are exchanged instead. */
const LONGEST = 3;
const ENDS = 0.3;

interface Drawn {
  state: State;
  /** Jobs near a job, at job × neighbours. */
  near: Int32Array;
  random: Random;
}

const one: Part = { route: undefined as never, at: 0, count: 0 };
const other: Part = { route: undefined as never, at: 0, count: 0 };

/**
 * Tries to place one of the jobs near a job directly after it, both drawn at random; returns true if that was possible
 * at a cost below `most`.
 */
export function exchange({ state, near, random }: Drawn, most: number): boolean {
  const { model, vehicle, routes, position } = state;
  if (!model.neighbours) return false;
  const job = random.below(model.stops);
  if (vehicle[job]! < 0) return false;
  const next = near[job * model.neighbours + random.below(Math.min(NEAREST, model.neighbours))]!;
  if (vehicle[next]! < 0 || vehicle[job] === vehicle[next]) return false;
  one.route = routes[vehicle[job]!]!;
  other.route = routes[vehicle[next]!]!;
  const { plain, type } = one.route.truck;
  if (plain !== other.route.truck.plain || (plain && type !== other.route.truck.type)) return false;
  one.at = position[job]!;
  other.at = position[next]! - 1;
  const [behind, ahead] = [lastOf(one.route, one.at) - one.at, lastOf(other.route, other.at) - other.at];
  if (random.next() < ENDS) {
    one.count = behind;
    other.count = ahead;
  } else {
    one.count = Math.min(behind, random.below(LONGEST + 1));
    other.count = Math.min(ahead, 1 + random.below(LONGEST));
  }
  const cost = plain ? plainCost(model, most - state.cost) : richCost(model, one, other);
  if (!(state.cost + cost < most)) return false;
  state.begin();
  if (state.exchange(one, other)) return true;
  state.back();
  return false;
}

/** Returns the cost of the exchange on plain trucks; infinity if it costs more than `most` or does not fit. */
function plainCost(model: Model, most: number): number {
  const cost = joined(model, one, other) + joined(model, other, one) - legs(one) - legs(other);
  const isPossible =
    cost < most &&
    fits(model, one, other) &&
    fits(model, other, one) &&
    inTime(model, one, other) &&
    inTime(model, other, one);
  return isPossible ? cost : Infinity;
}

/** Position of the last node after `at` that a part may contain. */
const lastOf = (route: Route, at: number): number =>
  route.truck.plain ? route.length - 2 : lastOfRun(route, at);

const legs = ({ route, at, count }: Part): number => route.leg[at]! + (count ? route.leg[at + count]! : 0);

/** Returns the travel costs to and from a part that replaces another. */
function joined({ locations }: Model, { route, at, count }: Part, part: Part): number {
  const { location } = route;
  const last = at + count + 1;
  if (!part.count) return way(route, locations, location[at]!, location[last]!);
  const from = part.route.location;
  return (
    way(route, locations, location[at]!, from[part.at + 1]!) +
    way(route, locations, from[part.at + part.count]!, location[last]!)
  );
}

function way({ truck }: Route, locations: number, from: number, to: number): number {
  const { out } = truck.profile;
  const at = 2 * (from * locations + to);
  return truck.costTime * out[at]! + truck.costLength * out[at + 1]!;
}

/** Whether there is room for a part in place of another. */
function fits({ dimensions }: Model, { route, at, count }: Part, part: Part): boolean {
  const { load, truck, length } = route;
  const given = part.route.load;
  for (let d = 0; d < dimensions; d++) {
    const kept =
      load[(length - 1) * dimensions + d]! -
      load[(at + count) * dimensions + d]! +
      load[at * dimensions + d]!;
    const put = given[(part.at + part.count) * dimensions + d]! - given[part.at * dimensions + d]!;
    if (kept + put > truck.capacity[d]!) return false;
  }
  return true;
}

/** Whether no job is too late with a part in place of another. */
function inTime({ nodes, locations }: Model, { route, at, count }: Part, part: Part): boolean {
  const { truck } = route;
  const { out } = truck.profile;
  let here = route.location[at]!;
  let time = route.leave[at]!;
  const { sequence, location } = part.route;
  for (let k = part.at + 1; k <= part.at + part.count; k++) {
    const node = sequence[k]!;
    const place = location[k]!;
    time += truck.slowness * out[2 * (here * locations + place)]!;
    if (time > nodes.close[node]!) return false;
    if (time < nodes.open[node]!) time = nodes.open[node]!;
    time += nodes.service[node]!;
    here = place;
  }
  const last = at + count + 1;
  return time + truck.slowness * out[2 * (here * locations + route.location[last]!)]! <= route.latest[last]!;
}
