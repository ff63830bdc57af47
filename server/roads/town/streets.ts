/** Which parts of the lines are built, with their class and name; then the ways along them. */
import type { Grid, Line, Segment } from './grid.ts';
import type { NameKind } from './names.ts';
import { RING_RADIUS, TOWN_RADIUS } from './shape.ts';
import { distance } from './sketch.ts';
import type { BlockKind, Way } from './types.ts';
import { EMBANKMENTS } from './words.ts';

/** This many segments may be missing before the name of a street changes. */
const LONGEST_GAP = 4;

/** One line of the grid, by the direction in which it runs. */
interface Run {
  grid: Grid;
  line: Line;
  index: number;
  /** Largest number of its segments. */
  length: number;
  /** Lines that it crosses. */
  crossed: readonly Line[];
  segments: Map<number, Segment>;
  key(step: number): number;
  node(step: number): number;
  /** The kinds of the blocks on both sides. */
  beside(step: number): (BlockKind | undefined)[];
  /** Whether the segment is over the river. */
  overRiver(step: number): boolean;
  /** Distance of crossing `step` from the centre of the plan. */
  radius(step: number): number;
}

/** Decides all segments of the grid. */
export function layStreets(grid: Grid): void {
  for (const run of runsOf(grid)) layRun(run);
}

/** Makes the ways, after blocks have put their driveways into the segments. */
export function drawStreets(grid: Grid): void {
  for (const run of runsOf(grid)) drawRun(run);
}

/** Whether a line crosses the river and continues to the ring. */
export const isThrough = ({ leaves, at }: Line): boolean => leaves && Math.abs(at) < TOWN_RADIUS * 0.85;

function* runsOf(grid: Grid): Generator<Run> {
  const { columns, rows } = grid;
  const kind = (i: number, j: number) => grid.block(i, j)?.kind;
  for (const [j, line] of rows.entries()) {
    yield {
      grid,
      line,
      index: j,
      length: columns.length - 1,
      crossed: columns,
      segments: grid.across,
      key: (i) => grid.key(i, j),
      node: (i) => grid.crossing(i, j),
      beside: (i) => [kind(i, j - 1), kind(i, j)],
      overRiver: () => false,
      radius: (i) => Math.hypot(columns[i]!.at, line.at),
    };
  }
  for (const [i, line] of columns.entries()) {
    yield {
      grid,
      line,
      index: i,
      length: rows.length - 1,
      crossed: rows,
      segments: grid.up,
      key: (j) => grid.key(i, j),
      node: (j) => grid.crossing(i, j),
      beside: (j) => [kind(i - 1, j), kind(i, j)],
      overRiver: (j) => j === grid.riverRow,
      radius: (j) => Math.hypot(line.at, rows[j]!.at),
    };
  }
}

function layRun(run: Run): void {
  const { grid, line, index, segments } = run;
  let [street, named, along, gap] = [-1, '', 0, Infinity];
  for (let step = 0; step < run.length; step += 1) {
    if (!isBuilt(run, step)) {
      gap += 1;
      continue;
    }
    const industrial = line.rank !== 'avenue' && run.beside(step).every((kind) => kind === 'industry');
    const kind: NameKind = industrial ? 'industrial' : line.rank === 'avenue' ? 'avenue' : 'street';
    if (gap > LONGEST_GAP || kind !== named || turnsName(run, step)) {
      street = nameStreet(run, kind);
      [named, along] = [kind, 0];
    }
    gap = 0;
    const [a, b] = [run.node(step), run.node(step + 1)];
    const oneway = line.rank === 'minor' && run.beside(step).includes('centre');
    const back = oneway && index % 2 === 0;
    const segment: Segment = { a, b, along, street, roadClass: classOf(line), inserted: [] };
    if (oneway) segment.oneway = true;
    if (back) segment.back = true;
    if (run.overRiver(step)) segment.bridge = true;
    segments.set(run.key(step), segment);
    along += distance(grid.sketch.at(a), grid.sketch.at(b));
  }
}

function isBuilt(run: Run, step: number): boolean {
  const { line } = run;
  if (run.overRiver(step)) return isThrough(line);
  const [one, other] = run.beside(step);
  if (!one && !other)
    return isThrough(line) && Math.max(run.radius(step), run.radius(step + 1)) < RING_RADIUS - 150;
  if (line.rank === 'avenue' || line.rank === 'embankment') return true;
  if (one === 'park' && other === 'park') return false;
  if (one === 'industry' && other === 'industry') return run.grid.sketch.random.chance(0.4);
  return true;
}

/** Whether the street changes its name: streets do at some avenues, avenues seldom. */
function turnsName({ grid, line, crossed }: Run, step: number): boolean {
  if (crossed[step]?.rank !== 'avenue' || line.rank === 'embankment') return false;
  return grid.sketch.random.chance(line.rank === 'avenue' ? 0.05 : 0.3);
}

function nameStreet({ grid, line, index }: Run, kind: NameKind): number {
  const { sketch } = grid;
  if (line.rank !== 'embankment') return sketch.street(sketch.names.next(kind));
  return sketch.street(EMBANKMENTS[index === grid.riverRow ? 1 : 0]);
}

function classOf({ rank }: Line): Way['roadClass'] {
  if (rank === 'avenue') return 'primary';
  if (rank === 'embankment') return 'secondary';
  return rank === 'street' ? 'tertiary' : 'residential';
}

/** Joins consecutive segments with equal attributes into one way. */
function drawRun({ grid, key, length, segments }: Run): void {
  let drawn: Segment | undefined;
  let nodes: number[] = [];
  const end = () => {
    if (drawn) grid.sketch.way(wayOf(drawn, nodes));
    [drawn, nodes] = [undefined, []];
  };
  for (let step = 0; step < length; step += 1) {
    const segment = segments.get(key(step));
    if (!segment || (drawn && !alike(drawn, segment))) end();
    if (!segment) continue;
    if (!drawn) nodes.push(segment.a);
    drawn ??= segment;
    const inserted = segment.inserted.sort(([one], [other]) => one - other);
    nodes.push(...inserted.map(([, node]) => node), segment.b);
  }
  end();
}

const alike = (one: Segment, other: Segment) =>
  one.street === other.street &&
  one.roadClass === other.roadClass &&
  one.oneway === other.oneway &&
  one.back === other.back &&
  one.bridge === other.bridge;

const wayOf = ({ roadClass, street, oneway, bridge, back }: Segment, nodes: number[]): Way => ({
  roadClass,
  street,
  ...(oneway && { oneway }),
  ...(bridge && { bridge }),
  nodes: back ? nodes.reverse() : nodes,
});
