/**
 * One product a worker; every page is watched: a violation of the content policy, an uncaught error or a console
 * error fails its test, and what was seen goes into the trace for `npm run spec:coverage`.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { startProduct, type Product } from './product.ts';

const PARTS = Object.values(
  (
    JSON.parse(readFileSync('tests/spec/map.json', 'utf8')) as Record<
      'widgets' | 'filterFieldKinds',
      Record<string, string>
    >
  ).widgets,
).concat(
  Object.values(
    (
      JSON.parse(readFileSync('tests/spec/map.json', 'utf8')) as Record<
        'filterFieldKinds',
        Record<string, string>
      >
    ).filterFieldKinds,
  ),
);

interface Watch {
  /** Console errors and policy violations that a test provokes on purpose. */
  allow(pattern: RegExp): void;
}

export const test = base.extend<{ watch: Watch }, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  watch: [
    async ({ page }, use) => {
      const allowed: RegExp[] = [];
      const faults: string[] = [];
      const note = (fault: string) => {
        if (!allowed.some((pattern) => pattern.test(fault))) faults.push(fault);
      };
      page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
      page.on('console', (message) => message.type() === 'error' && note(`console: ${message.text()}`));
      await recordSeen(page);
      await use({ allow: (pattern) => allowed.push(pattern) });
      expect(faults, 'policy violations, uncaught and console errors').toEqual([]);
    },
    { auto: true },
  ],
});

/** Writes routes, screens and parts that came up on the page into test-results/seen.txt. */
async function recordSeen(page: Page): Promise<void> {
  const seen = new Set<string>();
  await page.exposeFunction('__seen', (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    appendFileSync('test-results/seen.txt', `${name}\n`);
  });
  await page.addInitScript((parts) => {
    const tell = (name: string) => void (window as unknown as { __seen(n: string): void }).__seen(name);
    const look = () => {
      for (const el of document.querySelectorAll<HTMLElement>('[data-route]'))
        tell(`route ${el.dataset.route}`);
      for (const el of document.querySelectorAll<HTMLElement>('[data-screen]'))
        tell(`screen ${el.dataset.screen}`);
      for (const part of parts) if (document.querySelector(part)) tell(`part ${part}`);
    };
    let pending = false;
    new MutationObserver(() => {
      if (pending) return;
      pending = true;
      setTimeout(() => {
        pending = false;
        look();
      }, 30);
    }).observe(document, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['data-route'],
    });
  }, PARTS);
}

/** Signs in through the login screen. */
export async function signIn(page: Page, login: string, path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByLabel(/Логин|Login/).fill(login);
  await page.getByLabel(/^(Пароль|Password)/).fill('demo');
  await page.getByRole('button', { name: /^(Войти|Sign in)$/ }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

/** No accessibility violation on the page as it stands (wcag2a to wcag22aa). */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const told = violations.map(
    (v) =>
      `${v.id}: ${v.nodes
        .map((n) => n.target.join(' '))
        .slice(0, 3)
        .join(' | ')} — ${v.help}`,
  );
  expect(told).toEqual([]);
}

export { expect };
