/** Colours of the present theme as values, for what is drawn on a canvas and cannot use CSS variables. */
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
 * The colours of the theme; a new object when the theme or the accent changes, the same one until then.
 * @example const { ink, danger } = useColours();
 */
export function useColours(): Colours {
  const [read] = useState(reader);
  const text = useSyncExternalStore(follow, read);
  return useMemo(() => JSON.parse(text) as Colours, [text]);
}

function follow(changed: () => void): () => void {
  const watch = new MutationObserver(changed);
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style'] });
  return () => watch.disconnect();
}

/**
 * Reads them as text, which is the same while nothing changed. React reads at each render: the browser is asked for its
 * computed styles, which it may have to lay out the page for, only when theme or accent are others.
 */
function reader(): () => string {
  let known = '';
  let text = '';
  return () => {
    const { dataset, style } = document.documentElement;
    const now = `${dataset['theme']} ${style.cssText}`;
    if (now !== known || !text) text = computed();
    known = now;
    return text;
  };
}

function computed(): string {
  const style = getComputedStyle(document.documentElement);
  const values = Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()]);
  const dark = document.documentElement.dataset['theme'] === 'dark';
  return JSON.stringify({ ...Object.fromEntries(values), dark });
}
