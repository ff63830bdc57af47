/**
 * Which screens are children of another, for the rule "any permission of the route or of its children": its
 * tabs, and the screens below the address of a page of tabs. A card that names its list as the page above is
 * no child of the list.
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

/** Permissions of the children, all the way down. */
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
