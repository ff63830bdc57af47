/**
 * One product and one browser context per worker, so a product's files are fetched once. A test begins without cookies,
 * storage and table preferences. Every page is watched: a violation of the content policy, an uncaught error or a
 * console error fails its test, and the parts that were rendered are noted for `npm run spec:coverage`.
 */
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { LANGUAGES, textsOf, type Language, type Texts } from './texts.ts';
import {
  expectAccessible,
  expectRest,
  SESSION_ASKED,
  watchFaults,
  watchParts,
  watchRequests,
} from './watching.ts';
import { contextFor, test as base } from './worker.ts';

interface Watch {
  /** Console errors and policy violations that a test provokes on purpose. */
  allow(pattern: RegExp): void;
}

interface Fixtures {
  /** Language of the product's texts. */
  language: Language;
  dark: boolean;
  /** Texts of the language. */
  t: Texts;
  watch: Watch;
  /** A second user: a page with a separate session, watched like the first. */
  another(): Promise<Page>;
}

export const test = base.extend<Fixtures>({
  language: ['ru', { option: true }],
  dark: [false, { option: true }],
  t: async ({ language }, use) => use(textsOf(language)),
  baseURL: async ({ product }, use) => use(product.url),
  context: async ({ contextOf, baseURL, language, dark }, use) => {
    const context = await contextOf(baseURL!);
    await context.clearCookies();
    const dispose = await prepare(context, language, dark);
    await use(context);
    await dispose();
    // The first is the worker's.
    for (const page of context.pages().slice(1)) await page.close();
  },
  page: async ({ context, product, baseURL, viewport }, use) => {
    // Table preferences are stored on the server, for every test that signs in as the same account.
    await product.sql('delete from preferences');
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: baseURL!, storageTypes: 'all' });
    await session.detach();
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },
  watch: [
    async ({ context, product }, use, info) => {
      const allowed = [SESSION_ASKED];
      const faults: string[] = [];
      product.errors();
      const endFaults = watchFaults(context, (fault) => {
        if (!allowed.some((pattern) => pattern.test(fault))) faults.push(fault);
      });
      const endParts = await watchParts(context, (part) =>
        info.annotations.push({ type: 'seen', description: part }),
      );
      await use({ allow: (pattern) => allowed.push(pattern) });
      endFaults();
      await endParts();
      // The server's error log names the cause of a failed request.
      if (faults.length > 0) faults.push(...product.errors());
      expect(faults, 'policy violations, uncaught and console errors').toEqual([]);
    },
    { auto: true },
  ],
  another: async ({ browser, baseURL, language, dark, viewport }, use) => {
    const contexts: BrowserContext[] = [];
    const faults: string[] = [];
    await use(async () => {
      const context = await contextFor(browser, baseURL!, viewport);
      contexts.push(context);
      await prepare(context, language, dark);
      watchFaults(context, (fault) => !SESSION_ASKED.test(fault) && faults.push(fault));
      return context.newPage();
    });
    for (const context of contexts) await context.close();
    expect(faults, 'policy violations, uncaught and console errors of the other reader').toEqual([]);
  },
});

/** Sets language and theme as an earlier visit would have stored them, and counts pending requests. Returns its disposer. */
async function prepare(context: BrowserContext, language: Language, dark: boolean) {
  const requests = await watchRequests(context);
  const looks = await context.addInitScript(
    ([locale, darkTheme]) => {
      if (!location.protocol.startsWith('http')) return;
      if (localStorage.getItem('locale') === null) localStorage.setItem('locale', locale);
      if (localStorage.getItem('darkTheme') === null) localStorage.setItem('darkTheme', darkTheme);
    },
    [language, String(dark)] as const,
  );
  return async () => {
    await requests.dispose();
    await looks.dispose();
  };
}

/** The text of a key, whichever language the page has; a label may have the mark of a required field after it. */
const either = (key: string) =>
  new RegExp(`^(${LANGUAGES.map((one) => textsOf(one)(key)).join('|')})( ?\\*)?$`);

/** Fills in the sign-in form that is on the page and sends it. */
export async function fillSignIn(page: Page, login: string, password = 'demo'): Promise<void> {
  await page.getByRole('textbox', { name: either('login.login') }).fill(login);
  await page.getByLabel(either('login.password')).fill(password);
  await page.getByRole('button', { name: either('login.submit') }).click();
}

/** Signs in through the sign-in screen, on the way to `path`. */
export async function signIn(page: Page, login: string, path = '/'): Promise<void> {
  await page.goto(path);
  await fillSignIn(page, login);
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

/** Signs in by the call that the sign-in screen makes, for tests about something else; then opens `path`. */
export async function enter(page: Page, login: string, path = '/'): Promise<void> {
  // Signing in ends the current session: pending requests of the page would be answered 401.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  const reply = await page.request.post('/api/v3/auth/login', {
    data: { login, password: 'demo' },
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
    // The server may close an idle connection just as it is reused; browsers retry then, too.
    maxRetries: 1,
  });
  expect(reply.status()).toBe(200);
  await page.goto(path);
}

/** Waits until nothing on the page is pending. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main [data-screen]').first().waitFor();
  await expectRest(page);
}

/** The number in the text above a table: how many records there are. */
export async function totalOf(table: Page | Locator): Promise<number> {
  const text = table.locator('p[aria-live=polite]').first();
  await expect(text).toContainText(/\d/);
  return Number((await text.innerText()).replace(/\D/g, ''));
}

/** The rows of a table's body. */
export function rowsOf(table: Page | Locator): Locator {
  return table.locator('tbody').getByRole('row');
}

/** The title of the topmost dialog, which is there as long as the dialog is. */
export function dialogTitle(page: Page, title: string): Locator {
  return page.getByRole('dialog').getByRole('heading', { name: title, exact: true });
}

/** The text of the open confirmation. */
export function questionOf(page: Page): Locator {
  return page.getByRole('alertdialog').getByRole('paragraph');
}

/**
 * Presses Save in a dialog while the connection is lost. Returns once the connection is back and the failure is no longer
 * shown, as the form below it moves then.
 * @param offline runs after the failed save
 */
export async function saveOffline(
  page: Page,
  { watch, dialog, t }: { watch: Watch; dialog: Locator; t: Texts },
  offline?: () => Promise<void>,
): Promise<void> {
  watch.allow(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  const save = dialog.getByRole('button', { name: t('engine.form.save'), exact: true });
  await save.click();
  const failure = dialog.getByText(t('errorMessages.503'));
  await expect(failure).toBeVisible();
  await expect(save).toBeEnabled();
  await offline?.();
  await page.context().setOffline(false);
  await expect(failure).toHaveCount(0);
}

/** A toast with this text. */
export function toast(page: Page, text: string): Locator {
  return page.locator('[data-part=toasts] > *').filter({ hasText: text });
}

export { expect, expectAccessible, expectRest };

/** Selects an option in a field whose options the server searches; the field is the last of this label in `within`. */
export async function choose(
  page: Page,
  label: string,
  text: string,
  within: Page | Locator = page,
): Promise<void> {
  await within
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .last()
    .click();
  await page
    .getByRole('combobox', { name: /^(Search the list|Найти в списке)$/ })
    .last()
    .fill(text);
  // While the search is pending, the list still has the choices of the previous text.
  const found = page.locator('[role=listbox]:not([aria-busy=true])');
  await found.getByRole('option', { name: text }).first().click();
}
