/** Page, page size and order of a table, as they appear in the query string: `p`, `c`, `sort`. */
import type { CompiledTable } from '../../language/compiled.ts';
import type { QueryPatch } from '../filters/values.ts';

export const PAGE_SIZES = [10, 25, 50, 100];

export interface Sort {
  field: string;
  direction: 'ascending' | 'descending';
}

export interface TableState {
  /** From 1. */
  page: number;
  size: number;
  sort?: Sort;
}

/** Reads the state from the address; invalid values are ignored. */
export function readTableState(
  query: Record<string, string>,
  view: Pick<CompiledTable, 'pageSize' | 'sort' | 'columns'>,
): TableState {
  const page = Number(query.p);
  const size = Number(query.c);
  const sort = readSort(query.sort, view) ?? view.sort;
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: PAGE_SIZES.includes(size) ? size : view.pageSize,
    ...(sort ? { sort } : {}),
  };
}

function readSort(text: string | undefined, view: Pick<CompiledTable, 'columns'>): Sort | undefined {
  const field = text?.replace(/\.(asc|desc)$/, '');
  if (!text || field === text || !view.columns.some((c) => c.sort === field)) return undefined;
  return { field: field!, direction: text.endsWith('.desc') ? 'descending' : 'ascending' };
}

export const pagePatch = (page: number): QueryPatch => ({ p: page > 1 ? String(page) : undefined });

/**
 * Another page size starts over: the same page number would show other rows. `c` is always written, so that a link
 * shows the same rows.
 */
export const sizePatch = (size: number): QueryPatch => ({
  c: String(size),
  p: undefined,
});

/** Sets the order of the rows; that of the config is not written to the address. */
export function sortPatch(next: Sort | undefined, preset: Sort | undefined): QueryPatch {
  const isPreset = !next || (next.field === preset?.field && next.direction === preset.direction);
  return {
    sort: isPreset ? undefined : `${next.field}.${next.direction === 'descending' ? 'desc' : 'asc'}`,
    p: undefined,
  };
}

/** Returns the call's `order`: in the API, a plus is descending, a minus ascending. */
export const orderOf = (sort: Sort | undefined): string | undefined =>
  sort && `${sort.direction === 'descending' ? '+' : '-'}${sort.field}`;

export const pageCount = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));
