/** Accounts that walk: one signed-in browser context each for the whole worker, watched like every page. */
import type { Browser, BrowserContext, Disposable, Page } from '@playwright/test';
import { DEMO_PASSWORD, demoAccounts, demoInstances } from '../../../server/seed/accounts.ts';
import type { Random } from '../../../server/core/random.ts';
import { formOf, type Visit } from './visits.ts';
import type { Language } from '../texts.ts';
import { SESSION_ASKED, watchFaults, watchParts } from '../watching.ts';

export interface Look {
  language: Language;
  dark: boolean;
  width: number;
}

interface Seen {
  faults: string[];
  parts: Set<string>;
}

export const NOBODY = 'nobody';

export class Readers {
  readonly #contexts = new Map<string, Promise<BrowserContext>>();
  /** What sets the look of an account's page before it loads. */
  readonly #prepared = new Map<string, Disposable>();
  #now: Seen = { faults: [], parts: new Set() };
  /** Where the visit before ended. */
  #last: { page: Page; login: string; look: Look } | undefined;

  constructor(
    readonly browser: Browser,
    readonly url: string,
  ) {}

  /** From here on a visit of its own is watched; returns what it does wrong and shows, as it comes. */
  watch(): Seen {
    this.#now = { faults: [], parts: new Set() };
    return this.#now;
  }

  contextOf(login: string): Promise<BrowserContext> {
    const known = this.#contexts.get(login);
    if (known) return known;
    const made = this.#start(login);
    this.#contexts.set(login, made);
    // A sign-in that failed is the fault of this visit alone: the next one tries again.
    made.catch(() => this.#contexts.delete(login));
    return made;
  }

  /**
   * Opens an address: on the page of the visit before as a link would, when it stands in the same look for the same
   * account; else anew.
   */
  async open(login: string, look: Look, address: string): Promise<Page> {
    const last = this.#last;
    this.#last = undefined;
    if (last?.login === login && last.look === look && login !== NOBODY) {
      await last.page.evaluate(async (to) => {
        history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
        // What it leads to is drawn with the next frame.
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      }, address);
      return last.page;
    }
    // What it still has on its way is no part of this visit.
    await last?.page.goto('about:blank');
    const page = await this.pageOf(login, look);
    await page.goto(address);
    return page;
  }

  /** The visit ended well: the next one may go on from here. */
  stay(page: Page, login: string, look: Look): void {
    this.#last = { page, login, look };
  }

  /** The account's page in this look. It is the same for all visits: what a page of the product needs is there. */
  async pageOf(login: string, { language, dark, width }: Look): Promise<Page> {
    const context = await this.contextOf(login);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.setViewportSize({ width, height: 900 });
    const looks = { locale: language, darkTheme: String(dark) };
    await this.#prepared.get(login)?.dispose();
    const prepared = await page.addInitScript((items) => {
      if (location.protocol.startsWith('http')) Object.assign(localStorage, items);
    }, looks);
    this.#prepared.set(login, prepared);
    return page;
  }

  async close(): Promise<void> {
    for (const context of this.#contexts.values()) await (await context).close();
  }

  async #start(login: string): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      baseURL: this.url,
      locale: 'ru-RU',
      reducedMotion: 'reduce',
    });
    watchFaults(context, (fault) => !SESSION_ASKED.test(fault) && this.#now.faults.push(fault));
    await watchParts(context, (part) => void this.#now.parts.add(part));
    if (login === NOBODY) return context;
    const reply = await context.request.post('/api/v3/auth/login', {
      data: { login, password: DEMO_PASSWORD },
      headers: { 'X-Requested-With': 'XMLHttpRequest' },
    });
    if (!reply.ok()) throw new Error(`${login} cannot sign in: ${reply.status()}`);
    return context;
  }
}

const holds = (permissions: readonly string[], any: readonly string[]) =>
  any.length === 0 || any.some((one) => permissions.includes(one));

/** Demo accounts that the route admits, in an order by chance that is the same for every route. */
export function admitted({ entry, route, screen, dialog }: Visit, random: Random): string[] {
  if (entry.public) return [NOBODY];
  const { access, instanceTypes } = entry.routes.find(({ path }) => path === route)!;
  // What opens a form is shown to who may send it; so is a form's field that picks in a dialog, and what a pick leads to.
  const form = dialog && (formOf(dialog.screen) ?? formOf(screen));
  const saving = form?.submit.access ?? dialog?.openers[0]?.access ?? [];
  const typeOf = (instance: string) => demoInstances.find(({ key }) => key === instance)!.type;
  const logins = demoAccounts
    .map((account) => ({ ...account, at: random.next() }))
    .filter(({ permissions }) => holds(permissions, access) && holds(permissions, saving))
    .filter(({ instance }) => !instanceTypes.length || instanceTypes.includes(typeOf(instance)));
  return logins.toSorted((a, b) => a.at - b.at).map(({ login }) => login);
}
