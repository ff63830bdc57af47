/**
 * The chosen language: its texts and its formats. Keys are flat, plural forms follow i18next suffixes, placeholders are
 * written {{name}}.
 */
import { createInstance, type i18n as Catalogues } from 'i18next';
import { createFormats, type Formats } from './format.ts';
import type { Stored } from './storage.ts';
import { createStore, type Store } from './store.ts';

declare module './engine.ts' {
  interface Engine {
    readonly i18n: I18n;
  }
}

/** Functions that load the texts of a language; the first language is the default and the fallback. */
export type LocaleLoaders = Record<string, () => Promise<Record<string, string>>>;

export type Translate = (key: string, values?: Record<string, unknown>) => string;

export interface LocaleState {
  locale: string;
  /** Incremented with each catalogue that is loaded, so that texts shown from the fallback are rendered again. */
  revision: number;
}

export interface I18n extends Formats {
  readonly state: Store<LocaleState>;
  /** The chosen language, as `ru`. */
  current(): string;
  /** The text of a key in the chosen language; the key itself when no catalogue has it. */
  t: Translate;
  /** Whether a catalogue contains a text for the key. */
  hasText(key: string): boolean;
  /** Every language that can be chosen, the default first. */
  available(): string[];
  /** Loads the texts of the remembered language; those of the fallback follow in the background. */
  start(): Promise<void>;
  /** Chooses a language and stores the choice; a language without texts is ignored. */
  setLocale(locale: string): Promise<void>;
  /** Adds texts that only some pages need to those of a language. */
  addTexts(locale: string, texts: Readonly<Record<string, string>>): void;
}

const KEY = 'locale';
const DEFAULT_LOCALE = 'ru';

export function createI18n(storage: Stored, loaders: LocaleLoaders): I18n {
  const fallback = Object.keys(loaders)[0] ?? DEFAULT_LOCALE;
  const remembered = storage.read(KEY) ?? fallback;
  const first = remembered in loaders ? remembered : fallback;
  const state = createStore<LocaleState>({ locale: first, revision: 0 });
  const current = () => state.get().locale;
  const catalogues = createCatalogues(fallback);
  // Most texts have no placeholders: each is looked up once per language.
  const plain = new Map<string, string>();
  const plainText = (key: string): string => {
    let text = plain.get(key);
    if (text === undefined) {
      const found: unknown = catalogues.getResource(current(), 'translation', key);
      // A text without placeholders and references skips i18next's processing of plurals and placeholders.
      text = typeof found === 'string' && !/\{\{|\$t\(/.test(found) ? found : catalogues.t(key);
      plain.set(key, text);
    }
    return text;
  };
  const addTexts = (locale: string, texts: Readonly<Record<string, string>>) => {
    plain.clear();
    catalogues.addResourceBundle(locale, 'translation', texts, true, true);
  };
  const loaded = new Set<string>();
  const load = async (locale: string) => {
    if (loaded.has(locale)) return;
    addTexts(locale, (await loaders[locale]?.()) ?? {});
    loaded.add(locale);
  };
  const choose = async (locale: string) => {
    await load(locale);
    await catalogues.changeLanguage(locale);
    plain.clear();
    state.set(({ revision }) => ({ locale, revision: revision + 1 }));
  };
  return {
    ...createFormats(current),
    state,
    current,
    addTexts,
    t: (key, values) => (values ? catalogues.t(key, values as Record<string, string>) : plainText(key)),
    hasText: (key) => catalogues.exists(key),
    available: () => Object.keys(loaders),
    async start() {
      await choose(first);
      if (first === fallback) return;
      void load(fallback).then(() => state.set((now) => ({ ...now, revision: now.revision + 1 })));
    },
    async setLocale(locale) {
      if (!(locale in loaders) || locale === current()) return;
      await choose(locale);
      storage.write(KEY, locale);
    },
  };
}

function createCatalogues(fallback: string): Catalogues {
  const catalogues = createInstance();
  void catalogues.init({
    lng: fallback,
    fallbackLng: fallback,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: {},
    initAsync: false,
  });
  return catalogues;
}
