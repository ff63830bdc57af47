/** Travel times without roads: the straight line, multiplied by a factor, at one speed. */
import type { Place } from '../roads/plane.ts';
import { bansInForce, emptyMatrix, TravelError, type TravelOptions, type TravelTimes } from './port.ts';
import { trafficFactor } from './traffic.ts';

const EARTH_METRES = 6_371_000;

export interface StraightSettings {
  /** How much longer roads are than the straight line. */
  roadFactor: number;
  /** Kilometres an hour. */
  speed: number;
}

/** Tolls and ferries do not occur on straight lines; closed roads cannot be considered and are rejected. */
export function straightLines({ roadFactor, speed }: StraightSettings): TravelTimes {
  const legOf = (from: Place, to: Place, options: TravelOptions) => {
    const metres = greatCircle(from, to) * roadFactor;
    return { metres, seconds: ((metres * 3.6) / speed) * trafficFactor(options.trafficHour) };
  };
  const refuseBans = (options: TravelOptions) => {
    if (bansInForce(options).length > 0)
      throw new TravelError('unsupported', 'closed roads on straight lines');
  };
  return {
    async matrix(places, options = {}) {
      refuseBans(options);
      const matrix = emptyMatrix(places.length);
      for (const [i, from] of places.entries()) {
        for (const [j, to] of places.entries()) {
          const leg = legOf(from, to, options);
          matrix.seconds[i * places.length + j] = leg.seconds;
          matrix.metres[i * places.length + j] = leg.metres;
        }
      }
      return matrix;
    },
    async route(places, options = {}) {
      if (places.length < 2) throw new RangeError('A route needs two places.');
      refuseBans(options);
      const route = { geometry: [...places], metres: 0, seconds: 0 };
      for (let i = 1; i < places.length; i += 1) {
        const leg = legOf(places[i - 1]!, places[i]!, options);
        route.metres += leg.metres;
        route.seconds += leg.seconds;
      }
      return route;
    },
  };
}

/** Returns metres between two places on the globe, by the haversine formula. */
export function greatCircle(a: Place, b: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (one: number, other: number) => Math.sin(radians(other - one) / 2) ** 2;
  const h =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * EARTH_METRES * Math.asin(Math.sqrt(h));
}
