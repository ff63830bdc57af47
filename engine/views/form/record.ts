/** The record that a form edits: loaded by the form, taken from the page, or none yet. */
import { useCallback } from 'react';
import { useOperation } from '../../data/useOperation.ts';
import type { ApiProblem } from '../../data/problem.ts';
import type { CompiledForm } from '../../language/compiled.ts';
import type { Scope } from '../../language/evaluate.ts';
import { usePage } from '../../page/page.ts';
import { useCallArguments, useReloader, useSelected } from '../../page/scope.ts';
import type { Tree } from './store.ts';

export interface FormRecord {
  ready: boolean;
  /** Undefined for a new record. */
  record?: Tree;
  problem?: ApiProblem;
  reload(): Promise<void>;
}

/** Nothing is loaded for `new` in the route, or while `load.when` is false. */
export function useFormRecord(view: CompiledForm): FormRecord {
  const { screen } = usePage();
  const { of } = view;
  const fromPage = useSelected(
    useCallback((scope: Scope) => (of ? (scope.records as Tree)[of] : undefined), [of]),
  );
  const args = useCallArguments(view.load);
  const operation = view.load && screen.operations[view.load.operation];
  const { data, error, reload } = useOperation<Tree>(operation, args, { keepPrevious: false });
  useReloader(reload, view.name);
  const record = (of ? fromPage : data) as Tree | undefined;
  return {
    ready: args === null || data !== undefined,
    ...(record ? { record } : {}),
    ...(error && data === undefined ? { problem: error } : {}),
    reload,
  };
}
