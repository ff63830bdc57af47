/** Waste facilities: landfills and plants along the highways, stations between the works of the town. */
import type { Point } from '../plane.ts';
import type { Grid } from './grid.ts';
import type { Highway, Milestone } from './ring.ts';
import { placer, sideOf } from './settlements.ts';
import { between, direction } from './sketch.ts';
import { shuffled } from './names.ts';

/** Their distance from the centre, in metres, and half of the length of their ground along the road and its depth. */
const OUTSIDE: Record<string, { radius: number; half: number; depth: number }> = {
  POLYGON: { radius: 25_000, half: 320, depth: 520 },
  SORTING: { radius: 8300, half: 130, depth: 200 },
  COMPOSTING: { radius: 23_000, half: 150, depth: 240 },
};

/** A part of the name determines the highway by which a facility is reached. */
const ROADS: readonly (readonly [RegExp, string])[] = [
  [/Северн/, 'Северное ш.'],
  [/Заречн/, 'Южное ш.'],
  [/Восто/, 'Восточное ш.'],
  [/Южн/, 'Степное ш.'],
  [/./, 'Западное ш.'],
];

export function drawSites(grid: Grid, highways: readonly Highway[]): void {
  const { sketch } = grid;
  const works = shuffled(
    sketch.random,
    sketch.spots.flatMap(({ kind }, index) => (kind === 'industry' ? [index] : [])),
  );
  for (const { name, kind } of sketch.plan.sites) {
    const size = OUTSIDE[kind];
    if (!size) {
      sketch.sites.push({ name, spot: works.pop()! });
      continue;
    }
    const [, road] = ROADS.find(([pattern]) => pattern.test(name))!;
    const highway = highways.find((each) => each.name === road)!;
    const milestone = highway.milestones.find(({ radius }) => radius >= size.radius)!;
    sketch.sites.push({ name, spot: drawSite(grid, highway.street, milestone, size) });
  }
}

/** Draws an approach from the highway and a loop behind the gate; returns the spot at the scales. */
function drawSite(
  grid: Grid,
  street: number,
  milestone: Milestone,
  { half, depth }: { half: number; depth: number },
): number {
  const { sketch } = grid;
  const place = placer(grid, milestone, sideOf(grid, milestone));
  const gate = place(0, 620);
  const node = (along: number, away: number) => sketch.node(place(along, away));
  const [turn, entry] = [node(0, 330), sketch.node(gate)];
  sketch.way({ roadClass: 'tertiary', street, nodes: [milestone.node, turn, entry] });
  const inside = node(0, 620 + depth * 0.3);
  const [left, right] = [node(-half * 0.6, 620 + depth * 0.7), node(half * 0.6, 620 + depth * 0.7)];
  sketch.way({ roadClass: 'service', street: -1, nodes: [entry, inside, left, right, inside] });
  const corners = [
    [-half, 600],
    [half, 600],
    [half, 620 + depth],
    [-half, 620 + depth],
    [-half, 600],
  ] as const;
  sketch.surfaces.push({ kind: 'industry', ring: corners.map(([along, away]) => place(along, away)) });
  const [x, y] = place(30, 650);
  const [dx, dy] = direction(place(0, 620), place(0, 700));
  const number = `${Math.round(milestone.radius / 1000)}-й км, стр. 1`;
  const building = { x, y, dx, dy, length: 24, depth: 12, street, along: milestone.radius, odd: true };
  const house = sketch.houses.add(building, -1, number);
  const at: Point = between(gate, sketch.at(inside), 0.3);
  return sketch.spots.push({ x: at[0] - dy * 4, y: at[1] + dx * 4, house, kind: 'site' }) - 1;
}
