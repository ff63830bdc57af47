/**
 * Dictionaries too large to load: the page collects items that it has found or looked up for their captions; each value
 * is looked up once per page.
 */
import { useCallback, useEffect, useMemo } from 'react';
import { findItems, isPaged, itemOf, type DictionaryItem } from '../data/dictionaries.ts';
import type { CompiledDictionary } from '../language/compiled.ts';
import { valueAt } from '../language/evaluate.ts';
import type { Choice, FindChoices } from '../registry/define.ts';
import { usePage, type Page } from './page.ts';

/** Shown for a value of a large dictionary while its caption is requested: an id means nothing to the user. */
export const COMING = '…';

/**
 * Returns a function that searches choices on the server; undefined unless the dictionary is a large one. Also looks up
 * the items of the chosen values.
 */
export function useFind(id: string | undefined, chosen: unknown): FindChoices | undefined {
  const page = usePage();
  const know = useKnown();
  const key = JSON.stringify(Array.isArray(chosen) ? chosen : [chosen]);
  useEffect(() => {
    if (id) for (const value of JSON.parse(key) as unknown[]) know(id, value);
  }, [id, key, know]);
  return useMemo(() => {
    const [dictionary, operation] = large(page, id);
    if (!dictionary || !operation) return undefined;
    return async (text) => {
      const { items, more } = await findItems(page.engine, dictionary, operation, text);
      remember(page, dictionary, items);
      return { choices: items.map((item) => choiceOf(dictionary, item)), more };
    };
  }, [page, id]);
}

/** Returns a function that looks up the item of a value of a large dictionary; an object has its own caption. */
export function useKnown(): (id: string, value: unknown) => void {
  const page = usePage();
  return useCallback(
    (id, value) => {
      const [dictionary, operation] = large(page, id);
      if (!dictionary || !operation || (typeof value !== 'string' && typeof value !== 'number')) return;
      const key = `${id} ${value}`;
      const known = page.dictionaries
        .get()
        [id]?.items.some((item) => choiceOf(dictionary, item).value === value);
      if (known || page.lookedUp.has(key) || value === '') return;
      page.lookedUp.add(key);
      void itemOf(page.engine, dictionary, operation, value).then((item) =>
        remember(page, dictionary, [item ?? unnamed(dictionary, value)]),
      );
    },
    [page],
  );
}

function large({ screen }: Page, id: string | undefined) {
  const dictionary = id ? screen.dictionaries[id] : undefined;
  if (!dictionary || !isPaged(dictionary)) return [];
  return [dictionary, screen.operations[dictionary.operation]] as const;
}

function remember({ dictionaries }: Page, dictionary: CompiledDictionary, items: DictionaryItem[]): void {
  const { id } = dictionary;
  const value = (item: DictionaryItem) => choiceOf(dictionary, item).value;
  dictionaries.set((now) => {
    const known = now[id]?.items ?? [];
    const fresh = items.filter((item) => !known.some((one) => value(one) === value(item)));
    return fresh.length ? { ...now, [id]: { items: [...known, ...fresh], loading: false } } : now;
  });
}

/** Item for a value that the server does not find: the value itself is the caption. */
function unnamed({ value: path, label }: CompiledDictionary, value: string | number): DictionaryItem {
  const item: DictionaryItem = {};
  for (const [names, one] of [
    [path.split('.'), value],
    [label.split('.'), String(value)],
  ] as const) {
    const holder = names.slice(0, -1).reduce((at, name) => (at[name] ??= {}) as DictionaryItem, item);
    holder[names.at(-1)!] = one;
  }
  return item;
}

function choiceOf(dictionary: CompiledDictionary, item: DictionaryItem): Choice {
  return {
    value: valueAt(item, dictionary.value.split('.')) as Choice['value'],
    label: String(valueAt(item, dictionary.label.split('.')) ?? ''),
  };
}
