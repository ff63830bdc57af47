/** Sources and style layers of the layers that a screen declares. */
import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { Colours } from '../../../../engine/index.ts';
import type { DrawnLayer, Feature, LayerKind } from '../provider.ts';

/** Prefix of all our ids in the style. */
export const OWN = 'own:';
export const FONT = ['Inter Variable'];

/** Kinds from the lowest to the highest. */
export const ORDER: readonly LayerKind[] = ['areas', 'lines', 'points', 'stops', 'vehicles'];

export const sourceId = (layer: string): string => OWN + layer;

/** Points closer than this are one cluster, up to this zoom. */
const CLUSTER_RADIUS = 52;
const CLUSTER_MAX_ZOOM = 15;

const get = (name: string): ExpressionSpecification => ['get', name];

/** Number of objects that a feature represents. */
const COUNT: ExpressionSpecification = ['coalesce', get('count'), 1];
/** The same for a cluster, whose features may represent several objects each. */
const TOTAL: ExpressionSpecification = ['coalesce', get('total'), COUNT];

export function sourceOf({ kind, cluster, features }: DrawnLayer): GeoJSONSourceSpecification {
  return {
    type: 'geojson',
    data: collectionOf(features),
    ...(kind === 'points' && cluster
      ? {
          cluster: true,
          clusterRadius: CLUSTER_RADIUS,
          clusterMaxZoom: CLUSTER_MAX_ZOOM,
          clusterProperties: { rank: ['max', get('rank')], total: ['+', COUNT] },
        }
      : {}),
  };
}

export const collectionOf = (features: readonly Feature[]) => ({
  type: 'FeatureCollection' as const,
  features: features as Feature[],
});

/** Returns the style layers of a declared layer, the lowest first. All of them can be pressed. */
export function layersOf(layer: DrawnLayer, colours: Colours): LayerSpecification[] {
  const source = sourceId(layer.id);
  const own = { source, layout: { visibility: layer.visible ? 'visible' : 'none' } as const };
  switch (layer.kind) {
    case 'areas':
      return [
        {
          ...own,
          id: `${source}:fill`,
          type: 'fill',
          paint: { 'fill-color': get('colour'), 'fill-opacity': 0.18 },
        },
        {
          ...own,
          id: `${source}:edge`,
          type: 'line',
          paint: { 'line-color': get('colour'), 'line-width': 2 },
        },
        labels(layer, colours),
      ];
    case 'lines':
      return [
        {
          ...own,
          id: `${source}:line`,
          type: 'line',
          layout: { ...own.layout, 'line-join': 'round', 'line-cap': 'round' },
          paint: { 'line-color': get('colour'), 'line-width': 4 },
        },
        ...(layer.arrows ? [arrows(layer)] : []),
        labels(layer, colours),
      ];
    case 'points':
      return pointLayers(layer, colours);
    case 'stops':
      return [marks(layer, 'stop', get('order')), labels(layer, colours)];
    case 'vehicles':
      return [marks(layer, 'vehicle', ''), labels(layer, colours)];
  }
}

function pointLayers(layer: DrawnLayer, colours: Colours): LayerSpecification[] {
  const source = sourceId(layer.id);
  const visibility = layer.visible ? ('visible' as const) : ('none' as const);
  const single: ExpressionSpecification = ['==', TOTAL, 1];
  const several: ExpressionSpecification = ['>', TOTAL, 1];
  const pins = marks(layer, 'pin', get('icon'));
  return [
    {
      id: `${source}:circle`,
      type: 'circle',
      source,
      filter: ['all', single, ['!', ['has', 'icon']]],
      layout: { visibility },
      paint: {
        'circle-color': get('colour'),
        'circle-radius': 6,
        'circle-stroke-width': 1.5,
        'circle-stroke-color': colours.surface,
      },
    },
    { ...pins, filter: ['all', single, ['has', 'icon']] },
    { ...labels(layer, colours), filter: ['all', single, ['has', 'label']] },
    {
      id: `${source}:cluster`,
      type: 'circle',
      source,
      filter: several,
      layout: { visibility },
      paint: {
        'circle-color': colours.surface,
        'circle-radius': ['step', TOTAL, 15, 100, 19, 1000, 24],
        'circle-stroke-width': 3,
        'circle-stroke-color': rankColour(colours),
      },
    },
    {
      id: `${source}:count`,
      type: 'symbol',
      source,
      filter: several,
      layout: {
        visibility,
        'text-field': ['to-string', TOTAL],
        'text-font': FONT,
        'text-size': 12,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': colours.ink },
    },
  ];
}

/** Colour of a cluster: that of its most important tone. */
function rankColour(colours: Colours): ExpressionSpecification {
  const { success, info, warning, danger, accent } = colours;
  return ['match', get('rank'), 1, success, 2, info, 3, warning, 4, danger, accent];
}

function marks(
  layer: DrawnLayer,
  kind: 'pin' | 'stop' | 'vehicle',
  detail: ExpressionSpecification | string,
): SymbolLayerSpecification {
  return {
    id: `${sourceId(layer.id)}:${kind}`,
    type: 'symbol',
    source: sourceId(layer.id),
    layout: {
      visibility: layer.visible ? 'visible' : 'none',
      'icon-image': ['concat', `${kind}|`, get('colour'), '|', detail],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      ...(kind === 'vehicle'
        ? {
            'icon-rotate': ['coalesce', get('heading'), 0],
            'icon-rotation-alignment': 'map' as const,
            // When zoomed out, full-size marks of a fleet would hide the map below them.
            'icon-size': ['interpolate', ['linear'], ['zoom'], 9, 0.5, 13, 1],
          }
        : {}),
    },
  };
}

function arrows(layer: DrawnLayer): SymbolLayerSpecification {
  return {
    id: `${sourceId(layer.id)}:arrow`,
    type: 'symbol',
    source: sourceId(layer.id),
    layout: {
      visibility: layer.visible ? 'visible' : 'none',
      'symbol-placement': 'line',
      'symbol-spacing': 90,
      'icon-image': ['concat', 'arrow|', get('colour')],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
  };
}

function labels(layer: DrawnLayer, colours: Colours): SymbolLayerSpecification {
  const onLine = layer.kind === 'lines';
  return {
    id: `${sourceId(layer.id)}:label`,
    type: 'symbol',
    source: sourceId(layer.id),
    minzoom: layer.labelFrom,
    filter: ['has', 'label'],
    layout: {
      visibility: layer.visible ? 'visible' : 'none',
      'symbol-placement': onLine ? 'line' : 'point',
      'text-field': get('label'),
      'text-font': FONT,
      'text-size': 12,
      'text-max-width': 12,
      ...(onLine || layer.kind === 'areas'
        ? {}
        : { 'text-anchor': 'top' as const, 'text-offset': [0, 1.2] as [number, number] }),
    },
    paint: { 'text-color': colours.ink, 'text-halo-color': colours.surface, 'text-halo-width': 1.5 },
  };
}
