/** Names that every scope has: the session and the current day. */
import { useMemo } from 'react';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { useStore } from '../data/store.ts';
import type { Scope } from '../language/evaluate.ts';

export function useFacts(): Scope {
  const { session } = useEngine();
  const { today } = useLocale();
  const { account, system, properties } = useStore(session);
  const day = today();
  return useMemo(() => ({ account, system, properties, today: day }), [account, system, properties, day]);
}
