/** The table's columns and rows in TanStack's model; only what is used of it is bundled. */
import { columnVisibilityFeature, tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table';
import { useMemo } from 'react';
import { holds, type Scope } from '../../language/evaluate.ts';
import type { CompiledColumn } from '../../language/compiled.ts';
import type { Row } from './rows.ts';

const features = tableFeatures({ columnVisibilityFeature });
type Features = typeof features;

export function useTableModel(
  columns: readonly CompiledColumn[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  hidden: readonly string[],
  scope: Scope,
) {
  const shown = useMemo(() => columns.filter((column) => holds(column.visibleWhen, scope)), [columns, scope]);
  const defs = useMemo(() => shown.map((column): ColumnDef<Features, Row> => ({ id: column.id })), [shown]);
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((id) => [id, false])), [hidden]);
  const table = useTable({
    features,
    columns: defs,
    data: rows,
    getRowId: keyOf,
    state: { columnVisibility },
  });
  const compiled = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  return { table, shown, columnOf: (id: string) => compiled.get(id)! };
}

export type TableModel = ReturnType<typeof useTableModel>;
export type ModelRow = ReturnType<TableModel['table']['getRowModel']>['rows'][number];
