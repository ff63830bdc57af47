/** The language of the product, for components. */
import { useSyncExternalStore } from 'react';
import { useEngine } from './engine.ts';
import type { I18n, LocaleState } from './i18n.ts';

export interface UsedLocale extends I18n {
  /** The chosen language, as `ru`. */
  locale: string;
}

/** One object shared by all components: a form has hundreds of fields that read it. */
const used = new WeakMap<LocaleState, UsedLocale>();

/**
 * Subscribes the component to the language and returns its texts and formats. The object is new after each change; its
 * functions stay the same.
 * @example const { t, formatDate } = useLocale();
 */
export function useLocale(): UsedLocale {
  const { i18n } = useEngine();
  const { subscribe, get } = i18n.state;
  const state = useSyncExternalStore(subscribe, get, get);
  const found = used.get(state);
  if (found) return found;
  const locale = { ...i18n, locale: state.locale };
  used.set(state, locale);
  return locale;
}
