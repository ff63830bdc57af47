/** Synchronizes the sources and style layers of a map with the declared layers. */
import type { GeoJSONSource, Map } from 'maplibre-gl';
import type { Colours } from '../../../../engine/index.ts';
import type { DrawnLayer, Feature } from '../provider.ts';
import { collectionOf, layersOf, ORDER, sourceId, sourceOf } from './layers.ts';
import { createMover, type Mover } from './moving.ts';
import { FIRST_SELECTED } from './selected.ts';

export interface OwnLayers {
  set(layers: readonly DrawnLayer[]): void;
  /** Ids of the visible style layers, the lowest first. */
  styleIds(): string[];
  /** Returns the declared layer of a source. */
  layerOf(source: string): string | undefined;
  end(): void;
}

interface Kept {
  layer: DrawnLayer;
  styleIds: string[];
  mover?: Mover;
}

export function createLayers(map: Map, colours: Colours): OwnLayers {
  let kept: Kept[] = [];
  const source = (id: string) => map.getSource(sourceId(id)) as GeoJSONSource;

  const remove = ({ layer, styleIds, mover }: Kept) => {
    mover?.end();
    for (const id of styleIds) map.removeLayer(id);
    map.removeSource(sourceId(layer.id));
  };

  const add = (layer: DrawnLayer): Kept => {
    map.addSource(sourceId(layer.id), sourceOf(layer));
    const style = layersOf(layer, colours);
    for (const one of style) map.addLayer(one, FIRST_SELECTED);
    return { layer, styleIds: style.map(({ id }) => id), ...moverOf(layer) };
  };

  const moverOf = ({ id, kind, features }: DrawnLayer): { mover?: Mover } => {
    if (kind !== 'vehicles') return {};
    const draw = (moved: readonly Feature[]) => void source(id).setData(collectionOf(moved));
    const mover = createMover(draw, !matchMedia('(prefers-reduced-motion: reduce)').matches);
    mover.set(features);
    return { mover };
  };

  const update = (own: Kept, layer: DrawnLayer): Kept => {
    if (layer.features !== own.layer.features) {
      if (own.mover) own.mover.set(layer.features);
      else source(layer.id).setData(collectionOf(layer.features));
    }
    if (layer.visible !== own.layer.visible)
      for (const id of own.styleIds)
        map.setLayoutProperty(id, 'visibility', layer.visible ? 'visible' : 'none');
    return { ...own, layer };
  };

  return {
    set(layers) {
      const wanted = layers.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
      if (wanted.map(looksOf).join() === kept.map(({ layer }) => looksOf(layer)).join())
        kept = kept.map((own, i) => update(own, wanted[i]!));
      else {
        for (const own of kept) remove(own);
        kept = wanted.map(add);
      }
    },
    styleIds: () => kept.filter(({ layer }) => layer.visible).flatMap(({ styleIds }) => styleIds),
    layerOf: (id) => kept.find(({ layer }) => sourceId(layer.id) === id)?.layer.id,
    end: () => {
      for (const { mover } of kept) mover?.end();
    },
  };
}

/** Layers with the same key differ in data and visibility only. */
const looksOf = ({ id, kind, cluster, arrows, labelFrom }: DrawnLayer): string =>
  [id, kind, cluster, arrows, labelFrom].join(' ');
