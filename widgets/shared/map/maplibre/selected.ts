/** Highlights selected features above all layers; selected points stay visible even if a cluster hides them. */
import type { GeoJSONSource, LayerSpecification, Map } from 'maplibre-gl';
import type { Colours } from '../../../../engine/index.ts';
import type { Feature } from '../provider.ts';
import { collectionOf, OWN } from './layers.ts';

const SOURCE = `${OWN}*selected`;
/** Layers of screens are inserted below it. */
export const FIRST_SELECTED = `${SOURCE}:edge`;

export function addSelected(map: Map, { accent, surface, ink }: Colours): void {
  map.addSource(SOURCE, { type: 'geojson', data: collectionOf([]) });
  const layers: LayerSpecification[] = [
    // A halo around each selected point; it makes a point visible that a cluster hides.
    {
      id: `${SOURCE}:halo`,
      type: 'circle',
      source: SOURCE,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-color': ['get', 'colour'],
        'circle-radius': 9,
        'circle-stroke-color': surface,
        'circle-stroke-width': 2,
      },
    },
    {
      id: FIRST_SELECTED,
      type: 'line',
      source: SOURCE,
      filter: ['!=', ['geometry-type'], 'Point'],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': ink, 'line-width': 8, 'line-opacity': 0.55 },
    },
    {
      id: `${SOURCE}:line`,
      type: 'line',
      source: SOURCE,
      filter: ['!=', ['geometry-type'], 'Point'],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': ['get', 'colour'], 'line-width': 4 },
    },
    {
      id: `${SOURCE}:ring`,
      type: 'circle',
      source: SOURCE,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-color': 'transparent',
        'circle-radius': 15,
        'circle-stroke-color': accent,
        'circle-stroke-width': 3,
      },
    },
  ];
  for (const layer of layers) map.addLayer(layer);
}

export const setSelected = (map: Map, features: readonly Feature[]): void =>
  void (map.getSource(SOURCE) as GeoJSONSource).setData(collectionOf(features));
