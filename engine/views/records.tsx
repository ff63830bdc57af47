/** Loads the records of a page into its scope, each on its own, so that one may need another. */
import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { createStore, useStore, type Store } from '../data/store.ts';
import { useOperation } from '../data/operations.ts';
import type { ApiProblem } from '../data/problem.ts';
import type { CompiledScreen } from '../language/compiled.ts';
import { useLive } from './live.ts';
import { patchGroup, usePage, type Page } from './page.ts';
import { same } from './same.ts';
import { useCallArguments, useReloader } from './scope.ts';

export interface RecordState {
  /** Here, or not to be asked for. */
  ready: boolean;
  error?: ApiProblem;
  reload?: () => Promise<void>;
}

const NO_KEY: readonly string[] = [];

export type RecordStates = Record<string, RecordState>;

export const createRecordStates = (page: Page): Store<RecordStates> =>
  createStore<RecordStates>(
    Object.fromEntries(Object.keys(page.screen.records).map((name) => [name, { ready: false }])),
  );

export function RecordLoaders({ states }: { states: Store<RecordStates> }): ReactNode {
  const { screen } = usePage();
  return Object.entries(screen.records).map(([name, call]) => (
    <RecordLoader key={name} name={name} call={call} states={states} />
  ));
}

function RecordLoader({
  name,
  call,
  states,
}: {
  name: string;
  call: CompiledScreen['records'][string];
  states: Store<RecordStates>;
}): null {
  const page = usePage();
  const args = useCallArguments(call);
  const operation = page.screen.operations[call.operation];
  const loaded = useOperation(operation, args);
  const { data, error, reload } = loaded;
  useLive(call.live, { loaded, asked: args !== null, key: operation?.key ?? NO_KEY, fits: false });
  const ready = args === null || data !== undefined;
  useReloader(reload, name);
  useLayoutEffect(() => {
    if (data !== undefined) patchGroup(page, 'records', { [name]: data });
  }, [page, name, data]);
  useLayoutEffect(() => {
    const failure = data === undefined ? error : undefined;
    states.set((now) => ({ ...now, [name]: { ready, reload, ...(failure ? { error: failure } : {}) } }));
    // `reload` is new at each render and always does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [states, name, ready, data === undefined, error]);
  return null;
}

/** A page below another sees the records of those above. */
export function InheritedRecords({ from }: { from: Page }): null {
  const page = usePage();
  const inherited = useStore(from.scope, (scope) => scope.records as Record<string, unknown>, same);
  useEffect(() => {
    const own = page.screen.records;
    const fresh = Object.entries(inherited).filter(([name]) => !(name in own));
    patchGroup(page, 'records', Object.fromEntries(fresh));
  }, [page, inherited]);
  return null;
}
