/** Controls a named table from another part of the same page: its selection, its filters. */
import { useCallback, useEffect, useRef } from 'react';
import type { Scope } from '../language/evaluate.ts';
import { usePage, type ChooseRows, type NamedTable } from './page.ts';
import { useSelected } from './scope.ts';

export interface ViewSelection {
  /** The selected rows. */
  rows: readonly Record<string, unknown>[];
  /** Replaces the selected rows, matched by the key of the table; those that may not be selected are left out. */
  choose: ChooseRows;
}

const NONE: readonly Record<string, unknown>[] = [];

/**
 * Returns the selection of the table with this `name` on the page; undefined without a name. A missing table has no
 * selected rows, and selecting in it does nothing.
 * @example const selection = useViewSelection('stands'); selection?.choose([{ id: 'a1' }]);
 */
export function useViewSelection(name: string | undefined): ViewSelection | undefined {
  const { tables } = usePage();
  const read = useCallback(
    (scope: Scope) => {
      const views = scope.views as Record<string, { selection?: ViewSelection['rows'] }>;
      return (name && views[name]?.selection) || NONE;
    },
    [name],
  );
  const rows = useSelected(read);
  const choose = useCallback<ChooseRows>(
    (next) => (name ? tables.get(name)?.select(next) : undefined),
    [tables, name],
  );
  return name ? { rows, choose } : undefined;
}

/** Lets other parts of the page control this table. */
export function useOfferTable(name: string | undefined, offered: NamedTable): void {
  const { tables } = usePage();
  const latest = useRef(offered);
  useEffect(() => {
    latest.current = offered;
  });
  useEffect(() => {
    if (!name) return;
    const table: NamedTable = {
      select: (rows) => latest.current.select(rows),
      filter: (values, clear) => latest.current.filter(values, clear),
    };
    tables.set(name, table);
    return () => {
      if (tables.get(name) === table) tables.delete(name);
    };
  }, [tables, name]);
}
