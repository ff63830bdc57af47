/** Light or dark, the accent of the instance, and the icon of the tab. */
import { readStored, writeStored } from '../data/storage.ts';
import { createStore } from '../data/store.ts';
import { accentShades } from './colour.ts';
import { MARK, MARK_INK } from './Mark.tsx';

const KEY = 'darkTheme';

export const theme = createStore<{ dark: boolean; accent: string }>({
  dark: readStored(KEY) === null ? prefersDark() : readStored(KEY) === 'true',
  accent: '#6dc13a',
});

function prefersDark(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches;
}

export function setDark(dark: boolean): void {
  writeStored(KEY, String(dark));
  theme.set((now) => ({ ...now, dark }));
}

/** The theme of the instance, for a browser whose reader has chosen none; its wish for a dark one is heard too. */
export function offerTheme(ofInstance: string | undefined): void {
  if (readStored(KEY) === null)
    theme.set((now) => ({ ...now, dark: ofInstance === 'dark' || prefersDark() }));
}

const FOLLOWED = 'accountTheme';

/**
 * The theme that the account has chosen goes before the browser's, at the sign-in and when it is chosen anew; the switch of
 * the frame then holds for this browser. Nobody: the next sign-in begins with the account's again.
 */
export function followAccount(login: string | undefined, ofAccount: string | null | undefined): void {
  const wish = login && ofAccount ? `${login} ${ofAccount}` : null;
  if (readStored(FOLLOWED) === wish) return;
  writeStored(FOLLOWED, wish ?? undefined);
  if (wish) setDark(ofAccount === 'dark');
}

export function setAccent(accent: string): void {
  theme.set((now) => (now.accent === accent ? now : { ...now, accent }));
}

/** Keeps the document in the present theme; the function that comes back stops. */
export function startTheme(): () => void {
  paint();
  return theme.subscribe(paint);
}

function paint(): void {
  const { dark, accent } = theme.get();
  const root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  const shades = accentShades(accent, dark);
  root.style.setProperty('--accent', shades.accent);
  root.style.setProperty('--accent-strong', shades.strong);
  root.style.setProperty('--accent-ink', shades.ink);
  root.style.setProperty('--accent-soft', shades.soft);
  paintIcon(accent);
}

/** The icon of the tab is drawn, in the accent: one product, several instances, told apart at a glance. */
function paintIcon(accent: string): void {
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${accent}"/>` +
    `<path d="${MARK}" fill="none" stroke="${MARK_INK}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
  let link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) document.head.append((link = Object.assign(document.createElement('link'), { rel: 'icon' })));
  link.href = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}
