/** A session that ends during work: nothing that was entered is lost, and no other account sees it. */
import type { Page } from '@playwright/test';
import { spec } from '../../spec/spec.ts';
import { factsOf } from '../facts.ts';
import { enter, expect, fillSignIn, settled, test, toast } from '../fixtures.ts';
import { exactly, type Texts } from '../texts.ts';

const responsible = (page: Page, t: Texts) => page.getByRole('textbox', { name: t('contract.responsible') });
/** The sign-in dialog over the page. */
const again = (page: Page) => page.locator('[data-part=sign-in-again]');

test('signs in over the page and the save continues; another account sees nothing of it', async ({
  page,
  product,
  t,
  watch,
}) => {
  watch.allow(/\b401\b/);
  const { contract } = await factsOf(product);
  const saved = async () =>
    (
      await product.sql<{ responsible: string }>('select responsible from contracts where id = $1', [
        contract.id,
      ])
    )[0]!.responsible;
  const before = await saved();
  await enter(page, 'manager', `/contracts/${contract.id}`);
  await settled(page);
  await responsible(page, t).fill('Сеансова С. С.');
  await page.context().clearCookies();
  await page.keyboard.press('ControlOrMeta+S');
  spec('M-046');
  await expect(again(page)).toBeVisible();
  const prompt = page.getByRole('dialog', { name: t('engine.signIn.again') });
  await expect(prompt).toContainText(t('engine.signIn.againText'));
  expect(await saved()).toBe(before);
  await fillSignIn(page, 'manager', 'wrong');
  await expect(again(page).getByRole('alert')).toBeVisible();
  await fillSignIn(page, 'manager');
  await expect(toast(page, t('contract.saved'))).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`/contracts/${contract.id}`);
  expect(await saved()).toBe('Сеансова С. С.');

  await responsible(page, t).fill('Тайна Т. Т.');
  // The requests that follow the save are answered.
  await settled(page);
  await page.context().clearCookies();
  await page.getByRole('button', { name: exactly(t('engine.form.save')) }).click();
  await expect(again(page)).toBeVisible();
  await fillSignIn(page, 'admin');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await settled(page);
  await expect(page.locator('input, textarea').and(page.locator('[value*="Тайна"]'))).toHaveCount(0);
  await expect(page.getByText('Тайна')).toHaveCount(0);
  await expect(page.locator('[data-part=draft]')).toHaveCount(0);
  expect(await saved()).toBe('Сеансова С. С.');

  // The first user is offered the unsaved input, and decides.
  await enter(page, 'manager', `/contracts/${contract.id}`);
  await expect(responsible(page, t)).toHaveValue('Сеансова С. С.');
  await page
    .locator('[data-part=draft]')
    .getByRole('button', { name: t('engine.draft.apply') })
    .click();
  await expect(responsible(page, t)).toHaveValue('Тайна Т. Т.');
  await page.getByRole('button', { name: exactly(t('engine.form.save')) }).click();
  await expect(toast(page, t('contract.saved'))).toBeVisible();
  await page.reload();
  await expect(responsible(page, t)).toHaveValue('Тайна Т. Т.');
  await expect(page.locator('[data-part=draft]')).toHaveCount(0);
});

test('without unsaved input an ended session opens the sign-in page; with it, once the user discards it', async ({
  page,
  product,
  t,
  watch,
}) => {
  watch.allow(/\b401\b/);
  const { contract } = await factsOf(product);
  await enter(page, 'manager', `/contracts/${contract.id}`);
  await settled(page);
  await page.context().clearCookies();
  await page
    .getByRole('main')
    .getByRole('link', { name: t('limits.title') })
    .click();
  await expect(page).toHaveURL(`/login?path=%2Fcontracts%2F${contract.id}%2Flimits`);

  await enter(page, 'manager', `/contracts/${contract.id}`);
  await settled(page);
  await responsible(page, t).fill('Уходящий У. У.');
  await page.context().clearCookies();
  await page.keyboard.press('ControlOrMeta+S');
  await page.getByRole('button', { name: t('engine.signIn.abandon') }).click();
  // No confirmation covers the sign-in, and the return address is kept.
  await expect(page).toHaveURL(`/login?path=%2Fcontracts%2F${contract.id}`);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await fillSignIn(page, 'manager');
  await expect(page).toHaveURL(`/contracts/${contract.id}`);
  await page
    .locator('[data-part=draft]')
    .getByRole('button', { name: t('engine.draft.drop') })
    .click();
  await expect(page.locator('[data-part=draft]')).toHaveCount(0);
  await expect(responsible(page, t)).not.toHaveValue('Уходящий У. У.');
});

test('the record of a page is requested by its head, once, and in the chosen language', async ({
  page,
  t,
}) => {
  await enter(page, 'manager', '/contracts');
  await settled(page);
  await page.locator('a[data-row-link]').first().click();
  await settled(page);
  const id = /\/contracts\/([^/?]+)/.exec(page.url())![1]!;
  const requests = () =>
    page.evaluate(
      (end) =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith(end))
          .map((entry) => (entry as PerformanceResourceTiming).initiatorType),
      `/api/v3/contract/${id}`,
    );
  await page.reload();
  await settled(page);
  expect(await requests()).toEqual(['link']);
  await expect(page.locator('main').getByText(t('contract.status'), { exact: true }).first()).toBeVisible();
  // The browser requests Russian: a user who has chosen English is not shown that reply.
  await page.evaluate(() => localStorage.setItem('locale', 'en'));
  await page.reload();
  await settled(page);
  expect(await requests()).toContain('fetch');
  await expect(page.locator('main')).not.toContainText(/[а-я] (договор|период)/i);
});
