/** The product's texts, so that tests look for what a user sees in either language. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const LANGUAGES = ['ru', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The text of a key with its `{{names}}` filled in; with a `count` its plural form. A missing key is an error. */
export type Texts = (key: string, values?: Record<string, string | number>) => string;

const read = new Map<Language, Texts>();

export function textsOf(language: Language): Texts {
  const known = read.get(language);
  if (known) return known;
  const folder = join('locales', language);
  const all = Object.assign(
    {},
    ...readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as object),
  ) as Record<string, string>;
  const plural = new Intl.PluralRules(language);
  const texts: Texts = (key, values = {}) => {
    const text =
      all[key] ??
      (typeof values.count === 'number' ? all[`${key}_${plural.select(values.count)}`] : undefined);
    if (text === undefined) throw new Error(`No text "${key}" in ${folder}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
  };
  read.set(language, texts);
  return texts;
}

/** A text as a pattern of the whole of a label, a name or a message. */
export function exactly(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}
