/** Asks for the roots of a tree. */
import { useMemo } from 'react';
import { useOperation } from '../../data/operations.ts';
import type { ApiProblem } from '../../data/problem.ts';
import type { CompiledTree } from '../../language/compiled.ts';
import { usePage } from '../../page/page.ts';
import { useCallArguments, useHolds } from '../../page/scope.ts';
import { readReply } from '../table/rows.ts';
import type { Row } from './nodes.ts';

export interface TreeSource {
  rows: Row[];
  /** The source may not be asked now; its `otherwise` is shown. */
  withheld: boolean;
  loading: boolean;
  validating: boolean;
  error?: ApiProblem;
  reload(): Promise<void>;
}

/** A tree has no pages: of an operation that has some, all is asked for. */
export const WHOLE = { page: 0, count: -1 };

export function useTreeSource(view: CompiledTree): TreeSource {
  const { screen } = usePage();
  const allowed = useHolds(view.source.when);
  const args = useCallArguments(view.source);
  const operation = screen.operations[view.source.operation];
  const { data, loading, validating, error, reload } = useOperation<unknown>(
    operation,
    args,
    operation?.reply === 'page' ? WHOLE : {},
  );
  const { rows } = useMemo(() => readReply(data), [data]);
  return {
    rows,
    withheld: !allowed,
    // A source that waits for something (a parameter not known yet) is still to come.
    loading: loading || (allowed && args === null),
    validating,
    ...(error ? { error } : {}),
    reload,
  };
}
