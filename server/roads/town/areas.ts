/** Districts and microdistricts of the town itself. */
import type { Point } from '../plane.ts';
import type { Block, Grid } from './grid.ts';
import { TOWN_RADIUS } from './shape.ts';
import { distance } from './sketch.ts';

/** Radius of a microdistrict in metres. */
const QUARTER_RADIUS = 620;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** A district's centre on the plan. */
interface Centre {
  plan: Point;
  name: string;
}

/** For names of districts that describe a location: returns how well a place on the plan fits, less is better. */
function placeOf(name: string, grid: Grid): ((at: Point, ground: Point) => number) | undefined {
  const { works } = grid.shape;
  const towards = (angle: number) => (at: Point) =>
    distance(at, [Math.cos(angle) * 3600, Math.sin(angle) * 3600]);
  const places: [RegExp, (at: Point, ground: Point) => number][] = [
    [/^Центр/, (at) => Math.hypot(...at)],
    [/^Заречн/, (at) => Math.abs(grid.shape.acrossRiver(at[1]) + 900) + Math.abs(at[0])],
    [/^Прибрежн/, (at) => Math.abs(grid.shape.acrossRiver(at[1]) - 500) + Math.abs(at[0] - 2500)],
    [/^Север/, (_, [, y]) => -y],
    [/^Южн/, (_, [, y]) => y],
    [/^Восточн/, (_, [x]) => -x],
    [/^Западн/, (_, [x]) => x],
    [/^Промышленн/, towards(works)],
    [/^Заводск/, towards(works + 0.3)],
    [/^Фабричн/, towards(works + Math.PI + 0.4)],
  ];
  return places.find(([pattern]) => pattern.test(name))?.[1];
}

/** Distributes the districts over the town and assigns each block to one. */
export function layDistricts(grid: Grid): void {
  const { sketch } = grid;
  const names = sketch.plan.districts;
  const free: Point[] = names.map((_, k) => {
    const radius = TOWN_RADIUS * Math.sqrt((k + 0.5) / names.length);
    return [radius * Math.cos(k * GOLDEN_ANGLE), radius * Math.sin(k * GOLDEN_ANGLE)];
  });
  const take = (fits: (at: Point, ground: Point) => number): Point => {
    const ranks = free.map((at) => fits(at, grid.shape.bend(...at)));
    return free.splice(ranks.indexOf(Math.min(...ranks)), 1)[0]!;
  };
  const centres = new Map<string, Point>();
  for (const name of names) {
    const fits = placeOf(name, grid);
    if (fits) centres.set(name, take(fits));
  }
  for (const name of names)
    if (!centres.has(name))
      centres.set(
        name,
        take((at) => Math.hypot(...at)),
      );
  const all: Centre[] = names.map((name) => ({ name, plan: centres.get(name)! }));
  for (const { name, plan } of all) {
    const [x, y] = grid.shape.bend(...plan);
    sketch.areas.push({ name, kind: 'district', x, y, district: name, spots: [] });
  }
  for (const block of grid.blocks.values()) block.district = nearest(middleOf(grid, block), all);
}

/** Chooses blocks of flats as centres of the microdistricts. */
export function layQuarters(grid: Grid): void {
  const { sketch } = grid;
  const names = sketch.plan.settlements.filter((name) => name.startsWith('мкр.'));
  const flats = [...grid.blocks.values()].filter(({ kind }) => kind === 'flats');
  const taken: Point[] = [];
  for (const name of names) {
    let block = sketch.random.pick(flats);
    for (let tries = 0; tries < 40 && crowded(middleOf(grid, block), taken); tries += 1) {
      block = sketch.random.pick(flats);
    }
    const plan = middleOf(grid, block);
    taken.push(plan);
    const [x, y] = grid.shape.bend(...plan);
    const district = sketch.plan.districts[block.district]!;
    sketch.areas.push({ name, kind: 'quarter', x, y, district, spots: [] });
  }
}

const crowded = (at: Point, taken: readonly Point[]) =>
  taken.some((other) => distance(at, other) < 2 * QUARTER_RADIUS);

/** Returns the microdistrict that contains a point of the ground. */
export function quarterAt(grid: Grid, at: Point): string | undefined {
  const inside = grid.sketch.areas.find(
    ({ kind, x, y }) => kind === 'quarter' && distance(at, [x, y]) < QUARTER_RADIUS,
  );
  return inside?.name;
}

export function middleOf(grid: Grid, { i, j }: Block): Point {
  const { columns, rows } = grid;
  return [(columns[i]!.at + columns[i + 1]!.at) / 2, (rows[j]!.at + rows[j + 1]!.at) / 2];
}

function nearest(at: Point, centres: readonly Centre[]): number {
  const distances = centres.map(({ plan }) => distance(at, plan));
  return distances.indexOf(Math.min(...distances));
}
