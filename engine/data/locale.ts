/**
 * The chosen language: its texts, its formats, and a hook that renders again when it changes. Keys are flat,
 * plural forms go by i18next suffixes, placeholders read {{name}}.
 */
import { createInstance } from 'i18next';
import { currentLocale, DEFAULT_LOCALE, LOCALE_KEY, localeState } from './localeState.ts';
import { readStored, writeStored } from './storage.ts';
import { useStore } from './store.ts';

export { currentLocale } from './localeState.ts';
export {
  formatDate,
  formatDateTime,
  formatNumber,
  formatTime,
  setTimeZone,
  shownTimeZone,
  today,
} from './format.ts';

export type LocaleLoaders = Record<string, () => Promise<Record<string, string>>>;

const i18n = createInstance();
let loaders: LocaleLoaders = {};
let fallback = DEFAULT_LOCALE;
/** Languages whose catalogues are there. */
let whole = new Set<string>();

/**
 * Loads the texts of the remembered language. The first loader is the default and the fallback; its
 * catalogue follows in the background when another language is chosen.
 */
export async function initLocale(given: LocaleLoaders): Promise<void> {
  loaders = given;
  whole = new Set();
  fallback = Object.keys(given)[0] ?? DEFAULT_LOCALE;
  const wanted = readStored(LOCALE_KEY) ?? fallback;
  await i18n.init({
    lng: fallback,
    fallbackLng: fallback,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: {},
    initAsync: false,
  });
  await choose(wanted in given ? wanted : fallback);
  if (currentLocale() !== fallback) void loadCatalogue(fallback).then(bump);
}

/** The text of a key in the chosen language; the key itself when no catalogue has it. */
export function t(key: string, values?: Record<string, unknown>): string {
  return i18n.isInitialized ? i18n.t(key, values as Record<string, string>) : key;
}

/** Adds texts that not every reader needs to those of a language. */
export function addTexts(locale: string, texts: Record<string, string>): void {
  // Before the call of `initLocale` there is nobody who reads, only tools that look for a screen.
  if (!i18n.isInitialized) return;
  i18n.addResourceBundle(locale, 'translation', texts, true, true);
}

/** Whether a catalogue holds a text for the key. */
export function hasText(key: string): boolean {
  return i18n.isInitialized && i18n.exists(key);
}

/** Every language that can be chosen, the default first. */
export function availableLocales(): string[] {
  return Object.keys(loaders);
}

export async function setLocale(locale: string): Promise<void> {
  if (!(locale in loaders) || locale === currentLocale()) return;
  await choose(locale);
  writeStored(LOCALE_KEY, locale);
}

/** Subscribes the component to the language; `t` then gives the texts. */
export function useLocale(): { locale: string; setLocale: (locale: string) => Promise<void> } {
  const { locale } = useStore(localeState);
  return { locale, setLocale };
}

/** Tells whoever is not a component of a change of language. */
export function onLocaleChange(listener: () => void): () => void {
  return localeState.subscribe(listener);
}

async function choose(locale: string): Promise<void> {
  await loadCatalogue(locale);
  await i18n.changeLanguage(locale);
  document.documentElement.lang = locale;
  localeState.set((current) => ({ locale, revision: current.revision + 1 }));
}

async function loadCatalogue(locale: string): Promise<void> {
  if (whole.has(locale)) return;
  addTexts(locale, (await loaders[locale]?.()) ?? {});
  whole.add(locale);
}

function bump(): void {
  localeState.set((current) => ({ ...current, revision: current.revision + 1 }));
}
