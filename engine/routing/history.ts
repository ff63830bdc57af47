/**
 * The address bar: react-router's history, which a page with unsaved work may hold. Every way of leaving a page (a
 * link, an action, Back) passes here, so that whoever holds such work is asked first.
 */
import {
  createPath,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type Navigator,
} from 'react-router-dom';
import { createStore } from '../data/store.ts';

export type { Location };

/** Asked before the page is left; `false` stays. */
export type LeaveGuard = (to: string) => Promise<boolean> | boolean;

/** Whether a guard is asked about a move from one address to another. */
export type Matters = (from: Location, to: URL) => boolean;

const tabOf = ({ search }: { search: string }) => new URLSearchParams(search).get('tab');
/** Another tab of a page takes what stands in this one away, as another page does. */
const otherPage: Matters = (from, to) => from.pathname !== to.pathname || tabOf(from) !== tabOf(to);
const NOWHERE: Location = { pathname: '/', search: '', hash: '', state: null, key: 'default' };

const guards = new Map<LeaveGuard, Matters>();
const bar = typeof window === 'undefined' ? undefined : createBrowserHistory({ v5Compat: true });

/** The address whose page is shown, or is on its way. */
export const location = createStore<Location>(bar?.location ?? NOWHERE);

/** How the reader came here: by a link, in its place, or by Back and Forward. */
export const lastMove = () => bar?.action;

/**
 * Adds a guard; the function that comes back takes it away. It is asked when another page is gone to; what
 * shows another part of its page for another query says so by `matters`.
 */
export function guardLeaving(guard: LeaveGuard, matters: Matters = otherPage): () => void {
  guards.set(guard, matters);
  return () => guards.delete(guard);
}

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
  /** Nobody is asked: the page is no longer the reader's. */
  unasked?: boolean;
}

/** Goes to an address of this product, once the guards have let go. */
export async function navigateTo(href: string, options: NavigateOptions = {}): Promise<void> {
  const url = new URL(href, window.location.href);
  if (url.origin !== window.location.origin) {
    // Never a scheme that runs code: an address may come from data.
    if (/^https?:$/.test(url.protocol)) window.location.assign(url.href);
    return;
  }
  const to = createPath(url);
  const asked = options.unasked ? [] : guardsFor(url);
  if (asked.length && !(await mayLeave(asked, to))) return;
  // A second press on the same link makes no second step to go back.
  const replace = options.replace || url.href === window.location.href;
  (replace ? bar?.replace : bar?.push)?.(to, options.state ?? null);
}

/** What links and `useNavigate` move by: our address bar, guards included. */
export const navigator: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  push: (to, state) => void navigateTo(navigator.createHref(to), { state }),
  replace: (to, state) => void navigateTo(navigator.createHref(to), { state, replace: true }),
  go: (steps) => bar?.go(steps),
};

/** Asks everybody who holds unsaved work, as if the page were left now. */
export function letGo(): Promise<boolean> {
  return mayLeave([...guards.keys()], location.get().pathname);
}

function guardsFor(to: URL): LeaveGuard[] {
  const from = location.get();
  return [...guards].filter(([, matters]) => matters(from, to)).map(([guard]) => guard);
}

async function mayLeave(asked: readonly LeaveGuard[], to: string): Promise<boolean> {
  for (const guard of asked) if (!(await guard(to))) return false;
  return true;
}

/** A step of our own is under way; whoever took it is told when it has been made. */
let ownStep: (() => void) | undefined;
let asking = false;

bar?.listen(({ action, location: next, delta }) => {
  if (action === 'POP') void onPop(next, delta ?? 0);
  else location.set(next);
});

/**
 * Back and Forward have already moved when they are heard of. So the step is undone while the guards are asked,
 * and made again when they let go:
 *
 *   reader: back ──► pop ── our step forward ──► pop ── question ── yes: our step back ──► pop ── page changes
 */
async function onPop(next: Location, steps: number): Promise<void> {
  if (ownStep) return ownStep();
  const asked = steps === 0 ? [] : guardsFor(new URL(createPath(next), window.location.href));
  if (asked.length) {
    await step(-steps);
    if (asking) return;
    asking = true;
    const leave = await mayLeave(asked, next.pathname + next.search).finally(() => (asking = false));
    if (!leave) return;
    await step(steps);
  }
  location.set(next);
}

function step(delta: number): Promise<void> {
  return new Promise((resolve) => {
    ownStep = () => {
      ownStep = undefined;
      resolve();
    };
    bar?.go(delta);
  });
}
