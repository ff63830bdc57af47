/**
 * Fixtures that a worker shares among its tests. Tests with other worker fixtures get a separate worker, and with it a
 * separate product: so all of them are declared here, and each is made by the first test that uses it.
 */
import { test as base, type Browser, type BrowserContext } from '@playwright/test';
import type { Copy } from './guides/copy.ts';
import { startProduct, type Product } from './product.ts';
import type { Readers } from './walk/readers.ts';

type BrowserViewport = { width: number; height: number } | null;

/** The worker's context for a product, by the product's address. */
type ContextOf = (baseURL: string) => Promise<BrowserContext>;

interface WorkerFixtures {
  product: Product;
  contextOf: ContextOf;
  /** Accounts that walk over the product. */
  readers: Readers;
  /** Address of the built stories over the product. */
  stories: string;
  /** A copy of the project in which the guides were followed. */
  copy: Copy;
}

export const test = base.extend<object, WorkerFixtures>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  contextOf: [
    async ({ browser }, use) => {
      const made = new Map<string, Promise<BrowserContext>>();
      await use((baseURL) => {
        if (!made.has(baseURL)) made.set(baseURL, anchored(browser, baseURL));
        return made.get(baseURL)!;
      });
      for (const context of made.values()) await (await context).close();
    },
    { scope: 'worker' },
  ],
  readers: [
    async ({ browser, product }, use) => {
      const { Readers } = await import('./walk/readers.ts');
      const readers = new Readers(browser, product.url);
      await use(readers);
      await readers.close();
    },
    { scope: 'worker' },
  ],
  stories: [
    async ({ product }, use) => {
      const { serveStories } = await import('./stories/serve.ts');
      const served = await serveStories(product.url);
      await use(served.url);
      served.close();
    },
    { scope: 'worker' },
  ],
  copy: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
    async ({}, use) => {
      const { makeCopy } = await import('./guides/copy.ts');
      const copy = await makeCopy();
      await use(copy);
      await copy.remove();
    },
    { scope: 'worker', timeout: 480_000 },
  ],
});

/** A page that stays open: while it exists, other pages of the site run in its process, with its compiled code. */
async function anchored(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await contextFor(browser, baseURL);
  const page = await context.newPage();
  await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('/');
  return context;
}

/** Animations are shown in their final state: no test is about them. */
export function contextFor(
  browser: Browser,
  baseURL: string,
  viewport?: BrowserViewport,
): Promise<BrowserContext> {
  return browser.newContext({
    baseURL,
    locale: 'ru-RU',
    reducedMotion: 'reduce',
    ...(viewport && { viewport }),
  });
}
