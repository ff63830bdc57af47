/** The drawing board of a town, with the geometry that drawing needs. */
import { Random } from '../../core/random.ts';
import type { Point } from '../plane.ts';
import { HouseList } from './houseList.ts';
import { StreetNames } from './names.ts';
import type { Area, Site, Spot, Street, Surface, TownPlan, Way } from './types.ts';

/** A town while it is drawn: nodes, ways, streets, houses, spots. */
export class Sketch {
  readonly random: Random;
  readonly names: StreetNames;
  readonly xs: number[] = [];
  readonly ys: number[] = [];
  readonly ways: Way[] = [];
  readonly streets: Street[] = [];
  readonly houses = new HouseList();
  readonly spots: Spot[] = [];
  readonly areas: Area[] = [];
  readonly sites: Site[] = [];
  readonly surfaces: Surface[] = [];

  constructor(readonly plan: TownPlan) {
    this.random = new Random(plan.seed);
    this.names = new StreetNames(this.random);
  }

  node([x, y]: Point): number {
    this.xs.push(x);
    this.ys.push(y);
    return this.xs.length - 1;
  }

  at(node: number): Point {
    return [this.xs[node]!, this.ys[node]!];
  }

  street(name: string, settlement?: string): number {
    this.streets.push({ name, ...(settlement && { settlement }) });
    return this.streets.length - 1;
  }

  way(way: Way): void {
    if (way.nodes.length > 1) this.ways.push(way);
  }
}

/** Returns the point at fraction `t` of the way from one to another. */
export const between = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
];

export const distance = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** Returns the unit vector from one point to another. */
export function direction(a: Point, b: Point): Point {
  const length = distance(a, b) || 1;
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}
