/** Selected objects: stored here, by a table of the page, or by the screen (input `selected`). */
import { useCallback, useMemo, useState } from 'react';
import { useViewSelection } from '../../engine/index.ts';
import { keyOf, type Item } from './items.ts';
import type { MapOptions, Row } from './options.ts';
import type { Items } from './useItems.ts';

export interface Chosen {
  items: readonly Item[];
  has(item: Item): boolean;
  allows(item: Item): boolean;
  /** Selects only these objects; with `add`, keeps the selection and toggles them. */
  choose(items: readonly Item[], add?: boolean): void;
}

export function useChosen(
  { layers, select = 'one', selection }: MapOptions,
  items: Items,
  selected: unknown,
  emit: (event: 'select', rows: Row[]) => void,
): Chosen {
  const shared = useViewSelection(selection);
  const [own, setOwn] = useState<readonly string[]>([]);
  const selecting = useMemo(() => layers.filter(({ selects = true }) => selects), [layers]);
  const rows = shared?.rows;
  const keys = useMemo(() => {
    if (rows) return selecting.map((layer) => rows.map((row) => keyOf(layer, row)));
    const given = Array.isArray(selected) ? selected.map(String) : own;
    return selecting.map(() => given);
  }, [rows, selecting, selected, own]);
  const chosen = useMemo(
    () => selecting.flatMap((layer, i) => keys[i]!.flatMap((key) => items.find(layer.id, key) ?? [])),
    [selecting, keys, items],
  );
  const known = useMemo(() => new Set(chosen), [chosen]);
  const allows = useCallback(({ layer }: Item) => select !== 'none' && (layer.selects ?? true), [select]);
  const chooseRows = shared?.choose;
  const choose = useCallback(
    (wanted: readonly Item[], add = false) => {
      const next = nextOf(chosen, wanted.filter(allows), add, select === 'many');
      const rowsNow = next.map(({ row }) => row);
      if (chooseRows) chooseRows(rowsNow);
      else setOwn(next.map(({ key }) => key));
      emit('select', rowsNow);
    },
    [chosen, allows, select, chooseRows, emit],
  );
  return useMemo(
    () => ({ items: chosen, has: (item) => known.has(item), allows, choose }),
    [chosen, known, allows, choose],
  );
}

/** Returns the selection after `wanted` was chosen. */
export function nextOf<T>(chosen: readonly T[], wanted: readonly T[], add: boolean, many: boolean): T[] {
  if (!many) return wanted.slice(-1);
  if (!add) return [...wanted];
  const left = chosen.filter((item) => !wanted.includes(item));
  return [...left, ...wanted.filter((item) => !chosen.includes(item))];
}
