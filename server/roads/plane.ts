/** A flat plane in metres around a centre, on which towns are laid out and distances are measured. */

/** A position in degrees (WGS 84). */
export interface Place {
  latitude: number;
  longitude: number;
}

/** A position in metres: x to the east of the centre, y to the north. */
export type Point = readonly [x: number, y: number];

const METRES_PER_DEGREE = 111_195;
const DIGITS = 1e6;

/**
 * Converts between degrees and metres by an equirectangular projection. Lengths are accurate to 0.5 % within 40 km of
 * the centre at the latitudes of Russia.
 *
 * @example
 * const plane = new Plane({ latitude: 54.193, longitude: 37.617 });
 * plane.toDegrees([0, 1000]); // a kilometre north: { latitude: 54.201993, longitude: 37.617 }
 */
export class Plane {
  readonly #metresPerLongitude: number;

  constructor(readonly centre: Place) {
    this.#metresPerLongitude = METRES_PER_DEGREE * Math.cos((centre.latitude * Math.PI) / 180);
  }

  toMetres({ latitude, longitude }: Place): Point {
    return [
      (longitude - this.centre.longitude) * this.#metresPerLongitude,
      (latitude - this.centre.latitude) * METRES_PER_DEGREE,
    ];
  }

  /** Degrees, rounded to six decimals: about ten centimetres. */
  toDegrees([x, y]: Point): Place {
    const round = (degrees: number) => Math.round(degrees * DIGITS) / DIGITS;
    return {
      latitude: round(this.centre.latitude + y / METRES_PER_DEGREE),
      longitude: round(this.centre.longitude + x / this.#metresPerLongitude),
    };
  }
}
