/** Rows of houses along streets. */
import type { Point } from '../plane.ts';
import { between, direction, type Sketch } from './sketch.ts';

/** A stretch of a street with the ground on one side of it. */
export interface Frontage {
  street: number;
  from: Point;
  to: Point;
  /** Metres. */
  length: number;
  /** Unit vector from the street to the houses. */
  inward: Point;
  /** The side with odd numbers. */
  odd: boolean;
  /** Metres from the beginning of the street to `from`. */
  along: number;
  /** Metres at both ends without houses. */
  margin: number;
}

/** Dimensions of a row of houses, in metres. */
export interface HouseRow {
  length: readonly [least: number, most: number];
  depth: number;
  /** Between two houses. */
  gap: number;
  /** From the middle of the street to the front. */
  setback: number;
}

/** Builds houses except at the parts (0 to 1) where driveways open; returns their indexes. */
export function buildRow(
  sketch: Sketch,
  frontage: Frontage,
  { length, depth, gap, setback }: HouseRow,
  openings: readonly number[] = [],
): number[] {
  const { from, to, inward, margin, street, odd } = frontage;
  const [dx, dy] = direction(from, to);
  const built: number[] = [];
  for (let begin = margin; ;) {
    const long = sketch.random.int(...length);
    const along = begin + long / 2;
    if (begin + long > frontage.length - margin) return built;
    begin += long + gap;
    if (openings.some((part) => Math.abs(part * frontage.length - along) < long / 2 + 8)) continue;
    const [px, py] = between(from, to, along / frontage.length);
    const [x, y] = [px + inward[0] * (setback + depth / 2), py + inward[1] * (setback + depth / 2)];
    const house = { x, y, dx, dy, length: long, depth, street, odd, along: frontage.along + along };
    built.push(sketch.houses.add(house));
  }
}
