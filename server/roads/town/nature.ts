/** The river, lakes and woods. */
import type { Point } from '../plane.ts';
import type { Grid } from './grid.ts';
import { LAND_RADIUS, RING_RADIUS, RIVER_GAP, RIVER_WIDTH } from './shape.ts';
import { distance } from './sketch.ts';

const LAKES = 9;
const WOODS = 46;

export function drawNature(grid: Grid): void {
  const { sketch } = grid;
  sketch.surfaces.push({ kind: 'water', ring: river(grid) });
  const { random } = sketch;
  for (let k = 0; k < WOODS; k += 1) {
    const radius = random.int(500, 2100);
    const at = outside(grid, radius);
    const free = sketch.areas.every(({ x, y }) => distance(at, [x, y]) > radius + 900);
    if (free) sketch.surfaces.push({ kind: 'green', ring: blob(grid, at, radius) });
  }
  for (let k = 0; k < LAKES; k += 1) {
    const radius = random.int(120, 420);
    const at = outside(grid, radius);
    const free = sketch.xs.every((x, node) => distance(at, [x, sketch.ys[node]!]) > radius * 1.4 + 300);
    if (free) sketch.surfaces.push({ kind: 'water', ring: blob(grid, at, radius) });
  }
}

function river({ shape }: Grid): Point[] {
  const bank = (u: number, side: 1 | -1): Point => {
    const half = (RIVER_WIDTH / 2) * (1 + 0.18 * Math.sin(u / 1300));
    return shape.bend(u, shape.river + RIVER_GAP / 2 + side * half);
  };
  const ring: Point[] = [];
  const end = LAND_RADIUS + 1500;
  for (let u = -end; u <= end; u += 150) ring.push(bank(u, 1));
  for (let u = end; u >= -end; u -= 150) ring.push(bank(u, -1));
  return [...ring, ring[0]!];
}

/** A point between the ring road and the end of the land. */
function outside({ sketch: { random } }: Grid, radius: number): Point {
  const angle = random.next() * 2 * Math.PI;
  const from = RING_RADIUS + radius * 1.3 + 500;
  const far = from + Math.sqrt(random.next()) * (LAND_RADIUS - from);
  return [far * Math.cos(angle), far * Math.sin(angle)];
}

/** A round shape with a wavy shore. */
function blob({ sketch: { random } }: Grid, [x, y]: Point, radius: number): Point[] {
  const [a, b] = [random.next() * 6, random.next() * 6];
  const ring = Array.from({ length: 28 }, (_, k): Point => {
    const angle = (k / 28) * 2 * Math.PI;
    const reach = radius * (1 + 0.18 * Math.sin(3 * angle + a) + 0.1 * Math.sin(5 * angle + b));
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}
