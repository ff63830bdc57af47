/**
 * `npm run screenshots`: the pictures of the README into docs/screenshots. With `--all DIR`: every stop of the tour
 * in both themes, languages and widths, for looking at; `--only TEXT` takes the stops whose name has that text.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright';
import config from '../../playwright.config.ts';
import { openConflict } from './conflict.ts';
import { startProduct, type Product } from './product.ts';
import { LANGUAGES, textsOf, type Language } from './texts.ts';
import { factsOf, NARROW, STOPS, visit, WIDE, type Facts, type Stop } from './tour.ts';

interface Look {
  width: number;
  language: Language;
  dark: boolean;
}

const { values } = parseArgs({ options: { all: { type: 'string' }, only: { type: 'string', default: '' } } });

async function main(): Promise<void> {
  if (!existsSync('dist/index.html')) throw new Error('There is no dist: run `npm run build` first.');
  const product = await startProduct();
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const facts = await factsOf(product);
    if (values.all) await everything(values.all, browser, product, facts);
    else await forReadme('docs/screenshots', browser, product, facts);
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function forReadme(folder: string, browser: Browser, product: Product, facts: Facts): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const stop = (name: string) => STOPS.find((one) => one.name === name)!;
  const wide = { width: WIDE, language: 'ru', dark: false } as const;
  const pictures: [file: string, stop: Stop, look: Look][] = [
    ['login', stop('login'), wide],
    ['contracts', stop('contracts'), wide],
    ['contract-dark', stop('contract info'), { ...wide, language: 'en', dark: true }],
    ['contracts-phone', stop('contracts'), { ...wide, width: NARROW }],
    ['pick-customer', stop('pick customer'), wide],
  ];
  for (const [file, one, look] of pictures)
    await withPage(browser, product, look, async (page) => {
      await visit(page, one, facts, textsOf(look.language));
      await shoot(page, join(folder, `${file}.png`));
    });
  await withPage(browser, product, wide, async (page) => {
    const other = await page.context().newPage();
    await openConflict(other, page, facts.contract.id, textsOf(wide.language));
    await shoot(page, join(folder, 'conflict.png'));
  });
}

async function everything(folder: string, browser: Browser, product: Product, facts: Facts): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const width of [WIDE, NARROW])
    for (const language of LANGUAGES)
      for (const dark of [false, true])
        for (const stop of STOPS) {
          if (!stop.name.includes(values.only)) continue;
          if (stop.only && stop.only !== (width === NARROW ? 'narrow' : 'wide')) continue;
          const name = [stop.name, language, dark ? 'dark' : 'light', width].join(' ').replaceAll(' ', '-');
          await withPage(browser, product, { width, language, dark }, async (page) => {
            await visit(page, stop, facts, textsOf(language));
            await shoot(page, join(folder, `${name}.png`));
          }).catch((error: unknown) => console.error(`${name}: ${String(error)}`));
        }
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
