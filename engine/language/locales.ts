/** Locale files: flat JSON, key to text; several files per locale, one per area. */
import type { Locale } from './catalogue.ts';
import { nearest, type Diagnostics } from './diagnostics.ts';
import { pointerOf, type Source } from './source.ts';
import { checkStructure, type LanguageSchema } from './structure.ts';

/** Reads locale files named `locales/LOCALE/AREA.json`. */
export function readLocales(
  sources: readonly Source[],
  shape: LanguageSchema,
  names: readonly string[],
  diagnostics: Diagnostics,
): Locale[] {
  for (const source of sources) checkStructure(source, shape, diagnostics);
  return names.map((name) => {
    const texts: Locale['texts'] = new Map();
    for (const source of sources.filter((s) => s.file.split('/').at(-2) === name))
      for (const [key, text] of Object.entries((source.value ?? {}) as Record<string, unknown>)) {
        if (typeof text !== 'string') continue;
        const other = texts.get(key);
        if (other)
          diagnostics.add('duplicate-property', source, pointerOf(key), {
            received: key,
            note: `the other stands in ${other.source.file}`,
          });
        else texts.set(key, { text, source, pointer: pointerOf(key) });
      }
    return { name, texts };
  });
}

const PLURAL = /_(one|few|many|other|zero)$/;

/**
 * Keys of one locale that another lacks, placeholders that differ, and keys that nothing uses.
 * @param used keys that screens use, undefined while not all are known; @param own prefixes of keys that code uses
 */
export function checkLocales(
  locales: readonly Locale[],
  used: ReadonlySet<string> | undefined,
  own: readonly string[],
  diagnostics: Diagnostics,
): void {
  const stems = locales.map((l) => new Set([...l.texts.keys()].map((key) => key.replace(PLURAL, ''))));
  const [first] = locales;
  for (const locale of locales) {
    checkPlurals(locale, diagnostics);
    checkTexts(locale, diagnostics);
  }
  for (const [i, locale] of locales.entries())
    for (const [key, { text, source, pointer }] of locale.texts) {
      const stem = key.replace(PLURAL, '');
      for (const [j, other] of locales.entries())
        if (!stems[j]!.has(stem) && !used?.has(stem))
          diagnostics.add(
            'missing-key',
            source,
            pointer,
            { received: stem, near: nearest(stem, stems[j]!), note: `in locale ${other.name}` },
            { key: true },
          );
      if (i > 0) comparePlaceholders(text, first?.texts.get(key)?.text, key, source, pointer, diagnostics);
      if (
        i === 0 &&
        used &&
        !used.has(stem) &&
        !used.has(key) &&
        !own.some((prefix) => key.startsWith(prefix))
      )
        diagnostics.add('unused-key', source, pointer, { received: key }, { key: true });
    }
}

/** Reports empty texts and placeholders that are not closed. */
function checkTexts({ texts }: Locale, diagnostics: Diagnostics): void {
  for (const [key, { text, source, pointer }] of texts) {
    if (text.trim() === '')
      diagnostics.add('wrong-type', source, pointer, { received: key, expected: 'a text that is not empty' });
    if (text.split('{{').length !== text.split('}}').length)
      diagnostics.add('wrong-type', source, pointer, {
        received: text,
        expected: 'a placeholder that is opened by {{ and closed by }}',
      });
  }
}

/** A text with one plural form must have all plural forms of its language (CLDR). */
function checkPlurals({ name, texts }: Locale, diagnostics: Diagnostics): void {
  const wanted = new Intl.PluralRules(name).resolvedOptions().pluralCategories;
  const reported = new Set<string>();
  for (const [key, { source, pointer }] of texts) {
    const stem = key.replace(PLURAL, '');
    if (stem === key || reported.has(stem)) continue;
    reported.add(stem);
    const forms = wanted.filter((form) => texts.has(`${stem}_${form}`));
    const missing = wanted.filter((form) => !forms.includes(form));
    if (missing.length > 0)
      diagnostics.add(
        'missing-plural',
        source,
        pointer,
        { received: stem, expected: missing.map((form) => `${stem}_${form}`).join(', ') },
        { key: true },
      );
  }
}

function comparePlaceholders(
  text: string,
  original: string | undefined,
  key: string,
  source: Source,
  pointer: string,
  diagnostics: Diagnostics,
): void {
  if (original === undefined) return;
  const [wanted, given] = [original, text].map(placeholders);
  if (wanted !== given)
    diagnostics.add('key-placeholders', source, pointer, { received: key, expected: wanted || 'none' });
}

function placeholders(text: string): string {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map((m) => m[1]!))].sort().join(', ');
}
