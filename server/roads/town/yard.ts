/** A block with its sides: where driveways open, where houses are. */
import type { Point } from '../plane.ts';
import { quarterAt } from './areas.ts';
import type { Block, Grid, Segment } from './grid.ts';
import { buildRow, type Frontage, type HouseRow } from './houses.ts';
import { between, direction, distance } from './sketch.ts';

/** A side of a block that is a street. */
export interface Side extends Frontage {
  segment: Segment;
}

/** Metres from the middle of the road to a spot, and most metres from there to the house of its address. */
const SPOT_OFFSET = 5;
const FURTHEST_HOUSE = 140;

export class Yard {
  readonly south: Side | undefined;
  readonly north: Side | undefined;
  readonly west: Side | undefined;
  readonly east: Side | undefined;
  /** Houses with their own numbers. */
  readonly fronts: number[] = [];
  readonly #corners: readonly [Point, Point, Point, Point];
  readonly #within: string | undefined;

  constructor(
    readonly grid: Grid,
    readonly block: Block,
  ) {
    const { i, j } = block;
    const corner = (column: number, row: number) =>
      grid.shape.bend(grid.columns[column]!.at, grid.rows[row]!.at);
    this.#corners = [corner(i, j), corner(i + 1, j), corner(i, j + 1), corner(i + 1, j + 1)];
    const [sw, se, nw, ne] = this.#corners;
    this.south = this.#side(grid.across.get(grid.key(i, j)), [sw, se], true, 20);
    this.north = this.#side(grid.across.get(grid.key(i, j + 1)), [nw, ne], false, 20);
    this.west = this.#side(grid.up.get(grid.key(i, j)), [sw, nw], true, 44);
    this.east = this.#side(grid.up.get(grid.key(i + 1, j)), [se, ne], false, 44);
    this.#within = quarterAt(grid, this.at(0.5, 0.5));
  }

  get sides(): Side[] {
    return [this.south, this.north, this.west, this.east].filter((side) => side !== undefined);
  }

  /** Returns the point at fraction `s` from west to east and fraction `t` from south to north. */
  at(s: number, t: number): Point {
    const [sw, se, nw, ne] = this.#corners;
    return between(between(sw, se, s), between(nw, ne, s), t);
  }

  /** The corners in order, closed. */
  get ring(): Point[] {
    const [sw, se, nw, ne] = this.#corners;
    return [sw, se, ne, nw, sw];
  }

  /** Opens the block to a street: adds a node within the segment. */
  open({ segment, from, to }: Side, part: number): number {
    const node = this.grid.sketch.node(between(from, to, part));
    segment.inserted.push([part, node]);
    return node;
  }

  /** Builds houses along a side, except at the parts where driveways open. */
  row(side: Frontage, row: HouseRow, openings: readonly number[] = []): void {
    this.fronts.push(...buildRow(this.grid.sketch, side, row, openings));
  }

  /** Adds a further building of the nearest house. */
  inner([x, y]: Point, [dx, dy]: Point, length: number, depth: number): void {
    const main = this.nearestFront([x, y]);
    if (main === undefined) return;
    const { houses } = this.grid.sketch;
    houses.add({ ...houses.at(main), x, y, dx, dy, length, depth }, main);
  }

  nearestFront(at: Point): number | undefined {
    const { houses } = this.grid.sketch;
    let [best, least] = [undefined as number | undefined, Infinity];
    for (const index of this.fronts) {
      const metres = distance(at, houses.pointOf(index));
      if (metres < least) [best, least] = [index, metres];
    }
    return best;
  }

  /** Adds a spot a few metres beside the road from one point to another. */
  spot(a: Point, b: Point, part: number): void {
    const { sketch } = this.grid;
    const [x, y] = between(a, b, part);
    const house = this.nearestFront([x, y]);
    if (house === undefined) return;
    if (distance([x, y], sketch.houses.pointOf(house)) > FURTHEST_HOUSE) return;
    const [dx, dy] = direction(a, b);
    const place = { x: x - dy * SPOT_OFFSET, y: y + dx * SPOT_OFFSET };
    const index = sketch.spots.length;
    sketch.spots.push({
      ...place,
      house,
      kind: this.block.kind,
      ...(this.#within && { within: this.#within }),
    });
    sketch.areas[this.block.district]!.spots.push(index);
    if (this.#within) sketch.areas.find(({ name }) => name === this.#within)!.spots.push(index);
  }

  #side(
    segment: Segment | undefined,
    [from, to]: [Point, Point],
    odd: boolean,
    margin: number,
  ): Side | undefined {
    if (!segment) return undefined;
    const [dx, dy] = direction(from, to);
    const middle = between(from, to, 0.5);
    const centre = this.at(0.5, 0.5);
    const turn = (centre[0] - middle[0]) * -dy + (centre[1] - middle[1]) * dx > 0 ? 1 : -1;
    const { street, along } = segment;
    const inward: Point = [-dy * turn, dx * turn];
    return { segment, street, along, from, to, length: distance(from, to), inward, odd, margin };
  }
}
