/** Checks of every screen once it is rendered, and of what it opens. */
import type { Locator, Page } from '@playwright/test';
import type { Random } from '../../../server/core/random.ts';
import { expect, settled } from '../fixtures.ts';
import type { Texts } from '../texts.ts';
import { expectAccessible, expectNoSideways, expectRest, expectWholeLabels } from '../watching.ts';
import { formOf, type Opener, type Visit } from './visits.ts';

/** Rows, a form, details, or a sentence that says why there is nothing. */
const CONTENT: Record<string, string> = {
  table: 'tbody tr:has(td), [data-row], [data-state=empty]',
  tree: '[role=treeitem], [role=treegrid], [data-state=empty]',
  form: 'form :is(input, select, textarea, button)',
  details: 'dd',
};

/** Expects that the screen is there, is at rest, and shows something. */
export async function expectContent(page: Page, { screen, dialog }: Visit): Promise<void> {
  const { id, view } = dialog?.screen ?? screen;
  const panel = page.locator(`[data-screen="${id}"]`).first();
  await panel.waitFor();
  await expectRest(page);
  const content = CONTENT[view.type];
  if (content) await panel.locator(content).first().waitFor();
  else await expect(panel).toHaveText(/\S/);
  await expect(panel.locator('[data-state=error]')).toHaveCount(0);
}

export async function expectLooks(page: Page, dark: boolean): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', dark ? 'dark' : 'light');
  await expectAccessible(page);
  await expectNoSideways(page);
  await expectWholeLabels(page);
}

/** Expects the focus on something that a user can act on. */
export async function expectFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}

/** Controls that open a menu, a calendar or a dialog. */
const openersOf = (page: Page) =>
  page.locator('button[aria-haspopup]:visible:not([disabled]):not([aria-disabled=true])');

/** Opens one random menu, calendar or picker of the page, checks it, and closes it by Escape. */
export async function tryOpener(page: Page, random: Random): Promise<void> {
  const openers = openersOf(page);
  const count = await openers.count();
  if (count) await tryOne(page, openers.nth(random.int(0, count - 1)));
}

/** Opens all of them, of those with one name the first. */
export async function tryOpeners(page: Page): Promise<void> {
  const openers = openersOf(page);
  const names = await openers.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? one.id),
  );
  for (const [i, name] of names.entries()) if (names.indexOf(name) === i) await tryOne(page, openers.nth(i));
}

const POPUP = '[role=menu], [role=dialog], [role=listbox]';

async function tryOne(page: Page, opener: Locator): Promise<void> {
  await opener.click();
  const popup = page.locator(POPUP);
  // A dialog's own box has no size.
  await popup.locator('*').filter({ visible: true }).first().waitFor();
  await expectRest(page);
  await expectFocus(page);
  await expectAccessible(page, POPUP);
  await expectNoSideways(page);
  await page.keyboard.press('Escape');
  await popup.first().waitFor({ state: 'detached' });
}

/** Unfolds what is collapsed for lack of room: filters on a phone. */
async function unfold(page: Page): Promise<void> {
  const folded = page.locator('main button[aria-expanded=false]:not([aria-haspopup]):visible');
  if (await folded.count()) await folded.first().click();
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * The outcome of opening a dialog: open; its field is of a record that no one can change any more; or the record has no
 * such control.
 */
export type Opened = 'open' | 'fixed' | 'withheld';

/** Number of rows whose menus are tried. */
const MENUS = 5;

/** Opens the dialog screen of a visit by the control that names it: on the page, for a selected row, or in the menu of a row. */
export async function openDialog(page: Page, { label, at }: Opener, t: Texts): Promise<Opened> {
  await settled(page);
  if (!label) return openByRow(page);
  if (!('key' in label))
    throw new Error('A dialog is opened by a text that is computed; the walk cannot find it');
  await unfold(page);
  const name = new RegExp(`^${escaped(t(label.key))}`);
  if (at === 'row') return openInMenu(page, page.locator('tbody button[aria-haspopup=menu]'), name, t);
  const control = page.getByRole('button', { name });
  // An action on several rows appears with the first that is selected; rows that cannot be selected have a disabled
  // box.
  const boxes = page.locator('tbody').getByRole('checkbox', { disabled: false });
  // When there are many buttons, the last are in a menu.
  const more = page.getByRole('main').getByRole('button', { name: t('engine.actions.more'), exact: true });
  if (at === 'bulk' && (await boxes.count())) {
    await boxes.first().check();
    await control.or(more).first().waitFor();
  }
  if (!(await control.first().isVisible())) {
    return openInMenu(page, more, name, t);
  }
  const field = page.locator('main form').getByRole('button', { name }).first();
  if ((await field.isVisible()) && (await field.isDisabled())) return 'fixed';
  await control.first().click();
  return dialogOpened(page);
}

/** Opens it by an entry of one of the menus: what one row withholds the next may offer. */
async function openInMenu(page: Page, menus: Locator, name: RegExp, t: Texts): Promise<Opened> {
  const count = Math.min(await menus.count(), MENUS);
  for (let i = 0; i < count; i += 1) {
    if (!(await menus.nth(i).isVisible())) continue;
    await menus.nth(i).click();
    await page.getByRole('menuitem').first().waitFor();
    // Transitions are requested when the menu opens; the code that evaluates conditions may load before.
    await expect(page.getByRole('menuitem', { name: t('engine.loading'), exact: true })).toHaveCount(0);
    await expectRest(page);
    const item = page.getByRole('menuitem', { name, disabled: false });
    if (await item.count()) {
      await item.first().click();
      return dialogOpened(page);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('menu').first().waitFor({ state: 'detached' });
  }
  return 'withheld';
}

async function dialogOpened(page: Page): Promise<Opened> {
  // A dialog's own box has no size.
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
  await expectFocus(page);
  return 'open';
}

/** Opens the row's own control, or on a phone its card. */
async function openByRow(page: Page): Promise<Opened> {
  const rows = page.locator('tbody button:not([aria-haspopup]):not([aria-expanded]):visible');
  if (!(await rows.count())) return 'withheld';
  await rows.first().click();
  return dialogOpened(page);
}

/** Saves a new record unchanged: missing values are reported at their fields, and the focus stays in the form. */
export async function expectRefusal(page: Page, { screen, create }: Visit, t: Texts, dark: boolean) {
  const form = formOf(screen);
  if (!create || !form || !('key' in form.submit.label)) return;
  if (!(screen.schemas[form.schema]?.required ?? []).length) return;
  // Below a record that no longer accepts new rows.
  const save = page.getByRole('button', { name: t(form.submit.label.key), exact: true });
  if (form.readOnlyWhen && !(await save.isVisible())) return;
  await save.click();
  // A button that opens choices cannot be invalid by ARIA: it has the mark as a data attribute.
  await expect(page.locator('[aria-invalid=true], [data-invalid=true]').first()).toBeVisible();
  await expectFocus(page);
  await expectLooks(page, dark);
}
