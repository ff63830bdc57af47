/** Dates with error messages, confirmations that start on the safe button, and a focus that returns. */
import type { Locator, Page } from '@playwright/test';
import { factsOf } from '../facts.ts';
import { dialogTitle, enter, expect, rowsOf, settled, test, toast } from '../fixtures.ts';
import { exactly } from '../texts.ts';
import { expectNoSideways } from '../watching.ts';

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at === document.body || at === null
      ? 'BODY'
      : at.id || at.getAttribute('aria-label') || at.textContent;
  });

test('a wrong date keeps its text, says so and stops the save', async ({ page, product, t }) => {
  const { contract } = await factsOf(product);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' || /save/.test(request.url())) sent.push(request.url());
  });
  await enter(page, 'manager', `/contracts/${contract.id}`);
  const until = page.getByRole('textbox', { name: exactly(t('contract.expirationDate')) });
  await until.fill('31.02.2029');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(until).toHaveValue('31.02.2029');
  await expect(until).toHaveAttribute('aria-invalid', 'true');
  const dateError = t('engine.date.noSuchDay', { text: '31.02.2029' });
  await expect(page.getByText(dateError, { exact: true })).toHaveCount(1);
  await expect(toast(page, t('contract.saved'))).toHaveCount(0);
  expect(sent).toEqual([]);
  await until.fill('28.2.29');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(toast(page, t('contract.saved'))).toBeVisible();
  await expect(until).toHaveValue('28.02.2029');

  await page.goto('/contracts');
  await settled(page);
  await page.getByRole('button', { name: t('engine.filter.more') }).click();
  const from = page.getByRole('textbox', { name: exactly(t('contracts.dateFrom')) });
  await from.fill('31.02.2029');
  await from.press('Enter');
  await expect(from).toHaveValue('31.02.2029');
  await expect(page.getByText(dateError)).toBeVisible();
});

test('a dangerous confirmation starts on the safe button, and the focus returns', async ({
  page,
  product,
  t,
}) => {
  const { contract } = await factsOf(product);
  await enter(page, 'manager', '/contracts');
  await settled(page);
  // From the row to the page: the focus begins at the content.
  const link = rowsOf(page).first().getByRole('link').first();
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/contracts\/[\w-]+$/);
  await expect.poll(() => focused(page)).toBe('content');

  await page.goto(`/contracts/${contract.id}`);
  await settled(page);
  const block = page.getByRole('button', { name: exactly(t('contract.block.action')) });
  for (let i = 0; i < 2; i++) {
    await block.focus();
    await page.keyboard.press('Enter');
    const cancel = page.getByRole('alertdialog').getByRole('button', { name: exactly(t('engine.cancel')) });
    await expect(cancel).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(block).toBeFocused();
  }
  await page.getByRole('textbox', { name: t('contract.comment') }).fill('Почти потеряно');
  await page.evaluate(() => window.history.back());
  await expect(
    page.getByRole('alertdialog').getByRole('button', { name: t('engine.form.leaveNo') }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: t('contract.comment') })).toHaveValue('Почти потеряно');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('Escape returns the focus after every popup, menu and dialog', async ({ page, product, t }) => {
    const { contract } = await factsOf(product);
    await enter(page, 'manager', `/contracts/${contract.id}`);
    await settled(page);
    const day = { label: t('contract.expirationDate') };
    const openers: [Locator, Locator][] = [
      [
        page.getByRole('button', { name: t('engine.menu.open') }),
        page.getByRole('button', { name: t('engine.menu.close') }),
      ],
      [page.getByRole('button', { name: t('engine.user') }), page.getByRole('menuitem')],
      [page.getByRole('button', { name: t('engine.date.open', day) }), page.getByRole('grid')],
      [
        page.getByRole('button', { name: new RegExp(`^${t('contract.customer')}`) }),
        dialogTitle(page, t('pick.customer.title')),
      ],
    ];
    for (const [opener, opened] of openers) {
      await opener.click();
      await expect(opened.first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(opened).toHaveCount(0);
      await expect.poll(() => focused(page)).not.toBe('BODY');
    }
  });

  test('a row is a card, and the search stays visible', async ({ page, t }) => {
    await enter(page, 'manager', '/contracts');
    await settled(page);
    await expect(page.getByRole('searchbox', { name: t('contracts.search') })).toBeVisible();
    const statuses = page.getByRole('search').getByRole('button', { name: t('contracts.statuses') });
    await expect(statuses).toBeHidden();
    const [width, cell] = await rowsOf(page)
      .first()
      .evaluate((row) => [
        row.closest('section')!.scrollWidth - row.closest('section')!.clientWidth,
        getComputedStyle(row.querySelector('[data-cell=more]')!, '::before').content,
      ]);
    expect(width, 'pixels that the cards are too wide').toBe(0);
    expect(cell).toContain(t('contract.status'));
    await expectNoSideways(page);
    // Cards are selected as rows are.
    await rowsOf(page).first().getByRole('checkbox').check();
    await expect(page.getByRole('button', { name: t('engine.table.clearSelection') })).toBeVisible();
  });
});

test('a lost connection covers the page, keeps what was entered, and the message disappears once it is back', async ({
  page,
  product,
  t,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  const { contract } = await factsOf(product);
  await enter(page, 'manager', `/contracts/${contract.id}`);
  // A part that is still loading would report the lost connection too.
  await settled(page);
  const responsible = page.getByRole('textbox', { name: exactly(t('contract.responsible')) });
  await responsible.fill('Без связи Б. С.');
  await page.route('**/api/**', (route) => route.abort());
  const error = page.locator('main').getByText(t('errorMessages.503'));
  await page.keyboard.press('ControlOrMeta+S');
  await expect(error).toBeVisible();
  // The error is shown once, without a toast.
  await expect(toast(page, t('errorMessages.503'))).toHaveCount(0);
  const overlay = page.getByRole('alertdialog', { name: t('engine.connection.title') });
  // A browser checks the connection immediately when its network state changes.
  const beat = () => page.evaluate(() => window.dispatchEvent(new Event('online')));
  await beat();
  await expect(overlay).toBeVisible();
  await expect(overlay.getByRole('button')).toBeFocused();
  await page.unroute('**/api/**');
  await beat();
  await expect(overlay).toBeHidden();
  await expect(error).toBeHidden();
  await expect(responsible).toHaveValue('Без связи Б. С.');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(toast(page, t('contract.saved'))).toBeVisible();
});
