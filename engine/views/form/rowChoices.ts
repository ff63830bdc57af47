/** Choices of a field from an operation whose arguments may read the form. */
import { useMemo } from 'react';
import { useOperation } from '../../data/useOperation.ts';
import type { Paging } from '../../language/request.ts';
import type { CompiledChoices, CompiledOperation } from '../../language/compiled.ts';
import { valueAt } from '../../language/evaluate.ts';
import type { Choice } from '../../registry/define.ts';
import { usePage } from '../../page/page.ts';
import { useCallArguments } from '../../page/scope.ts';
import { useFormScope } from './useFormScope.ts';

/** Number of rows requested from a paged operation; for more rows a picker with a search is suitable. */
const MOST = 100;
const FIRST_PAGE: Paging = { page: 0, count: MOST };
const WHOLE: Paging = {};

/** The paging of a request for choices or for a check. */
export const pagingFor = (operation: CompiledOperation | undefined): Paging =>
  operation?.reply === 'page' ? FIRST_PAGE : WHOLE;

/** `at` is the key of the field: within a list its arguments can read the `item`. */
export function useRowChoices(
  { call, value, label }: CompiledChoices,
  at: string,
): { items: Choice[]; problem?: string } {
  const { screen } = usePage();
  const local = useFormScope([call.when, ...Object.values(call.with)], at);
  const args = useCallArguments(call, local);
  const operation = screen.operations[call.operation];
  const { data, error } = useOperation<unknown[] | { list: unknown[] }>(
    operation,
    args,
    pagingFor(operation),
  );
  const items = useMemo(() => {
    const rows = Array.isArray(data) ? data : (data?.list ?? []);
    return rows.map((row) => ({
      value: valueAt(row, value) as Choice['value'],
      label: String(valueAt(row, label) ?? ''),
    }));
  }, [data, value, label]);
  return { items, ...(error ? { problem: error.message } : {}) };
}
