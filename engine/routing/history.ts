/**
 * The address: react-router's history, which a page with unsaved work may hold. Every way of leaving a page (a link,
 * an action, Back) passes here, so that its guard can confirm or refuse the navigation.
 */
import {
  createPath,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createMemoryHistory as createMemoryHistory,
  type Location,
  type Navigator,
} from 'react-router-dom';
import { createStore, type Store } from '../data/store.ts';

export type { Location };

declare module '../data/engine.ts' {
  interface Engine {
    readonly history: AddressHistory;
  }
}

/** Called before the page is left; `false` stays. */
export type LeaveGuard = (to: string) => Promise<boolean> | boolean;

/** Whether a guard is called for a move from one address to another. */
export type Matters = (from: Location, to: URL) => boolean;

/** A history of react-router. */
export type BaseHistory = ReturnType<typeof createBrowserHistory>;

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
  /** Calls no guard: the page is no longer the reader's. */
  unasked?: boolean;
}

const tabOf = ({ search }: { search: string }) => new URLSearchParams(search).get('tab');
/** Another tab of a page removes what this one shows, as another page does. */
const otherPage: Matters = (from, to) => from.pathname !== to.pathname || tabOf(from) !== tabOf(to);

/** The browser's own history; one in memory where there is no browser. */
const defaultHistory = (): BaseHistory =>
  typeof window === 'undefined'
    ? createMemoryHistory({ v5Compat: true })
    : createBrowserHistory({ v5Compat: true });

export class AddressHistory {
  /** The address whose page is shown, or is on its way. */
  readonly location: Store<Location>;
  /** What links and `useNavigate` move by, guards included. */
  readonly navigator: Navigator;
  readonly #base: BaseHistory;
  readonly #guards = new Map<LeaveGuard, Matters>();
  readonly #unlisten: () => void;
  /** A step of our own is under way; called when it has been made. */
  #ownStep: (() => void) | undefined;
  #asking = false;

  constructor(base: BaseHistory = defaultHistory()) {
    this.#base = base;
    this.location = createStore(base.location);
    const createHref: Navigator['createHref'] = (to) => (typeof to === 'string' ? to : createPath(to));
    this.navigator = {
      createHref,
      push: (to, state) => void this.goTo(createHref(to), { state }),
      replace: (to, state) => void this.goTo(createHref(to), { state, replace: true }),
      go: (steps) => base.go(steps),
    };
    this.#unlisten = base.listen(({ action, location: next, delta }) => {
      if (action === 'POP') void this.#onPop(next, delta ?? 0);
      else this.location.set(next);
    });
  }

  /** How the reader came here: by a link, in its place, or by Back and Forward. */
  lastMove(): BaseHistory['action'] {
    return this.#base.action;
  }

  /** An address of this product as a URL; relative ones are resolved against the present address. */
  urlOf(href: string): URL {
    return new URL(href, this.#base.createURL(this.#base.location));
  }

  /**
   * Adds a guard; the returned function removes it. It is called when another page is opened; a view that shows
   * another part of its page for another query says so by `matters`.
   */
  guardLeaving(guard: LeaveGuard, matters: Matters = otherPage): () => void {
    this.#guards.set(guard, matters);
    return () => this.#guards.delete(guard);
  }

  /** Goes to an address of this product, if the guards allow. Resolves once the reader is there or has stayed. */
  async goTo(href: string, options: NavigateOptions = {}): Promise<void> {
    const url = this.urlOf(href);
    if (url.origin !== this.urlOf('').origin) {
      // Never a scheme that runs code: an address may come from data.
      if (/^https?:$/.test(url.protocol)) window.location.assign(url.href);
      return;
    }
    const to = createPath(url);
    const guards = options.unasked ? [] : this.#guardsFor(url);
    if (guards.length && !(await mayLeave(guards, to))) return;
    // A second press on the same link adds no second step to go back.
    const replace = options.replace || to === createPath(this.#base.location);
    if (replace) this.#base.replace(to, options.state ?? null);
    else this.#base.push(to, options.state ?? null);
  }

  /**
   * Goes up to `href`. When that is where the reader came from, the history steps back, so that filters and page of
   * a list are as they were left.
   */
  goBack(href: string): void {
    const from = (this.location.get().state as { from?: string } | null)?.from;
    if (from && this.urlOf(from).pathname === href) this.#base.go(-1);
    else void this.goTo(href);
  }

  /** Calls every guard, as if the page were left now. */
  letGo(): Promise<boolean> {
    return mayLeave([...this.#guards.keys()], this.location.get().pathname);
  }

  /** Stops following the history. */
  end(): void {
    this.#unlisten();
  }

  #guardsFor(to: URL): LeaveGuard[] {
    const from = this.location.get();
    return [...this.#guards].filter(([, matters]) => matters(from, to)).map(([guard]) => guard);
  }

  /**
   * Back and Forward have already moved when their event arrives. So the step is undone while the guards are called,
   * and made again when they allow it:
   *
   *   reader: back ──► pop ── our step forward ──► pop ── question ── yes: our step back ──► pop ── page changes
   */
  async #onPop(next: Location, steps: number): Promise<void> {
    if (this.#ownStep) return this.#ownStep();
    const guards = steps === 0 ? [] : this.#guardsFor(this.urlOf(createPath(next)));
    if (guards.length) {
      await this.#step(-steps);
      if (this.#asking) return;
      this.#asking = true;
      const leave = await mayLeave(guards, next.pathname + next.search).finally(() => (this.#asking = false));
      if (!leave) return;
      await this.#step(steps);
    }
    this.location.set(next);
  }

  #step(delta: number): Promise<void> {
    return new Promise((resolve) => {
      this.#ownStep = () => {
        this.#ownStep = undefined;
        resolve();
      };
      this.#base.go(delta);
    });
  }
}

async function mayLeave(guards: readonly LeaveGuard[], to: string): Promise<boolean> {
  for (const guard of guards) if (!(await guard(to))) return false;
  return true;
}
