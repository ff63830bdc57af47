/** Seconds of each edge under given options. */
import { FERRY, TOLL } from '../roads/classes.ts';
import type { Town } from '../roads/town.ts';
import { closedEdges } from './closed.ts';
import { bansInForce, type TravelOptions } from './port.ts';
import { trafficByClass } from './traffic.ts';

/** Seconds from end to end; Infinity: closed. */
export function edgeCosts(town: Town, options: TravelOptions): Float64Array {
  const { graph } = town;
  const factors = trafficByClass(options.trafficHour);
  const avoided = (options.avoidTolls ? TOLL : 0) | (options.avoidFerries ? FERRY : 0);
  const costs = Float64Array.from(graph.edgeSeconds, (seconds, edge) =>
    graph.edgeFlags[edge]! & avoided ? Infinity : seconds * factors[graph.edgeClass[edge]!]!,
  );
  for (const { geometry } of bansInForce(options)) {
    for (const edge of closedEdges(town, geometry)) costs[edge] = Infinity;
  }
  return costs;
}

/** Two options with the same key have the same costs. */
export const costsKey = (options: TravelOptions): string =>
  JSON.stringify([
    options.trafficHour ?? null,
    options.avoidTolls ?? false,
    options.avoidFerries ?? false,
    bansInForce(options).map(({ geometry }) => geometry),
  ]);
