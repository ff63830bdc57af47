/** The product in a page without a server: loaded once, then navigated from screen to screen. */
import type { Page } from '@playwright/test';
import type { Language } from '../texts.ts';
import { sampleServer, type InPage, type Setting } from './inPage.ts';
import { REPLIES, START } from './replies.ts';

const NOW = '2026-05-15T09:30:00Z';

declare const sample: InPage;

export interface Reader {
  language: Language;
  /** Null when no one is signed in. */
  permissions: readonly string[] | null;
  dark?: boolean;
}

export type Asked = InPage['asked'][number];

/** Loads the product for a user; `other` are compiled screens that replace its own, and the replies for them. */
export async function load(
  page: Page,
  { language, permissions, dark = false }: Reader,
  other: Partial<Pick<Setting, 'entries' | 'screens' | 'replies'>> = {},
): Promise<void> {
  const setting: Setting = { replies: REPLIES, start: START, permissions, screens: {}, now: NOW, ...other };
  const script = await page.addInitScript(sampleServer, setting);
  const look = await page.addInitScript(
    ([locale, darkTheme]) => {
      localStorage.clear();
      localStorage.setItem('locale', locale);
      localStorage.setItem('darkTheme', darkTheme);
    },
    [language, String(dark)] as const,
  );
  await page.goto('/welcome');
  await script.dispose();
  await look.dispose();
  await rest(page, permissions ? 'welcome' : 'login');
}

/**
 * Navigates to an address within the page and waits until a screen is rendered; at `path`, if the address redirects.
 */
export async function show(page: Page, address: string, screen: string, path?: string): Promise<void> {
  await page.evaluate(
    async ([href, id, end]) => {
      sample.asked.length = 0;
      sample.go(href);
      await sample.rest(id, end);
    },
    [address, screen, path] as const,
  );
}

/** Navigates to an address within the page; the test waits for the result. */
export const go = (page: Page, address: string): Promise<void> =>
  page.evaluate((href) => sample.go(href), address);

/** Waits until a screen is at rest that is already there or that the last click opened: any, if none is named. */
export const rest = (page: Page, screen?: string): Promise<void> =>
  page.evaluate((id) => sample.rest(id), screen);

/** Requests since the last navigation, without those that the frame sends on every screen. */
export async function asked(page: Page): Promise<Asked[]> {
  const all = await page.evaluate(() => sample.asked);
  return all.filter(({ ofFrame }) => !ofFrame);
}
