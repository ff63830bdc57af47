/** Loads all rows of a source, for views without pages. */
import { useMemo } from 'react';
import { useOperation } from '../data/useOperation.ts';
import type { ApiProblem } from '../data/problem.ts';
import type { CompiledSource } from '../language/compiled.ts';
import { useReplyRevalidation } from '../page/revalidation.ts';
import { usePage } from '../page/page.ts';
import { useCallArguments, useHolds } from '../page/scope.ts';
import { readReply, type Row } from './table/rows.ts';

export interface AllRows {
  rows: Row[];
  /** The source may not be called now; its `otherwise` is shown. */
  withheld: boolean;
  loading: boolean;
  validating: boolean;
  error?: ApiProblem;
  reload(): Promise<void>;
}

/** Requests all pages of a paged operation. */
export const WHOLE = { page: 0, count: -1 };

/** @param further loads other data again, at every revalidation of the source */
export function useAllRows(source: CompiledSource, further?: () => Promise<unknown>): AllRows {
  const { screen } = usePage();
  const allowed = useHolds(source.when);
  const args = useCallArguments(source);
  const operation = screen.operations[source.operation];
  const loaded = useOperation<unknown>(operation, args, operation?.reply === 'page' ? WHOLE : {});
  const { data, loading, validating, error, reload } = loaded;
  const again = async () => void (await Promise.all([reload(), further?.()]));
  useReplyRevalidation(source, { ...loaded, reload: again }, args, operation);
  const { rows } = useMemo(() => readReply(data), [data]);
  return {
    rows,
    withheld: !allowed,
    // A source that waits for something (a parameter not known yet) counts as loading.
    loading: loading || (allowed && args === null),
    validating,
    ...(error ? { error } : {}),
    reload,
  };
}
