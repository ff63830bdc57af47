/**
 * Lines and areas on the map as GeoJSON, and their validation. The database enforces the same rules (domain
 * `geo_shape`).
 */

/** Longitude before latitude, in degrees, as in GeoJSON. */
export type Position = readonly [longitude: number, latitude: number];

export interface LineShape {
  type: 'LineString';
  coordinates: readonly Position[];
}

/** One ring without holes; the last position repeats the first. */
export interface AreaShape {
  type: 'Polygon';
  coordinates: readonly [readonly Position[]];
}

export type Shape = LineShape | AreaShape;

/** More vertices than anyone draws by hand; the check for crossings grows with their square. */
export const MOST_VERTICES = 1000;

/** Why a shape is invalid; vertices are counted from 1, as users count them. */
export type ShapeFault =
  | { code: 'tooFew'; least: number }
  | { code: 'tooMany'; most: number }
  | { code: 'outOfRange'; vertex: number }
  | { code: 'repeated'; vertex: number }
  | { code: 'notClosed'; vertex: number }
  | { code: 'crosses'; vertex: number; other: number };

/**
 * Returns the first error of a shape, or undefined.
 *
 * @example
 * shapeFault({ type: 'Polygon', coordinates: [[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]] });
 * // { code: 'crosses', vertex: 1, other: 3 }: the side from vertex 1 crosses the side from vertex 3
 */
export function shapeFault(shape: Shape): ShapeFault | undefined {
  const positions = shape.type === 'Polygon' ? shape.coordinates[0] : shape.coordinates;
  if (positions.length > MOST_VERTICES) return { code: 'tooMany', most: MOST_VERTICES };
  const outside = positions.findIndex(
    ([longitude, latitude]) => !(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90),
  );
  if (outside >= 0) return { code: 'outOfRange', vertex: outside + 1 };
  const different = new Set(positions.map(([longitude, latitude]) => `${longitude} ${latitude}`)).size;
  const least = shape.type === 'Polygon' ? 3 : 2;
  if (different < least) return { code: 'tooFew', least };
  const repeated = positions.findIndex((position, i) => i > 0 && same(position, positions[i - 1]!));
  if (repeated >= 0) return { code: 'repeated', vertex: repeated + 1 };
  return shape.type === 'Polygon' ? ringFault(positions) : undefined;
}

function ringFault(ring: readonly Position[]): ShapeFault | undefined {
  if (!same(ring[0]!, ring.at(-1)!)) return { code: 'notClosed', vertex: ring.length };
  const sides = ring.length - 1;
  for (let i = 0; i < sides; i += 1) {
    for (let j = i + 1; j < sides; j += 1) {
      if (touches(ring, i, j, sides)) return { code: 'crosses', vertex: i + 1, other: j + 1 };
    }
  }
  return undefined;
}

/** Whether two sides meet anywhere but at the vertex that neighbours share. */
function touches(ring: readonly Position[], i: number, j: number, sides: number): boolean {
  const [a, b, c, d] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
  // Neighbours meet at one vertex; they cross only when one runs back along the other.
  if (j === i + 1) return turn(a, b, d) === 0 && within(d, a, b);
  if (i === 0 && j === sides - 1) return turn(c, d, b) === 0 && (within(b, c, d) || within(c, a, b));
  const [t1, t2, t3, t4] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (t1 * t2 < 0 && t3 * t4 < 0) return true;
  return (
    (t1 === 0 && within(c, a, b)) ||
    (t2 === 0 && within(d, a, b)) ||
    (t3 === 0 && within(a, c, d)) ||
    (t4 === 0 && within(b, c, d))
  );
}

/** Positive when c is to the left of the way from a to b, negative to the right, 0 on it. */
const turn = (a: Position, b: Position, c: Position) =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

/** Whether a point of the same straight line is between both ends. */
const within = (p: Position, a: Position, b: Position) =>
  Math.min(a[0], b[0]) <= p[0] &&
  p[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= p[1] &&
  p[1] <= Math.max(a[1], b[1]);

const same = (a: Position, b: Position) => a[0] === b[0] && a[1] === b[1];
