/** What the base map shows of a town, ready to be cut into tiles. */
import Flatbush from 'flatbush';
import { BRIDGE, ONEWAY, ROAD_CLASSES, TOLL, type RoadClass } from '../roads/classes.ts';
import type { Point } from '../roads/plane.ts';
import type { Town } from '../roads/town.ts';

/** The layers of a tile, in the order in which they are drawn. */
export const LAYERS = [
  'land',
  'green',
  'industry',
  'water',
  'buildings',
  'roads',
  'houses',
  'places',
] as const;
export type Layer = (typeof LAYERS)[number];

type Properties = Record<string, string | number | boolean>;

/** A shape in metres of the plane of its town. */
export interface MapFeature {
  layer: Layer;
  /** Lowest zoom at which it is shown. */
  zoom: number;
  type: 'Point' | 'LineString' | 'Polygon';
  points: readonly Point[];
  properties: Properties;
}

/** Lowest zoom at which each road class is shown. */
const ROAD_ZOOMS: Record<RoadClass, number> = {
  trunk: 8,
  primary: 8,
  secondary: 11,
  tertiary: 11,
  residential: 13,
  service: 14,
  ferry: 11,
};

const SURFACES = {
  town: { layer: 'land', zoom: 8 },
  green: { layer: 'green', zoom: 8 },
  industry: { layer: 'industry', zoom: 10 },
  water: { layer: 'water', zoom: 8 },
} as const;

const PLACE_ZOOMS = { settlement: 10, district: 12, quarter: 13 } as const;
export const BUILDING_ZOOM = 14;
export const NUMBER_ZOOM = 16;

/** The features of a town except its houses, which are numerous and generated on request. */
export interface TownFeatures {
  town: Town;
  features: readonly MapFeature[];
  index: Flatbush;
  houses: Flatbush;
}

const made = new WeakMap<Town, TownFeatures>();

export function featuresOf(town: Town): TownFeatures {
  const known = made.get(town);
  if (known) return known;
  const features = [...surfacesOf(town), ...roadsOf(town), ...placesOf(town)];
  const index = new Flatbush(features.length);
  for (const { points } of features) index.add(...boxOf(points));
  index.finish();
  const houses = new Flatbush(town.houses.size);
  for (let house = 0; house < town.houses.size; house += 1) houses.add(...town.houses.pointOf(house));
  houses.finish();
  const all = { town, features, index, houses };
  made.set(town, all);
  return all;
}

type Box = [west: number, south: number, east: number, north: number];

function boxOf(points: readonly Point[]): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}

function surfacesOf({ surfaces }: Town): MapFeature[] {
  return surfaces.map(({ kind, ring }) => ({
    ...SURFACES[kind],
    type: 'Polygon',
    points: ring,
    properties: { kind },
  }));
}

/** Joins consecutive edges of a way into one line, along which its name is written. */
function roadsOf({ graph, ways, streets }: Town): MapFeature[] {
  const features: MapFeature[] = [];
  const point = (node: number): Point => [graph.nodeX[node]!, graph.nodeY[node]!];
  let line: Point[] = [];
  for (const edge of graph.edgeFrom.keys()) {
    const [from, to, way] = [graph.edgeFrom[edge]!, graph.edgeTo[edge]!, graph.edgeWay[edge]!];
    if (edge === 0 || graph.edgeWay[edge - 1] !== way || graph.edgeTo[edge - 1] !== from) {
      const roadClass = ROAD_CLASSES[graph.edgeClass[edge]!]!;
      const flags = graph.edgeFlags[edge]!;
      line = [point(from)];
      features.push({
        layer: 'roads',
        zoom: ROAD_ZOOMS[roadClass],
        type: 'LineString',
        points: line,
        properties: {
          class: roadClass,
          ...(ways[way]!.street >= 0 && { name: streets[ways[way]!.street]!.name }),
          oneway: Boolean(flags & ONEWAY),
          toll: Boolean(flags & TOLL),
          bridge: Boolean(flags & BRIDGE),
        },
      });
    }
    line.push(point(to));
  }
  return features;
}

function placesOf({ areas, sites, spots }: Town): MapFeature[] {
  const place = (kind: string, name: string, zoom: number, at: Point): MapFeature => ({
    layer: 'places',
    zoom,
    type: 'Point',
    points: [at],
    properties: { kind, name },
  });
  return [
    ...areas.map(({ kind, name, x, y }) => place(kind, name, PLACE_ZOOMS[kind], [x, y])),
    ...sites.map(({ name, spot }) => place('site', name, 12, [spots[spot]!.x, spots[spot]!.y])),
  ];
}

/** Returns the outline of a house, or the point at which its number is written. */
export function houseFeature(town: Town, house: number, layer: 'buildings' | 'houses'): MapFeature {
  if (layer === 'houses') {
    const number = town.houses.numberOf(house).replace(/^д\. /, '').replace(', корп. ', 'к');
    const points = [town.houses.pointOf(house)];
    return { layer, zoom: NUMBER_ZOOM, type: 'Point', points, properties: { number } };
  }
  const { x, y, dx, dy, length, depth } = town.houses.at(house);
  const corner = (a: number, b: number): Point => {
    const [along, across] = [(a * length) / 2, (b * depth) / 2];
    return [x + along * dx - across * dy, y + along * dy + across * dx];
  };
  const points = [corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1), corner(1, 1)];
  return { layer, zoom: BUILDING_ZOOM, type: 'Polygon', points, properties: {} };
}
