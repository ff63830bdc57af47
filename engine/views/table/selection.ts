/** Which rows are chosen: none, one or many; kept over pages, as objects. */
import { useCallback, useMemo, useState } from 'react';
import { holds, type Scope } from '../../language/evaluate.ts';
import type { CompiledTable } from '../../language/compiled.ts';
import { within } from '../../page/conditions.ts';
import { usePage } from '../../page/page.ts';
import { useValue } from '../../page/scope.ts';
import { useChoosable } from './purpose.ts';
import type { Row, Rows } from './rows.ts';

export type SelectMode = 'none' | 'one' | 'many';

export interface Selection {
  mode: SelectMode;
  rows: Row[];
  has(row: Row): boolean;
  /** The row may be chosen. */
  allows(row: Row): boolean;
  toggle(row: Row): void;
  /** Rows of this page that may be chosen: all, some or none of them are. */
  page: 'all' | 'some' | 'none';
  togglePage(): void;
  /** Chooses these rows as well, as far as they may be chosen. */
  choose(rows: readonly Row[]): void;
  /** Takes these rows out of what is chosen. */
  leave(rows: readonly Row[]): void;
  /** Chooses these rows and no others, as far as they may be chosen; of several, the last where one may be. */
  replace(rows: readonly Row[]): void;
  clear(): void;
}

/** A chosen row, and the question that it answered. */
interface Chosen {
  row: Row;
  question: string;
}

type ChosenRows = ReadonlyMap<string, Chosen>;
const NONE: ChosenRows = new Map();

export function useSelection(
  view: CompiledTable,
  { rows, question, validating }: Rows,
  keyOf: (row: Row) => string,
  scope: Scope,
): Selection {
  const page = usePage();
  const asked = readMode(useValue(view.select));
  const mode = useChoosable(view) ? asked : 'none';
  const [chosen, setChosen] = useState(NONE);
  const { selectableWhen } = view;

  const allows = useCallback(
    (row: Row) => mode !== 'none' && (!selectableWhen || holds(selectableWhen, within(page, scope, { row }))),
    [page, mode, selectableWhen, scope],
  );
  const here = validating ? chosen : refreshed(chosen, rows, question, keyOf, page.dialog !== undefined);
  const fresh = selectableWhen ? selectable(here, allows) : here;
  if (fresh !== chosen) setChosen(fresh);

  return useMemo(() => {
    const current = mode === 'none' ? NONE : chosen;
    // Of ten thousand rows none is asked where the answer is known.
    const selectable = mode === 'none' ? [] : selectableWhen ? rows.filter(allows) : rows;
    const here = current.size ? selectable.filter((row) => current.has(keyOf(row))).length : 0;
    return {
      mode,
      rows: [...current.values()].map((one) => one.row),
      has: (row) => current.has(keyOf(row)),
      allows,
      toggle: (row) => allows(row) && setChosen((now) => toggled(now, keyOf(row), { row, question }, mode)),
      page: here === 0 ? 'none' : here === selectable.length ? 'all' : 'some',
      togglePage: () =>
        setChosen((now) => {
          const next = new Map(now);
          for (const row of selectable)
            if (here === selectable.length) next.delete(keyOf(row));
            else next.set(keyOf(row), { row, question });
          return next;
        }),
      choose: (more) =>
        setChosen(
          (now) =>
            new Map([...now, ...more.filter(allows).map((row) => [keyOf(row), { row, question }] as const)]),
        ),
      leave: (less) => {
        const keys = new Set(less.map(keyOf));
        setChosen((now) => new Map([...now].filter(([key]) => !keys.has(key))));
      },
      replace: (next) => {
        const own = new Map(rows.map((row) => [keyOf(row), row]));
        const wanted = next.map((row) => own.get(keyOf(row)) ?? row).filter(allows);
        const kept = mode === 'one' ? wanted.slice(-1) : wanted;
        setChosen(new Map(kept.map((row) => [keyOf(row), { row, question }])));
      },
      clear: () => setChosen(NONE),
    };
  }, [mode, chosen, rows, allows, selectableWhen, keyOf, question]);
}

/** A row that may no longer be selected leaves the selection, for good. */
function selectable(now: ChosenRows, allows: (row: Row) => boolean): ChosenRows {
  const kept = [...now].filter(([, { row }]) => allows(row));
  return kept.length === now.size ? now : new Map(kept);
}

export const readMode = (value: unknown): SelectMode =>
  value === 'one' || value === 'many' ? value : 'none';

export function toggled(now: ChosenRows, key: string, one: Chosen, mode: SelectMode): ChosenRows {
  if (now.has(key)) {
    const next = new Map(now);
    next.delete(key);
    return next;
  }
  return new Map(mode === 'one' ? [[key, one]] : [...now, [key, one]]);
}

/**
 * After rows have come: chosen ones take their fresh values. On a page a choice does not outlive the question
 * that it answered, or an action on it would reach rows out of sight; a dialog gathers over several searches.
 */
export function refreshed(
  now: ChosenRows,
  rows: readonly Row[],
  question: string,
  keyOf: (row: Row) => string,
  gathers: boolean,
): ChosenRows {
  if (!now.size) return now;
  const fresh = new Map(rows.map((row) => [keyOf(row), row]));
  const next = new Map<string, Chosen>();
  for (const [key, one] of now) {
    const row = fresh.get(key);
    if (row) next.set(key, row === one.row ? one : { row, question });
    else if (gathers || one.question === question) next.set(key, one);
  }
  const unchanged = next.size === now.size && [...next].every(([key, one]) => now.get(key) === one);
  return unchanged ? now : next;
}
