/** What the signed-in account may do. The server decides again at every call. */
import { useEngine } from '../data/engine.ts';
import { useStore } from '../data/store.ts';
import type { Session } from './session.ts';

/** Whether the account holds any of these permissions; an empty requirement always passes. */
export function holdsAny(anyOf: readonly string[], { account }: Session): boolean {
  return anyOf.length === 0 || anyOf.some((permission) => account?.permissions?.includes(permission));
}

/** The same by the user's own permissions, while they view as another account. */
export function holdsOwn(anyOf: readonly string[], { account }: Session): boolean {
  const own = account?.viewAs?.ownPermissions ?? account?.permissions;
  return anyOf.some((permission) => own?.includes(permission));
}

/**
 * Returns a function that checks whether the account holds any of the given permissions; the component re-renders when
 * the session changes.
 * @example const can = useCan(); if (can(['BOOK_EDIT'])) …
 */
export function useCan(): (anyOf: readonly string[]) => boolean {
  const now = useStore(useEngine().session);
  return (anyOf) => holdsAny(anyOf, now);
}
