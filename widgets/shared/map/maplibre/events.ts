/** User actions on the map as events of the port. */
import type { GeoJSONSource, Map as MapLibre, MapGeoJSONFeature, MapMouseEvent } from 'maplibre-gl';
import { afterPaint } from '../../../../engine/index.ts';
import type { Position } from '../geometry.ts';
import type { FeatureRef, MapEvents, MapView } from '../provider.ts';
import type { OwnLayers } from './ownLayers.ts';
import { viewOf } from './view.ts';

/** Tolerance of a press around small marks, in pixels. */
const REACH = 6;
/** Most features offered for a cluster whose features are all at one place. */
const MOST_LEAVES = 50;
/** Zoom levels by which a press zooms in on a feature that is a cluster already. */
const NEARER = 2;

type Listeners = { [E in keyof MapEvents]: Set<MapEvents[E]> };

export function createEvents(map: MapLibre, layers: OwnLayers, isDrawing: () => boolean) {
  const listeners: Listeners = { press: new Set(), rest: new Set(), move: new Set() };
  // Listeners of `rest` run after the map's last frame is painted, so that they do not lengthen its task.
  let cancelRest: (() => void) | undefined;
  const notifyRest = () => {
    const view: MapView = viewOf(map);
    for (const listener of listeners.rest) listener(view);
  };
  map.on('moveend', () => {
    cancelRest?.();
    cancelRest = afterPaint(notifyRest);
  });
  map.on('remove', () => cancelRest?.());
  map.on('move', () => {
    for (const listener of listeners.move) listener();
  });
  map.on('click', (event) => {
    if (!isDrawing()) void press(event);
  });
  map.on('mousemove', ({ point }) => {
    // While the map moves, nothing under the pointer can be clicked: the lookup of features is skipped.
    if (!isDrawing() && !map.isMoving())
      map.getCanvas().style.cursor = hits(point).length > 0 ? 'pointer' : '';
  });

  const hits = ({ x, y }: { x: number; y: number }): MapGeoJSONFeature[] =>
    map.queryRenderedFeatures(
      [
        [x - REACH, y - REACH],
        [x + REACH, y + REACH],
      ],
      { layers: layers.styleIds() },
    );

  const press = async ({ point, lngLat, originalEvent }: MapMouseEvent) => {
    const found = hits(point);
    const at = lngLat.toArray() as Position;
    const cluster = found.find(({ properties }) => properties.point_count !== undefined);
    const [first] = found;
    if (first && Number(first.properties.count ?? 1) > 1) return nearer(first);
    const refs = cluster && cluster === first ? await opened(cluster) : refsOf(found);
    if (!refs) return;
    const add = originalEvent.ctrlKey || originalEvent.metaKey || originalEvent.shiftKey;
    for (const listener of listeners.press) listener(refs, at, add);
  };

  /** Zooms in until the cluster splits; when its features are all at one place, returns them instead. */
  const opened = async (cluster: MapGeoJSONFeature): Promise<FeatureRef[] | undefined> => {
    const source = map.getSource(cluster.source) as GeoJSONSource;
    const id = Number(cluster.properties.cluster_id);
    const zoom = await source.getClusterExpansionZoom(id);
    const leaves = await source.getClusterLeaves(id, MOST_LEAVES, 0);
    const places = new Set(leaves.map(({ geometry }) => JSON.stringify(geometry)));
    if (places.size === 1) return refsOf(leaves, cluster.source);
    const { coordinates } = cluster.geometry as { type: 'Point'; coordinates: Position };
    map.easeTo({ center: coordinates, zoom: Math.min(zoom + 0.2, map.getMaxZoom()) });
    return undefined;
  };

  const nearer = ({ geometry }: MapGeoJSONFeature): void => {
    const center = (geometry as { type: 'Point'; coordinates: Position }).coordinates;
    map.easeTo({ center, zoom: Math.min(map.getZoom() + NEARER, map.getMaxZoom()) });
  };

  const refsOf = (
    found: readonly { properties: Record<string, unknown> | null }[],
    source?: string,
  ): FeatureRef[] => {
    const refs = found.flatMap((feature): FeatureRef[] => {
      const layer = layers.layerOf(source ?? (feature as MapGeoJSONFeature).source);
      const key: unknown = feature.properties?.key;
      return layer && key !== undefined ? [{ layer, key: String(key) }] : [];
    });
    return [...new Map(refs.map((ref) => [`${ref.layer} ${ref.key}`, ref])).values()];
  };

  return {
    on<E extends keyof MapEvents>(event: E, listener: MapEvents[E]): () => void {
      listeners[event].add(listener);
      return () => void listeners[event].delete(listener);
    },
  };
}
