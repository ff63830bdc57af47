/** Light or dark, the accent of the instance, and the icon of the browser tab. */
import type { Stored } from '../data/storage.ts';
import { createStore, type Store } from '../data/store.ts';
import { accentShades } from './colour.ts';
import { MARK, MARK_INK } from './Mark.tsx';

declare module '../data/engine.ts' {
  interface Engine {
    readonly theme: ThemeStore;
  }
}

export interface Theme {
  dark: boolean;
  /** Accent of the instance, as `#6dc13a`. */
  accent: string;
}

export interface ThemeStore extends Store<Theme> {
  /** Chooses light or dark for this browser. */
  setDark(dark: boolean): void;
  setAccent(accent: string): void;
  /** Applies the instance's theme in a browser whose user has chosen none; its preference for dark also counts. */
  offer(ofInstance: string | undefined): void;
  /**
   * The theme that the account has chosen replaces the browser's at sign-in and whenever it is changed; afterwards the
   * theme switch applies to this browser. After a sign-out the next sign-in applies the account's theme again.
   */
  followAccount(login: string | undefined, ofAccount: string | null | undefined): void;
  /** Applies the theme to the document and keeps it applied; the returned function stops. */
  start(): () => void;
}

const KEY = 'darkTheme';
const FOLLOWED = 'accountTheme';

export function createTheme(storage: Stored): ThemeStore {
  const chosen = storage.read(KEY);
  const store = createStore<Theme>({
    dark: chosen === null ? prefersDark() : chosen === 'true',
    accent: '#6dc13a',
  });
  const setDark = (dark: boolean) => {
    storage.write(KEY, String(dark));
    store.set((now) => ({ ...now, dark }));
  };
  return {
    ...store,
    setDark,
    setAccent: (accent) => store.set((now) => (now.accent === accent ? now : { ...now, accent })),
    offer(ofInstance) {
      if (storage.read(KEY) === null)
        store.set((now) => ({ ...now, dark: ofInstance === 'dark' || prefersDark() }));
    },
    followAccount(login, ofAccount) {
      const wish = login && ofAccount ? `${login} ${ofAccount}` : null;
      if (storage.read(FOLLOWED) === wish) return;
      storage.write(FOLLOWED, wish ?? undefined);
      if (wish) setDark(ofAccount === 'dark');
    },
    start() {
      const apply = () => paint(store.get());
      apply();
      return store.subscribe(apply);
    },
  };
}

function prefersDark(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches;
}

function paint({ dark, accent }: Theme): void {
  const root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  const shades = accentShades(accent, dark);
  root.style.setProperty('--accent', shades.accent);
  root.style.setProperty('--accent-strong', shades.strong);
  root.style.setProperty('--accent-ink', shades.ink);
  root.style.setProperty('--accent-soft', shades.soft);
  paintIcon(accent);
}

/** Draws the icon of the browser tab in the accent, so that several instances of a product are easy to distinguish. */
function paintIcon(accent: string): void {
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${accent}"/>` +
    `<path d="${MARK}" fill="none" stroke="${MARK_INK}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
  let link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) document.head.append((link = Object.assign(document.createElement('link'), { rel: 'icon' })));
  link.href = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}
