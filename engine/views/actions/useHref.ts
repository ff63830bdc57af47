/** The address that a `navigate` action opens. */
import { useMemo } from 'react';
import { useEngine } from '../../data/engine.ts';
import type { CompiledAction } from '../../language/compiled.ts';
import type { Scope } from '../../language/evaluate.ts';
import { usePage } from '../../page/page.ts';
import { useScreens } from '../../page/screens.ts';
import { targetOf } from './target.ts';

/** Returns undefined for an action of another type, and when the row lacks a value that the address needs. */
export function useHref(action: CompiledAction, scope: Scope): string | undefined {
  const { addresses } = useEngine();
  const { params } = usePage();
  const { entries } = useScreens();
  return useMemo(() => {
    if (action.type !== 'navigate') return undefined;
    const entry = entries.find((one) => one.id === action.screen);
    const target = targetOf(action, entry, params, scope);
    try {
      return addresses.hrefTo(target.screen, target.params, target.query);
    } catch {
      return undefined;
    }
  }, [addresses, action, entries, params, scope]);
}
