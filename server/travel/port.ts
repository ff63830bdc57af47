/** The interface for travel times between places, which every provider implements. */
import type { Place } from '../roads/plane.ts';
import type { Shape } from '../geometry/shapes.ts';

/** Closed roads: along a line or within an area, possibly only for some vehicles and some time. */
export interface Ban {
  geometry: Shape;
  /** Values of the dictionary of vehicle types; none: for all vehicles. */
  vehicleTypes?: readonly string[];
  from?: Date;
  /** The first instant at which it no longer applies. */
  until?: Date;
}

export interface TravelOptions {
  /** Hour of the day in the zone of the instance, 0 to 23: traffic of that hour. None: free roads. */
  trafficHour?: number;
  /** A value of the dictionary of vehicle types, for bans. */
  vehicleType?: string;
  /** The instant for which bans count; without one all of them count. */
  at?: Date;
  bans?: readonly Ban[];
  avoidTolls?: boolean;
  avoidFerries?: boolean;
}

/** Index: row `from` times count plus column `to`. A pair without a way has Infinity in both. */
export interface TravelMatrix {
  count: number;
  seconds: Float64Array;
  metres: Float64Array;
}

/** Returns a matrix of zeros. */
export const emptyMatrix = (count: number): TravelMatrix => ({
  count,
  seconds: new Float64Array(count * count),
  metres: new Float64Array(count * count),
});

export interface TravelRoute {
  /** The line on the ground, in order; at least both ends. */
  geometry: Place[];
  metres: number;
  seconds: number;
}

/**
 * A provider of travel times.
 *
 * @example
 * const travel = travelTimes({ kind: 'roads' });
 * const { seconds, count } = await travel.matrix(places, { trafficHour: 8, avoidTolls: true });
 * seconds[2 * count + 5]; // from places[2] to places[5]
 */
export interface TravelTimes {
  /** Returns seconds and metres between all pairs of the places. */
  matrix(places: readonly Place[], options?: TravelOptions): Promise<TravelMatrix>;
  /** Returns the way through the places in their order; at least two. */
  route(places: readonly Place[], options?: TravelOptions): Promise<TravelRoute>;
}

/**
 * Why travel times could not be provided: the service returned an error, did not answer in time, cannot be reached, or
 * returned something else; a place is too far from all roads; the remaining roads do not connect the places; the
 * provider cannot exclude such roads.
 */
export const TRAVEL_FAILURES = [
  'refused',
  'slow',
  'gone',
  'wrongAnswer',
  'noRoad',
  'noWay',
  'unsupported',
] as const;
export type TravelFailure = (typeof TRAVEL_FAILURES)[number];

export class TravelError extends Error {
  constructor(
    readonly failure: TravelFailure,
    /** The answer or the place, for the log. */
    detail: string,
    options?: ErrorOptions,
  ) {
    super(`${failure}: ${detail}`, options);
    this.name = 'TravelError';
  }
}

/** Returns the bans that apply to the vehicle and the instant of the options. */
export function bansInForce({ bans = [], vehicleType, at }: TravelOptions): Ban[] {
  return bans.filter(({ vehicleTypes, from, until }) => {
    if (vehicleTypes && vehicleType !== undefined && !vehicleTypes.includes(vehicleType)) return false;
    if (!at) return true;
    return (!from || from <= at) && (!until || at < until);
  });
}
