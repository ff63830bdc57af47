/** Asks how many things each tab holds, once the page is there; draws nothing. */
import { useEffect, type ReactNode } from 'react';
import { useCan } from '../../access/can.ts';
import { useOperation } from '../../data/operations.ts';
import { valueAt, type Scope } from '../../language/evaluate.ts';
import type { CompiledCall, CompiledOperation, CompiledTabs } from '../../language/compiled.ts';
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
  const counted = [
    // What a tab holds is not asked for whom the tab is not for.
    ...view.tabs
      .filter((tab) => can(tab.access))
      .map((tab) => ({
        id: tab.id,
        call: tab.count,
        operation: tab.count && screen.operations[tab.count.operation],
      })),
    ...routed.map((entry) => ({
      id: entry.id,
      call: entry.tab?.count,
      operation: entry.tab?.countOperation,
    })),
  ];
  return counted.map(
    ({ id, call, operation }) =>
      call && operation && <TabCount key={id} id={id} call={call} operation={operation} onCount={onCount} />,
  );
}

function TabCount({
  id,
  call,
  operation,
  onCount,
}: {
  id: string;
  call: CompiledCall;
  operation: CompiledOperation;
  onCount: Props['onCount'];
}): null {
  const args = useSelected((scope: Scope) => callArguments(call, operation, scope));
  // Only the size is wanted: no rows.
  const paging = operation.reply === 'page' ? { page: 0, count: 0 } : {};
  const { data } = useOperation(operation, args, paging);
  const count = sizeOf(data);
  useEffect(() => {
    if (count !== undefined) onCount(id, count);
    // `onCount` is new at each drawing and always does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, count]);
  return null;
}

/** A page says its size, a list has one, a number is one. */
export function sizeOf(data: unknown): number | undefined {
  if (typeof data === 'number') return data;
  if (Array.isArray(data)) return data.length;
  const size = valueAt(data, ['size']) ?? valueAt(data, ['count']);
  return typeof size === 'number' ? size : undefined;
}
