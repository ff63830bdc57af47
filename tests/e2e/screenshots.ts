/**
 * `npm run screenshots`: the pictures of the README into docs/screenshots. With `--all DIR`: every screen of the walk
 * in both themes, languages and widths, for visual review; `--only TEXT` takes those whose name has that text.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright';
import config from '../../playwright.config.ts';
import { openConflict } from './conflict.ts';
import { factsOf, type Facts } from './facts.ts';
import { enter, settled } from './fixtures.ts';
import { startProduct, type Product } from './product.ts';
import { LANGUAGES, textsOf } from './texts.ts';
import { Readers, type Look } from './walk/readers.ts';
import { expectContent, openDialog } from './walk/steps.ts';
import { visits } from './walk/visits.ts';
import { queryOf, randomOf, openingAction } from './walk/way.ts';

const WIDE = 1440;
const NARROW = 390;
const { values } = parseArgs({ options: { all: { type: 'string' }, only: { type: 'string', default: '' } } });

async function main(): Promise<void> {
  if (!existsSync('dist/index.html')) throw new Error('There is no dist: run `npm run build` first.');
  const product = await startProduct();
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    if (values.all) await everything(values.all, browser, product);
    else await forReadme('docs/screenshots', browser, product, await factsOf(product));
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function forReadme(folder: string, browser: Browser, product: Product, facts: Facts): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const wide = { width: WIDE, language: 'ru', dark: false } as const;
  const contract = `/contracts/${facts.contract.id}`;
  const [solution] = await product.sql<{ id: string; hypothesis_id: string }>(
    `select id, hypothesis_id from solutions where status = 'SUCCESS'
       and instance_id = (select instance_id from accounts where login = 'admin')
     order by vehicle_count desc, id limit 1`,
  );
  const routes = `/hypothesis/${solution!.hypothesis_id}/solutions/${solution!.id}`;
  const pictures: [file: string, login: string, path: string, look: Look][] = [
    ['contracts', 'manager', '/contracts', wide],
    ['contract-dark', 'manager', contract, { ...wide, language: 'en', dark: true }],
    ['contracts-phone', 'manager', '/contracts', { ...wide, width: NARROW }],
    ['solution', 'admin', routes, wide],
    ['stands-map', 'admin', '/stands/map', { ...wide, language: 'en', dark: true }],
  ];
  for (const [file, login, path, look] of pictures)
    await withPage(browser, product, look, async (page) => {
      await enter(page, login, path);
      await settled(page);
      const map = page.locator('.maplibregl-map').first();
      if (await map.count()) await map.scrollIntoViewIfNeeded();
      // Tiles of a map load after the records, and are drawn in the next frames.
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(1000);
      await shoot(page, join(folder, `${file}.png`));
    });
  await withPage(browser, product, wide, async (page) => {
    await page.goto('/login');
    await settled(page);
    await shoot(page, join(folder, 'login.png'));
    await enter(page, 'manager', '/contracts');
    await settled(page);
    const t = textsOf(wide.language);
    const picker = visits.find(({ dialog }) => dialog?.screen.id === 'pick.customer')!;
    await openDialog(page, { label: { key: 'contracts.customer' }, place: '', at: 'page', access: [] }, t);
    await expectContent(page, picker);
    await shoot(page, join(folder, 'pick-customer.png'));
  });
  await withPage(browser, product, wide, async (page) => {
    const other = await page.context().newPage();
    await openConflict(other, page, facts.contract.id, textsOf(wide.language));
    await shoot(page, join(folder, 'conflict.png'));
  });
}

async function everything(folder: string, browser: Browser, product: Product): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const readers = new Readers(browser, product.url);
  const looks = [WIDE, NARROW].flatMap((width) =>
    LANGUAGES.flatMap((language) => [false, true].map((dark) => ({ width, language, dark }))),
  );
  for (const visit of visits.filter(({ name }) => name.includes(values.only)))
    for (const look of looks) {
      const { width, language, dark } = look;
      const name = [visit.name, language, dark ? 'dark' : 'light', width].join(' ').replaceAll(' ', '-');
      const way = await openingAction(visit, readers, visit.name, randomOf(visit.name));
      const page = await readers.pageOf(way.login, look);
      try {
        const [opener] = visit.dialog?.openers ?? [];
        await page.goto(way.address + queryOf(opener?.place, visit.dialog?.need.query));
        if (opener) await openDialog(page, opener, textsOf(language));
        if (!way.closed) await expectContent(page, visit);
        await shoot(page, join(folder, `${name}.png`));
      } catch (error) {
        console.error(`${name}: ${String(error)}`);
      } finally {
        await page.close();
      }
    }
  await readers.close();
}

async function withPage(
  browser: Browser,
  product: Product,
  { width, language, dark }: Look,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: product.url,
    locale: 'ru-RU',
    viewport: { width, height: width === NARROW ? 844 : 900 },
    reducedMotion: 'reduce',
  });
  await context.addInitScript(
    ([locale, darkTheme]) => {
      localStorage.setItem('locale', locale);
      localStorage.setItem('darkTheme', darkTheme);
    },
    [language, String(dark)] as const,
  );
  try {
    await work(await context.newPage());
  } finally {
    await context.close();
  }
}

async function shoot(page: Page, path: string): Promise<void> {
  await page.waitForTimeout(200);
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
}

await main();
