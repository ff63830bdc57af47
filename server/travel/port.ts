/** The interface for travel times between places, which every provider implements. */
import type { Place } from '../roads/plane.ts';
import type { Shape } from '../geometry/shapes.ts';

/** Roads that are closed: along a line or within an area, perhaps only for some vehicles and for some time. */
export interface Ban {
  geometry: Shape;
  /** Words of the dictionary of vehicle types; none: for all vehicles. */
  vehicleTypes?: readonly string[];
  from?: Date;
  /** The first instant at which it holds no more. */
  until?: Date;
}

export interface TravelOptions {
  /** Hour of the day by the clock of the instance, 0 to 23: traffic of that hour. None: free roads. */
  trafficHour?: number;
  /** A word of the dictionary of vehicle types, for bans. */
  vehicleType?: string;
  /** The instant for which bans count; without one all of them do. */
  at?: Date;
  bans?: readonly Ban[];
  avoidTolls?: boolean;
  avoidFerries?: boolean;
}

/** Row `from` times count plus column `to`. A pair without a way between has Infinity in both. */
export interface TravelMatrix {
  count: number;
  seconds: Float64Array;
  metres: Float64Array;
}

/** All zero. */
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
  /** Seconds and metres between all pairs of the places. */
  matrix(places: readonly Place[], options?: TravelOptions): Promise<TravelMatrix>;
  /** The way through the places in their order; at least two. */
  route(places: readonly Place[], options?: TravelOptions): Promise<TravelRoute>;
}

/**
 * Why travel times could not be given: the service answered with an error, did not answer in time, cannot be reached, or
 * answered something else; a place lies too far from all roads; the roads that are left do not join the places; the
 * provider cannot leave out such roads.
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
    /** What was answered or which place it was, for the log. */
    detail: string,
    options?: ErrorOptions,
  ) {
    super(`${failure}: ${detail}`, options);
    this.name = 'TravelError';
  }
}

/** Bans that count for the vehicle and the instant of the options. */
export function bansInForce({ bans = [], vehicleType, at }: TravelOptions): Ban[] {
  return bans.filter(({ vehicleTypes, from, until }) => {
    if (vehicleTypes && vehicleType !== undefined && !vehicleTypes.includes(vehicleType)) return false;
    if (!at) return true;
    return (!from || from <= at) && (!until || at < until);
  });
}
