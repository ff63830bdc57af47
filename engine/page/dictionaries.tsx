/** Dictionaries of a page: views declare which they need; each is loaded by one loader and shared. */
import { useEffect, useMemo, type ReactNode } from 'react';
import { isPaged, useDictionary } from '../data/dictionaries.ts';
import { useStore } from '../data/store.ts';
import { valueAt } from '../language/evaluate.ts';
import { COMING, useFind, useKnown } from './largeDictionaries.ts';
import { usePage, type DictionaryState } from './page.ts';
import { same } from './same.ts';
import type { Choice, FindChoices } from '../registry/define.ts';

const WAITING: DictionaryState = { items: [], loading: true };
/** A large dictionary is not loaded beforehand. */
const UNKNOWN: DictionaryState = { items: [], loading: false };

/** Returns the dictionaries of these names, as far as they are loaded. */
export function useDictionaries(ids: readonly string[]): Record<string, DictionaryState> {
  const { needs, dictionaries, screen } = usePage();
  const key = ids.join('|');
  useEffect(() => {
    const wanted = key ? key.split('|') : [];
    const added = wanted.filter((id) => !needs.get().includes(id) && !isPaged(screen.dictionaries[id]));
    if (added.length) needs.set([...needs.get(), ...added]);
  }, [needs, key, screen]);
  return useStore(
    dictionaries,
    (all) =>
      Object.fromEntries(
        (key ? key.split('|') : []).map((id) => [
          id,
          all[id] ?? (isPaged(screen.dictionaries[id]) ? UNKNOWN : WAITING),
        ]),
      ),
    same,
  );
}

/**
 * Returns the choices of one dictionary. For a large one they are those known so far, including the chosen `value`
 * (one, or a list), and `find` requests more.
 */
export function useChoices(
  id: string | undefined,
  value?: unknown,
): { choices: Choice[]; loading: boolean; find?: FindChoices } {
  const { screen } = usePage();
  const state = useDictionaries(id ? [id] : [])[id ?? ''];
  const dictionary = id ? screen.dictionaries[id] : undefined;
  const known = useMemo(
    () =>
      dictionary && state
        ? flatten(state.items, dictionary.children).map(({ item, depth }) => ({
            value: valueAt(item, dictionary.value.split('.')) as Choice['value'],
            label: String(valueAt(item, dictionary.label.split('.')) ?? ''),
            item,
            depth,
          }))
        : [],
    [dictionary, state],
  );
  const find = useFind(id, value);
  const choices = useMemo(() => (find ? [...known, ...comingOf(known, value)] : known), [find, known, value]);
  return { choices, loading: state?.loading ?? false, ...(find ? { find } : {}) };
}

const isWord = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

/** Placeholders for chosen values whose items are not known yet; a value that is an object has its own caption. */
function comingOf(known: readonly Choice[], value: unknown): Choice[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value])
    .filter(isWord)
    .filter((one) => !known.some((choice) => choice.value === one))
    .map((one) => ({ value: one, label: COMING }));
}

/**
 * Returns functions from value to caption, by dictionary; an unknown value of a dictionary that is loaded completely is
 * its own caption.
 */
export function useCaptions(ids: readonly string[]): Record<string, (value: unknown) => string> {
  const { screen } = usePage();
  const states = useDictionaries(ids);
  const know = useKnown();
  return useMemo(
    () =>
      Object.fromEntries(
        Object.entries(states).map(([id, { items }]) => {
          const dictionary = screen.dictionaries[id];
          const captions = new Map(
            dictionary
              ? flatten(items, dictionary.children).map(({ item }) => [
                  valueAt(item, dictionary.value.split('.')),
                  String(valueAt(item, dictionary.label.split('.')) ?? ''),
                ])
              : [],
          );
          return [
            id,
            (value: unknown) => {
              if (!captions.has(value)) know(id, value);
              return (
                captions.get(value) ?? (isPaged(dictionary) && isWord(value) ? COMING : String(value ?? ''))
              );
            },
          ];
        }),
      ),
    [states, screen, know],
  );
}

interface Placed {
  item: Record<string, unknown>;
  depth: number;
}

function flatten(items: Record<string, unknown>[], children: string | undefined, depth = 0): Placed[] {
  return items.flatMap((item) => {
    const below = children && item[children];
    return [
      { item, depth },
      ...(Array.isArray(below) ? flatten(below as Record<string, unknown>[], children, depth + 1) : []),
    ];
  });
}

/** Loads the needed dictionaries; rendered once per page. */
export function DictionaryLoaders(): ReactNode {
  const { needs } = usePage();
  return useStore(needs).map((id) => <DictionaryLoader key={id} id={id} />);
}

function DictionaryLoader({ id }: { id: string }): null {
  const { screen, dictionaries } = usePage();
  const dictionary = screen.dictionaries[id];
  const { items, loading } = useDictionary(dictionary, dictionary && screen.operations[dictionary.operation]);
  useEffect(() => {
    dictionaries.set((now) => ({ ...now, [id]: { items, loading } }));
  }, [dictionaries, id, items, loading]);
  return null;
}
