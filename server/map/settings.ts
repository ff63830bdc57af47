/** Settings of the base map under the product's maps. */

export interface MapSettings {
  /** Address of a MapLibre style; `{key}` in it is replaced by the setting `map.key` of the instance. */
  styleUrl?: string | undefined;
  /** Address of raster tiles with `{z}`, `{x}` and `{y}`. */
  tilesUrl?: string | undefined;
  /** Attribution that the owner of those tiles requires on the map. */
  attribution?: string | undefined;
  /** Without either: the invented towns of the demonstration. */
  demo: boolean;
}

export const DEFAULT_MAP: MapSettings = { demo: true };

export type MapProvider = 'STYLE' | 'TILES' | 'DEMO' | 'NONE';

/** Path at which this server serves the style of its own map. */
export const STYLE_PATH = '/map/style.json';

export function providerOf({ styleUrl, tilesUrl, demo }: MapSettings): MapProvider {
  if (styleUrl) return 'STYLE';
  if (tilesUrl) return 'TILES';
  return demo ? 'DEMO' : 'NONE';
}

/** Returns the address of the style for a browser; null when there is no map. */
export function styleUrlOf(settings: MapSettings, key: string | null): string | null {
  if (settings.styleUrl) return settings.styleUrl.replaceAll('{key}', encodeURIComponent(key ?? ''));
  return providerOf(settings) === 'NONE' ? null : STYLE_PATH;
}

/** Returns the origin that browsers must be allowed to read from, besides this server. */
export function mapOrigin({ styleUrl, tilesUrl }: MapSettings): string | undefined {
  const address = styleUrl ?? tilesUrl;
  return address && new URL(address).origin;
}
