/** What a map begins with: its base style and its first view, of the product (`mapInfo`) or of the screen's options. */
import { useMemo } from 'react';
import { useOperation } from '../../../engine/index.ts';
import type { Position } from './geometry.ts';

export interface MapBase {
  /** URL of the style for a theme; undefined for a plain base. */
  style(dark: boolean): string | undefined;
  /** The product could not say which base it has. */
  failed: boolean;
  centre: Position;
  zoom: number;
}

/** Options that both map widgets have. */
export interface BaseOptions {
  /** URL of a MapLibre style; `{theme}` in it becomes `light` or `dark`. */
  style?: string;
  centre?: { latitude: number; longitude: number; zoom?: number };
}

interface Place {
  latitude: number;
  longitude: number;
}

interface MapInfo {
  mapCenter: Place;
  /** Where a place that is still to be picked is looked for. */
  pickedMark: Place | null;
  /** One of this server begins with a slash and takes the parameter `theme`. */
  styleUrl?: string | null;
}

const MOSCOW: Place = { latitude: 55.75222, longitude: 37.61556 };
const ZOOM = 10;

/**
 * The base of a map, undefined while it is loading.
 * @param picks the reader is to pick a place
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

/** A style of this server has both themes, one of others has them where its URL says so. */
export function themed(url: string, theme: 'light' | 'dark'): string {
  if (url.includes('{theme}')) return url.replace('{theme}', theme);
  if (!url.startsWith('/')) return url;
  return `${url}${url.includes('?') ? '&' : '?'}theme=${theme}`;
}
