/**
 * Which screens are children of another, for the rule "any permission of the route or of its children": its
 * tabs, and the screens below the URL of a page of tabs. A record page whose parent is its list is not a child of
 * the list.
 */
import type { ScreenEntry } from './compiled.ts';

export function isChild(child: ScreenEntry, parent: ScreenEntry): boolean {
  if (child.parent !== parent.id) return false;
  if (child.tab) return true;
  return (
    parent.view === 'tabs' &&
    child.routes.some((r) => parent.routes.some((p) => r.path.startsWith(`${p.path}/`)))
  );
}

/** Permissions of all descendants. */
export function accessBelow(
  entry: ScreenEntry,
  entries: readonly ScreenEntry[],
  above: readonly string[] = [],
): string[] {
  if (above.includes(entry.id)) return [];
  const below = [...above, entry.id];
  return entries
    .filter((child) => isChild(child, entry))
    .flatMap((child) => [
      ...child.routes.flatMap((route) => route.access),
      ...accessBelow(child, entries, below),
    ]);
}
