/** The keyboard alone is enough to work. */
import type { Page } from '@playwright/test';
import { expect, rowsOf, settled, test, toast } from './fixtures.ts';
import { exactly, LANGUAGES, textsOf, type Language } from './texts.ts';

/** Presses Tab until the focus is on what is looked for, as somebody without a mouse does. */
async function tabTo(
  page: Page,
  role: 'button' | 'link' | 'textbox',
  name: RegExp,
  most = 60,
): Promise<void> {
  const target = page.getByRole(role, { name });
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    // The focus has to be seen: an outline, or the frame's own.
    if (await target.first().evaluate((el) => el === document.activeElement)) {
      const outline = await target.first().evaluate((el) => getComputedStyle(el).outlineStyle);
      expect(outline, `the focus on ${name} is seen`).not.toBe('none');
      return;
    }
  }
  throw new Error(`The Tab key does not reach ${role} ${name} in ${most} steps`);
}

const keyboardTest = (language: Language) =>
  test.describe(`keyboard alone, ${language}`, () => {
    test.use({ language });
    test('signs in, opens the first contract, changes a field and saves', async ({ page, product }) => {
      const t = textsOf(language);
      await page.goto('/login?path=/contracts');
      await expect(page.getByRole('textbox', { name: t('login.login') })).toBeVisible();
      await tabTo(page, 'textbox', exactly(t('login.login')));
      await page.keyboard.type('manager');
      await page.keyboard.press('Tab');
      await page.keyboard.type('demo');
      await page.keyboard.press('Enter');
      await settled(page);
      const first = rowsOf(page).first().locator('[data-row-link]');
      const number = await first.innerText();
      await tabTo(page, 'link', exactly(number));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: number, exact: true })).toBeVisible();
      await tabTo(page, 'textbox', exactly(t('contract.responsible')));
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(`Клавишин К. К. ${language}`);
      await tabTo(page, 'button', exactly(t('engine.form.save')));
      await page.keyboard.press('Enter');
      await expect(toast(page, t('contract.saved'))).toBeVisible();
      const [row] = await product.sql<{ responsible: string }>(
        `select responsible from contracts where number = $1
           and instance_id = (select instance_id from accounts where login = 'manager')`,
        [number],
      );
      expect(row!.responsible).toBe(`Клавишин К. К. ${language}`);
    });
  });
LANGUAGES.forEach(keyboardTest);
