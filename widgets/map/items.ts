/** Rows of a layer as objects of the map. */
import { valueAt, type Colours, type Tone } from '../../engine/index.ts';
import { asGeometry, isPosition, type Geometry } from '../shared/map/geometry.ts';
import type { Feature } from '../shared/map/provider.ts';
import type { LayerOptions, Row } from './options.ts';

export interface Item {
  layer: LayerOptions;
  key: string;
  row: Row;
  /** What the object is called; put together when it is read, for of thousands at a mark only list and card name any. */
  readonly title: string;
  feature: Feature;
}

export interface LayerItems {
  layer: LayerOptions;
  items: readonly Item[];
  features: readonly Feature[];
  /** Rows without a place. */
  placeless: number;
}

/** Importance of tones: the most important one colours a cluster. */
const RANKS: Record<Tone, number> = { default: 0, muted: 0, success: 1, info: 2, warning: 3, danger: 4 };

const at = (row: Row, path: string): unknown => valueAt(row, path.split('.'));

export const keyOf = (layer: LayerOptions, row: unknown): string =>
  String(valueAt(row, (layer.key ?? 'id').split('.')) ?? '');

/** What drawing needs to know of the reader. */
export interface Look {
  colours: Colours;
  /** The text of a value. */
  shown(value: unknown): string;
  /** What several objects at one mark are called. */
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

/** Where the row lies; undefined when it does not say, or says what is no place. */
function geometryOf(layer: LayerOptions, row: Row): Geometry | undefined {
  if (layer.geometry) return asGeometry(at(row, layer.geometry));
  const coordinates = [at(row, layer.longitude ?? 'longitude'), at(row, layer.latitude ?? 'latitude')];
  return isPosition(coordinates) ? { type: 'Point', coordinates } : undefined;
}

function toneOf({ tone, tones }: LayerOptions, row: Row): Tone | undefined {
  return tone ? (tones?.[wordOf(at(row, tone))]?.tone ?? 'default') : undefined;
}

/** A word, or the name of a classifier. */
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
