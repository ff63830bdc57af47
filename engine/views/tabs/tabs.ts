/** Which tabs the strip contains: those with a route, by their guards; those without one, by their conditions. */
import { useCallback, useContext, useMemo } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import { useCan } from '../../access/can.ts';
import { decide } from '../../access/guard.ts';
import { useStore } from '../../data/store.ts';
import { holds, type Scope } from '../../language/evaluate.ts';
import type { CompiledTabs, ScreenEntry } from '../../language/compiled.ts';
import { PlaceContext } from '../../routing/place.ts';
import { useUrlState } from '../../routing/urlState.ts';
import type { TabItem } from '../../ui/tabs.tsx';
import { useReady } from '../actions/ready.ts';
import { usePage } from '../../page/page.ts';
import { useScope, useSelected } from '../../page/scope.ts';
import { useScreens } from '../../page/screens.ts';
import { textIn } from '../../page/text.ts';

type InlineTab = CompiledTabs['tabs'][number];

/** Returns the tabs of a screen that have a route, in order. */
export const routedTabs = (entries: readonly ScreenEntry[], screen: string): ScreenEntry[] =>
  entries.filter((entry) => entry.parent === screen && entry.tab).sort((a, b) => a.tab!.order - b.tab!.order);

/** Returns those that this account may enter and whose condition is true on this page. */
export function useRoutedEntries(): ScreenEntry[] {
  const { session } = useEngine();
  const { screen } = usePage();
  const { entries } = useScreens();
  const now = useStore(session);
  const admitted = useMemo(
    () =>
      routedTabs(entries, screen.id).filter(
        (entry) => decide(entry, entry.routes[0]!, entries, now) === 'in',
      ),
    [entries, screen.id, now],
  );
  const ready = useReady(admitted);
  const read = useCallback(
    (scope: Scope) =>
      admitted.filter(({ tab }) => !tab?.visibleWhen || (ready && holds(tab.visibleWhen, scope))),
    [admitted, ready],
  );
  return useSelected(read);
}

/** A tab of the strip with its order. */
type Placed = TabItem & { order: number };

/** Returns all tabs of a strip in order. */
export const inOrder = (items: readonly Placed[]): TabItem[] =>
  items.toSorted((a, b) => a.order - b.order).map(({ order: _order, ...item }) => item);

export function useRoutedTabs(): Placed[] {
  const { addresses } = useEngine();
  const i18n = useLocale();
  const { params } = usePage();
  const scope = useScope();
  const tabs = useRoutedEntries();
  const here = useContext(PlaceContext)?.entry;
  const { entries } = useScreens();
  return useMemo(
    () =>
      tabs.map((entry) => ({
        id: entry.id,
        label: textIn(i18n, entry.tab!.label, scope),
        order: entry.tab!.order,
        href: addresses.hrefTo(entry.id, params),
        active: isWithin(here, entry.id, entries),
      })),
    [addresses, i18n, tabs, scope, params, here, entries],
  );
}

/** Whether the place is the tab, or a screen below it. */
function isWithin(place: ScreenEntry | undefined, tab: string, entries: readonly ScreenEntry[]): boolean {
  for (let at = place; at; at = entries.find((entry) => entry.id === at!.parent))
    if (at.id === tab) return true;
  return false;
}

/** `linked`: the strip also contains links, so these must be links as well. `covered`: a routed tab is open. */
export function useInlineTabs(
  view: CompiledTabs,
  linked: boolean,
  covered: boolean,
): { items: Placed[]; active?: InlineTab } {
  const { addresses } = useEngine();
  const i18n = useLocale();
  const { screen, params, dialog } = usePage();
  const scope = useScope();
  const can = useCan();
  const [query, change] = useUrlState('');
  const shown = view.tabs.filter((tab) => can(tab.access) && holds(tab.visibleWhen, scope));
  const usable = shown.filter((tab) => holds(tab.enabledWhen, scope));
  const active = covered ? undefined : (usable.find((tab) => tab.id === query.tab) ?? usable[0]);
  const items = shown.map((tab): Placed => {
    const place = tab === usable[0] ? undefined : tab.id;
    return {
      id: tab.id,
      label: textIn(i18n, tab.label, scope),
      active: tab === active,
      disabled: !usable.includes(tab),
      order: tab.order ?? -Number.MAX_VALUE,
      ...(linked && !dialog
        ? // The bare address opens the first tab with a route.
          { href: addresses.hrefTo(screen.id, params, { tab: tab.id }) }
        : { onSelect: () => change({ tab: place }, { replace: true }) }),
    };
  });
  return { items, ...(active ? { active } : {}) };
}
