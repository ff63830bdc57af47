/** What screens show, as accessibility trees: each at its address, with collapsed parts; each dialog, opened. */
import type { Locator, Page } from '@playwright/test';
import type { Setting } from './inPage.ts';
import { load, rest, show, type Reader } from './samplePage.ts';
import { opener, opensDialogs, placeOf, type Shown } from './screens.ts';
import { project } from '../walk/visits.ts';

export type Trees = Map<string, string>;

/** The trees of screens for a user, by screen id. A screen that cannot be shown has its error as its tree. */
export async function treesOf(
  page: Page,
  reader: Reader,
  screens: readonly Shown[],
  other: Pick<Setting, 'entries' | 'screens'> = { screens: {} },
): Promise<Trees> {
  const trees: Trees = new Map();
  await eachScreen(page, reader, screens, other, async (one) => {
    const tree = treeOf(page, one).catch((error: unknown) => `fault: ${String(error).split('\n')[0]}`);
    trees.set(one.entry.id, await tree);
  });
  return trees;
}

/** Loads the product for a user, and passes each screen to the callback. */
export async function eachScreen(
  page: Page,
  reader: Reader,
  screens: readonly Shown[],
  other: Pick<Setting, 'entries' | 'screens'>,
  visit: (one: Shown) => Promise<void>,
): Promise<void> {
  // The screen from which dialogs are opened is also shown unchanged.
  const own = screens.filter(opensDialogs);
  const others = screens.filter((one) => !opensDialogs(one));
  for (const [group, opening] of [[own, {}] as const, [others, opener(project)] as const]) {
    if (!group.length) continue;
    await load(page, reader, { ...other, screens: { ...opening, ...other.screens } });
    for (const one of group) await visit(one);
  }
}

/** Opens a screen, at its address or as a dialog, with its filters unfolded. */
export async function bringUp(page: Page, one: Shown): Promise<Locator> {
  const { id, routes } = one.entry;
  if (routes.length) await show(page, placeOf(one), id);
  else await openDialog(page, id);
  await unfold(page, id);
  return routes.length ? page.locator(`[data-screen="${id}"]`).first() : page.getByRole('dialog');
}

/** Closes the dialog that was opened. */
export async function takeAway(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function treeOf(page: Page, one: Shown): Promise<string> {
  const own = await bringUp(page, one);
  const trees = await treesWithin(page, own, one.entry.id);
  if (one.entry.routes.length) trees.push(...(await linkedTrees(page, own, one)));
  else await takeAway(page);
  return trees.join('\n\n');
}

/** What a part shows, and what is hidden in it: below its rows, in its menus, in its further steps and panels. */
async function treesWithin(page: Page, part: Locator, id: string): Promise<string[]> {
  await unfold(page, id);
  return [
    await part.ariaSnapshot(),
    ...(await belowTrees(page, part, id)),
    ...(await menuTree(page, part, id)),
    ...(await stepTrees(page, part, id)),
    ...(await panelTrees(page, part, id)),
  ];
}

/** What is shown below the first row of each table with expandable rows. */
async function belowTrees(page: Page, part: Locator, id: string): Promise<string[]> {
  const trees: string[] = [];
  const openers = part.locator('tbody > tr:first-child > [data-cell=open] button');
  for (let i = 0, count = await openers.count(); i < count; i++) {
    const opener = openers.nth(i);
    await press(opener);
    await rest(page, id);
    const below = part.locator(`[id="${await opener.getAttribute('aria-controls')}"]`);
    trees.push(...(await treesWithin(page, below, id)));
    await press(opener);
    await rest(page, id);
  }
  return trees;
}

/** The steps of a wizard after the first that can be entered. */
async function stepTrees(page: Page, part: Locator, id: string): Promise<string[]> {
  const trees: string[] = [];
  const wizard = part.locator('div:has(> nav [aria-current=step])').first();
  const steps = wizard.locator('> nav button:enabled:not([aria-current])');
  for (let i = 0, count = await steps.count(); i < count; i++) {
    // The locator leaves out the current step, so index i + 1 is counted over all buttons.
    await press(wizard.locator('> nav button').nth(i + 1));
    await rest(page, id);
    await unfold(page, id);
    trees.push(await wizard.ariaSnapshot());
  }
  return trees;
}

/** The hidden panels: panes of a form, tabs without an address; nested ones first. */
async function panelTrees(page: Page, part: Locator, id: string): Promise<string[]> {
  const trees: string[] = [];
  const lists = part.locator('[role=tablist]');
  for (let list = (await lists.count()) - 1; list >= 0; list--) {
    const tabs = lists.nth(list).locator('[role=tab]');
    for (let i = 1, count = await tabs.count(); i < count; i++) {
      await press(tabs.nth(i));
      await rest(page, id);
      const name = await tabs.nth(i).getAttribute('id');
      const panel = part.locator(`[role=tabpanel][aria-labelledby="${name}"]`);
      trees.push(...(await treesWithin(page, panel, id)));
    }
  }
  return trees;
}

/** Next to tabs with addresses, those without one are opened by links. */
async function linkedTrees(page: Page, own: Locator, one: Shown): Promise<string[]> {
  const trees: string[] = [];
  const { id, inlineTabs = [] } = one.entry;
  for (const tab of inlineTabs) {
    const address = `${placeOf(one)}?tab=${tab}`;
    if (!(await own.locator(`nav a[href="${address}"]`).count())) continue;
    await show(page, address, id);
    trees.push(...(await treesWithin(page, own.locator('[data-part=tab]'), id)));
  }
  return trees;
}

/** The actions of the first row. */
async function menuTree(page: Page, part: Locator, id: string): Promise<string[]> {
  const opener = part.locator('tbody button[aria-haspopup=menu]').first();
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

async function openDialog(page: Page, id: string): Promise<void> {
  await show(page, '/welcome', 'welcome');
  const control = page.getByText(id, { exact: true });
  // When there are many buttons, the last are in a menu.
  if (!(await control.count())) await page.locator('main button[aria-haspopup=menu]').last().click();
  await press(control);
  await rest(page, id);
  // A dialog has the focus, whatever opened it and however fast.
  await page
    .getByRole('dialog')
    .and(page.locator(':focus-within'))
    .waitFor({ state: 'attached', timeout: PATIENCE });
}

/** In milliseconds. */
const PATIENCE = 30_000;

/** Clicks by script: position and overlap of controls are checked by other tests. */
const press = (control: Locator) => control.evaluate((one: HTMLElement) => one.click());

/** Shows the filters that are collapsed. */
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
