/** What a page does wrong, and what came up on it. */
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, type BrowserContext, type Page } from '@playwright/test';

type Parts = Record<string, string>;
const map = JSON.parse(readFileSync('tests/spec/map.json', 'utf8')) as {
  widgets: Parts;
  filterFieldKinds: Parts;
};
const PARTS: Parts = { ...map.widgets, ...map.filterFieldKinds };

/** While nobody is signed in the product asks the cookie, and the browser notes the refusal as an error. */
export const SESSION_ASKED = /^console: Failed to load resource: .*\b401\b.* \(\S+\/api\/v3\/auth\/renew\)$/;

/** Tells uncaught errors, console errors and violations of the content policy (which the console has). */
export function watchFaults(context: BrowserContext, note: (fault: string) => void): void {
  context.on('weberror', (error) => note(`uncaught: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
  });
}

/** Tells the parts of tests/spec/map.json that come up on a page, each once a page. */
export async function watchParts(context: BrowserContext, note: (part: string) => void): Promise<void> {
  await context.exposeFunction('__seen', note);
  await context.addInitScript((parts) => {
    const tell = (name: string) => void (window as unknown as { __seen(n: string): void }).__seen(name);
    const left = new Map(Object.entries(parts));
    const look = () => {
      for (const [name, selector] of left)
        if (document.querySelector(selector)) {
          left.delete(name);
          tell(name);
        }
    };
    let pending = false;
    new MutationObserver(() => {
      if (pending) return;
      pending = true;
      setTimeout(() => {
        pending = false;
        look();
      }, 30);
    }).observe(document, { childList: true, subtree: true });
  }, PARTS);
}

/** No accessibility violation on the page as it stands, or in a part of it (wcag2a to wcag22aa). */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  // What fades in is judged when it is there.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations !== Infinity)
        .map((one) => one.finished.catch(() => undefined)),
    ),
  );
  const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  const told = violations.map(
    (v) =>
      `${v.id}: ${v.nodes
        .map((n) => n.target.join(' '))
        .slice(0, 3)
        .join(' | ')} — ${v.help}`,
  );
  expect(told).toEqual([]);
}

/** Tables may scroll within themselves; the page may not. */
export async function expectNoSideways(page: Page): Promise<void> {
  const over = () =>
    page.evaluate(() => {
      const root = document.scrollingElement!;
      return root.scrollWidth - root.clientWidth;
    });
  await expect.poll(over, 'pixels that the page is too wide').toBe(0);
}
