/** Loads the count of each tab after the page has rendered; draws nothing. */
import { useEffect, type ReactNode } from 'react';
import { useOperation } from '../../data/useOperation.ts';
import { useEngine } from '../../data/engine.ts';
import { useCan } from '../../access/can.ts';
import type { Scope } from '../../language/evaluate.ts';
import type { CompiledCount, CompiledTabs } from '../../language/compiled.ts';
import { own } from '../../language/own.ts';
import { useLive } from '../../page/live.ts';
import { usePage } from '../../page/page.ts';
import { callArguments, useSelected } from '../../page/scope.ts';
import { useRoutedEntries } from './tabs.ts';

interface Props {
  view: CompiledTabs;
  onCount(tab: string, count: number): void;
}

export function TabCounts({ view, onCount }: Props): ReactNode {
  const { screen } = usePage();
  const routed = useRoutedEntries();
  const can = useCan();
  // No count is requested for a tab that the account may not open.
  const inline = view.tabs
    .filter((tab) => can(tab.access))
    .map(({ id, count: call }) => {
      const operation = call && screen.operations[call.operation];
      return { id, count: operation && { call, operation, live: call.live } };
    });
  const counted = [...inline, ...routed.map(({ id }) => ({ id, count: own(screen.tabCounts ?? {}, id) }))];
  return counted.map(
    ({ id, count }) => count && <TabCount key={id} id={id} count={count} onCount={onCount} />,
  );
}

interface CountProps {
  id: string;
  count: CompiledCount;
  onCount: Props['onCount'];
}

/** Part of the cache key: the reply is a number, not a page of that operation. */
const NUMBER = { page: 0, count: 0 };

function TabCount({ id, count: { call, operation, live }, onCount }: CountProps): null {
  const { counts } = useEngine();
  const args = useSelected((scope: Scope) => callArguments(call, operation, scope));
  const load = (given: Record<string, unknown>) => counts.rows(operation, given);
  const loaded = useOperation<number | undefined>(operation, args, { ...NUMBER, load });
  useLive(live, { loaded, requested: args !== null, key: [], fits: false });
  const size = loaded.data;
  useEffect(() => {
    if (size !== undefined) onCount(id, size);
    // `onCount` is new at each render and always does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, size]);
  return null;
}
