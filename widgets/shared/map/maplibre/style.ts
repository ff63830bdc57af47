/** The style of the base map. */
import type { SourceSpecification, StyleSpecification } from 'maplibre-gl';
import type { MapStart } from '../provider.ts';

export interface BaseStyle {
  style: StyleSpecification;
  /** The requested style could not be loaded. */
  failed: boolean;
}

/** Loads the style; a plain one in the theme's colours when there is none or it cannot be loaded. */
export async function loadStyle({ style: url, colours }: MapStart): Promise<BaseStyle> {
  const blank = blankStyle(colours.canvas);
  if (!url) return { style: blank, failed: false };
  try {
    const reply = await fetch(url, { headers: { Accept: 'application/json' } });
    if (!reply.ok) throw new Error(`HTTP ${reply.status}`);
    const style = prepared((await reply.json()) as StyleSpecification);
    return { style, failed: false };
  } catch (error) {
    console.warn(`The map style ${url} could not be loaded: ${(error as Error).message}`);
    return { style: blank, failed: true };
  }
}

const blankStyle = (colour: string): StyleSpecification => ({
  version: 8,
  sources: {},
  layers: [{ id: 'background', type: 'background', paint: { 'background-color': colour } }],
});

/**
 * Without `glyphs` MapLibre draws all letters with the fonts of the page, Cyrillic included, and requests none from a
 * server. The worker has no page to resolve URLs against, so they are made absolute.
 */
export function prepared({ glyphs: _glyphs, sprite, ...style }: StyleSpecification): StyleSpecification {
  return {
    ...style,
    ...(typeof sprite === 'string' ? { sprite: absolute(sprite) } : sprite ? { sprite } : {}),
    sources: Object.fromEntries(
      Object.entries(style.sources).map(([name, source]) => [name, withAbsoluteUrls(source)]),
    ),
  };
}

function withAbsoluteUrls(source: SourceSpecification): SourceSpecification {
  const { url, tiles } = source as { url?: string; tiles?: string[] };
  return {
    ...source,
    ...(url ? { url: absolute(url) } : {}),
    ...(tiles ? { tiles: tiles.map(absolute) } : {}),
  } as SourceSpecification;
}

/** `new URL` would encode the braces of `{z}`. */
const absolute = (url: string): string => (url.startsWith('/') ? location.origin + url : url);
