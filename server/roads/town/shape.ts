/** The shape of a town on its plan, and how the plan is bent into the ground so that there are no right angles. */
import type { Random } from '../../core/random.ts';
import type { Point } from '../plane.ts';
import type { BlockKind } from './types.ts';

/** Metres from the centre to the edge of the blocks and to the ring road, before bending. */
export const TOWN_RADIUS = 5200;
export const RING_RADIUS = 6700;
/** To the end of the highways. */
export const LAND_RADIUS = 28_000;

/** Metres between the two embankments, and of water between them. */
export const RIVER_GAP = 330;
export const RIVER_WIDTH = 210;

export class Shape {
  readonly #turn: Point;
  readonly #phases: number[];
  readonly #works: readonly [angle: number, half: number, from: number][];
  /** The `v` of the southern embankment. */
  readonly river: number;

  constructor(random: Random) {
    const turn = (random.next() - 0.5) * 0.9;
    this.#turn = [Math.cos(turn), Math.sin(turn)];
    this.#phases = Array.from({ length: 8 }, () => random.next() * 2 * Math.PI);
    this.river = -1900 + random.int(0, 700);
    const works = random.next() * Math.PI;
    this.#works = [
      [works, 0.42, 2600],
      [works + Math.PI + 0.4, 0.24, 3600],
    ];
  }

  /** Converts a point of the plan to a point of the ground. */
  bend(u: number, v: number): Point {
    const [a = 0, b = 0, c = 0, d = 0] = this.#phases;
    const x = u + 330 * Math.sin(v / 2100 + a) + 70 * Math.sin(v / 640 + b);
    const y = v + 330 * Math.sin(u / 1900 + c) + 70 * Math.sin(u / 590 + d);
    const [cos, sin] = this.#turn;
    return [x * cos - y * sin, x * sin + y * cos];
  }

  /** Distance from the middle of the river, by `v`: positive north of it, negative south of it. */
  acrossRiver(v: number): number {
    return v - this.river - RIVER_GAP / 2;
  }

  /** Returns the use of a point of the plan; undefined outside of the town. */
  kindAt(u: number, v: number, random: Random): BlockKind | undefined {
    const [, , , , e = 0, f = 0, g = 0, h = 0] = this.#phases;
    const r = Math.hypot(u, v);
    const angle = Math.atan2(v, u);
    const reach = 1 + 0.1 * Math.sin(2 * angle + e) + 0.07 * Math.sin(3 * angle + f);
    if (r > TOWN_RADIUS * reach * (this.acrossRiver(v) < 0 ? 0.92 : 1)) return undefined;
    if (this.#isPark(u, v) || random.chance(0.03)) return 'park';
    if (r < 1300) return 'centre';
    if (this.#works.some(([at, half, from]) => r > from && apart(angle, at) < half)) return 'industry';
    const patch = Math.sin(u / 760 + g) * Math.sin(v / 690 + h);
    return patch > 0.45 || r > 4500 * reach ? 'houses' : 'flats';
  }

  /** The direction of the larger works, as an angle of the plan. */
  get works(): number {
    return this.#works[0]![0];
  }

  /** The town park is on the far bank, opposite the centre. */
  #isPark(u: number, v: number): boolean {
    return Math.abs(u) < 700 && v < this.river && v > this.river - 600;
  }
}

/** Returns the smaller angle between two directions. */
function apart(a: number, b: number): number {
  const turn = Math.abs(a - b) % (2 * Math.PI);
  return Math.min(turn, 2 * Math.PI - turn);
}
