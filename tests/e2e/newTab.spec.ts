/**
 * A contract tab made by following docs/add-a-screen.md and nothing else: one JSON file and its texts. It is
 * written into a copy of the project, built and started there.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { enter, expect, settled, test as base, toast } from './fixtures.ts';
import { startProduct, type Product } from './product.ts';
import { LANGUAGES } from './texts.ts';
import { factsOf } from './facts.ts';

/** Neither sources nor part of the product: what the copy goes without. */
const LEFT_OUT = ['node_modules', 'dist', '.git', '.data', 'test-results', 'storybook-static', 'coverage'];

interface Copy {
  folder: string;
  product: Product;
  before: Record<string, string>;
}

const guide = readFileSync('docs/add-a-screen.md', 'utf8');
const FILE = /`(screens\/\S+\.screen\.json)`/.exec(guide)![1]!;
const SCREEN = /```json\n([\s\S]*?)```/.exec(guide)![1]!.replace(/^ {3}/gm, '');
const screen = JSON.parse(SCREEN) as { id: string; route: string; title: string };
/** The keys that the guide tells to add, with words for them. */
const KEYS = [...guide.matchAll(/`(contractHistory\.\w+)`/g)].map((found) => found[1]!);
const wordFor = (key: string, language: string) => `${language} ${key.split('.')[1]}`;

const test = base.extend<object, { copy: Copy }>({
  copy: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'new-tab-'));
      for (const name of readdirSync('.'))
        if (!LEFT_OUT.includes(name)) cpSync(name, join(folder, name), { recursive: true });
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
      const before = hashes(folder);
      writeFileSync(join(folder, FILE), SCREEN);
      for (const language of LANGUAGES)
        writeFileSync(
          join(folder, `locales/${language}/history.json`),
          JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, wordFor(key, language)])), null, 2),
        );
      execFileSync(process.execPath, ['--import', 'tsx', 'engine/build/check.ts'], { cwd: folder });
      execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
        cwd: folder,
        env: { ...process.env, NODE_ENV: 'production' },
        stdio: 'pipe',
      });
      const product = await startProduct({ cwd: folder });
      await use({ folder, product, before });
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ copy }, use) => use(copy.product.url),
});

/** Every file of the copy with the hash of its content. */
function hashes(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (path: string) => {
    for (const name of readdirSync(path)) {
      const inner = join(path, name);
      if (path === folder && LEFT_OUT.includes(name)) continue;
      if (statSync(inner).isDirectory()) walk(inner);
      else found[relative(folder, inner)] = createHash('sha256').update(readFileSync(inner)).digest('hex');
    }
  };
  walk(folder);
  return found;
}

test('one file and its texts are the whole of it', ({ copy }) => {
  expect(KEYS.length).toBe(3);
  const after = hashes(copy.folder);
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
      await expect(page).toHaveTitle(new RegExp(title));
      const panel = page.locator(`[data-screen="${screen.id}"]`);
      await expect(panel.getByText(wordFor('contractHistory.changedBy', language))).toBeVisible();
      await expect(panel).toContainText(row!.changedBy);
      await page.reload();
      await expect(panel).toContainText(row!.changedBy);
    });
  });

test('its gate is that of the contract page', async ({ page, copy, t }) => {
  const { contract } = await factsOf(copy.product);
  await enter(page, 'contracts', `/contracts/${contract.id}/${screen.route}`);
  await expect(page).toHaveURL('/error/403');
  await expect(toast(page, t('errorMessages.403'))).toBeVisible();
  await expect(page.locator(`[data-screen="${screen.id}"]`)).toHaveCount(0);
});
