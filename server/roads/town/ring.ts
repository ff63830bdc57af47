/** The ring road, which the avenues join, and the highways that leave it. */
import type { Grid, Segment } from './grid.ts';
import { LAND_RADIUS, RING_RADIUS, RIVER_GAP } from './shape.ts';
import type { Point } from '../plane.ts';
import { between, distance } from './sketch.ts';
import { isThrough } from './streets.ts';
import type { Way } from './types.ts';
import { BYPASS, FERRY_LINE, FERRY_ROADS, HIGHWAYS, RING } from './words.ts';

/** Metres between two nodes of a highway. */
const STEP = 500;
const DEGREE = Math.PI / 180;
/** Angles on the plan at which highways leave: none runs along the river. */
const EXITS = [10, 48, 90, 132, 170, 225, 270, 315];
/** The two highways that the toll road joins, and its distance from the centre. */
const BYPASS_BETWEEN = [1, 2] as const;
const BYPASS_RADIUS = 13_000;
/** Distances from the centre at which the roads to the ferry leave the first and the last highway. */
const FERRY_FROM = [13_000, 9000] as const;

/** A node of a highway with its place on the plan. */
export interface Milestone {
  node: number;
  radius: number;
  angle: number;
}

export interface Highway {
  name: string;
  street: number;
  milestones: Milestone[];
}

/** A node of the ring, by its angle on the plan. */
interface RingNode {
  angle: number;
  node: number;
  /** An avenue ends here. */
  avenue: boolean;
}

export function drawRing(grid: Grid): Highway[] {
  const ring = ringNodes(grid);
  const street = grid.sketch.street(RING);
  const round = [...ring, ring[0]!].map(({ node, angle }) => ({ node, angle, radius: RING_RADIUS }));
  drawRoad(grid, { roadClass: 'trunk', street }, round);
  const highways = EXITS.map((degrees) => highwayFrom(grid, ring, degrees * DEGREE));
  nameHighways(grid, highways);
  for (const { street: own, milestones } of highways) {
    drawRoad(grid, { roadClass: 'trunk', street: own }, milestones);
  }
  drawBypass(grid, highways);
  drawFerry(grid, highways);
  return highways;
}

/** Draws a road, with a bridge wherever it crosses the river. */
function drawRoad(grid: Grid, attributes: Omit<Way, 'nodes'>, milestones: readonly Milestone[]): void {
  const north = ({ radius, angle }: Milestone) => grid.shape.acrossRiver(radius * Math.sin(angle)) > 0;
  let nodes: number[] = [];
  for (const [i, milestone] of milestones.entries()) {
    const before = milestones[i - 1];
    if (before && north(before) !== north(milestone)) {
      grid.sketch.way({ ...attributes, nodes });
      grid.sketch.way({ ...attributes, bridge: true, nodes: [before.node, milestone.node] });
      nodes = [];
    }
    nodes.push(milestone.node);
  }
  grid.sketch.way({ ...attributes, nodes });
}

function ringNodes(grid: Grid): RingNode[] {
  const ring = [...avenueEnds(grid)];
  ring.sort((a, b) => a.angle - b.angle);
  const whole: RingNode[] = [];
  for (const [i, one] of ring.entries()) {
    const next = ring[i + 1]?.angle ?? ring[0]!.angle + 2 * Math.PI;
    const parts = Math.ceil(((next - one.angle) * RING_RADIUS) / 420);
    whole.push(one);
    for (let part = 1; part < parts; part += 1) {
      const angle = one.angle + ((next - one.angle) * part) / parts;
      whole.push({ angle, node: nodeAt(grid, RING_RADIUS, angle), avenue: false });
    }
  }
  return whole;
}

/** Extends the avenues to the ring. */
function* avenueEnds(grid: Grid): Generator<RingNode> {
  for (const [i, line] of grid.columns.entries()) {
    if (!isThrough(line)) continue;
    const half = Math.sqrt(RING_RADIUS ** 2 - line.at ** 2);
    const [first, last] = endsOf(grid.rows.length, (j) => grid.up.get(grid.key(i, j)));
    yield joined(grid, first?.a, first, Math.atan2(-half, line.at));
    yield joined(grid, last?.b, last, Math.atan2(half, line.at));
  }
  for (const [j, line] of grid.rows.entries()) {
    if (!isThrough(line)) continue;
    const half = Math.sqrt(RING_RADIUS ** 2 - line.at ** 2);
    const [first, last] = endsOf(grid.columns.length, (i) => grid.across.get(grid.key(i, j)));
    yield joined(grid, first?.a, first, Math.atan2(line.at, -half));
    yield joined(grid, last?.b, last, Math.atan2(line.at, half));
  }
}

function endsOf(count: number, segment: (step: number) => Segment | undefined) {
  const built = Array.from({ length: count }, (_, step) => segment(step)).filter((one) => one !== undefined);
  return [built[0], built.at(-1)] as const;
}

function joined(grid: Grid, from: number | undefined, last: Segment | undefined, angle: number): RingNode {
  const node = nodeAt(grid, RING_RADIUS, angle);
  if (from !== undefined && last) {
    grid.sketch.way({ roadClass: 'primary', street: last.street, nodes: [from, node] });
  }
  return { angle, node, avenue: true };
}

export const nodeAt = (grid: Grid, radius: number, angle: number): number =>
  grid.sketch.node(grid.shape.bend(radius * Math.cos(angle), radius * Math.sin(angle)));

function highwayFrom(grid: Grid, ring: readonly RingNode[], exit: number): Highway {
  const { random } = grid.sketch;
  const target = exit + random.int(-3, 3) * DEGREE;
  const turn = ({ angle }: RingNode) =>
    Math.abs(Math.atan2(Math.sin(angle - target), Math.cos(angle - target)));
  const start = ring.filter(({ avenue }) => avenue).reduce((a, b) => (turn(a) <= turn(b) ? a : b));
  const [away, phase] = [Math.sin(start.angle - target), random.next() * 2 * Math.PI];
  const milestones: Milestone[] = [{ node: start.node, radius: RING_RADIUS, angle: start.angle }];
  for (let radius = RING_RADIUS + STEP; radius <= LAND_RADIUS; radius += STEP) {
    const far = (radius - RING_RADIUS) / 4000;
    const curve = 0.04 * (Math.sin(far + phase) - Math.sin(phase));
    const angle = target + away * Math.exp(-far) + curve;
    milestones.push({ node: nodeAt(grid, radius, angle), radius, angle });
  }
  return { name: '', street: -1, milestones };
}

/** Names highways by where they end: the one nearest to the east is the first, the others follow counter-clockwise. */
function nameHighways(grid: Grid, highways: Highway[]): void {
  const bearings = highways.map(({ milestones }) => {
    const [x, y] = grid.sketch.at(milestones.at(-1)!.node);
    return Math.atan2(y, x);
  });
  const east = bearings.reduce(
    (best, angle, i) => (Math.abs(angle) < Math.abs(bearings[best]!) ? i : best),
    0,
  );
  for (const [i, highway] of highways.entries()) {
    highway.name = HIGHWAYS[(i - east + highways.length) % highways.length]!;
    highway.street = grid.sketch.street(highway.name);
  }
}

function drawBypass(grid: Grid, highways: readonly Highway[]): void {
  const [from, to] = BYPASS_BETWEEN.map((index) =>
    highways[index]!.milestones.find(({ radius }) => radius >= BYPASS_RADIUS),
  ) as [Milestone, Milestone];
  const parts = Math.round(((to.angle - from.angle) * from.radius) / STEP);
  const nodes = [from.node];
  for (let part = 1; part < parts; part += 1) {
    nodes.push(nodeAt(grid, from.radius, from.angle + ((to.angle - from.angle) * part) / parts));
  }
  nodes.push(to.node);
  grid.sketch.way({ roadClass: 'trunk', street: grid.sketch.street(BYPASS), toll: true, nodes });
}

/** Draws a ferry across the river far outside the town, with a road to it on each bank: it saves a long way. */
function drawFerry(grid: Grid, highways: readonly Highway[]): void {
  const { sketch, shape } = grid;
  const at = (highway: Highway, least: number) => highway.milestones.find(({ radius }) => radius >= least)!;
  const [north, south] = [at(highways[0]!, FERRY_FROM[0]), at(highways.at(-1)!, FERRY_FROM[1])];
  const u = north.radius * Math.cos(north.angle);
  const banks = ([shape.river + RIVER_GAP, shape.river] as const).map((v) => ({
    plan: [u, v] as const,
    node: sketch.node(shape.bend(u, v)),
  })) as [Bank, Bank];
  for (const [i, milestone] of [north, south].entries()) {
    const bank = banks[i]!;
    const start: Point = [
      milestone.radius * Math.cos(milestone.angle),
      milestone.radius * Math.sin(milestone.angle),
    ];
    const parts = Math.ceil(distance(start, bank.plan) / STEP);
    const nodes = Array.from({ length: parts - 1 }, (_, k) =>
      sketch.node(shape.bend(...between(start, bank.plan, (k + 1) / parts))),
    );
    const street = sketch.street(FERRY_ROADS[i]!);
    sketch.way({ roadClass: 'tertiary', street, nodes: [milestone.node, ...nodes, bank.node] });
  }
  const nodes = banks.map(({ node }) => node);
  sketch.way({ roadClass: 'ferry', street: sketch.street(FERRY_LINE), nodes });
}

interface Bank {
  plan: Point;
  node: number;
}
