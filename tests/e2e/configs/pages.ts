/** Screens opened one after another in one document, as a reader goes from link to link. */
import type { Page } from '@playwright/test';
import type { CompiledScreen, ScreenEntry } from '../../../engine/language/compiled.ts';
import { expect, expectRest } from '../fixtures.ts';
import { project, visits } from '../walk/visits.ts';

/** A value for every parameter: records are samples, whatever they are called. */
const WORDS: Record<string, string> = { error: '404' };
const ID = '00000000-0000-4000-8000-000000000001';

export const addressOf = (route: string): string =>
  route.replaceAll(/:(\w+)\*?/g, (_, name: string) => WORDS[name] ?? ID);

export interface Shown {
  screen: CompiledScreen;
  /** Any of these permissions enters. */
  access: string[];
}

const shown = (entry: ScreenEntry) => ({
  id: entry.id,
  screen: project.screens.get(entry.id)!,
  address: addressOf(entry.routes[0]!.path),
  access: entry.routes[0]!.access,
});

const addressed = project.entries.filter(({ routes }) => routes.length);

/** Screens for who is signed in, and those for everyone. */
export const routed = addressed.filter((entry) => !entry.public).map(shown);
export const open = addressed.filter((entry) => entry.public).map(shown);

/** Dialogs, with a screen that opens them. */
export const dialogs = visits.flatMap(({ dialog, screen, route }) =>
  dialog ? [{ ...dialog, above: screen.id, address: addressOf(route) }] : [],
);

/** Goes to an address within the page. */
export async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, textContent: 'go' });
    document.body.append(link);
    link.click();
    link.remove();
  }, address);
}

/** The screen stands, and nothing of it is still on its way. */
export async function expectScreen(page: Page, id: string): Promise<void> {
  await expect(page.locator(`[data-screen="${id}"]`).first()).toBeVisible();
  await expectRest(page);
}
