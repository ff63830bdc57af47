/** Colours of the current theme as values, for drawing on a canvas, which cannot use CSS variables. */
import { useMemo, useState, useSyncExternalStore } from 'react';

const TOKENS = {
  accent: '--accent-strong',
  accentInk: '--accent-ink',
  canvas: '--canvas',
  surface: '--surface',
  raised: '--raised',
  line: '--line',
  lineStrong: '--line-strong',
  ink: '--ink',
  muted: '--muted',
  info: '--info',
  success: '--success',
  warning: '--warning',
  danger: '--danger',
} as const;

/** CSS colours by token, and whether the theme is dark. */
export type Colours = Record<keyof typeof TOKENS, string> & { dark: boolean };

/**
 * Returns the colours of the theme; the same object until the theme or the accent changes.
 * @example const { ink, danger } = useColours();
 */
export function useColours(): Colours {
  const [getSnapshot] = useState(createSnapshot);
  const text = useSyncExternalStore(follow, getSnapshot);
  return useMemo(() => JSON.parse(text) as Colours, [text]);
}

function follow(changed: () => void): () => void {
  const watch = new MutationObserver(changed);
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style'] });
  return () => watch.disconnect();
}

/**
 * Creates the snapshot function of one component: the colours as JSON, an equal string until theme or accent change.
 * `useSyncExternalStore` calls it on every render, and `getComputedStyle` can force a style recalculation, so its result
 * is cached.
 */
function createSnapshot(): () => string {
  let cacheKey: string | undefined;
  let snapshot = '';
  return () => {
    const { dataset, style } = document.documentElement;
    const key = `${dataset['theme']} ${style.cssText}`;
    if (key !== cacheKey) snapshot = computedColours();
    cacheKey = key;
    return snapshot;
  };
}

function computedColours(): string {
  const style = getComputedStyle(document.documentElement);
  const values = Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()]);
  const dark = document.documentElement.dataset['theme'] === 'dark';
  return JSON.stringify({ ...Object.fromEntries(values), dark });
}
