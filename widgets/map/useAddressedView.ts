/** Initial view of a map: the view stored in the address, or a place from the screen. */
import { useCallback, useState } from 'react';
import { useUrlState } from '../../engine/index.ts';
import type { MapView } from '../shared/map/provider.ts';

export interface Start {
  latitude: number;
  longitude: number;
  zoom: number;
}

/** Zoom for a place from the screen. */
const NEAR = 17;
/** Namespace of the map in the address. */
export const ADDRESS = 'map';

/**
 * Returns the view stored in the address (`map.at`), and a function that stores another; moving the map adds no history
 * entry.
 */
export function useAddressedView(wanted: boolean): { at: Start | undefined; keep(view: MapView): void } {
  const [address, change] = useUrlState(ADDRESS);
  const keep = useCallback(
    ({ centre: [longitude, latitude], zoom }: MapView) => {
      if (wanted)
        change(
          { at: [latitude.toFixed(5), longitude.toFixed(5), zoom.toFixed(2)].join(',') },
          { replace: true },
        );
    },
    [wanted, change],
  );
  return { at: wanted ? startOf(address['at']) : undefined, keep };
}

/** Returns the initial view of a map, determined once: later the address follows the map. */
export function useStart(kept: Start | undefined, place: unknown): Start | undefined {
  const [start] = useState(() => kept ?? placeOf(place));
  return start;
}

/** Parses `latitude,longitude,zoom`; undefined for anything else. */
export function startOf(text: string | undefined): Start | undefined {
  const [latitude = NaN, longitude = NaN, zoom = NaN] = (text ?? '').split(',').map(Number);
  const sound = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= 0 && zoom <= 24;
  return sound ? { latitude, longitude, zoom } : undefined;
}

export function placeOf(place: unknown): Start | undefined {
  const { latitude, longitude } = (place ?? {}) as { latitude?: unknown; longitude?: unknown };
  return typeof latitude === 'number' && typeof longitude === 'number'
    ? { latitude, longitude, zoom: NEAR }
    : undefined;
}
