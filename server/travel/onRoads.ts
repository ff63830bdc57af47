/** Travel times on the road graphs of the demo towns. */
import { setImmediate as pause } from 'node:timers/promises';
import { FERRY } from '../roads/classes.ts';
import type { Place, Point } from '../roads/plane.ts';
import type { Town } from '../roads/town.ts';
import { townNear } from '../roads/towns.ts';
import { costsKey, edgeCosts } from './costs.ts';
import { Lru } from '../core/lru.ts';
import {
  bansInForce,
  emptyMatrix,
  TravelError,
  type TravelMatrix,
  type TravelOptions,
  type TravelTimes,
} from './port.ts';
import { Search } from './search.ts';
import { snapTo, type Snap } from './snap.ts';

/** Metres per second between a place and the road beside it. */
const YARD_SPEED = 8 / 3.6;
/** After searching from this many places, other work of the process can run. */
const AT_ONCE = 10;

/** A place at a closed road is served from an open one that is at most this many metres further away. */
const CLOSED_REACH = 60;

/** One town under one set of options. */
interface Ground {
  town: Town;
  costs: Float64Array;
  /** Costs without closed roads. */
  free: Float64Array;
}

export function onRoads(): TravelTimes {
  const grounds = new Lru<string, Ground>(8);
  const matrices = new Lru<string, TravelMatrix>(8);
  const groundOf = (places: readonly Place[], options: TravelOptions): Ground => {
    const town = places[0] && townNear(places[0]);
    if (!town) throw new TravelError('noRoad', 'place 1');
    const make = () => {
      const { bans: _bans, ...unbanned } = options;
      const free = edgeCosts(town, unbanned);
      return { town, free, costs: bansInForce(options).length > 0 ? edgeCosts(town, options) : free };
    };
    return grounds.getOrCreate(`${town.plan.key} ${costsKey(options)}`, make);
  };
  return {
    async matrix(places, options = {}) {
      if (places.length === 0) return emptyMatrix(0);
      const key = JSON.stringify([
        places.map(({ latitude, longitude }) => [latitude, longitude]),
        costsKey(options),
      ]);
      const known = matrices.get(key);
      if (known) return known;
      const made = await matrixOn(groundOf(places, options), places);
      return matrices.getOrCreate(key, () => made);
    },
    async route(places, options = {}) {
      if (places.length < 2) throw new RangeError('A route needs two places.');
      return routeOn(groundOf(places, options), places);
    },
  };
}

/** Returns the nearest road point of each place, never on a ferry. Undefined: the roads at the place are closed. */
function snapsOf({ town, costs, free }: Ground, places: readonly Place[]): (Snap | undefined)[] {
  const { graph, plane } = town;
  const isOpen = (by: Float64Array) => (edge: number) =>
    by[edge]! < Infinity && !(graph.edgeFlags[edge]! & FERRY);
  return places.map((place, i) => {
    const own = snapTo(graph, plane.toMetres(place), isOpen(free));
    if (!own) throw new TravelError('noRoad', `place ${i + 1}`);
    if (costs[own.edge]! < Infinity) return own;
    return snapTo(graph, plane.toMetres(place), isOpen(costs), own.off + CLOSED_REACH);
  });
}

async function matrixOn(ground: Ground, places: readonly Place[]): Promise<TravelMatrix> {
  const snaps = snapsOf(ground, places);
  const search = new Search(ground.town.graph, ground.costs);
  const matrix = emptyMatrix(places.length);
  const targets = snaps.filter((snap) => snap !== undefined);
  const leave = (from: number, to: number, seconds: number, metres: number) => {
    matrix.seconds[from * snaps.length + to] = seconds;
    matrix.metres[from * snaps.length + to] = metres;
  };
  for (const [from, start] of snaps.entries()) {
    if (from % AT_ONCE === AT_ONCE - 1) await pause();
    if (start) search.run(start, targets);
    for (const [to, end] of snaps.entries()) {
      if (from === to) continue;
      if (!start || !end) {
        leave(from, to, Infinity, Infinity);
        continue;
      }
      const { seconds, metres } = search.leg(end);
      const off = start.off + end.off;
      leave(from, to, seconds + off / YARD_SPEED, metres + off);
    }
  }
  return matrix;
}

function routeOn(ground: Ground, places: readonly Place[]) {
  const { town, costs } = ground;
  const snaps = snapsOf(ground, places).map((snap, i) => {
    if (!snap) throw new TravelError('noWay', `the roads at place ${i + 1} are closed`);
    return snap;
  });
  const search = new Search(town.graph, costs);
  const line: Point[] = [];
  let [seconds, metres] = [0, 0];
  for (let i = 1; i < snaps.length; i += 1) {
    const [start, end] = [snaps[i - 1]!, snaps[i]!];
    search.run(start, [end]);
    const nodes = search.nodes(end);
    if (!nodes) throw new TravelError('noWay', `from place ${i} to place ${i + 1}`);
    const leg = search.leg(end);
    seconds += leg.seconds + (start.off + end.off) / YARD_SPEED;
    metres += leg.metres + start.off + end.off;
    if (i === 1) line.push(town.plane.toMetres(places[0]!));
    line.push(start.point);
    for (const node of nodes) line.push([town.graph.nodeX[node]!, town.graph.nodeY[node]!]);
    line.push(end.point, town.plane.toMetres(places[i]!));
  }
  return { geometry: line.map((point) => town.plane.toDegrees(point)), metres, seconds };
}
