/** What the signed-in account may do. The server decides again at every call. */
import { useStore } from '../data/store.ts';
import { session, type Session } from './session.ts';

/** Whether the account holds any of these permissions; an empty requirement always passes. */
export function holdsAny(anyOf: readonly string[], { account }: Session): boolean {
  return anyOf.length === 0 || anyOf.some((permission) => account?.permissions?.includes(permission));
}

/** The same by the reader's own rights, while they view as another. */
export function holdsOwn(anyOf: readonly string[], { account }: Session): boolean {
  const own = account?.viewAs?.ownPermissions ?? account?.permissions;
  return anyOf.some((permission) => own?.includes(permission));
}

export function can(anyOf: readonly string[]): boolean {
  return holdsAny(anyOf, session.get());
}

/** `can`, for a component that follows the session. */
export function useCan(): (anyOf: readonly string[]) => boolean {
  const now = useStore(session);
  return (anyOf) => holdsAny(anyOf, now);
}
