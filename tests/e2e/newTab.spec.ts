/**
 * Contract tabs made by following the guides and nothing else: docs/add-a-screen.md manually, one JSON file and its
 * texts, and docs/tutorial-first-tab.md by its commands. They are made in a copy of the project that is built and
 * started.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { enter, expect, settled, test as base, toast } from './fixtures.ts';
import { FILE, KEYS, screen, TAB, wordFor } from './guides/copy.ts';
import { spec } from '../spec/spec.ts';
import { LANGUAGES } from './texts.ts';
import { factsOf } from './facts.ts';

const test = base.extend({ baseURL: async ({ copy }, use) => use(copy.product.url) });

test('one file and its texts are enough', ({ copy }) => {
  expect(KEYS.length).toBe(3);
  const after = copy.byHand;
  const added = Object.keys(after).filter((name) => !(name in copy.before));
  expect(added.sort()).toEqual([FILE, ...LANGUAGES.map((one) => `locales/${one}/history.json`)].sort());
  const touched = Object.keys(copy.before).filter((name) => after[name] !== copy.before[name]);
  expect(touched).toEqual([]);
});

for (const language of LANGUAGES)
  test.describe(language, () => {
    test.use({ language });
    test('the tab has its place in the strip, its address, breadcrumb, title and content', async ({
      page,
      copy,
    }) => {
      spec('B-063');
      const { contract } = await factsOf(copy.product);
      const [row] = await copy.product.sql<{ changedBy: string }>(
        'select changed_by as "changedBy" from contracts where id = $1',
        [contract.id],
      );
      const title = wordFor(screen.title, language);
      await enter(page, 'manager', `/contracts/${contract.id}`);
      await settled(page);
      const tabs = page.getByRole('main').getByRole('navigation').getByRole('link');
      const tab = tabs.filter({ hasText: title });
      await expect(tab).toHaveText(title);
      await tab.click();
      await expect(page).toHaveURL(`/contracts/${contract.id}/${screen.route}`);
      await expect(tab).toHaveAttribute('aria-current', 'page');
      await expect(page.locator('[data-part=breadcrumbs]')).toContainText(title);
      await expect(page.locator('[data-part=breadcrumbs]')).toContainText(contract.number);
      const above = page.locator('[data-part=breadcrumbs]').getByRole('link');
      expect(await above.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
        expect.arrayContaining(['/contracts', `/contracts/${contract.id}`]),
      );
      await expect(page).toHaveTitle(new RegExp(title));
      const panel = page.locator(`[data-screen="${screen.id}"]`);
      await expect(panel.getByText(wordFor('contractHistory.changedBy', language))).toBeVisible();
      await expect(panel).toContainText(row!.changedBy);
      await page.reload();
      await expect(panel).toContainText(row!.changedBy);
    });
  });

test('the commands of the tutorial make a tab that works, with its snapshot, and print what they did', async ({
  page,
  copy,
}) => {
  const [made, , checked, , shot, changed] = [...copy.told.values()];
  expect(made).toContain(`wrote ${TAB}`);
  expect(checked).toContain(' 0 errors, 0 warnings');
  expect(shot).toMatch(/\d passed/);
  expect(changed).toContain('+ contract.routes: screen added');
  const snapshot = (name: string) =>
    readFileSync(join(copy.folder, `tests/e2e/snapshots/${name}.txt`), 'utf8');
  expect(snapshot('contract.routes')).toContain('columnheader "Дата"');
  expect(snapshot('contract')).toContain('link "Маршруты"');
  const { contract } = await factsOf(copy.product);
  await enter(page, 'manager', `/contracts/${contract.id}`);
  // While the record loads the tabs still move, and a press on a moving tab is lost.
  await settled(page);
  await page.getByRole('main').getByRole('link', { name: 'Маршруты' }).click();
  await expect(page).toHaveURL(`/contracts/${contract.id}/routes`);
  await settled(page);
  const panel = page.locator('[data-screen="contract.routes"]');
  // A contract without routes has no table; its columns are in the snapshot.
  const content = panel.locator('tbody tr:has(td), [data-state=empty]').first();
  await expect(content).toBeVisible();
  if ((await content.getAttribute('data-state')) !== 'empty')
    await expect(panel.getByRole('columnheader').first()).toHaveText('Дата');
});

test('its access rule is that of the contract page', async ({ page, copy, t }) => {
  const { contract } = await factsOf(copy.product);
  await enter(page, 'contracts', `/contracts/${contract.id}/${screen.route}`);
  await expect(page).toHaveURL('/error/403');
  await expect(toast(page, t('errorMessages.403'))).toBeVisible();
  await expect(page.locator(`[data-screen="${screen.id}"]`)).toHaveCount(0);
});
