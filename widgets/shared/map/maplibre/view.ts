/** The part of the world that a map shows. */
import type { Map } from 'maplibre-gl';
import type { MapView } from '../provider.ts';

const EQUATOR_METRES = 40_075_016.686;
/** Width of the whole world at zoom 0, in pixels. */
const WORLD = 512;

export function viewOf(map: Map): MapView {
  const [west, south, east, north] = map.getBounds().toArray().flat() as [number, number, number, number];
  const { lng, lat } = map.getCenter();
  const zoom = map.getZoom();
  const metresPerPixel = (EQUATOR_METRES * Math.cos((lat * Math.PI) / 180)) / (WORLD * 2 ** zoom);
  return { bounds: { west, south, east, north }, centre: [lng, lat], zoom, metresPerPixel };
}
