/**
 * The transitions of all rows of a page in one call, when the operation takes a list of records: its argument is then a
 * list that contains the row's value. Each transition in the reply includes the key of its row.
 */
import { createContext, useContext, useMemo } from 'react';
import { useOperation } from '../../data/useOperation.ts';
import { useCan } from '../../access/can.ts';
import { rowsIn } from '../../data/rowsIn.ts';
import { holds, valueAt, type Scope } from '../../language/evaluate.ts';
import type { CompiledAction, CompiledValue } from '../../language/compiled.ts';
import { within } from '../../page/conditions.ts';
import { usePage, type Page } from '../../page/page.ts';
import { same } from '../../page/same.ts';
import { callArguments } from '../../page/scope.ts';
import { useReady } from './ready.ts';
import { transitionsOf, type Transition, type TransitionAction } from './transitions.ts';

type Row = Record<string, unknown>;

/** Returns the batch's result for a row; undefined for an action that the batch does not cover. */
export type Batch = (action: TransitionAction, row: Row) => Transition[] | 'waiting' | undefined;

const NONE: Batch = () => undefined;
export const BatchContext = createContext<Batch>(NONE);
export const useBatch = (): Batch => useContext(BatchContext);

/** Requests the first such action for all rows; transitions of a second one are requested when a menu opens. */
export function useTransitionBatch(
  actions: readonly CompiledAction[],
  rows: readonly Row[],
  key: readonly string[],
  scope: Scope,
): Batch {
  const page = usePage();
  const action = actions.find((one): one is TransitionAction => one.type === 'transition' && takesList(one));
  const ready = useReady(action);
  const allowed = useCan()(action?.access ?? []);
  const args = useMemo(
    () => (action && ready && allowed ? batchArguments(page, action, rows, scope) : null),
    [page, action, ready, allowed, rows, scope],
  );
  const operation = action && page.screen.operations[action.source.operation];
  const { data, error } = useOperation<unknown>(operation, args, { keepPrevious: false });
  return useMemo(() => {
    if (!action || !args || error) return NONE;
    return (wanted, row) =>
      wanted !== action
        ? undefined
        : data === undefined
          ? 'waiting'
          : transitionsOf(action, itemsOf(data, row, key));
  }, [action, args, error, data, key]);
}

const lists = ({ source }: TransitionAction): [string, CompiledValue][] =>
  Object.entries(source.with).filter(([, value]) => 'list' in value && value.list.length === 1);

/** Whether exactly one argument is a list of one value: that of the row. */
const takesList = (action: TransitionAction): boolean => lists(action).length === 1;

/** Returns the arguments for all rows at once; null when rows differ in more than the list. */
export function batchArguments(
  page: Page,
  action: TransitionAction,
  rows: readonly Row[],
  scope: Scope,
): Record<string, unknown> | null {
  const [name] = lists(action)[0]!;
  const operation = page.screen.operations[action.source.operation];
  const all: Record<string, unknown>[] = rows
    .map((row) => within(page, scope, { row }))
    .filter((here) => holds(action.visibleWhen, here))
    .flatMap((here) => {
      const args = callArguments(action.source, operation, here);
      return args ? [args] : [];
    });
  const [first] = all;
  if (!first) return null;
  const others = ({ [name]: _list, ...rest }: Record<string, unknown>) => rest;
  if (!all.every((args) => same(others(args), others(first)))) return null;
  return {
    ...first,
    [name]: all.flatMap((args) => (args[name] as unknown[]).filter((value) => value != null)),
  };
}

function itemsOf(reply: unknown, row: Row, key: readonly string[]): unknown[] {
  const paths = key.map((path) => path.split('.'));
  return (rowsIn(reply) ?? []).filter((item) =>
    paths.every((path) => valueAt(item, path) === valueAt(row, path)),
  );
}
