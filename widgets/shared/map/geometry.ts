/** Geometries as GeoJSON (RFC 7946): positions are [longitude, latitude] in degrees. */

export type Position = [longitude: number, latitude: number];

/** Geometries that the user can draw. */
export type DrawnGeometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Position[][] };

/** Geometries that a map can show. */
export type Geometry =
  | DrawnGeometry
  | { type: 'MultiPoint'; coordinates: Position[] }
  | { type: 'MultiLineString'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] };

export type DrawnType = DrawnGeometry['type'];

export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

const DEPTH: Record<Geometry['type'], number> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/** Whether the value is a position within the range of degrees. */
export function isPosition(value: unknown): value is Position {
  if (!Array.isArray(value) || value.length < 2) return false;
  const [longitude, latitude] = value as unknown[];
  return inRange(longitude, 180) && inRange(latitude, 90);
}

const inRange = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= most;

/** Returns the value if it is a geometry that a map can show. */
export function asGeometry(value: unknown): Geometry | undefined {
  const { type, coordinates } = (value ?? {}) as { type?: unknown; coordinates?: unknown };
  const depth = DEPTH[type as Geometry['type']];
  if (depth === undefined || !isNested(coordinates, depth)) return undefined;
  return value as Geometry;
}

function isNested(value: unknown, depth: number): boolean {
  if (depth === 0) return isPosition(value);
  return Array.isArray(value) && value.length > 0 && value.every((part) => isNested(part, depth - 1));
}

/** Calls `visit` for each position of a geometry. */
export function eachPosition({ coordinates }: Geometry, visit: (position: Position) => void): void {
  const walk = (part: unknown): void => {
    if (!Array.isArray(part)) return;
    if (typeof part[0] === 'number') visit(part as Position);
    else for (const one of part) walk(one);
  };
  walk(coordinates);
}

/** Returns the smallest box around geometries; undefined when there are none. */
export function boundsOf(geometries: Iterable<Geometry>): Bounds | undefined {
  const bounds: Bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const geometry of geometries)
    eachPosition(geometry, ([longitude, latitude]) => {
      bounds.west = Math.min(bounds.west, longitude);
      bounds.east = Math.max(bounds.east, longitude);
      bounds.south = Math.min(bounds.south, latitude);
      bounds.north = Math.max(bounds.north, latitude);
    });
  return bounds.west === Infinity ? undefined : bounds;
}

/**
 * Returns the anchor of a geometry: the point itself, the middle vertex of a line, the centre of the box of any other.
 */
export function anchorOf(geometry: Geometry): Position {
  if (geometry.type === 'Point') return geometry.coordinates;
  if (geometry.type === 'LineString')
    return geometry.coordinates[Math.floor(geometry.coordinates.length / 2)]!;
  const { west, south, east, north } = boundsOf([geometry])!;
  return [(west + east) / 2, (south + north) / 2];
}

/** Whether a position is inside a ring; on its sides, the even-odd rule decides. */
export function isInRing([x, y]: Position, ring: readonly Position[]): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i]!;
    const [xj, yj] = ring[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

/** Whether a geometry is within a polygon: its anchor is inside the outer ring and in no hole. */
export function isWithin(geometry: Geometry, [outer, ...holes]: readonly (readonly Position[])[]): boolean {
  const anchor = anchorOf(geometry);
  return !!outer && isInRing(anchor, outer) && !holes.some((hole) => isInRing(anchor, hole));
}

/** Returns a box as a closed ring. */
export const ringOf = ({ west, south, east, north }: Bounds): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
