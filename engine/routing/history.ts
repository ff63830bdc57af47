/**
 * The address, for code outside React: where the reader is, ways to go elsewhere, and the guards of unsaved work. The moves
 * themselves are made by react-router's data router, to which `AddressRouter` connects this object.
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

/** Called before the page is left; `false` stays. */
export type LeaveGuard = (to: string) => Promise<boolean> | boolean;

/** Whether a guard is called for a move from one address to another. */
export type Matters = (from: Location, to: URL) => boolean;

/** A move that a guard holds, as `useBlocker` returns it. */
export type BlockedMove = Extract<Blocker, { state: 'blocked' }>;

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
  /** Calls no guard: the page is no longer the reader's. */
  unasked?: boolean;
}

const tabOf = ({ search }: { search: string }) => new URLSearchParams(search).get('tab');
/** Another tab of a page removes what this one shows, as another page does. */
export const otherPage: Matters = (from, to) => from.pathname !== to.pathname || tabOf(from) !== tabOf(to);

export class AddressHistory {
  /** The address whose page is shown, or is on its way. Components read `useLocation` or the address of their page. */
  readonly location: Store<Location>;
  readonly #inMemory: boolean;
  readonly #guards = new Map<LeaveGuard, Matters>();
  #lastMove: `${NavigationType}` = 'POP';
  /** Moves the router; undefined while none is drawn. */
  #navigate: NavigateFunction | undefined;
  #unasked = false;
  /** Settles once a held move was made or given up. */
  #decided: Promise<void> | undefined;
  #decide: () => void = () => undefined;

  /** `address` starts a history in memory there; without it the address is the browser's, if there is a browser. */
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

  /** The router of this history, at the present address. */
  createRouter(routes: RouteObject[]): ReturnType<typeof createBrowserRouter> {
    return this.#inMemory
      ? createMemoryRouter(routes, { initialEntries: [this.location.get()] })
      : createBrowserRouter(routes);
  }

  /** Makes moves by the `useNavigate` of the router that is drawn; the returned function ends it. */
  connect(navigate: NavigateFunction): () => void {
    this.#navigate = navigate;
    return () => (this.#navigate = undefined);
  }

  /** The router is at this address, by a link (PUSH), in the place of another (REPLACE), or by Back and Forward (POP). */
  arrived(location: Location, move: `${NavigationType}`): void {
    this.#lastMove = move;
    this.location.set(location);
  }

  /** How the reader came here. */
  lastMove(): `${NavigationType}` {
    return this.#lastMove;
  }

  /** An address of this product as a URL; relative ones are resolved against the present address. */
  urlOf(href: string): URL {
    const origin = typeof window === 'undefined' ? 'http://localhost' : window.location.origin;
    return new URL(href, new URL(createPath(this.location.get()), origin));
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
    const { state = null, unasked = false } = options;
    // A second press on the same link adds no second step to go back.
    const replace = options.replace || to === createPath(this.location.get());
    const held = !unasked && this.#guardsFor(url).length > 0;
    const moved = this.#move(to, { replace, state }, unasked);
    // Whoever reads the address next reads the new one, before it is drawn.
    if (!held) this.location.set((now) => ({ ...now, search: '', hash: '', ...parsePath(to), state }));
    await moved;
    if (held) await this.#decided;
  }

  /**
   * Goes up to `href`. When that is where the reader came from, the history steps back, so that filters and page of
   * a list are as they were left.
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

  /** Whether a move waits for guards; for `useBlocker`. */
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

  /** Calls the guards of a move that is held, and makes it or gives it up. */
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
    // Before a router is drawn the address is where it will start.
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
