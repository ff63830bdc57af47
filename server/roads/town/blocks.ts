/** Fills the blocks of the town: flats round courtyards, houses along lanes, works, parks. */
import type { Point } from '../plane.ts';
import type { Grid } from './grid.ts';
import { between, direction, distance } from './sketch.ts';
import { Yard, type Side } from './yard.ts';

const SURFACES = {
  park: 'green',
  industry: 'industry',
  centre: 'town',
  flats: 'town',
  houses: 'town',
} as const;

export function fillBlocks(grid: Grid): void {
  for (const block of grid.blocks.values()) {
    const yard = new Yard(grid, block);
    grid.sketch.surfaces.push({ kind: SURFACES[block.kind], ring: yard.ring });
    if (block.kind === 'park') continue;
    if (block.kind === 'industry') works(yard);
    else if (block.kind === 'houses') cottages(yard);
    else flats(yard, block.kind === 'centre');
  }
}

/**
 * The entrance and, if the opposite side is a street too, the exit; `at(a, b)`: `a` from the entrance on, `b` across.
 */
interface Passage {
  entrance: Side;
  exit: Side | undefined;
  at(a: number, b: number): Point;
}

function passageOf(yard: Yard): Passage | undefined {
  const { south, north, west, east } = yard;
  const upright = south && north;
  const flat = west && east;
  if (upright && (!flat || yard.grid.sketch.random.chance(0.5))) {
    return { entrance: south, exit: north, at: (a, b) => yard.at(b, a) };
  }
  if (flat) return { entrance: west, exit: east, at: (a, b) => yard.at(a, b) };
  if (south) return { entrance: south, exit: undefined, at: (a, b) => yard.at(b, a) };
  if (north) return { entrance: north, exit: undefined, at: (a, b) => yard.at(b, 1 - a) };
  if (west) return { entrance: west, exit: undefined, at: (a, b) => yard.at(a, b) };
  return east && { entrance: east, exit: undefined, at: (a, b) => yard.at(1 - a, b) };
}

/** Slabs along the streets, a driveway through the courtyard and a loop beside it. */
function flats(yard: Yard, dense: boolean): void {
  const passage = passageOf(yard);
  if (!passage) return;
  const { sketch } = yard.grid;
  const across = sketch.random.int(45, 55) / 100;
  const row = dense
    ? { length: [32, 52] as const, depth: 15, gap: 9, setback: 9 }
    : { length: [48, 84] as const, depth: 14, gap: 20, setback: 17 };
  for (const side of yard.sides) {
    yard.row(side, row, [passage.entrance, passage.exit].includes(side) ? [across] : []);
  }
  const loop = across > 0.5 ? 0.24 : 0.76;
  const [c1, c2, l1, l2] = [
    passage.at(0.3, across),
    passage.at(0.7, across),
    passage.at(0.3, loop),
    passage.at(0.7, loop),
  ];
  const nodes = [c1, c2, l1, l2].map((point) => sketch.node(point)) as [number, number, number, number];
  const drive = { roadClass: 'service', street: -1 } as const;
  const out = passage.exit ? [yard.open(passage.exit, across)] : [];
  sketch.way({ ...drive, nodes: [yard.open(passage.entrance, across), nodes[0], nodes[1], ...out] });
  sketch.way({ ...drive, nodes: [nodes[0], nodes[2], nodes[3], nodes[1]] });
  const heading = direction(c1, c2);
  const inside = distance(c1, c2) * 0.75;
  yard.inner(passage.at(0.5, (across + loop) / 2), heading, inside, 14);
  if (!dense) yard.inner(passage.at(0.5, across > 0.5 ? 0.77 : 0.23), heading, inside, 14);
  yard.spot(c1, c2, 0.3);
  yard.spot(l1, l2, 0.6);
  yard.spot(passage.at(0, across), c1, 0.7);
}

/** Houses of one family along the streets and along a lane. */
function cottages(yard: Yard): void {
  const passage = passageOf(yard);
  if (!passage) return;
  const { sketch } = yard.grid;
  const across = sketch.random.int(46, 54) / 100;
  const row = { length: [10, 13] as const, depth: 10, gap: 17, setback: 11 };
  for (const side of yard.sides) {
    yard.row(side, row, [passage.entrance, passage.exit].includes(side) ? [across] : []);
  }
  const street = sketch.street(sketch.names.next('lane'));
  const [from, to] = [passage.at(0, across), passage.at(passage.exit ? 1 : 0.8, across)];
  const middle = between(from, to, 0.5);
  const end = passage.exit ? yard.open(passage.exit, across) : sketch.node(to);
  const nodes = [yard.open(passage.entrance, across), sketch.node(middle), end];
  sketch.way({ roadClass: 'residential', street, nodes });
  const [dx, dy] = direction(from, to);
  for (const turn of [1, -1]) {
    const inward: Point = [-dy * turn, dx * turn];
    const lane = { street, from, to, length: distance(from, to), along: 0, margin: 44 };
    yard.row({ ...lane, inward, odd: turn === 1 }, row);
  }
  yard.spot(from, middle, 0.7);
  yard.spot(middle, to, 0.4);
}

/** A few large halls and a service road to them. */
function works(yard: Yard): void {
  const passage = passageOf(yard);
  if (!passage) return;
  const { sketch } = yard.grid;
  const across = sketch.random.int(40, 60) / 100;
  for (const side of yard.sides) {
    const openings = [passage.entrance, passage.exit].includes(side) ? [across] : [];
    yard.row(side, { length: [55, 95], depth: 26, gap: 30, setback: 20 }, openings);
  }
  const [inside, far] = [passage.at(0.3, across), passage.at(0.7, across)];
  const out = passage.exit ? [yard.open(passage.exit, across)] : [];
  const nodes = [yard.open(passage.entrance, across), sketch.node(inside), sketch.node(far), ...out];
  sketch.way({ roadClass: 'service', street: -1, nodes });
  const heading = direction(inside, far);
  for (const b of [0.32, 0.7]) yard.inner(passage.at(0.5, b), heading, distance(inside, far) * 0.8, 32);
  yard.spot(inside, far, 0.3);
  yard.spot(inside, far, 0.8);
}
