/**
 * The address, for code outside React: the current location, functions for navigation, and the guards of unsaved work.
 * The navigation itself is done by react-router's data router, to which `AddressRouter` connects this object.
 */
import {
  createBrowserRouter,
  createMemoryRouter,
  createPath,
  parsePath,
  type Blocker,
  type BlockerFunction,
  type Location,
  type NavigateFunction,
  type NavigationType,
  type RouteObject,
} from 'react-router-dom';
import { createStore, type Store } from '../data/store.ts';

export type { Location };

declare module '../data/engine.ts' {
  interface Engine {
    readonly history: AddressHistory;
  }
}

/** Called before the page is left; `false` cancels the navigation. */
export type LeaveGuard = (to: string) => Promise<boolean> | boolean;

/** Whether a guard is called for a navigation from one address to another. */
export type Matters = (from: Location, to: URL) => boolean;

/** A navigation that a guard blocks, as `useBlocker` returns it. */
export type BlockedMove = Extract<Blocker, { state: 'blocked' }>;

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
  /** Calls no guards: the page no longer belongs to the user. */
  unasked?: boolean;
}

const tabOf = ({ search }: { search: string }) => new URLSearchParams(search).get('tab');
/** Another tab of a page unmounts the current tab, as another page does. */
export const otherPage: Matters = (from, to) => from.pathname !== to.pathname || tabOf(from) !== tabOf(to);

export class AddressHistory {
  /** The address of the page that is shown or loading. Components read `useLocation` or the address of their page. */
  readonly location: Store<Location>;
  readonly #inMemory: boolean;
  readonly #guards = new Map<LeaveGuard, Matters>();
  #lastMove: `${NavigationType}` = 'POP';
  /** Navigates with the router; undefined while none is rendered. */
  #navigate: NavigateFunction | undefined;
  #unasked = false;
  /** Settles once a blocked navigation has proceeded or was cancelled. */
  #decided: Promise<void> | undefined;
  #decide: () => void = () => undefined;

  /** `address` starts an in-memory history there; without it the address is the browser's, if there is a browser. */
  constructor(address?: string) {
    const browser = typeof window === 'undefined' ? undefined : window;
    this.#inMemory = address !== undefined || !browser;
    const start = parsePath(address ?? (browser ? createPath(browser.location) : '/'));
    this.location = createStore<Location>({
      pathname: '/',
      search: '',
      hash: '',
      state: null,
      key: 'default',
      ...start,
    });
  }

  /** Creates the router of this history, at the current address. */
  createRouter(routes: RouteObject[]): ReturnType<typeof createBrowserRouter> {
    return this.#inMemory
      ? createMemoryRouter(routes, { initialEntries: [this.location.get()] })
      : createBrowserRouter(routes);
  }

  /** Connects the `useNavigate` of the rendered router; the returned function disconnects it. */
  connect(navigate: NavigateFunction): () => void {
    this.#navigate = navigate;
    return () => (this.#navigate = undefined);
  }

  /**
   * Called when the router is at this address: through a link (PUSH), replacing another (REPLACE), or through Back and
   * Forward (POP).
   */
  arrived(location: Location, move: `${NavigationType}`): void {
    this.#lastMove = move;
    this.location.set(location);
  }

  /** Returns the type of the last navigation. */
  lastMove(): `${NavigationType}` {
    return this.#lastMove;
  }

  /** Resolves an address of this product to a URL, relative to the current address. */
  urlOf(href: string): URL {
    const origin = typeof window === 'undefined' ? 'http://localhost' : window.location.origin;
    return new URL(href, new URL(createPath(this.location.get()), origin));
  }

  /**
   * Adds a guard; the returned function removes it. It is called before another page is opened; `matters` lets a view
   * also guard changes of the query that replace part of its page.
   */
  guardLeaving(guard: LeaveGuard, matters: Matters = otherPage): () => void {
    this.#guards.set(guard, matters);
    return () => this.#guards.delete(guard);
  }

  /**
   * Navigates to an address of this product, if the guards allow it. Resolves when it has finished or was cancelled.
   */
  async goTo(href: string, options: NavigateOptions = {}): Promise<void> {
    const url = this.urlOf(href);
    if (url.origin !== this.urlOf('').origin) {
      // Never a scheme that runs code, because an address may come from data.
      if (/^https?:$/.test(url.protocol)) window.location.assign(url.href);
      return;
    }
    const to = createPath(url);
    const { state = null, unasked = false } = options;
    // A second click on the same link adds no second history entry.
    const replace = options.replace || to === createPath(this.location.get());
    const held = !unasked && this.#guardsFor(url).length > 0;
    const moved = this.#move(to, { replace, state }, unasked);
    // Code that reads the address next sees the new one, even before it is rendered.
    if (!held) this.location.set((now) => ({ ...now, search: '', hash: '', ...parsePath(to), state }));
    await moved;
    if (held) await this.#decided;
  }

  /**
   * Navigates up to `href`. When the user came from there, goes back in the history, so that filters and page of a list
   * are as the user left them.
   */
  goBack(href: string): void {
    const from = (this.location.get().state as { from?: string } | null)?.from;
    if (from && this.urlOf(from).pathname === href) void this.#navigate?.(-1);
    else void this.goTo(href);
  }

  /** Calls every guard, as if the page were left now. */
  letGo(): Promise<boolean> {
    return mayLeave([...this.#guards.keys()], this.location.get().pathname);
  }

  /** Whether a navigation waits for guards; for `useBlocker`. */
  readonly holds: BlockerFunction = ({ nextLocation }) => {
    if (this.#unasked || !this.#guardsFor(this.urlOf(createPath(nextLocation))).length) return false;
    this.#decided ??= new Promise((resolve) => {
      this.#decide = () => {
        this.#decided = undefined;
        resolve();
      };
    });
    return true;
  };

  /** Calls the guards of a blocked navigation, and proceeds with it or cancels it. */
  async decide(move: BlockedMove): Promise<void> {
    const leaves = await mayLeave(
      this.#guardsFor(this.urlOf(createPath(move.location))),
      createPath(move.location),
    );
    if (leaves) {
      const arrived = new Promise<void>((resolve) => {
        const off = this.location.subscribe(() => {
          off();
          resolve();
        });
      });
      move.proceed();
      await arrived;
    } else move.reset();
    this.#decide();
  }

  #guardsFor(to: URL): LeaveGuard[] {
    const from = this.location.get();
    return [...this.#guards].filter(([, matters]) => matters(from, to)).map(([guard]) => guard);
  }

  #move(to: string, options: { replace: boolean; state: unknown }, unasked: boolean): Promise<void> | void {
    // Before a router is rendered, this sets the address where it will start.
    if (!this.#navigate) {
      if (!this.#inMemory) window.history.replaceState(null, '', to);
      return;
    }
    this.#unasked = unasked;
    try {
      return this.#navigate(to, options);
    } finally {
      this.#unasked = false;
    }
  }
}

async function mayLeave(guards: readonly LeaveGuard[], to: string): Promise<boolean> {
  for (const guard of guards) if (!(await guard(to))) return false;
  return true;
}
