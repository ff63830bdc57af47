/** Villages along the highways: a few streets each, on one side of the road. */
import type { Point } from '../plane.ts';
import type { Grid } from './grid.ts';
import { buildRow } from './houses.ts';
import { shuffled } from './names.ts';
import type { Highway, Milestone } from './ring.ts';
import { between, direction, distance, type Sketch } from './sketch.ts';
import type { Area } from './types.ts';
import { RURAL } from './words.ts';

/** Their distances from the centre, one round of highways after the other. */
const RADII = [10_500, 15_300, 20_000];
const HOUSES = { length: [9, 12], depth: 9, gap: 18, setback: 10 } as const;
const SPOT_OFFSET = 5;

/** Streets along the highway and streets away from it. */
const SIZES: Record<string, readonly [along: number, away: number]> = {
  'пос.': [6, 5],
  'с.': [5, 4],
  'дер.': [4, 3],
};

export function drawSettlements(grid: Grid, highways: readonly Highway[]): void {
  const { sketch } = grid;
  const names = sketch.plan.settlements.filter((name) => !name.startsWith('мкр.'));
  for (const [k, name] of names.entries()) {
    const highway = highways[k % highways.length]!;
    const radius = RADII[Math.floor(k / highways.length) % RADII.length]! + sketch.random.int(-1100, 1100);
    const at = highway.milestones.findIndex((milestone) => milestone.radius >= radius);
    drawSettlement(grid, highway.milestones[at]!, name);
  }
}

/** The crossings of a settlement, by street along and street away from the highway. */
type Streets = number[][];

function drawSettlement(grid: Grid, milestone: Milestone, name: string): void {
  const { sketch } = grid;
  const [along, away] = SIZES[name.split(' ')[0]!] ?? [4, 3];
  const side = sideOf(grid, milestone);
  const step = sketch.random.int(140, 175);
  const place = placer(grid, milestone, side);
  const crossings: Streets = Array.from({ length: away }, (_, b) =>
    Array.from({ length: along }, (__, a) =>
      sketch.node(place((a - (along - 1) / 2) * step, 260 + b * step + sketch.random.int(-20, 20))),
    ),
  );
  const middle = crossings[0]![Math.floor(along / 2)]!;
  const [x, y] = sketch.at(middle);
  const area: Area = { name, kind: 'settlement', x, y, district: nearestDistrict(sketch, [x, y]), spots: [] };
  sketch.areas.push(area);
  const [main = '', ...others] = RURAL;
  const names = [main, ...shuffled(sketch.random, others)].map((each) => sketch.street(each, name));
  sketch.way({ roadClass: 'tertiary', street: names[0]!, nodes: [milestone.node, middle] });
  for (const [b, nodes] of crossings.entries()) {
    sketch.way({ roadClass: b === 0 ? 'tertiary' : 'residential', street: names[b]!, nodes });
    settle(sketch, area, { street: names[b]!, nodes, margin: 14 });
  }
  for (let a = 0; a < along; a += 1) {
    const street = names[away + a]!;
    const nodes = crossings.map((row) => row[a]!);
    sketch.way({ roadClass: 'residential', street, nodes });
    settle(sketch, area, { street, nodes, margin: 34 });
  }
}

/** Builds houses on both sides of a street, and some spots. */
function settle(
  sketch: Sketch,
  area: Area,
  { street, nodes, margin }: { street: number; nodes: readonly number[]; margin: number },
): void {
  let along = 0;
  for (let i = 1; i < nodes.length; i += 1) {
    const [from, to] = [sketch.at(nodes[i - 1]!), sketch.at(nodes[i]!)];
    const [dx, dy] = direction(from, to);
    const length = distance(from, to);
    const frontage = { street, from, to, length, along, margin };
    const left = buildRow(sketch, { ...frontage, inward: [-dy, dx], odd: true }, HOUSES);
    buildRow(sketch, { ...frontage, inward: [dy, -dx], odd: false }, HOUSES);
    const house = left[Math.floor(left.length / 2)];
    if (house !== undefined) {
      const [x, y] = between(from, to, 0.5);
      area.spots.push(sketch.spots.length);
      const spot = { x: x - dy * SPOT_OFFSET, y: y + dx * SPOT_OFFSET, house, kind: 'houses' as const };
      sketch.spots.push({ ...spot, within: area.name });
    }
    along += length;
  }
}

/** Returns a function for points of the ground beside a milestone: metres along the highway and away from it. */
export function placer(grid: Grid, { radius, angle }: Milestone, side: 1 | -1) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return (along: number, away: number): Point =>
    grid.shape.bend((radius + along) * cos - side * away * sin, (radius + along) * sin + side * away * cos);
}

/** Returns the side of a highway that is further from the river. */
export function sideOf(grid: Grid, { radius, angle }: Milestone): 1 | -1 {
  const far = (side: 1 | -1) =>
    Math.abs(grid.shape.acrossRiver(radius * Math.sin(angle) + side * 700 * Math.cos(angle)));
  const difference = far(1) - far(-1);
  if (Math.min(far(1), far(-1)) > 2500) return grid.sketch.random.chance(0.5) ? 1 : -1;
  return difference > 0 ? 1 : -1;
}

function nearestDistrict(sketch: Sketch, at: Point): string {
  const districts = sketch.areas.filter(({ kind }) => kind === 'district');
  return districts.reduce((a, b) => (distance(at, [a.x, a.y]) <= distance(at, [b.x, b.y]) ? a : b)).name;
}
