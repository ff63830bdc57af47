/** Arrival and service times, with as little waiting as the end of the route allows. */
import { closing, opening, type Model } from './model.ts';
import type { Route } from './route.ts';

/** By position of the route, in seconds. */
export interface Timetable {
  arrival: Float64Array;
  begin: Float64Array;
}

/** Calculates times with the latest departure that does not delay the end of the route. */
export function timetable(model: Model, route: Route): Timetable {
  const { nodes } = model;
  const { length, sequence } = route;
  const arrival = new Float64Array(length);
  const begin = new Float64Array(length);
  const run = (start: number) => {
    arrival[0] = begin[0] = start;
    for (let k = 1; k < length; k++) {
      const left = begin[k - 1]! + nodes.service[sequence[k - 1]!]!;
      arrival[k] = left + travel(model, route, k);
      begin[k] = opening(nodes, sequence[k]!, arrival[k]!);
    }
  };
  run(nodes.open[sequence[0]!]!);
  let latest = begin[length - 1]!;
  for (let k = length - 2; k >= 0; k--) {
    const node = sequence[k]!;
    latest = closing(nodes, node, latest - travel(model, route, k + 1) - nodes.service[node]!);
  }
  // Rounding may make the backward walk end slightly before the earliest start.
  run(Math.max(latest, nodes.open[sequence[0]!]!));
  return { arrival, begin };
}

/** Returns seconds from the previous position. */
export function travel(model: Model, route: Route, k: number): number {
  const { location, truck } = route;
  return truck.slowness * truck.profile.out[2 * (location[k - 1]! * model.locations + location[k]!)]!;
}
