/** Texts for new keys: the texts that the product uses for the same property elsewhere, else the name itself. */
import type { Catalogue, Locale } from '../../language/catalogue.ts';
import type { NewText } from './wish.ts';

/** `effectiveDate` → `Effective date`. */
export function spoken(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[._-]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Texts of new screens other than names of properties. */
const GENERAL: Record<string, Record<string, string>> = {
  add: { ru: 'Добавить', en: 'Add' },
  card: { ru: 'Карточка', en: 'Details' },
  deleteConfirm: { ru: 'Удалить запись?', en: 'Delete the record?' },
  deleted: { ru: 'Запись удалена', en: 'Record deleted' },
  query: { ru: 'Поиск', en: 'Search' },
  saved: { ru: 'Запись сохранена', en: 'Record saved' },
};

/** Prefixes of keys for names of properties; other keys with the same last part mean something else. */
function prefixesOf({ screens }: Catalogue): Set<string> {
  const found = [...screens.values()].flatMap(({ source }) =>
    [...source.text.matchAll(/"labels":\s*"([\w.-]+)"/g)].map(([, prefix]) => prefix!),
  );
  return new Set(found);
}

/** The key whose text is the most frequent one for this property. */
function usualKey(property: string, { texts }: Locale, prefixes: ReadonlySet<string>): string | undefined {
  const keys = [...prefixes].map((prefix) => `${prefix}.${property}`).filter((key) => texts.has(key));
  const likeIt = (key: string) => keys.filter((one) => texts.get(one)!.text === texts.get(key)!.text).length;
  return keys.toSorted((a, b) => likeIt(b) - likeIt(a))[0];
}

/** Texts for keys that no locale has yet; `titles` contains those that the author passed, by key and locale. */
export function textsFor(
  keys: Iterable<string>,
  catalogue: Catalogue,
  titles: Record<string, Record<string, string>>,
): NewText[] {
  const prefixes = prefixesOf(catalogue);
  const [first, ...others] = catalogue.locales;
  if (!first) return [];
  return [...keys].flatMap((key) => {
    const [, stem = '', last = ''] = /^(.*?)\.?([^.]*)$/.exec(key)!;
    const like = last === 'title' ? undefined : usualKey(last, first, prefixes);
    return [first, ...others]
      .filter(({ texts }) => !texts.has(key))
      .map(({ name, texts }): NewText => {
        const known = titles[key]?.[name] ?? GENERAL[last]?.[name] ?? (like && texts.get(like)?.text);
        const text = known ?? spoken(last === 'title' ? stem : last);
        return { locale: name, key, text, guessed: known === undefined };
      });
  });
}
