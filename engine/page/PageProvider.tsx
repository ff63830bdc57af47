/**
 * Opens a screen: creates its page, updates the scope from the address and the session, and loads its records. Children
 * are rendered once the records are loaded.
 */
import { Fragment, useContext, useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import { useStore } from '../data/store.ts';
import { useUrlState } from '../routing/urlState.ts';
import type { CompiledScreen } from '../language/compiled.ts';
import { ForbiddenState, SkeletonRows } from '../ui/states.tsx';
import type { Conditions } from './conditions.ts';
import { DictionaryLoaders } from './dictionaries.tsx';
import { useFacts } from './facts.ts';
import {
  createPage,
  PageContext,
  patchScope,
  readQuery,
  usePage,
  type DialogHandle,
  type Params,
} from './page.ts';
import { FailedRecord } from './FailedRecord.tsx';
import { InheritedRecords, RecordLoaders } from './records.tsx';

export interface PageProviderProps {
  screen: CompiledScreen;
  params: Params;
  input?: Record<string, unknown>;
  dialog?: DialogHandle;
  conditions?: Conditions;
  /** Rendered around the page, also while its records load. */
  frame?: ComponentType<{ children: ReactNode }>;
  children: ReactNode;
}

/** Another record is another page: no state of the old one may remain. */
export function PageProvider(props: PageProviderProps): ReactNode {
  const identity = JSON.stringify([props.screen.id, props.params, props.input]);
  return <OpenPage key={identity} {...props} />;
}

function OpenPage({
  screen,
  params,
  input,
  dialog,
  conditions,
  frame: Frame = Fragment,
  children,
}: PageProviderProps): ReactNode {
  const above = useContext(PageContext);
  const engine = useEngine();
  const facts = useFacts();
  const [query] = useUrlState('');
  const [page] = useState(() =>
    createPage({
      engine,
      screen,
      params,
      facts,
      query,
      ...(input ? { input } : {}),
      ...(dialog ? { dialog } : {}),
      ...(conditions ? { conditions } : {}),
      ...(above ? { records: above.scope.get().records as Record<string, unknown> } : {}),
    }),
  );
  useLayoutEffect(() => {
    patchScope(page, { ...facts, query: readQuery(screen.query, query, page.scope.get()) });
  });
  return (
    <PageContext value={page}>
      {above && <InheritedRecords from={above} />}
      <RecordLoaders />
      <DictionaryLoaders />
      <Frame>
        <AwaitRecords>{children}</AwaitRecords>
      </Frame>
    </PageContext>
  );
}

/**
 * Once open a page stays open: loading another record later, after input by the user, does not unmount the content; a
 * failure is shown above the page.
 */
function AwaitRecords({ children }: { children: ReactNode }): ReactNode {
  const page = usePage();
  const all = Object.values(useStore(page.records));
  const [open, setOpen] = useState(false);
  const failed = all.find((state) => state.error);
  const ready = all.every((state) => state.ready);
  if (ready && !open) setOpen(true);
  const problem =
    failed?.error?.status === 403 ? (
      <ForbiddenState />
    ) : failed?.error ? (
      <FailedRecord problem={failed.error} onRetry={() => void failed.reload?.()} />
    ) : null;
  if (!open && !ready) return problem ?? <SkeletonRows />;
  return (
    <>
      {problem}
      {children}
    </>
  );
}
