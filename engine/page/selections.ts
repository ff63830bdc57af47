/** The selection of a named table, read and changed by another part of the same page. */
import { useCallback, useEffect, useRef } from 'react';
import type { Scope } from '../language/evaluate.ts';
import { usePage, type ChooseRows } from './page.ts';
import { useSelected } from './scope.ts';

export interface ViewSelection {
  /** The chosen rows. */
  rows: readonly Record<string, unknown>[];
  /** Replaces them. Rows are matched by the key of the table; those that may not be chosen are left out. */
  choose: ChooseRows;
}

const NONE: readonly Record<string, unknown>[] = [];

/**
 * The selection of the table with this `name` on the page; undefined without a name. A table that is not
 * there has nothing chosen, and choosing in it does nothing.
 * @example const selection = useViewSelection('stands'); selection?.choose([{ id: 'a1' }]);
 */
export function useViewSelection(name: string | undefined): ViewSelection | undefined {
  const { selections } = usePage();
  const read = useCallback(
    (scope: Scope) => {
      const views = scope.views as Record<string, { selection?: ViewSelection['rows'] }>;
      return (name && views[name]?.selection) || NONE;
    },
    [name],
  );
  const rows = useSelected(read);
  const choose = useCallback<ChooseRows>(
    (next) => (name ? selections.get(name)?.(next) : undefined),
    [selections, name],
  );
  return name ? { rows, choose } : undefined;
}

/** Lets others on the page change the selection of this table. */
export function useOfferSelection(name: string | undefined, replace: ChooseRows): void {
  const { selections } = usePage();
  const latest = useRef(replace);
  useEffect(() => {
    latest.current = replace;
  });
  useEffect(() => {
    if (!name) return;
    const choose: ChooseRows = (rows) => latest.current(rows);
    selections.set(name, choose);
    return () => {
      if (selections.get(name) === choose) selections.delete(name);
    };
  }, [selections, name]);
}
