/** The language of the product, for components. */
import { useMemo } from 'react';
import { useEngine } from './engine.ts';
import type { I18n } from './i18n.ts';
import { useStore } from './store.ts';

export interface UsedLocale extends I18n {
  /** The chosen language, as `ru`. */
  locale: string;
}

/**
 * Subscribes the component to the language and gives its texts and formats. The object is a new one after each
 * change; its functions stay the same.
 * @example const { t, formatDate } = useLocale();
 */
export function useLocale(): UsedLocale {
  const { i18n } = useEngine();
  const state = useStore(i18n.state);
  return useMemo(() => ({ ...i18n, locale: state.locale }), [i18n, state]);
}
