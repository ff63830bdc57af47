/** The keyboard alone is enough to work. */
import { contractOf } from './contracts/contractOf.ts';
import { enter, expect, rowsOf, settled, test, toast } from './fixtures.ts';
import { tabTo } from './forms/keys.ts';
import { exactly, LANGUAGES, textsOf, type Language } from './texts.ts';

const keyboardTest = (language: Language) =>
  test.describe(`keyboard alone, ${language}`, () => {
    test.use({ language });
    test('signs in, opens the first contract, changes a field and saves', async ({ page, product }) => {
      const t = textsOf(language);
      const textbox = (key: string) => page.getByRole('textbox', { name: exactly(t(key)) });
      await page.goto('/login?path=/contracts');
      await tabTo(page, textbox('login.login'));
      await page.keyboard.type('manager');
      await page.keyboard.press('Tab');
      await page.keyboard.type('demo');
      await page.keyboard.press('Enter');
      const first = rowsOf(page).first().locator('[data-row-link]');
      // The sign-in screen is at rest, too.
      await expect(first).toBeVisible();
      await settled(page);
      const number = await first.innerText();
      await tabTo(page, page.getByRole('link', { name: exactly(number) }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: number, exact: true })).toBeVisible();
      await tabTo(page, textbox('contract.responsible'));
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(`Клавишин К. К. ${language}`);
      await tabTo(page, page.getByRole('button', { name: exactly(t('engine.form.save')) }));
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

test.describe('keyboard alone, on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('a tab of a contract: adds, changes and deletes', async ({ page, t }) => {
    await enter(page, 'manager', '/');
    await page.goto(await contractOf(page, 'SERVICE', 'PHONE'));
    await settled(page);
    const button = (key: string) => page.getByRole('button', { name: exactly(t(key)) });
    const row = page.locator('main [data-row-link]');
    await tabTo(page, page.getByRole('link', { name: new RegExp(`^${t('limits.title')}`) }));
    await page.keyboard.press('Enter');
    await tabTo(page, button('limits.add'));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('combobox', { name: t('limit.type') }));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, page.getByRole('textbox', { name: t('limit.value') }));
    await page.keyboard.type('12');
    await page.keyboard.press('ControlOrMeta+S');
    await expect(row).toHaveCount(1);
    await tabTo(page, row);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('textbox', { name: t('limit.comment') }));
    await page.keyboard.type('С клавиатуры');
    await tabTo(page, button('engine.form.save'));
    await page.keyboard.press('Enter');
    // A card has no room for the comment: the saved value is read in the form.
    await expect(row).toHaveCount(1);
    await tabTo(page, row);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: t('limit.comment') })).toHaveValue('С клавиатуры');
    await page.goBack();
    await tabTo(page, button('engine.table.rowActions'));
    await page.keyboard.press('Enter');
    // At first the menu has a disabled entry, which says that it is loading.
    await expect(page.getByRole('menuitem', { disabled: false }).last()).toBeVisible();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('alertdialog').getByRole('button').last());
    await page.keyboard.press('Enter');
    await expect(row).toHaveCount(0);
  });
});
