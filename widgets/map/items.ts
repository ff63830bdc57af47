/** Rows of a layer as objects of the map. */
import { valueAt, type Colours, type Tone } from '../../engine/index.ts';
import { asGeometry, isPosition, type Geometry } from '../shared/map/geometry.ts';
import type { Feature } from '../shared/map/provider.ts';
import type { LayerOptions, Row } from './options.ts';

export interface Item {
  layer: LayerOptions;
  key: string;
  row: Row;
  /** Name of the object; computed when read, because of thousands of objects only the list and the card show names. */
  readonly title: string;
  feature: Feature;
}

export interface LayerItems {
  layer: LayerOptions;
  items: readonly Item[];
  features: readonly Feature[];
  /** Number of rows without a position. */
  placeless: number;
}

/** Importance of tones: the most important one colours a cluster. */
const RANKS: Record<Tone, number> = { default: 0, muted: 0, success: 1, info: 2, warning: 3, danger: 4 };

const at = (row: Row, path: string): unknown => valueAt(row, path.split('.'));

export const keyOf = (layer: LayerOptions, row: unknown): string =>
  String(valueAt(row, (layer.key ?? 'id').split('.')) ?? '');

/** Theme and texts needed to build the objects. */
export interface Look {
  colours: Colours;
  /** Returns the text of a value. */
  shown(value: unknown): string;
  /** Returns the name of several objects at one mark. */
  grouped(count: number): string;
}

export function itemsOf(
  layer: LayerOptions,
  rows: readonly Row[],
  { colours, shown, grouped }: Look,
): LayerItems {
  const items: Item[] = [];
  for (const [i, row] of rows.entries()) {
    const geometry = geometryOf(layer, row);
    if (!geometry) continue;
    const key = keyOf(layer, row);
    const label = layer.label ? shown(at(row, layer.label)) : '';
    const tone = toneOf(layer, row);
    const properties: Feature['properties'] = {
      key,
      colour: colourOf(layer, row, tone, colours),
      rank: RANKS[tone ?? 'default'],
    };
    const count = layer.count ? Number(at(row, layer.count)) || 1 : 1;
    if (count > 1) properties.count = count;
    if (label) properties.label = label;
    if (layer.icon) properties.icon = layer.icon;
    if (layer.kind === 'stops') properties.order = layer.order ? shown(at(row, layer.order)) : `${i + 1}`;
    if (layer.heading) properties.heading = Number(at(row, layer.heading)) || 0;
    items.push({
      layer,
      key,
      row,
      get title() {
        if (count > 1) return grouped(count);
        return (layer.card?.title && shown(at(row, layer.card.title))) || label || key;
      },
      feature: { type: 'Feature', geometry, properties },
    });
  }
  return {
    layer,
    items,
    features: items.map(({ feature }) => feature),
    placeless: rows.length - items.length,
  };
}

/** Returns the geometry of a row; undefined when it has none or an invalid one. */
function geometryOf(layer: LayerOptions, row: Row): Geometry | undefined {
  if (layer.geometry) return asGeometry(at(row, layer.geometry));
  const coordinates = [at(row, layer.longitude ?? 'longitude'), at(row, layer.latitude ?? 'latitude')];
  return isPosition(coordinates) ? { type: 'Point', coordinates } : undefined;
}

function toneOf({ tone, tones }: LayerOptions, row: Row): Tone | undefined {
  return tone ? (tones?.[wordOf(at(row, tone))]?.tone ?? 'default') : undefined;
}

/** Returns a plain value as text, or the name of a classifier value. */
export function wordOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return String((value as { name?: unknown }).name ?? '');
  return String(value ?? '');
}

function colourOf(layer: LayerOptions, row: Row, tone: Tone | undefined, colours: Colours): string {
  const own = layer.colour ? at(row, layer.colour) : undefined;
  if (typeof own === 'string' && /^#[0-9a-f]{6}/i.test(own)) return own.slice(0, 7);
  return tone === undefined ? colours.accent : toneColour(tone, colours);
}

export const toneColour = (tone: Tone, colours: Colours): string =>
  tone === 'default' ? colours.accent : colours[tone];
