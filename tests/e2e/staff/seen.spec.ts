/** Errors that are visible where the user looks, and a focus that begins and stays where the work is. */
import type { Locator, Page } from '@playwright/test';
import { enter, expect, expectRest, rowsOf, settled, test, toast } from '../fixtures.ts';
import { exactly } from '../texts.ts';

const top = (page: Page) => page.getByRole('dialog').last();
const save = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name: exactly(name) }).last();
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement!;
    return { tag: at.tagName, inDialog: at.closest('[role=dialog]') !== null };
  });

test('a refused save is visible below the header, wherever the page was scrolled to (C5)', async ({
  page,
  t,
  watch,
}) => {
  watch.allow(/\b409\b/);
  await enter(page, 'manager', '/contracts');
  await settled(page);
  await page.locator('a[data-row-link]').first().click();
  await settled(page);
  const comment = page
    .locator('main')
    .getByRole('textbox', { name: new RegExp(`^${t('contract.comment')}`) })
    .first();
  await comment.scrollIntoViewIfNeeded();
  await comment.fill('Уточнено по телефону');
  await page.route(/\/api\/v3\/contract$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, json: { message: 'Договор уже закрыт' } })
      : route.fallback(),
  );
  await page.keyboard.press('Control+s');
  const error = page.locator('main').getByRole('alert').filter({ hasText: 'Договор уже закрыт' });
  await expect(error).toBeInViewport({ ratio: 1 });
  const [banner, header] = [await error.boundingBox(), await page.locator('header').first().boundingBox()];
  expect(banner!.y).toBeGreaterThanOrEqual(header!.y + header!.height);
});

test('blanks fill nothing in (C9)', async ({ page, t }) => {
  await enter(page, 'manager', '/contracts/new');
  await settled(page);
  const number = page
    .locator('main')
    .getByRole('textbox', { name: new RegExp(`^${t('contract.number')}`) })
    .first();
  await number.fill('   ');
  await save(page, t('engine.form.save')).click();
  await expect(number).toHaveAttribute('aria-invalid', 'true');
});

test('a dialog begins in its first field, its foot stays down, a required picker turns red (D11–D13)', async ({
  page,
  t,
  product,
}) => {
  const [at] = await product.sql<{ point: string }>(
    `select w.visit_point_id point from weighers w join instances i on i.id = w.instance_id
     where i.name = 'ЭкоРегион' order by 1 limit 1`,
  );
  await page.setViewportSize({ width: 1440, height: 620 });
  await enter(page, 'scales', `/visit-points/${at!.point}/weighings`);
  await settled(page);
  await page.getByRole('button', { name: exactly(t('weighings.add')) }).click();
  await expect
    .poll(() => focused(page))
    .toEqual({ tag: expect.stringMatching(/INPUT|BUTTON|SELECT/), inDialog: true });
  await expectRest(page);
  const foot = save(top(page), t('engine.form.save'));
  const box = (await foot.boundingBox())!;
  // Below the buttons is the dialog's edge, and no field of the form.
  const below = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x, y)?.closest('input, label, select, textarea')?.tagName ?? null,
    [box.x + 20, box.y + box.height + 6] as const,
  );
  expect(below).toBeNull();
  await foot.click();
  const typed = top(page).locator('input[aria-invalid=true], select[aria-invalid=true]').first();
  await expect(typed).toBeVisible();
  const colourOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).borderTopColor);
  const framed = top(page).locator('[data-invalid=true]').first();
  await expect.poll(() => colourOf(framed)).toBe(await colourOf(typed));
});

test('a button that replaces itself leaves the focus next to it (D13)', async ({ page, t }) => {
  await enter(page, 'fleet', '/registry/vehicles');
  await settled(page);
  await page.getByRole('button', { name: t('vehicles.add') }).click();
  await expectRest(page);
  await top(page)
    .getByRole('button', { name: t('vehicle.ownerUnknown') })
    .click();
  await expect.poll(() => focused(page)).toMatchObject({ inDialog: true });
});

test('a role in use is not deleted, and says why (D5); a sign-out that failed says so (C16)', async ({
  page,
  t,
  watch,
}) => {
  watch.allow(/\b503\b/);
  await enter(page, 'admin', '/system/roles');
  await settled(page);
  await rowsOf(page)
    .filter({ hasText: 'Весовщик' })
    .first()
    .getByRole('button', { name: t('engine.table.rowActions') })
    .click();
  const entry = page.getByRole('menuitem', { name: t('common.delete') });
  await expect(entry).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText(t('roles.systemHint')).first()).toBeAttached();
  await page.keyboard.press('Escape');
  await page.route(/\/api\/v3\/auth\/logout/, (route) => route.fulfill({ status: 503, json: {} }));
  await page.locator('header').first().getByRole('button').last().click();
  await page.getByRole('menuitem', { name: t('engine.signOut'), exact: true }).click();
  await expect(toast(page, t('engine.signOut.stays'))).toBeVisible();
});
