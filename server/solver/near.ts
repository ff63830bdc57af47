/** Jobs near each other, by travel time there and back. */
import type { Profile } from './model.ts';

const MOST = 200;
/** Travel times are compared in thousandths, so that a number holds time and job. */
const FINE = 1000;

export function nearest(places: Int32Array, { out, into }: Profile, locations: number): Int32Array {
  const count = places.length;
  const neighbours = Math.max(0, Math.min(MOST, count - 1));
  const near = new Int32Array(count * neighbours);
  const keys = new Float64Array(count);
  for (let job = 0; job < count; job++) {
    const row = 2 * places[job]! * locations;
    for (let other = 0; other < count; other++) {
      const at = row + 2 * places[other]!;
      keys[other] = Math.round((out[at]! + into[at]!) * FINE) * count + other;
    }
    keys[job] = -1;
    keys.sort();
    for (let i = 0; i < neighbours; i++) near[job * neighbours + i] = keys[i + 1]! % count;
  }
  return near;
}
