/** Makes tiles of the towns in the Mapbox vector tile format. */
import { geoJSONToTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature } from 'geojson';
import { Plane, type Place } from '../roads/plane.ts';
import { CITIES, TOWN_REACH, townOf } from '../roads/towns.ts';
import {
  BUILDING_ZOOM,
  featuresOf,
  houseFeature,
  LAYERS,
  NUMBER_ZOOM,
  type Layer,
  type MapFeature,
  type TownFeatures,
} from './features.ts';

/** Below this zoom only the names of the towns are shown, for which no town has to be generated. */
const TOWN_ZOOM = 8;
/** Tiles of a higher zoom are drawn from those of this one. */
export const MOST_ZOOM = 16;
const EXTENT = 4096;
/** Part of a tile by which shapes extend over its edge, so that outlines are not visible there. */
const BUFFER = 64 / EXTENT;

export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/**
 * Returns the tile; undefined when it would be empty.
 *
 * @example
 * makeTile({ z: 14, x: 9903, y: 5209 }); // the middle of Tula: layers land, water, roads, buildings …
 */
export function makeTile(address: TileAddress): Uint8Array | undefined {
  const layers = new Map<Layer, Feature[]>();
  const add = (layer: Layer, feature: Feature) => {
    const features = layers.get(layer);
    if (features) features.push(feature);
    else layers.set(layer, [feature]);
  };
  const [west, south, east, north] = boundsOf(address);
  for (const [key, city] of Object.entries(CITIES)) {
    if (isIn(city, [west, south, east, north])) add('places', cityFeature(city.name, city));
    const plane = new Plane(city);
    const [x1, y1] = plane.toMetres({ longitude: west, latitude: south });
    const [x2, y2] = plane.toMetres({ longitude: east, latitude: north });
    if (x1 > TOWN_REACH || x2 < -TOWN_REACH || y1 > TOWN_REACH || y2 < -TOWN_REACH) continue;
    if (address.z < TOWN_ZOOM) continue;
    const town = featuresOf(townOf(key));
    for (const feature of within(town, [x1, y1, x2, y2], address.z)) {
      add(feature.layer, geoJson(feature, plane));
    }
  }
  if (layers.size === 0) return undefined;
  return encode(layers, address);
}

function encode(layers: ReadonlyMap<Layer, Feature[]>, { z, x, y }: TileAddress): Uint8Array {
  const options = { maxZoom: MOST_ZOOM, extent: EXTENT, tolerance: 3, clip: true };
  const tiles = LAYERS.flatMap((layer) => {
    const features = layers.get(layer);
    if (!features) return [];
    return [[layer, geoJSONToTile({ type: 'FeatureCollection', features }, z, x, y, options)] as const];
  });
  return fromGeojsonVt(Object.fromEntries(tiles), { version: 2, extent: EXTENT });
}

type Bounds = readonly [west: number, south: number, east: number, north: number];

/** Returns the bounds of a tile of the web mercator grid with its buffer, in degrees. */
export function boundsOf({ z, x, y }: TileAddress): Bounds {
  const longitude = (column: number) => (column / 2 ** z) * 360 - 180;
  const latitude = (row: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI;
  return [longitude(x - BUFFER), latitude(y + 1 + BUFFER), longitude(x + 1 + BUFFER), latitude(y - BUFFER)];
}

const isIn = ({ latitude, longitude }: Place, [west, south, east, north]: Bounds) =>
  west <= longitude && longitude <= east && south <= latitude && latitude <= north;

function* within({ town, features, index, houses }: TownFeatures, box: Bounds, zoom: number) {
  // The map draws later features above earlier ones, so they are sorted in the order of the town.
  for (const at of index.search(...box, (i) => features[i]!.zoom <= zoom).sort((a, b) => a - b)) {
    yield features[at]!;
  }
  if (zoom < BUILDING_ZOOM) return;
  for (const house of houses.search(...box)) {
    yield houseFeature(town, house, 'buildings');
    if (zoom >= NUMBER_ZOOM) yield houseFeature(town, house, 'houses');
  }
}

function geoJson({ type, points, properties }: MapFeature, plane: Plane): Feature {
  const positions = points.map((point) => {
    const { longitude, latitude } = plane.toDegrees(point);
    return [longitude, latitude];
  });
  if (type === 'Point') return feature({ type, coordinates: positions[0]! }, properties);
  if (type === 'LineString') return feature({ type, coordinates: positions }, properties);
  return feature({ type, coordinates: [positions] }, properties);
}

const feature = (geometry: Feature['geometry'], properties: Feature['properties']): Feature => ({
  type: 'Feature',
  geometry,
  properties,
});

const cityFeature = (name: string, { latitude, longitude }: Place) =>
  feature(
    { type: 'Point', coordinates: [longitude, latitude] },
    { kind: 'town', name: name.replace('г. ', '') },
  );
