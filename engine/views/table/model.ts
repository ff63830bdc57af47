/**
 * The table in TanStack's model: its features contain columns and rows as the user has arranged, sorted, selected and
 * expanded them. State that outlives the page (looks in a preference, the order in the address, the selected rows) is
 * passed in from there.
 */
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  metaHelper,
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type Column,
  type ColumnDef,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import { holds, type Scope } from '../../language/evaluate.ts';
import type { CompiledColumn } from '../../language/compiled.ts';
import type { Captions } from '../cells/Content.tsx';
import { useColumnState } from './columns.ts';
import { sortedRowModel, type LocalOrder } from './localOrder.ts';
import type { TableLooks } from './preference.ts';
import type { Row } from './rows.ts';
import type { Choice } from './selection.ts';
import type { Sort } from './state.ts';

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel,
  tableMeta: metaHelper<LocalOrder>(),
  columnMeta: metaHelper<{ config: CompiledColumn }>(),
});
type Features = typeof features;

interface Model {
  /** Key of the table's looks. */
  id: string;
  columns: readonly CompiledColumn[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  looks: TableLooks;
  sort: Sort | undefined;
  /** The order of the config. */
  preset: Sort | undefined;
  /** Called when the user presses a heading; undefined is the order of the config. */
  onSort(sort: Sort | undefined): void;
  /** All rows are loaded, but another order than theirs is requested. */
  local: boolean;
  choice: Choice;
  captions: Captions;
  scope: Scope;
}

export function useTableModel({ columns, rows, keyOf, looks, sort, choice, ...rest }: Model) {
  const { preset, onSort, local, captions, scope } = rest;
  const i18n = useLocale();
  const possible = useMemo(
    () => columns.filter((column) => holds(column.visibleWhen, scope)),
    [columns, scope],
  );
  const defs = useMemo(
    () =>
      possible.map((config): ColumnDef<Features, Row> => {
        const { id, width = AUTO } = config;
        return { id, size: width, minSize: AUTO, meta: { config } };
      }),
    [possible],
  );
  const { state, ...changes } = useColumnState(rest.id, possible, looks);
  const sorting = useMemo(() => sortingOf(columns, sort), [columns, sort]);
  const meta = useMemo(
    (): LocalOrder => ({ i18n, columns, captions, scope }),
    [i18n, columns, captions, scope],
  );
  const table = useTable({
    features,
    columns: defs,
    data: rows,
    getRowId: keyOf,
    meta,
    state: { ...state, sorting, rowSelection: choice.ids },
    ...changes,
    onSortingChange: (updater) => onSort(sortOf(columns, functionalUpdate(updater, sorting))),
    manualSorting: !local,
    sortDescFirst: false,
    // The order of the config cannot be removed, only reversed.
    enableSortingRemoval: sort?.field !== preset?.field,
    onRowSelectionChange: (updater) => choice.take(updater, table.getRowModel().rows),
    enableRowSelection: choice.enabled,
    enableMultiRowSelection: choice.mode === 'many',
    getRowCanExpand: () => true,
    autoResetExpanded: false,
  });

  const [pinned, others] = [table.getStartLeafColumns(), table.getCenterLeafColumns()];
  const [start, center] = [table.getStartVisibleLeafColumns(), table.getCenterVisibleLeafColumns()];
  const arranged = useMemo(() => [...pinned, ...others], [pinned, others]);
  const heads = useMemo(() => [...start, ...center], [start, center]);
  const { columnSizing, columnVisibility } = state;
  const shown = useMemo(
    () => heads.map((head) => sized(configOf(head), columnSizing[head.id])),
    [heads, columnSizing],
  );
  return {
    table,
    /** Columns that could be shown, in order, the pinned ones first. */
    arranged,
    /** Visible ones. */
    heads,
    /** Their configs, with the user's widths. */
    shown,
    /**
     * The column that names the record: the first visible one, in the order of the config, whose content can be in a
     * link; without one, the first shown.
     */
    lead: (
      possible.find(({ id, content }) => takesLink(content) && columnVisibility[id] !== false) ?? shown[0]
    )?.id,
    /** Number of visible columns that are pinned. */
    pins: start.length,
  };
}

export type TableModel = ReturnType<typeof useTableModel>;
export type ModelRow = ReturnType<TableModel['table']['getRowModel']>['rows'][number];
export type ModelColumn = Column<Features, Row>;

/** Returns the config of a column. */
export const configOf = ({ columnDef }: ModelColumn): CompiledColumn => columnDef.meta!.config;

/** Size of a column that the browser lays out by its content. */
const AUTO = 0;

/**
 * A link to the record needs text, which a flag has in some rows only, and must not contain another link or control.
 */
const takesLink = (content: CompiledColumn['content']): boolean =>
  content.some(({ do: one }) => one.cell !== 'flag') && !content.some(({ do: one }) => one.interactive);

const sized = (column: CompiledColumn, width: number | undefined): CompiledColumn =>
  width === undefined ? column : { ...column, width };

/** All columns of the field: the heading of each shows that the rows are ordered by it. */
const sortingOf = (columns: readonly CompiledColumn[], sort: Sort | undefined): SortingState =>
  columns.flatMap((column) =>
    sort && column.sort === sort.field ? [{ id: column.id, desc: sort.direction === 'descending' }] : [],
  );

function sortOf(columns: readonly CompiledColumn[], [first]: SortingState): Sort | undefined {
  const field = columns.find(({ id }) => id === first?.id)?.sort;
  return first && field !== undefined
    ? { field, direction: first.desc ? 'descending' : 'ascending' }
    : undefined;
}
