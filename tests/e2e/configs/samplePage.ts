/** The product in a page that no server is behind: opened once, then led from screen to screen. */
import type { Page } from '@playwright/test';
import type { Language } from '../texts.ts';
import { sampleServer, type InPage, type Setting } from './inPage.ts';
import { REPLIES, START } from './replies.ts';

const NOW = '2026-05-15T09:30:00Z';

declare const sample: InPage;

export interface Reader {
  language: Language;
  /** Null while nobody is signed in. */
  permissions: readonly string[] | null;
  dark?: boolean;
}

export type Asked = InPage['asked'][number];

/** Loads the product for a reader; `other` are compiled screens in place of its own, and what answers them. */
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

/** Goes to an address within the page, and waits until a screen stands there; at `path`, if the address leads elsewhere. */
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

/** Goes to an address within the page; what comes is for the test to wait for. */
export const go = (page: Page, address: string): Promise<void> =>
  page.evaluate((href) => sample.go(href), address);

/** Waits until a screen stands still that is there already, or comes by what was pressed: any, if none is named. */
export const rest = (page: Page, screen?: string): Promise<void> =>
  page.evaluate((id) => sample.rest(id), screen);

/** What was asked since the last screen was gone to, without what the frame asks on every screen. */
export async function asked(page: Page): Promise<Asked[]> {
  const all = await page.evaluate(() => sample.asked);
  return all.filter(({ ofFrame }) => !ofFrame);
}
