/** The objects of all layers, memoized while their rows and the theme stay the same. */
import { useCallback, useMemo, useState } from 'react';
import { useLocale, useShownText, type Colours } from '../../engine/index.ts';
import { itemsOf, type Item, type LayerItems } from './items.ts';
import type { LayerOptions, Row } from './options.ts';

const NO_ROWS: Row[] = [];

type Made = { rows: readonly Row[]; colours: Colours; shown: unknown; made: LayerItems };

export interface Items {
  layers: readonly LayerItems[];
  /** Returns the object of a layer by its key. */
  find(layer: string, key: string): Item | undefined;
}

export function useItems(layers: readonly LayerOptions[], input: unknown, colours: Colours): Items {
  const shown = useShownText();
  const { t, formatNumber } = useLocale();
  const grouped = useCallback(
    (count: number) => t('engine.map.group', { count, number: formatNumber(count) }),
    [t, formatNumber],
  );
  const [known] = useState(() => new Map<string, Made>());
  const made = layers.map((layer) => {
    const given = (input as Record<string, unknown> | null | undefined)?.[layer.id];
    const rows = Array.isArray(given) ? (given as Row[]) : NO_ROWS;
    const before = known.get(layer.id);
    if (
      before?.made.layer === layer &&
      before.rows === rows &&
      before.colours === colours &&
      before.shown === shown
    )
      return before.made;
    const fresh = itemsOf(layer, rows, { colours, shown, grouped });
    known.set(layer.id, { rows, colours, shown, made: fresh });
    return fresh;
  });
  return useMemo(() => {
    const byKey = new Map(
      made.map(({ layer, items }) => [layer.id, new Map(items.map((item) => [item.key, item]))]),
    );
    return { layers: made, find: (layer, key) => byKey.get(layer)?.get(key) };
    // `made` is a new array at each render; its items are memoized.
    // oxlint-disable-next-line react/exhaustive-deps
  }, made);
}
