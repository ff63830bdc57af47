/** Whether drawn vertices form a valid line or area. Vertices of an area are those of its ring, each once. */
import type { DrawnGeometry, DrawnType, Position } from './geometry.ts';

/** Error in the geometry; vertices and sides count from 1, side 1 is from vertex 1 to vertex 2. */
export type GeometryFault =
  | { code: 'few'; least: number }
  | { code: 'repeated'; vertex: number }
  | { code: 'crossing'; first: number; second: number };

const LEAST: Record<DrawnType, number> = { Point: 1, LineString: 2, Polygon: 3 };

/**
 * Returns the first error in the vertices of a drawn geometry, undefined when they are valid.
 * @example faultOf('Polygon', [[0, 0], [1, 1], [1, 0], [0, 1]]) // { code: 'crossing', first: 1, second: 3 }
 */
export function faultOf(type: DrawnType, vertices: readonly Position[]): GeometryFault | undefined {
  const distinct = new Set(vertices.map(String)).size;
  if (distinct < LEAST[type]) return { code: 'few', least: LEAST[type] };
  const closed = type === 'Polygon';
  const next = (i: number) => vertices[(i + 1) % vertices.length]!;
  const sides = closed ? vertices.length : vertices.length - 1;
  for (let i = 0; i < sides; i++)
    if (String(vertices[i]) === String(next(i)))
      return { code: 'repeated', vertex: ((i + 1) % vertices.length) + 1 };
  if (!closed) return undefined;
  for (let i = 0; i < sides; i++)
    for (let j = i + 1; j < sides; j++) {
      const adjacent = j === i + 1 || (i === 0 && j === sides - 1);
      const crossing = adjacent
        ? foldsBack(vertices, i, j)
        : meet(vertices[i]!, next(i), vertices[j]!, next(j));
      if (crossing) return { code: 'crossing', first: i + 1, second: j + 1 };
    }
  return undefined;
}

/** Twice the signed area of the triangle, positive when it turns left. */
const turn = ([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

const between = (a: number, b: number, c: number): boolean => Math.min(a, b) <= c && c <= Math.max(a, b);

const isOn = (a: Position, b: Position, c: Position): boolean =>
  turn(a, b, c) === 0 && between(a[0], b[0], c[0]) && between(a[1], b[1], c[1]);

/** Whether two segments have a point in common. */
function meet(a: Position, b: Position, c: Position, d: Position): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return isOn(a, b, c) || isOn(a, b, d) || isOn(c, d, a) || isOn(c, d, b);
}

/** Whether the second of two adjacent sides runs back over the first. */
function foldsBack(vertices: readonly Position[], i: number, j: number): boolean {
  const shared = j === i + 1 ? j : i;
  const n = vertices.length;
  const [before, at, after] = [
    vertices[(shared + n - 1) % n]!,
    vertices[shared]!,
    vertices[(shared + 1) % n]!,
  ];
  const ahead = (before[0] - at[0]) * (after[0] - at[0]) + (before[1] - at[1]) * (after[1] - at[1]);
  return turn(before, at, after) === 0 && ahead > 0;
}

/** Returns the vertices that the user edits: a ring without its repeated last position. */
export function verticesOf(geometry: DrawnGeometry): Position[] {
  if (geometry.type === 'Point') return [geometry.coordinates];
  if (geometry.type === 'LineString') return geometry.coordinates;
  return (geometry.coordinates[0] ?? []).slice(0, -1);
}

/** Returns the geometry of vertices; the ring of an area is closed. */
export function geometryOf(type: DrawnType, vertices: readonly Position[]): DrawnGeometry {
  if (type === 'Point') return { type, coordinates: vertices[0]! };
  if (type === 'LineString') return { type, coordinates: [...vertices] };
  return { type, coordinates: [[...vertices, vertices[0]!]] };
}
