/** `shownText`, for components of widgets. */
import { useCallback } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import { shownText } from './shown.ts';

/**
 * Returns a function that returns the text of a value as a cell without options shows it.
 * @example const shown = useShownText(); shown({ name: 'RED', caption: 'Red' }) // Red
 */
export function useShownText(): (value: unknown) => string {
  const i18n = useLocale();
  return useCallback((value) => shownText(i18n, value), [i18n]);
}
