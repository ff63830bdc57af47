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
  /** What sets the appearance of an account's page before it loads. */
  readonly #prepared = new Map<string, Disposable>();
  #now: Seen = { faults: [], parts: new Set() };
  /** Where the previous visit ended. */
  #last: { page: Page; login: string; look: Look } | undefined;

  constructor(
    readonly browser: Browser,
    readonly url: string,
  ) {}

  /** Starts watching a new visit; returns its errors and parts, which are added as they appear. */
  watch(): Seen {
    this.#now = { faults: [], parts: new Set() };
    return this.#now;
  }

  contextOf(login: string): Promise<BrowserContext> {
    const known = this.#contexts.get(login);
    if (known) return known;
    const made = this.#start(login);
    this.#contexts.set(login, made);
    // A sign-in that failed counts for this visit alone: the next one tries again.
    made.catch(() => this.#contexts.delete(login));
    return made;
  }

  /**
   * Opens an address: by a link on the page of the previous visit, when that has the same appearance and account; else
   * by loading it.
   */
  async open(login: string, look: Look, address: string): Promise<Page> {
    const last = this.#last;
    this.#last = undefined;
    if (last?.login === login && last.look === look && login !== NOBODY) {
      await last.page.evaluate(async (to) => {
        history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
        // The target is drawn with the next frame.
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      }, address);
      return last.page;
    }
    // What the previous page still has pending is not part of this visit.
    await last?.page.goto('about:blank');
    const page = await this.pageOf(login, look);
    await page.goto(address);
    return page;
  }

  /** The visit succeeded: the next one may continue from its page. */
  stay(page: Page, login: string, look: Look): void {
    this.#last = { page, login, look };
  }

  /** The account's page with this appearance. It is shared by all visits, so the product's code is already loaded. */
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

/** Demo accounts that the route admits, in a random order that is the same for every route. */
export function admitted({ entry, route, screen, dialog }: Visit, random: Random): string[] {
  if (entry.public) return [NOBODY];
  const { access, instanceTypes } = entry.routes.find(({ path }) => path === route)!;
  // What opens a form is shown to accounts that may send it; so is a form's field that picks in a dialog, and what a
  // pick opens.
  const form = dialog && (formOf(dialog.screen) ?? formOf(screen));
  const saving = form?.submit.access ?? dialog?.openers[0]?.access ?? [];
  const typeOf = (instance: string) => demoInstances.find(({ key }) => key === instance)!.type;
  const logins = demoAccounts
    .map((account) => ({ ...account, at: random.next() }))
    .filter(({ permissions }) => holds(permissions, access) && holds(permissions, saving))
    .filter(({ instance }) => !instanceTypes.length || instanceTypes.includes(typeOf(instance)));
  return logins.toSorted((a, b) => a.at - b.at).map(({ login }) => login);
}
