/** The street lines on the plan of a town, and which parts of them are built. */
import type { Random } from '../../core/random.ts';
import { RING_RADIUS, RIVER_GAP, type Shape } from './shape.ts';
import type { Sketch } from './sketch.ts';
import type { BlockKind, Way } from './types.ts';

/** A street between two crossings. */
export interface Segment extends Omit<Way, 'nodes'> {
  a: number;
  b: number;
  /** Metres from the beginning of its street. */
  along: number;
  /** One way, from `b` to `a`. */
  back?: boolean;
  /** Nodes between the two, by their fraction of the length. */
  inserted: [part: number, node: number][];
}

export interface Line {
  /** Its place on the plan. */
  at: number;
  rank: 'avenue' | 'street' | 'minor' | 'embankment';
  /** Continues to the ring road. */
  leaves: boolean;
}

/** The block between columns i, i + 1 and rows j, j + 1. */
export interface Block {
  i: number;
  j: number;
  kind: BlockKind;
  /** The district, by index. */
  district: number;
}

export class Grid {
  readonly columns: Line[];
  readonly rows: Line[];
  /** The row whose blocks are the river. */
  readonly riverRow: number;
  readonly blocks = new Map<number, Block>();
  /** Between (i, j) and (i + 1, j), and between (i, j) and (i, j + 1). */
  readonly across = new Map<number, Segment>();
  readonly up = new Map<number, Segment>();
  readonly #nodes = new Map<number, number>();

  constructor(
    readonly sketch: Sketch,
    readonly shape: Shape,
  ) {
    const { random } = sketch;
    this.columns = [...steps(random, -110, -1).reverse(), ...steps(random, 110, 1)].map(ranked);
    const south = steps(random, shape.river, -1).reverse();
    const north = steps(random, shape.river + RIVER_GAP, 1);
    this.riverRow = south.length - 1;
    this.rows = [...south, ...north].map((at, j) => {
      const fromRiver = j <= this.riverRow ? this.riverRow - j : j - this.riverRow - 1;
      return fromRiver === 0 ? { at, rank: 'embankment', leaves: false } : ranked(at, fromRiver);
    });
    this.#choose();
  }

  key = (i: number, j: number): number => j * 1024 + i;

  /** Returns the node of a crossing, created on first use. */
  crossing(i: number, j: number): number {
    const key = this.key(i, j);
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const node = this.sketch.node(this.shape.bend(this.columns[i]!.at, this.rows[j]!.at));
    this.#nodes.set(key, node);
    return node;
  }

  block(i: number, j: number): Block | undefined {
    return this.blocks.get(this.key(i, j));
  }

  #choose(): void {
    for (let j = 0; j < this.rows.length - 1; j += 1) {
      if (j === this.riverRow) continue;
      for (let i = 0; i < this.columns.length - 1; i += 1) {
        const u = (this.columns[i]!.at + this.columns[i + 1]!.at) / 2;
        const v = (this.rows[j]!.at + this.rows[j + 1]!.at) / 2;
        const kind = this.shape.kindAt(u, v, this.sketch.random);
        if (kind) this.blocks.set(this.key(i, j), { i, j, kind, district: 0 });
      }
    }
  }
}

/** Returns the places of lines from one on, to the ring road. */
function steps(random: Random, from: number, sign: 1 | -1): number[] {
  const places = [from];
  for (let at = from; ;) {
    at += sign * random.int(190, 300);
    if (Math.abs(at) > RING_RADIUS) return places;
    places.push(at);
  }
}

/** Every fourth line is an avenue; every second avenue leaves the town. */
function ranked(at: number, index: number): Line {
  if (index % 4 === 0) return { at, rank: 'avenue', leaves: index % 8 === 0 };
  return { at, rank: index % 4 === 2 ? 'street' : 'minor', leaves: false };
}
