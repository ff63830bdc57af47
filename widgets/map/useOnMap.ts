/** Updates an open map when the objects change, and reports the user's actions on it. */
import { useEffect, useRef } from 'react';
import { boundsOf } from '../shared/map/geometry.ts';
import type { FeatureRef, MapSurface, MapView } from '../shared/map/provider.ts';
import { placeOf } from './useAddressedView.ts';
import { drawnLayers } from './drawnLayers.ts';
import type { Chosen } from './useChosen.ts';
import type { Items } from './useItems.ts';

interface Handlers {
  onPress(features: readonly FeatureRef[], add: boolean): void;
  onRest(view: MapView): void;
}

export function useOnMap(
  surface: MapSurface | undefined,
  items: Items,
  hidden: ReadonlySet<string>,
  chosen: Chosen,
  handlers: Handlers,
): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => surface?.setLayers(drawnLayers(items, hidden)), [surface, items, hidden]);
  useEffect(
    () =>
      surface?.setSelected(
        chosen.items.filter(({ layer }) => !hidden.has(layer.id)).map(({ feature }) => feature),
      ),
    [surface, chosen, hidden],
  );
  useEffect(() => {
    if (!surface) return;
    latest.current.onRest(surface.view());
    const ends = [
      surface.on('rest', (view) => latest.current.onRest(view)),
      surface.on('press', (features, _at, add) => latest.current.onPress(features, add)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [surface]);
}

/** Marks the place from the screen. */
export function useMark(surface: MapSurface | undefined, place: unknown): void {
  const { latitude, longitude } = placeOf(place) ?? {};
  useEffect(() => {
    if (surface && latitude !== undefined && longitude !== undefined) surface.setMark([longitude, latitude]);
  }, [surface, latitude, longitude]);
}

/** Shows all objects that are not hidden. */
export function fitTo(surface: MapSurface, { layers }: Items, hidden: ReadonlySet<string>): void {
  const shown = layers.filter(({ layer }) => !hidden.has(layer.id)).flatMap(({ features }) => features);
  const bounds = boundsOf(shown.map(({ geometry }) => geometry));
  if (bounds) surface.fit(bounds);
}

/** Fits the map to its objects once, as soon as there are any. */
export function useFirstFit(
  surface: MapSurface | undefined,
  items: Items,
  hidden: ReadonlySet<string>,
  wanted: boolean,
): void {
  const done = useRef(!wanted);
  useEffect(() => {
    if (done.current || !surface || !items.layers.some(({ features }) => features.length > 0)) return;
    done.current = true;
    fitTo(surface, items, hidden);
  }, [surface, items, hidden]);
}
