/** Loads the rows of a table: arguments from the source and the filters, page and order from the address. */
import { useCallback, useMemo, useState } from 'react';
import { useOperation } from '../../data/useOperation.ts';
import { useEngine } from '../../data/engine.ts';
import type { ApiProblem } from '../../data/problem.ts';
import type { Arguments, Paging } from '../../language/request.ts';
import { valueAt, type Scope } from '../../language/evaluate.ts';
import { rowsIn } from '../../data/rowsIn.ts';
import type { CompiledOperation, CompiledTable } from '../../language/compiled.ts';
import type { FilterValues } from '../filters/values.ts';
import { useRevalidation } from '../../page/revalidation.ts';
import { usePage } from '../../page/page.ts';
import { same } from '../../page/same.ts';
import { useCallArguments, useHolds, useValue } from '../../page/scope.ts';
import { orderOf, type TableState } from './state.ts';

export type Row = Record<string, unknown>;

export interface Rows {
  rows: Row[];
  /** Place of the first of `rows` among all rows, from 0. */
  offset: number;
  total: number;
  /** False when there are more rows than `total`. */
  exact: boolean;
  /** Arguments without page and order; null while there is no request. */
  args: Arguments | null;
  order: string | undefined;
  /** Identifies the request that the rows answer, without page and order. */
  question: string;
  /** All rows are loaded: sorting them needs no request. */
  all: boolean;
  /** The source may not be called now; its `otherwise` is shown. */
  withheld: boolean;
  loading: boolean;
  validating: boolean;
  error?: ApiProblem;
  reload(): Promise<void>;
  /** Requests the first rows that match, on whatever pages they are; the rows shown do not change. */
  first(count: number): Promise<readonly Row[]>;
}

const NO_ROWS: Row[] = [];
const NO_FILTERS: FilterValues = {};
const NOT_PAGED: Paging = {};
const ALL = -1;

export function useRows(view: CompiledTable, filters: FilterValues | null, state: TableState): Rows {
  const { api } = useEngine();
  const { screen } = usePage();
  const sent = useLastGood(filters);
  const local = useMemo<Scope>(() => ({ filters: sent }), [sent]);
  const { source } = view;
  const allowed = useHolds(source?.when, local);
  const args = useCallArguments(source, local, sent);
  const operation = source && screen.operations[source.operation];
  const own = useValue(view.rows);
  // A required parameter that only a filter provides: the user has to fill it in, so nothing is loading.
  const unfilled = view.filters.some(
    ({ paramName }) => operation?.parameters[paramName]?.required && isEmpty(sent[paramName]),
  );
  // When all rows are loaded, the browser sorts them.
  const order = orderOf(allAtOnce(view, operation) ? view.sort : state.sort);
  const paging = operation?.reply === 'page' ? pagingOf(view, state) : NOT_PAGED;
  const loaded = useOperation<unknown>(operation, args, { ...paging, ...(order ? { order } : {}) });
  const { loading, validating, error, reload } = loaded;
  const data = source ? loaded.data : own;
  useRevalidation(source, {
    loaded,
    requested: args !== null,
    key: view.key,
    fits: state.page === 1 && same(state.sort, view.sort) && Object.keys(defined(sent)).length === 0,
    ...(paging.count !== undefined && paging.count > 0 ? { count: paging.count } : {}),
  });
  const { rows, total, exact } = useMemo(() => readReply(data), [data]);
  const offset = useOffset(view, state, data, validating);
  return {
    rows,
    offset,
    total,
    exact,
    args,
    order,
    all: allAtOnce(view, operation) && total <= rows.length,
    question: JSON.stringify(args),
    withheld: !allowed,
    // A source that waits for something (a parameter not known yet) counts as loading.
    loading: loading || (source !== undefined && allowed && args === null && !unfilled),
    validating,
    ...(error ? { error } : {}),
    reload,
    first: async (count) => {
      if (!operation || !args) return rows;
      const options = { page: 0, count, ...(order ? { order } : {}), fresh: true };
      return readReply(await api.read(operation, args, options)).rows;
    },
  };
}

/** While the next page loads, the rows of the previous one are shown and keep their offset. */
function useOffset(view: CompiledTable, state: TableState, data: unknown, validating: boolean): number {
  const requested = view.paging === 'server' ? (state.page - 1) * state.size : 0;
  const [shown, setShown] = useState({ data, offset: requested });
  const kept = validating && shown.data === data;
  if (!kept && (shown.data !== data || shown.offset !== requested)) setShown({ data, offset: requested });
  return kept ? shown.offset : requested;
}

/** Whether the reply contains every row. */
const allAtOnce = (view: CompiledTable, operation: CompiledOperation | undefined): boolean =>
  view.paging === 'none' || operation?.reply !== 'page';

const pagingOf = (view: CompiledTable, { page, size }: TableState): Paging =>
  view.paging === 'none' ? { page: 0, count: ALL } : { page: page - 1, count: size };

/**
 * Reads a page `{list, size}` or a bare list; the size of a long page is counted up to a limit (`sizeExact: false`).
 */
export function readReply(data: unknown): { rows: Row[]; total: number; exact: boolean } {
  const rows = (rowsIn(data) as Row[] | undefined) ?? NO_ROWS;
  const size = valueAt(data, ['size']);
  const exact = valueAt(data, ['sizeExact']) !== false;
  return { rows, total: typeof size === 'number' ? size : rows.length, exact };
}

/** While a filter is invalid, no new request is made: the last valid filters stay in effect. */
function useLastGood(filters: FilterValues | null): FilterValues {
  const [good, setGood] = useState(filters ?? NO_FILTERS);
  if (filters && filters !== good) setGood(filters);
  return filters ?? good;
}

const defined = (args: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** Returns a function that returns the key of a row as text. */
export function useRowKey(key: readonly string[]): (row: Row) => string {
  return useCallback(
    (row) => key.map((path) => String(valueAt(row, path.split('.')))).join('/') || JSON.stringify(row),
    [key],
  );
}
