/** Colours of the present theme, read from its variables, for what is drawn and not styled. */
import { useSyncExternalStore } from 'react';
import type { Colours } from './option.ts';

const SERIES = ['--accent-strong', '--info', '--warning', '--danger', '--success', '--muted'];

/** Changes with the theme and the accent, both of which stand at the document. */
export function useColours(): Colours {
  return JSON.parse(useSyncExternalStore(follow, read)) as Colours;
}

function follow(changed: () => void): () => void {
  const watch = new MutationObserver(changed);
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style'] });
  return () => watch.disconnect();
}

/** As text: a store's answer is the same while nothing changed. */
function read(): string {
  const style = getComputedStyle(document.documentElement);
  const one = (name: string) => style.getPropertyValue(name).trim();
  const colours: Colours = {
    series: SERIES.map(one),
    ink: one('--ink'),
    muted: one('--muted'),
    line: one('--line'),
    surface: one('--surface'),
  };
  return JSON.stringify(colours);
}
