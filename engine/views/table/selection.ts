/**
 * Selected rows: none, one or many. The table's feature holds their ids; the rows themselves are stored here, because
 * they outlive the page on which they were selected.
 */
import { functionalUpdate, type RowSelectionState, type Updater } from '@tanstack/react-table';
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
  /** Whether the row can be selected. */
  allows(row: Row): boolean;
  /** How many of the selectable rows of this page are selected. */
  page: 'all' | 'some' | 'none';
  togglePage(): void;
  /** Adds rows to the selection; those that cannot be selected are skipped. */
  choose(rows: readonly Row[]): void;
  /** Replaces the selection, without rows that cannot be selected; with mode `one`, the last row remains. */
  replace(rows: readonly Row[]): void;
  clear(): void;
}

/** The selection as options of the TanStack table. */
export interface Choice extends Pick<Selection, 'mode' | 'rows' | 'has' | 'allows' | 'choose' | 'replace'> {
  ids: RowSelectionState;
  /** Whether rows can be selected, or which. */
  enabled: boolean | ((row: ShownRow) => boolean);
  /** Applies a change of ids made by the table; `shown` are its rows. */
  take(updater: Updater<RowSelectionState>, shown: readonly ShownRow[]): void;
}

interface ShownRow {
  id: string;
  original: Row;
}

/** The methods of the TanStack table that the selection calls. */
interface SelectingTable {
  getIsAllPageRowsSelected(): boolean;
  getIsSomePageRowsSelected(): boolean;
  toggleAllPageRowsSelected(): void;
  setRowSelection(ids: RowSelectionState): void;
}

/** A selected row and the request that returned it. */
interface Chosen {
  row: Row;
  question: string;
}

type ChosenRows = ReadonlyMap<string, Chosen>;
const NONE: ChosenRows = new Map();

export function useChoice(
  view: CompiledTable,
  { rows, question, validating }: Rows,
  keyOf: (row: Row) => string,
  scope: Scope,
): Choice {
  const page = usePage();
  const requested = readMode(useValue(view.select));
  const mode = useChoosable(view) ? requested : 'none';
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
    const entry = (row: Row) => [keyOf(row), { row, question }] as const;
    return {
      mode,
      rows: [...current.values()].map((one) => one.row),
      has: (row) => current.has(keyOf(row)),
      allows,
      ids: idsOf(current),
      // Without a condition no row is evaluated: a local table may have 10,000 of them.
      enabled: mode !== 'none' && (selectableWhen ? ({ original }) => allows(original) : true),
      take: (updater, shown) =>
        setChosen((now) => taken(now, functionalUpdate(updater, idsOf(now)), shown, question)),
      choose: (more) => setChosen((now) => new Map([...now, ...more.filter(allows).map(entry)])),
      replace: (next) => {
        const own = new Map(rows.map((row) => [keyOf(row), row]));
        const wanted = next.map((row) => own.get(keyOf(row)) ?? row).filter(allows);
        const kept = mode === 'one' ? wanted.slice(-1) : wanted;
        setChosen(new Map(kept.map(entry)));
      },
    };
  }, [mode, chosen, rows, allows, selectableWhen, keyOf, question]);
}

export function useSelection(choice: Choice, table: SelectingTable): Selection {
  const { toggleAllPageRowsSelected, setRowSelection } = table;
  const page =
    choice.rows.length === 0
      ? 'none'
      : table.getIsAllPageRowsSelected()
        ? 'all'
        : table.getIsSomePageRowsSelected()
          ? 'some'
          : 'none';
  return useMemo(() => {
    const { mode, rows, has, allows, choose, replace } = choice;
    return {
      mode,
      rows,
      has,
      allows,
      choose,
      replace,
      page,
      togglePage: () => toggleAllPageRowsSelected(),
      clear: () => setRowSelection({}),
    };
  }, [choice, page, toggleAllPageRowsSelected, setRowSelection]);
}

const idsOf = (rows: ChosenRows): RowSelectionState =>
  Object.fromEntries([...rows.keys()].map((id) => [id, true]));

/** Rows that stay selected keep their places; new ones follow in the order shown. */
export function taken(
  now: ChosenRows,
  ids: RowSelectionState,
  shown: readonly ShownRow[],
  question: string,
): ChosenRows {
  const stay = [...now].filter(([id]) => ids[id] === true);
  const come = shown.filter(({ id }) => ids[id] === true && !now.has(id));
  return new Map([...stay, ...come.map(({ id, original: row }) => [id, { row, question }] as const)]);
}

/** Removes rows that can no longer be selected, for good. */
function selectable(now: ChosenRows, allows: (row: Row) => boolean): ChosenRows {
  const kept = [...now].filter(([, { row }]) => allows(row));
  return kept.length === now.size ? now : new Map(kept);
}

export const readMode = (value: unknown): SelectMode =>
  value === 'one' || value === 'many' ? value : 'none';

/**
 * Updates the selection after rows were loaded: selected rows take their fresh values. On a page the selection does not
 * outlive the request that returned it, or an action on it would affect rows that are not visible; a dialog collects
 * rows over several searches.
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
