/** Which language is chosen. Kept apart from its texts, so that formats need no catalogue. */
import { readStored } from './storage.ts';
import { createStore } from './store.ts';

export const LOCALE_KEY = 'locale';
export const DEFAULT_LOCALE = 'ru';

export const localeState = createStore<{
  locale: string;
  /** Grows with each catalogue that arrives, so that texts shown from the fallback are drawn again. */
  revision: number;
}>({ locale: readStored(LOCALE_KEY) ?? DEFAULT_LOCALE, revision: 0 });

export function currentLocale(): string {
  return localeState.get().locale;
}
