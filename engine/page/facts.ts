/** What every scope knows of the session and the day. */
import { useMemo } from 'react';
import { session } from '../access/session.ts';
import { today } from '../data/locale.ts';
import { useStore } from '../data/store.ts';
import type { Scope } from '../language/evaluate.ts';

export function useFacts(): Scope {
  const { account, system, properties } = useStore(session);
  const day = today();
  return useMemo(() => ({ account, system, properties, today: day }), [account, system, properties, day]);
}
