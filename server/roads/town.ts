/** An invented town: roads, streets, houses, districts and the places of the demonstration, generated from a seed. */
import { createHash } from 'node:crypto';
import { graphOf, type RoadGraph } from './graph.ts';
import { Plane } from './plane.ts';
import { layDistricts, layQuarters } from './town/areas.ts';
import { fillBlocks } from './town/blocks.ts';
import { Grid } from './town/grid.ts';
import type { HouseList } from './town/houseList.ts';
import { drawNature } from './town/nature.ts';
import { drawRing } from './town/ring.ts';
import { drawSettlements } from './town/settlements.ts';
import { Shape } from './town/shape.ts';
import { drawSites } from './town/sites.ts';
import { Sketch } from './town/sketch.ts';
import { drawStreets, layStreets } from './town/streets.ts';
import type { Area, Site, Spot, Street, Surface, TownPlan, Way } from './town/types.ts';

export interface Town {
  plan: TownPlan;
  plane: Plane;
  graph: RoadGraph;
  ways: readonly Way[];
  streets: readonly Street[];
  houses: HouseList;
  spots: readonly Spot[];
  areas: readonly Area[];
  sites: readonly Site[];
  surfaces: readonly Surface[];
  /** Changes whenever anything in the town changes. */
  version: string;
}

/**
 * Makes a town of about 300,000 people: some 14,000 road edges and 25,000 houses. The same plan returns the same town.
 *
 * @example
 * const town = makeTown({ key: 'tula', name: 'г. Тула', centre, seed: 7, districts, settlements, sites });
 * addressOf(town, town.spots[0].house); // 'г. Тула, ул. Садовая, д. 12'
 */
export function makeTown(plan: TownPlan): Town {
  const sketch = new Sketch(plan);
  const grid = new Grid(sketch, new Shape(sketch.random));
  layStreets(grid);
  layDistricts(grid);
  layQuarters(grid);
  fillBlocks(grid);
  drawStreets(grid);
  const highways = drawRing(grid);
  drawSettlements(grid, highways);
  drawSites(grid, highways);
  drawNature(grid);
  const graph = graphOf(sketch.xs, sketch.ys, sketch.ways);
  sketch.houses.number();
  const { ways, streets, houses, spots, areas, sites, surfaces } = sketch;
  const town = {
    plan,
    plane: new Plane(plan.centre),
    graph,
    ways,
    streets,
    houses,
    spots,
    areas,
    sites,
    surfaces,
  };
  return { ...town, version: versionOf(graph, houses) };
}

/** Returns the address of a house: `г. Тула, ул. Садовая, д. 12`. */
export function addressOf({ plan, streets, houses }: Town, house: number): string {
  const { name, settlement } = streets[houses.streetOf(house)]!;
  return `${settlement ?? plan.name}, ${name}, ${houses.numberOf(house)}`;
}

function versionOf({ nodeX, nodeY, edgeFrom, edgeTo }: RoadGraph, houses: HouseList): string {
  const hash = createHash('sha256');
  for (const array of [nodeX, nodeY, edgeFrom, edgeTo]) hash.update(array);
  hash.update(houses.digest());
  return hash.digest('hex').slice(0, 12);
}
