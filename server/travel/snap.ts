/** The place on the roads that is nearest to a place on the map. */
import type { Point } from '../roads/plane.ts';
import { edgeLine, type RoadGraph } from '../roads/graph.ts';

/** A point of an edge. */
export interface Snap {
  edge: number;
  /** Fraction of the edge before the point, 0 at its start to 1 at its end. */
  part: number;
  point: Point;
  /** Metres from the place to the edge. */
  off: number;
}

/**
 * Returns the nearest edge within `reach` metres, if there is one. Boxes are searched in growing squares, so that a
 * place in a courtyard checks only a few edges and one in the fields some hundred.
 */
export function snapTo(
  graph: RoadGraph,
  point: Point,
  allowed: (edge: number) => boolean,
  reach = 3000,
): Snap | undefined {
  for (let radius = Math.min(60, reach); ; radius = Math.min(radius * 3, reach)) {
    const [x, y] = point;
    const near = graph.index.search(x - radius, y - radius, x + radius, y + radius, allowed);
    const snaps = near.map((edge) => onEdge(graph, edge, point));
    const best = snaps.reduce<Snap | undefined>((a, b) => (a && a.off <= b.off ? a : b), undefined);
    if (best && best.off <= radius) return best;
    if (radius >= reach) return undefined;
  }
}

/** Returns the nearest point of an edge. */
export function onEdge(graph: RoadGraph, edge: number, [x, y]: Point): Snap {
  const [x1, y1, x2, y2] = edgeLine(graph, edge);
  const [dx, dy] = [x2 - x1, y2 - y1];
  const square = dx * dx + dy * dy;
  const along = square > 0 ? ((x - x1) * dx + (y - y1) * dy) / square : 0;
  const part = Math.min(1, Math.max(0, along));
  const point: Point = [x1 + part * dx, y1 + part * dy];
  return { edge, part, point, off: Math.hypot(point[0] - x, point[1] - y) };
}
