/** Tools of an ADMIN in the product: viewing as another account, the inspector, the workshop, Storybook. */
import { readFileSync } from 'node:fs';
import { demoAccounts } from '../../server/seed/accounts.ts';
import { enter, expect, expectRest, settled, test, toast } from './fixtures.ts';
import { SEED } from './walk/way.ts';

test('an ADMIN views as another account, is refused every change, and returns', async ({ page, t }) => {
  await enter(page, 'admin');
  const list = '/system/accounts?f.query=contracts';
  await page.goto(list);
  await page
    .getByRole('row', { name: /^contracts / })
    .getByRole('button', { name: t('engine.table.rowActions') })
    .click();
  await page.getByRole('menuitem', { name: t('accounts.viewAs') }).click();
  const banner = page.locator('[data-part=view-as]');
  await expect(banner).toContainText('Крылов О. И.');
  // It starts where the account itself starts.
  await expect(page).toHaveURL('/contracts');
  await expect(toast(page, t('errorMessages.403'))).toHaveCount(0);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('link', { name: t('accounts.title') })).toHaveCount(0);
  const refused = await page.request.get('/api/v3/contract/paging/export?format=csv');
  expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([403, 'viewNoFiles']);
  await banner.getByRole('button').click();
  await expect(banner).toHaveCount(0);
  await expect(page).toHaveURL(list);
  await expect(page.getByRole('row', { name: /^contracts / })).toBeVisible();
});

test('Alt and a click show file, line and rules, to an ADMIN alone', async ({ page, t }) => {
  await enter(page, 'admin');
  await page.goto('/system/accounts');
  const panel = page.locator('[data-part=inspector]');
  const sort = page.locator('th[data-column=login]').getByRole('button');
  await sort.click({ modifiers: ['Alt'] });
  await expect(panel).toContainText('login');
  const place = /(\S+\.screen\.json):(\d+)/.exec(await panel.innerText())!;
  expect(readFileSync(place[1]!, 'utf8').split('\n')[Number(place[2]) - 1]).toContain('"login"');
  await expect(page.locator('th[data-column=login]')).toHaveAttribute('aria-sort', 'none');
  await panel.getByRole('button', { name: 'table' }).click();
  await panel.getByRole('button', { name: 'instances' }).click();
  await expect(panel).toContainText("system.instanceType == 'ADMINISTRATION'");
  await expect(panel).toContainText('"RO"');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.locator('[data-part=menu] a[href="/system/roles"]').click({ modifiers: ['Alt'] });
  await expect(panel).toContainText('screens/system/roles.screen.json:1');
  await expect(page).toHaveURL(/accounts/);

  await enter(page, 'manager');
  await page.goto('/contracts');
  await page.locator('th[data-column=number]').click({ modifiers: ['Alt'] });
  await expect(page.locator('th[data-column=number]')).toBeVisible();
  await expect(panel).toHaveCount(0);
  await page.goto('/workshop');
  await expect(page).toHaveURL(/\/error\/403/);
  expect(t('engine.workshop')).not.toBe('');
});

const TEXT = readFileSync('screens/system/accounts.screen.json', 'utf8');
/** Number of lines before that of the columns. */
const COLUMNS = TEXT.split('\n').findIndex((line) => line.includes('"columns": ['));

test('the workshop reports a mistake at its line, and previews the screen', async ({ page, watch, t }) => {
  // The screen is refused when viewed as another account.
  watch.allow(/status of 403/);
  await enter(page, 'admin');
  await page.goto('/workshop/accounts');
  const source = page.locator('.monaco-editor').first();
  const preview = page.getByRole('main');
  await expect(preview.getByRole('row').nth(1)).toBeVisible();
  await source.locator('.view-line').first().click();
  await page.keyboard.press('Control+Home');
  for (let line = 0; line < COLUMNS; line++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.insertText('"lastNmae",');
  const findings = page.getByRole('tabpanel');
  await expect(findings).toContainText('did you mean “lastName”?');
  await expect(source.locator('.squiggly-error').first()).toBeVisible();
  await expect(preview.getByRole('row').nth(1)).toBeVisible();
  for (const _ of '"lastNmae",') await page.keyboard.press('Backspace');
  await page.keyboard.insertText('{ "field": "login", "id": "again", "label": "account.login" },');
  await page.getByRole('tab').nth(1).click();
  await expect(findings).toContainText('column "again" added');
  await expect(preview.locator('th[data-column=again]')).toBeVisible();

  const choice = (key: string) => page.getByRole('combobox', { name: t(key), exact: true });
  const [state, rights] = [choice('engine.tools.data'), choice('engine.tools.viewAs')];
  await state.selectOption('empty');
  await expect(preview.locator('[data-state=empty]')).toBeVisible();
  await state.selectOption('normal');
  await rights.selectOption('contracts');
  await expect(preview.locator('[data-state=forbidden]')).toBeVisible();
  await rights.selectOption('');
  await expect(preview.getByRole('row').nth(1)).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать файл' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('accounts.screen.json');
  expect(readFileSync((await saved.path())!, 'utf8')).toContain('"again"');
  await page.reload();
  await expect(preview.locator('th[data-column=again]')).toBeVisible();
});

test('the workshop follows links to other screens, and edits other files too', async ({ page, t }) => {
  await enter(page, 'admin');
  await page.goto('/workshop/contracts');
  const preview = page.getByRole('main');
  const lead = preview.locator('tbody').getByRole('row').nth(1).getByRole('cell').nth(2);
  // The editor and the compiler of the project are loaded first: 600 KB and a worker.
  await expect(lead).toBeVisible({ timeout: 30_000 });
  await lead.click();
  await expect(page).toHaveURL(/\/workshop\/contract/);
  await expect(page.getByRole('textbox', { name: t('engine.tools.address'), exact: true })).toHaveValue(
    /^\/contracts\/.{36}/,
  );
  await expect(preview.getByRole('navigation').getByRole('link').first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/workshop\/contracts$/);
  await page
    .getByRole('combobox', { name: t('engine.tools.file'), exact: true })
    .selectOption('locales/ru/common.json');
  const source = page.locator('.monaco-editor').first();
  await source.locator('.view-line').first().click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.insertText('"contracts.title": "Соглашения",');
  await expect(page.getByRole('tabpanel')).toContainText('contracts.title');
});

test('Storybook is embedded in the product, on live data, within its own policy', async ({ page }) => {
  await enter(page, 'admin');
  await page.goto('/storybook/?path=/story/screens-system-accounts--screen&globals=');
  const story = page.frameLocator('#storybook-preview-iframe');
  // Storybook's manager, its frame and the product in it load one after the other.
  await expect(story.locator('[data-story] tbody tr').first()).toBeVisible({ timeout: 30_000 });
  await expect(story.getByRole('row', { name: /^contracts / })).toBeVisible();
});

/** A few accounts a run, by `SEED`; all with `FULL=1`. */
const VIEWED = (process.env.FULL ? demoAccounts : demoAccounts.filter((_, i) => (i + SEED) % 6 === 0)).filter(
  ({ login, instance }) => login !== 'admin' && instance === 'ecoregion',
);

test('viewed as another account, each section of the menu shows what that account sees, and no failure', async ({
  page,
  t,
}) => {
  await enter(page, 'admin', '/system/accounts?c=100');
  for (const { login, permissions } of VIEWED) {
    await expectRest(page);
    await page
      .getByRole('row', { name: new RegExp(`^${login} `) })
      .getByRole('button', { name: t('engine.table.rowActions') })
      .click();
    await page.getByRole('menuitem', { name: t('accounts.viewAs') }).click();
    await expect(page.locator('[data-part=view-as]')).toBeVisible();
    await settled(page);
    // Only an account without permissions is shown this text.
    await expect(page.getByText(t('welcome.text'))).toHaveCount(permissions.length ? 0 : 1);
    const links = page.locator('[data-part=menu] a');
    for (const href of await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!))) {
      await page.locator(`[data-part=menu] a[href="${href}"]`).click();
      await settled(page);
      await expect(page.locator('main').getByRole('alert'), `${login} at ${href}`).toHaveCount(0);
      expect(new URL(page.url()).pathname, `${login} at ${href}`).not.toMatch(/^\/error/);
    }
    await page.locator('[data-part=view-as]').getByRole('button').click();
    await expect(page).toHaveURL('/system/accounts?c=100');
  }
});
