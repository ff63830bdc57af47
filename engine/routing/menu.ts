/** The menu: entries of screens in the groups of the product, without those that the account may not enter. */
import { decide } from '../access/guard.ts';
import type { Session } from '../access/session.ts';
import { ancestors, type RoutePlace } from './place.ts';
import type { CompiledApp, CompiledMenuBadge, CompiledText, ScreenEntry } from '../language/compiled.ts';

export interface MenuItem {
  screen: string;
  href: string;
  label: CompiledText;
  icon?: string;
  order: number;
  badge?: CompiledMenuBadge;
}

export interface MenuGroup {
  id: string;
  label: string;
  icon?: string;
  items: MenuItem[];
}

/** Builds the groups, groups and entries in their order; an empty group is left out. */
export function buildMenu(entries: readonly ScreenEntry[], app: CompiledApp, session: Session): MenuGroup[] {
  const items = entries.flatMap((entry) =>
    entry.routes
      .filter((route) => route.menu && decide(entry, route, entries, session) === 'in')
      .map(({ path, menu }) => ({
        group: menu!.group,
        screen: entry.id,
        href: path,
        label: menu!.label,
        order: menu!.order,
        ...(menu!.icon ? { icon: menu!.icon } : {}),
        ...(menu!.badge ? { badge: menu!.badge } : {}),
      })),
  );
  return app.groups
    .toSorted((a, b) => a.order - b.order)
    .map(({ id, label, icon }) => ({
      id,
      label,
      ...(icon ? { icon } : {}),
      items: items.filter((item) => item.group === id).sort((a, b) => a.order - b.order),
    }))
    .filter((group) => group.items.length > 0);
}

/**
 * Returns the addresses of the active menu entries: that of the current screen and of each of its ancestors. When a
 * screen has several entries, the one with the longest path that is a prefix of the route is active, else the first.
 */
export function markedAt(
  place: RoutePlace | undefined,
  groups: readonly MenuGroup[],
  entries: readonly ScreenEntry[],
): Set<string> {
  if (!place) return new Set();
  const items = groups.flatMap((group) => group.items);
  const marked = [place.entry, ...ancestors(place.entry, entries)].flatMap(({ id }) => {
    const own = items.filter((item) => item.screen === id).map(({ href }) => href);
    const along = own.filter((href) => `${place.route.path}/`.startsWith(`${href}/`));
    return along.sort((a, b) => b.length - a.length)[0] ?? own[0] ?? [];
  });
  return new Set(marked);
}
