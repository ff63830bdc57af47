/**
 * Contract tabs made by following the guides and nothing else: docs/add-a-screen.md by hand, one JSON file and its texts,
 * and docs/tutorial-first-tab.md by its commands. They are made in a copy of the project, built and started there.
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
import { spec } from '../spec/spec.ts';
import { LANGUAGES } from './texts.ts';
import { factsOf } from './facts.ts';

/** Neither sources nor part of the product: what the copy goes without. */
const LEFT_OUT = ['node_modules', 'dist', '.git', '.data', 'test-results', 'storybook-static', 'coverage'];

interface Copy {
  folder: string;
  product: Product;
  before: Record<string, string>;
  /** After the guide that goes by hand. */
  byHand: Record<string, string>;
  /** What each command of the tutorial printed. */
  told: Map<string, string>;
}

const guide = readFileSync('docs/add-a-screen.md', 'utf8');
const FILE = /`(screens\/\S+\.screen\.json)`/.exec(guide)![1]!;
const SCREEN = /```json\n([\s\S]*?)```/.exec(guide)![1]!.replace(/^ {3}/gm, '');
const screen = JSON.parse(SCREEN) as { id: string; route: string; title: string };
/** The keys that the guide tells to add, with words for them. */
const KEYS = [...guide.matchAll(/`(contractHistory\.\w+)`/g)].map((found) => found[1]!);
const wordFor = (key: string, language: string) => `${language} ${key.split('.')[1]}`;

const tutorial = readFileSync('docs/tutorial-first-tab.md', 'utf8');
const TAB = /`(screens\/\S+\.screen\.json)`/.exec(tutorial)![1]!;

type Json = Record<string, unknown>;

/** Of a reader's own shell: a test in a test must not take itself for a worker of the outer one. */
const OWN_ENV = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(TEST_|PLAYWRIGHT|PW_|NODE_ENV$|NODE_OPTIONS$)/.test(name),
  ),
);

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
      const byHand = hashes(folder);
      asClone(folder);
      const told = followTutorial(folder);
      const product = await startProduct({ cwd: folder });
      await use({ folder, product, before, byHand, told });
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ copy }, use) => use(copy.product.url),
});

/** The copy is a clone as the guide that goes by hand left it. */
function asClone(folder: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Reader', '-c', 'user.email=reader@localhost', ...args], {
      cwd: folder,
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'As it came');
}

/** Does every step of the tutorial that is not the reader's eyes: its commands, and its edits of files. */
function followTutorial(folder: string): Map<string, string> {
  const told = new Map<string, string>();
  for (const [, kind, language, text] of tutorial.matchAll(
    /^ {3}```(sh run|json edit)(?: (\w+))?\n([^]*?)^ {3}```$/gm,
  )) {
    const block = text!.replace(/^ {3}/gm, '');
    if (kind === 'json edit')
      edit(join(folder, language ? `locales/${language}/contract-routes.json` : TAB), block);
    else
      for (const command of block.trimEnd().split('\n'))
        told.set(
          command,
          execFileSync('sh', ['-c', command], { cwd: folder, env: OWN_ENV, encoding: 'utf8', stdio: 'pipe' }),
        );
  }
  return told;
}

/** Gives the properties of a file the values that the tutorial shows. */
function edit(file: string, shown: string): void {
  const merge = (into: Json, from: Json): Json => {
    for (const [key, value] of Object.entries(from))
      into[key] = isObject(value) && isObject(into[key]) ? merge(into[key], value) : value;
    return into;
  };
  const changed = merge(JSON.parse(readFileSync(file, 'utf8')) as Json, JSON.parse(shown) as Json);
  writeFileSync(file, JSON.stringify(changed, null, 2));
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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

test('the commands of the tutorial make a tab that works, with its snapshot, and tell of it', async ({
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
  await page.getByRole('main').getByRole('link', { name: 'Маршруты' }).click();
  await expect(page).toHaveURL(`/contracts/${contract.id}/routes`);
  await settled(page);
  const panel = page.locator('[data-screen="contract.routes"]');
  await expect(panel.getByRole('columnheader').first()).toHaveText('Дата');
  await expect(panel.locator('tbody tr:has(td), [data-state=empty]').first()).toBeVisible();
});

test('its gate is that of the contract page', async ({ page, copy, t }) => {
  const { contract } = await factsOf(copy.product);
  await enter(page, 'contracts', `/contracts/${contract.id}/${screen.route}`);
  await expect(page).toHaveURL('/error/403');
  await expect(toast(page, t('errorMessages.403'))).toBeVisible();
  await expect(page.locator(`[data-screen="${screen.id}"]`)).toHaveCount(0);
});
