/** State in the query string: one namespace per table, so that two tables on a page do not collide. */
import { useCallback, useMemo } from 'react';
import { useEngine } from '../data/engine.ts';
import { useStore } from '../data/store.ts';
import { usePageAddress } from './AddressRouter.tsx';

export type UrlPatch = Record<string, string | undefined>;

/**
 * Returns the parameters of a namespace (`p`, `c`, `sort`, `f.NAME`), and a function that changes some of them.
 * Parameters of other namespaces stay unchanged; `undefined` removes a parameter.
 */
export function useUrlState(
  namespace: string,
): [Record<string, string>, (patch: UrlPatch, options?: { replace?: boolean }) => void] {
  const { history } = useEngine();
  const address = usePageAddress();
  const search = useStore(address, (l) => l.search);
  const values = useMemo(() => readNamespace(search, namespace), [search, namespace]);
  const change = useCallback(
    (patch: UrlPatch, options: { replace?: boolean } = {}) => {
      const { pathname, search: now, state } = address.get();
      // A page that is being replaced must not write to the address of the next one.
      if (pathname !== history.location.get().pathname) return;
      const next = patchSearch(now, namespace, patch);
      if (next !== now) void history.goTo(pathname + next, { ...options, state });
    },
    [history, address, namespace],
  );
  return [values, change];
}

/** Parameters of the namespace, without its prefix. The empty namespace returns all parameters. */
export function readNamespace(search: string, namespace: string): Record<string, string> {
  const prefix = namespace && `${namespace}.`;
  const values: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search))
    if (name.startsWith(prefix)) values[name.slice(prefix.length)] = value;
  return values;
}

export function patchSearch(search: string, namespace: string, patch: UrlPatch): string {
  const prefix = namespace && `${namespace}.`;
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(patch))
    if (value === undefined) query.delete(prefix + name);
    else query.set(prefix + name, value);
  const text = query.toString();
  return text && `?${text}`;
}
