/** What screens show, as accessibility trees: each at its address, with what is folded away; each dialog, opened. */
import type { Locator, Page } from '@playwright/test';
import type { Setting } from './inPage.ts';
import { load, rest, show, type Reader } from './samplePage.ts';
import { opener, placeOf, type Shown } from './screens.ts';
import { project } from '../walk/visits.ts';

export type Trees = Map<string, string>;

/** The trees of screens for a reader, by id of the screen. A screen that cannot be shown has its fault for a tree. */
export async function treesOf(
  page: Page,
  reader: Reader,
  screens: readonly Shown[],
  other: Pick<Setting, 'entries' | 'screens'> = { screens: {} },
): Promise<Trees> {
  const trees: Trees = new Map();
  if (!screens.length) return trees;
  await load(page, reader, { ...other, screens: { ...opener(project), ...other.screens } });
  for (const one of screens) {
    const tree = one.entry.routes.length ? screenTree(page, one) : dialogTree(page, one);
    trees.set(one.entry.id, await tree.catch((error: unknown) => `fault: ${String(error).split('\n')[0]}`));
  }
  return trees;
}

async function screenTree(page: Page, one: Shown): Promise<string> {
  const { id } = one.entry;
  await show(page, placeOf(one), id);
  await unfold(page, id);
  const own = page.locator(`[data-screen="${id}"]`).first();
  return [
    await own.ariaSnapshot(),
    ...(await tabTrees(page, own, id)),
    ...(await menuTree(page, own, id)),
  ].join('\n\n');
}

/** The panels that are behind others: panes of a form, tabs without an address. */
async function tabTrees(page: Page, own: Locator, id: string): Promise<string[]> {
  const trees: string[] = [];
  const tabs = own.locator('[role=tablist]').first().locator('[role=tab]');
  for (let i = 1, count = await tabs.count(); i < count; i++) {
    await press(tabs.nth(i));
    await rest(page, id);
    trees.push(await own.locator('[role=tabpanel]:visible').first().ariaSnapshot());
  }
  return trees;
}

/** What can be done with the first row. */
async function menuTree(page: Page, own: Locator, id: string): Promise<string[]> {
  const opener = own.locator('tbody button[aria-haspopup=menu]').first();
  if (!(await opener.isVisible())) return [];
  await opener.click();
  const menu = page.getByRole('menu');
  await menu.waitFor();
  await rest(page, id);
  const tree = await menu.ariaSnapshot();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  return [tree];
}

async function dialogTree(page: Page, { entry }: Shown): Promise<string> {
  await show(page, '/welcome', 'welcome');
  const control = page.getByText(entry.id, { exact: true });
  // Of many buttons the last stand in a menu.
  if (!(await control.count())) await page.locator('main button[aria-haspopup=menu]').last().click();
  await press(control);
  await rest(page, entry.id);
  await unfold(page, entry.id);
  const tree = await page.getByRole('dialog').ariaSnapshot();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return tree;
}

/** By a call: where a thing stands and whether it is covered is what other tests look at. */
const press = (control: Locator) => control.evaluate((one: HTMLElement) => one.click());

/** Shows the filters that are folded away. */
async function unfold(page: Page, screen: string): Promise<void> {
  const folded = await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      '[data-part=filters] button[aria-controls][aria-expanded=false]',
    );
    const seen = [...all].filter((one) => one.checkVisibility());
    for (const one of seen) one.click();
    return seen.length;
  });
  if (folded) await rest(page, screen);
}
