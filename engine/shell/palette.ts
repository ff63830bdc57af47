/** Results of Ctrl+K: screens of the menu by name, and lists that can be searched for the typed text. */
import type { I18n } from '../data/i18n.ts';
import type { CompiledScreen, CompiledView } from '../language/compiled.ts';
import type { MenuGroup } from '../routing/menu.ts';
import { filterKey } from '../views/filters/values.ts';

export interface Found {
  href: string;
  label: string;
  /** Further text about a record. */
  hint?: string;
  /** Group of the menu, or the list of a record. */
  group: string;
  icon?: string;
}

/** Parameter of the search of a screen whose view is a table with one. */
export function searchOf(screen: CompiledScreen): string | undefined {
  const view: CompiledView = screen.view;
  const search = view.type === 'table' ? view.filters.find(({ type }) => type === 'text') : undefined;
  return view.type === 'table' && search
    ? [view.namespace, filterKey(search)].filter(Boolean).join('.')
    : undefined;
}

/**
 * Finds screens whose name or group contains all words, those that begin with them first; then records; then the lists
 * that can be searched.
 */
export function find(
  i18n: I18n,
  text: string,
  groups: readonly MenuGroup[],
  searches: ReadonlyMap<string, string>,
  records: readonly Found[] = [],
): Found[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const all = groups.flatMap((group) =>
    group.items.map((item) => ({
      screen: item.screen,
      href: item.href,
      label: 'key' in item.label ? i18n.t(item.label.key) : '',
      group: i18n.t(group.label),
      ...(item.icon ? { icon: item.icon } : {}),
    })),
  );
  const named = all
    .filter(({ label, group }) => {
      const searched = `${label} ${group}`.toLocaleLowerCase();
      return words.every((word) => searched.includes(word));
    })
    .sort((a, b) => Number(begins(b.label, words)) - Number(begins(a.label, words)));
  const lists = words.length
    ? all.flatMap(({ screen, ...item }) => {
        const search = searches.get(screen);
        if (!search) return [];
        const query = new URLSearchParams({ [search]: text.trim() }).toString();
        const label = i18n.t('engine.palette.searchIn', { title: item.label, text: text.trim() });
        return [{ ...item, href: `${item.href}?${query}`, label, icon: 'search' }];
      })
    : [];
  return [...named.map(({ screen: _screen, ...item }) => item), ...records, ...lists];
}

const begins = (label: string, [first = '']: readonly string[]): boolean =>
  label.toLocaleLowerCase().startsWith(first);
