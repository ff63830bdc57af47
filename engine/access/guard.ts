/** Decides whether a session may enter a route (screens, sections 2 and 6). */
import { accessBelow } from '../language/children.ts';
import type { CompiledRoute, ScreenEntry } from '../language/compiled.ts';
import { holdsAny } from './can.ts';
import type { Session } from './session.ts';

export type Decision = 'in' | 'login' | 'forbidden';

/**
 * A public screen is open to everyone. Any other requires a signed-in account, one of the instance types of the route,
 * if it names any, and any permission of the route or of its children. An empty requirement always passes.
 */
export function decide(
  entry: ScreenEntry,
  route: CompiledRoute,
  entries: readonly ScreenEntry[],
  session: Session,
): Decision {
  if (entry.public) return 'in';
  if (session.status !== 'in') return 'login';
  const { instanceTypes } = route;
  if (instanceTypes.length > 0 && !instanceTypes.includes(session.system?.instanceType ?? ''))
    return 'forbidden';
  if (route.access.length === 0) return 'in';
  return holdsAny([...route.access, ...accessBelow(entry, entries)], session) ? 'in' : 'forbidden';
}
