/** Texts of the server in the locale of a request. */
export type Locale = 'ru' | 'en';
export type Locales = Record<Locale, Record<string, string>>;
export type TextValues = Record<string, string | number>;
/** Returns the text of a key with its {{placeholders}} filled in. */
export type Translate = (key: string, values?: TextValues) => string;

/** Returns the supported locale that Accept-Language prefers; Russian when it names none. */
export function localeOf(acceptLanguage: string | undefined): Locale {
  let best: Locale = 'ru';
  let bestWeight = 0;
  for (const part of (acceptLanguage ?? '').split(',')) {
    const [tag = '', ...rest] = part.trim().toLowerCase().split(';');
    const language = tag.split('-')[0];
    const weight = Number(
      rest
        .find((option) => option.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    );
    if ((language === 'ru' || language === 'en') && weight > bestWeight) {
      best = language;
      bestWeight = weight;
    }
  }
  return best;
}

/** Returns a translator for one locale; a text that it lacks is taken from the Russian one. */
export function translator(locales: Locales, locale: Locale): Translate {
  return (key, values = {}) => {
    const text = locales[locale][key] ?? locales.ru[key] ?? key;
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
