/** The table's columns and rows in TanStack's model, as the reader has arranged them. */
import { columnVisibilityFeature, tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table';
import { useMemo } from 'react';
import { holds, type Scope } from '../../language/evaluate.ts';
import type { CompiledColumn } from '../../language/compiled.ts';
import type { TableLooks } from './preference.ts';
import type { Row } from './rows.ts';

const features = tableFeatures({ columnVisibilityFeature });
type Features = typeof features;

export function useTableModel(
  columns: readonly CompiledColumn[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  looks: TableLooks,
  scope: Scope,
) {
  const possible = useMemo(
    () => columns.filter((column) => holds(column.visibleWhen, scope)),
    [columns, scope],
  );
  const arranged = useMemo(() => arrange(possible, looks), [possible, looks]);
  const { pinned } = looks;
  // A view that hides all there is was made of other columns.
  const hidden = useMemo(
    () => (arranged.every(({ id }) => looks.hidden.includes(id)) ? [] : looks.hidden),
    [arranged, looks.hidden],
  );
  const defs = useMemo(
    () => arranged.map((column): ColumnDef<Features, Row> => ({ id: column.id })),
    [arranged],
  );
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((id) => [id, false])), [hidden]);
  const table = useTable({
    features,
    columns: defs,
    data: rows,
    getRowId: keyOf,
    state: { columnVisibility },
  });
  const shown = useMemo(() => arranged.filter(({ id }) => !hidden.includes(id)), [arranged, hidden]);
  return {
    table,
    /** Columns that could be shown, in order. */
    arranged,
    /** Columns that are shown, the pinned ones first. */
    shown,
    /** The column that names the record: the first that the config states of those shown, wherever it is drawn. */
    lead: (possible.find(({ id, content }) => takesLink(content) && !hidden.includes(id)) ?? shown[0])?.id,
    /** How many of the shown stay in sight. */
    pins: shown.filter(({ id }) => pinned.includes(id)).length,
  };
}

export type TableModel = ReturnType<typeof useTableModel>;
export type ModelRow = ReturnType<TableModel['table']['getRowModel']>['rows'][number];

/** A link to the record needs words, which a flag has in some rows only, and must not hold another link or control. */
const takesLink = (content: CompiledColumn['content']): boolean =>
  content.some(({ do: one }) => one.cell !== 'flag') && !content.some(({ do: one }) => one.interactive);

/** The reader's order and widths; pinned columns come first. */
export function arrange(
  columns: readonly CompiledColumn[],
  { order, pinned, widths }: TableLooks,
): CompiledColumn[] {
  const place = (column: CompiledColumn, i: number) => {
    const at = order.indexOf(column.id);
    return (pinned.includes(column.id) ? 0 : 10_000) + (at < 0 ? i : at);
  };
  const placed = columns.map((column, i) => {
    const width = widths[column.id];
    return { column: width === undefined ? column : { ...column, width }, at: place(column, i) };
  });
  return placed.sort((a, b) => a.at - b.at).map(({ column }) => column);
}
