/** Base style and initial view of a map, from the product (`mapInfo`) or the screen's options. */
import { useMemo } from 'react';
import { useOperation } from '../../../engine/index.ts';
import type { Position } from './geometry.ts';

export interface MapBase {
  /** Returns the URL of the style for a theme; undefined for a plain base. */
  style(dark: boolean): string | undefined;
  /** The product's base could not be loaded. */
  failed: boolean;
  centre: Position;
  zoom: number;
}

/** Options shared by both map widgets. */
export interface BaseOptions {
  /** URL of a MapLibre style; `{theme}` in it is replaced with `light` or `dark`. */
  style?: string;
  centre?: { latitude: number; longitude: number; zoom?: number };
}

interface Place {
  latitude: number;
  longitude: number;
}

interface MapInfo {
  mapCenter: Place;
  /** Initial centre for picking a place that has no value yet. */
  pickedMark: Place | null;
  /** The URL of a style on this server begins with a slash; such a URL accepts the parameter `theme`. */
  styleUrl?: string | null;
}

const MOSCOW: Place = { latitude: 55.75222, longitude: 37.61556 };
const ZOOM = 10;

/**
 * Returns the base of a map, undefined while it is loading.
 * @param picks whether the user picks a place
 */
export function useBase({ style, centre }: BaseOptions, picks = false): MapBase | undefined {
  const { data, error } = useOperation<MapInfo>('mapInfo', {});
  return useMemo(() => {
    if (!data && !error) return undefined;
    const url = style ?? data?.styleUrl ?? undefined;
    const place = centre ?? (picks ? data?.pickedMark : undefined) ?? data?.mapCenter ?? MOSCOW;
    return {
      style: (dark) => url && themed(url, dark ? 'dark' : 'light'),
      failed: !data && !style,
      centre: [place.longitude, place.latitude],
      zoom: centre?.zoom ?? ZOOM,
    };
  }, [data, error, style, centre, picks]);
}

/**
 * Returns the URL of a style for a theme: on this server with the parameter `theme`, elsewhere by replacing `{theme}`
 * if the URL has it.
 */
export function themed(url: string, theme: 'light' | 'dark'): string {
  if (url.includes('{theme}')) return url.replace('{theme}', theme);
  if (!url.startsWith('/')) return url;
  return `${url}${url.includes('?') ? '&' : '?'}theme=${theme}`;
}
