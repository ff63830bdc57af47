/**
 * Where a table stores its page, order and filters: in the query string of a page; in memory in a dialog or below a
 * row, which have no address.
 */
import { useCallback, useMemo, useState } from 'react';
import { useUrlState } from '../../routing/urlState.ts';
import type { QueryPatch } from '../filters/values.ts';
import { usePage } from '../../page/page.ts';

export type Address = [
  query: Record<string, string>,
  change: (patch: QueryPatch, options?: { replace?: boolean }) => void,
];

/** Both hooks are called; which result is used never changes for one page. */
export function useAddress(namespace: string): Address {
  const { dialog, belowRow } = usePage();
  const url = useUrlState(namespace);
  const memory = useMemoryAddress();
  return dialog || belowRow ? memory : url;
}

function useMemoryAddress(): Address {
  const [query, setQuery] = useState<Record<string, string>>({});
  const change = useCallback(
    (patch: QueryPatch) =>
      setQuery((now) =>
        Object.fromEntries(
          Object.entries({ ...now, ...patch }).filter(
            (pair): pair is [string, string] => pair[1] !== undefined,
          ),
        ),
      ),
    [],
  );
  return useMemo(() => [query, change], [query, change]);
}
