/** Errors of a page, and the parts that were rendered on it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type BrowserContext, type ConsoleMessage, type Page, type WebError } from '@playwright/test';
import type Axe from 'axe-core';

type Parts = Record<string, string>;
const map = JSON.parse(readFileSync('tests/spec/map.json', 'utf8')) as {
  widgets: Parts;
  filterFieldKinds: Parts;
};
const PARTS: Parts = { ...map.widgets, ...map.filterFieldKinds };

/** When no one is signed in the product tries to renew by the cookie, and the browser logs the refusal as an error. */
export const SESSION_ASKED =
  /^console: Failed to load resource: .*\b401\b.* \(\S+\/api\/v3\/auth\/(renew|start\?\S*)\)$/;

/**
 * Reports uncaught errors, console errors and violations of the content policy (logged in the console), until it is
 * stopped.
 */
export function watchFaults(context: BrowserContext, note: (fault: string) => void): () => void {
  const uncaught = (error: WebError) => note(`uncaught: ${error.error().message}`);
  const printed = (message: ConsoleMessage) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
  };
  context.on('weberror', uncaught).on('console', printed);
  return () => void context.off('weberror', uncaught).off('console', printed);
}

/** Reports the parts of tests/spec/map.json that are rendered on a page, each once per page, until it is stopped. */
export async function watchParts(
  context: BrowserContext,
  note: (part: string) => void,
): Promise<() => Promise<void>> {
  const exposed = await context.exposeFunction('__seen', note);
  const script = await context.addInitScript((parts) => {
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
  return async () => {
    await script.dispose();
    await exposed.dispose();
  };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Loading states: a screen at rest has none. */
export const BUSY = '.skeleton, progress.sr-only, [role=progressbar], [aria-busy=true]';

/** Wraps `fetch` in each page to count pending requests, for `expectRest`. */
export async function watchRequests(context: BrowserContext) {
  return context.addInitScript(() => {
    const counts = window as unknown as { ownRequests: number };
    const { fetch } = window;
    counts.ownRequests = 0;
    // Counted until the page has had the body too, as it may cause the next request.
    const end = () => setTimeout(() => (counts.ownRequests -= 1));
    window.fetch = async (...request) => {
      counts.ownRequests += 1;
      try {
        const response = await fetch(...request);
        void response.clone().arrayBuffer().then(end, end);
        return response;
      } catch (error) {
        end();
        throw error;
      }
    };
  });
}

/** Waits until the page has no loading state and no pending request. */
export async function expectRest(page: Page): Promise<void> {
  await page.waitForFunction(
    (busy) => !document.querySelector(busy) && !(window as unknown as { ownRequests?: number }).ownRequests,
    BUSY,
  );
}

/** Expects no accessibility violation on the current page, or in a part of it (wcag2a to wcag22aa). */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  // Loaded once per document: half a megabyte. A page may have its own copy, which runs by itself (Storybook's).
  if (!(await page.evaluate(() => 'ownAxe' in window)))
    await page.evaluate(`${AXE}; window.ownAxe = axe; (${String(keepColours)})()`);
  expect(await page.evaluate(violations, { part, tags: TAGS })).toEqual([]);
}

interface Colour {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

/** Runs in the page: axe parses each colour once instead of for every element that has it: a fifth of its time. */
function keepColours(): void {
  const { ownAxe } = window as unknown as {
    ownAxe: { commons: { color: { Color: { prototype: Colour } } } };
  };
  const prototype = ownAxe.commons.color.Color.prototype as Colour & { parseString(text: string): Colour };
  const parse = prototype.parseString;
  const parsed = new Map<string, Colour>();
  prototype.parseString = function parseOnce(text) {
    const known = parsed.get(text);
    if (known) return Object.assign(this, known);
    parse.call(this, text);
    const { r, g, b, alpha } = this;
    parsed.set(text, { r, g, b, alpha });
    return this;
  };
}

/** Runs in the page: each rule that is broken, with its first places. */
async function violations({ part, tags }: { part: string | undefined; tags: string[] }): Promise<string[]> {
  // Elements that fade in are checked once they have appeared.
  const moving = document
    .getAnimations()
    .filter((one) => one.effect?.getTiming().iterations !== Infinity)
    .map((one) => one.finished.catch(() => undefined));
  await Promise.all(moving);
  const { ownAxe: axe } = window as unknown as { ownAxe: typeof Axe };
  // Details only for violations; no rule with these tags reads style sheets.
  const options = { runOnly: tags, resultTypes: ['violations' as const], preload: false };
  const found = await axe.run(part ?? document, options);
  // An element may be too small because a sticky bar covers it at the current scroll position: it is checked again
  // fully visible.
  const isSmall = async (target: string) => {
    document.querySelector(target)?.scrollIntoView({ block: 'center' });
    const again = await axe.run(part ?? document, { ...options, runOnly: ['target-size'] });
    return again.violations.some(({ nodes }) => nodes.some((node) => node.target.join(' ') === target));
  };
  const problems: string[] = [];
  for (const { id, help, nodes } of found.violations) {
    const broken: string[] = [];
    for (const place of nodes.map((node) => node.target.join(' ')))
      if (broken.length < 3 && (id !== 'target-size' || (await isSmall(place)))) broken.push(place);
    if (broken.length > 0) problems.push(`${id}: ${broken.join(' | ')} — ${help}`);
  }
  return problems;
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

/** Labels of columns are complete until a user narrows a column. Cards hide the header, which is a pixel high then. */
export async function expectWholeLabels(page: Page): Promise<void> {
  const cut = () =>
    page
      .locator('th .truncate')
      .evaluateAll((labels) =>
        labels
          .filter(
            (label) => label.closest('thead')!.clientHeight > 1 && label.scrollWidth > label.clientWidth,
          )
          .map((label) => label.textContent),
      );
  await expect.poll(cut, 'labels of columns that are cut off').toEqual([]);
}
