/** The theme of the product, for components. */
import { useEngine } from '../data/engine.ts';
import { useStore } from '../data/store.ts';
import type { Theme } from './theme.ts';

/**
 * Returns light or dark, and the accent; the component re-renders on changes.
 * @example const { dark } = useTheme();
 */
export function useTheme(): Theme {
  return useStore(useEngine().theme);
}
