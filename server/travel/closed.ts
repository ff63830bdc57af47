/** Which edges of a town are closed by lines and areas. */
import { contains } from '../geometry/contains.ts';
import type { Shape } from '../geometry/shapes.ts';
import { edgeLine } from '../roads/graph.ts';
import type { Point } from '../roads/plane.ts';
import type { Town } from '../roads/town.ts';
import { between, direction, distance } from '../roads/town/sketch.ts';
import { onEdge } from './snap.ts';

/** A line closes an edge when it runs along it within this many metres, */
const NEAR = 15;
/** in about its direction (cosine of 35 degrees), */
const ALIGNED = 0.82;
/** for at least this many metres, or half of a shorter edge. */
const LEAST = 20;
const STEP = 5;

/** Returns the edges that a shape closes: those along a line; those partly within an area. */
export function closedEdges({ graph, plane }: Town, shape: Shape): number[] {
  const points = (shape.type === 'Polygon' ? shape.coordinates[0] : shape.coordinates).map(
    ([longitude, latitude]) => plane.toMetres({ latitude, longitude }),
  );
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const near = graph.index.search(
    Math.min(...xs) - NEAR,
    Math.min(...ys) - NEAR,
    Math.max(...xs) + NEAR,
    Math.max(...ys) + NEAR,
  );
  const ends = (edge: number): [Point, Point] => {
    const [x1, y1, x2, y2] = edgeLine(graph, edge);
    return [
      [x1, y1],
      [x2, y2],
    ];
  };
  if (shape.type === 'Polygon') return near.filter((edge) => reachesInto(points, ...ends(edge)));
  return near.filter((edge) => {
    const shared = metresAlong(points, ends(edge), (point) => onEdge(graph, edge, point).off);
    return shared >= Math.min(LEAST, graph.edgeMetres[edge]! / 2);
  });
}

/** Returns how many metres of the line run along the edge. */
function metresAlong(line: readonly Point[], [a, b]: [Point, Point], off: (point: Point) => number): number {
  const [ex, ey] = direction(a, b);
  let metres = 0;
  for (let i = 1; i < line.length; i += 1) {
    const [from, to] = [line[i - 1]!, line[i]!];
    const [dx, dy] = direction(from, to);
    if (Math.abs(ex * dx + ey * dy) < ALIGNED) continue;
    const steps = Math.ceil(distance(from, to) / STEP);
    for (let k = 0; k < steps; k += 1) {
      if (off(between(from, to, (k + 0.5) / steps)) <= NEAR) metres += distance(from, to) / steps;
    }
  }
  return metres;
}

function reachesInto(ring: readonly Point[], a: Point, b: Point): boolean {
  if (contains(ring, a) || contains(ring, b)) return true;
  return ring.some((corner, i) => i > 0 && cross(ring[i - 1]!, corner, a, b));
}

const cross = (a: Point, b: Point, c: Point, d: Point) =>
  turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;

const turn = (a: Point, b: Point, c: Point) =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
