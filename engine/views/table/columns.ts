/** Converts the user's looks of a table to column state, and changes of that state back to looks. */
import {
  functionalUpdate,
  type ColumnPinningState,
  type ColumnSizingState,
  type ColumnVisibilityState,
  type Updater,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { useEngine } from '../../data/engine.ts';
import type { CompiledColumn } from '../../language/compiled.ts';
import { changeLooks } from './looks.ts';
import type { TableLooks } from './preference.ts';

interface ColumnState {
  columnOrder: string[];
  columnPinning: ColumnPinningState;
  columnVisibility: ColumnVisibilityState;
  columnSizing: ColumnSizingState;
}

/** Returns the state of the table `id`, and the options that change it. */
export function useColumnState(id: string, columns: readonly CompiledColumn[], looks: TableLooks) {
  const engine = useEngine();
  return useMemo(() => {
    const state = stateOf(columns, looks);
    const change = (patch: Partial<TableLooks>) => changeLooks(engine, id, patch);
    return {
      state,
      onColumnOrderChange: (updater: Updater<string[]>) =>
        change({ order: functionalUpdate(updater, state.columnOrder) }),
      onColumnPinningChange: (updater: Updater<ColumnPinningState>) => {
        const { start } = functionalUpdate(updater, state.columnPinning);
        const stay = looks.pinned.filter((one) => start.includes(one));
        change({ pinned: [...stay, ...start.filter((one) => !stay.includes(one))] });
      },
      onColumnVisibilityChange: (updater: Updater<ColumnVisibilityState>) => {
        const next = functionalUpdate(updater, state.columnVisibility);
        change({ hidden: Object.keys(next).filter((one) => !next[one]) });
      },
      onColumnSizingChange: (updater: Updater<ColumnSizingState>) =>
        change({ widths: { ...functionalUpdate(updater, state.columnSizing) } }),
    };
  }, [engine, id, columns, looks]);
}

function stateOf(
  columns: readonly CompiledColumn[],
  { order, pinned, hidden, widths }: TableLooks,
): ColumnState {
  const columnOrder = inOrder(columns, order);
  // Looks that hide all columns were saved for other columns.
  const all = columnOrder.every((id) => hidden.includes(id));
  // Columns that no longer exist stay pinned: they may return.
  const removed = pinned.filter((id) => !columnOrder.includes(id));
  return {
    columnOrder,
    columnPinning: { start: [...columnOrder.filter((id) => pinned.includes(id)), ...removed], end: [] },
    columnVisibility: Object.fromEntries((all ? [] : hidden).map((id) => [id, false])),
    columnSizing: widths,
  };
}

/**
 * Ids in the user's order. The table would put columns missing from it last; here they keep the place the screen gives
 * them.
 */
function inOrder(columns: readonly CompiledColumn[], order: readonly string[]): string[] {
  const placed = columns.map(({ id }, place) => {
    const at = order.indexOf(id);
    return { id, at: at < 0 ? place : at };
  });
  return placed.sort((a, b) => a.at - b.at).map(({ id }) => id);
}
