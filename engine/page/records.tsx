/** Loads the records of a page into its scope, each separately, so that one may depend on another. */
import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { useOperation } from '../data/useOperation.ts';
import { useStore } from '../data/store.ts';
import type { CompiledScreen } from '../language/compiled.ts';
import { useReplyRevalidation } from './revalidation.ts';
import { patchGroup, usePage, type Page } from './page.ts';
import { same } from './same.ts';
import { useCallArguments, useReloader } from './scope.ts';

export function RecordLoaders(): ReactNode {
  const { screen } = usePage();
  return Object.entries(screen.records).map(([name, call]) => (
    <RecordLoader key={name} name={name} call={call} />
  ));
}

function RecordLoader({ name, call }: { name: string; call: CompiledScreen['records'][string] }): null {
  const page = usePage();
  const args = useCallArguments(call);
  const operation = page.screen.operations[call.operation];
  const loaded = useOperation(operation, args);
  const { data, error, previous, reload } = loaded;
  useReplyRevalidation(call, loaded, args, operation);
  const ready = args === null || data !== undefined;
  useReloader(reload, name);
  useLayoutEffect(() => {
    if (data !== undefined) patchGroup(page, 'records', { [name]: data });
  }, [page, name, data]);
  useLayoutEffect(() => {
    const failure = data === undefined ? error : undefined;
    page.records.set((now) => ({
      ...now,
      [name]: { ready, previous, reload, ...(failure ? { error: failure } : {}) },
    }));
    // `reload` is a new function at each render that always does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [page, name, ready, previous, data === undefined, error]);
  return null;
}

/** Copies the records of a page into the scope of the page below it. */
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
