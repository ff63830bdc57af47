/**
 * Where a table keeps its page, order and filters: in the query string of a page; in a dialog or below a row, which
 * have no address, in memory.
 */
import { useCallback, useMemo, useState } from 'react';
import { useUrlState } from '../../routing/urlState.ts';
import type { QueryPatch } from '../filters/values.ts';
import { usePage } from '../../page/page.ts';

export type Address = [
  query: Record<string, string>,
  change: (patch: QueryPatch, options?: { replace?: boolean }) => void,
];

/** A page stays a page: which of the two is used never changes. */
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
