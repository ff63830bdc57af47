/**
 * The address bar. Every way of leaving a page (a link, an action, Back) passes here, so that whoever holds
 * unsaved work is asked first.
 */
import { createStore } from '../data/store.ts';

export interface Location {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  key: string;
}

/** Asked before the page is left; `false` stays. */
export type LeaveGuard = (to: string) => Promise<boolean> | boolean;

/** Whether a guard is asked about a move from one address to another. */
export type Matters = (from: Location, to: URL) => boolean;

const otherPage: Matters = (from, to) => from.pathname !== to.pathname;

const guards = new Map<LeaveGuard, Matters>();

export const location = createStore<Location>(read());

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
  const to = url.pathname + url.search + url.hash;
  const asked = options.unasked ? [] : guardsFor(url);
  if (asked.length && !(await mayLeave(asked, to))) return;
  // A second press on the same link makes no second step to go back.
  const replace = options.replace || url.href === window.location.href;
  if (!replace) position += 1;
  const state = { index: position, user: options.state };
  if (replace) window.history.replaceState(state, '', to);
  else window.history.pushState(state, '', to);
  location.set(read());
}

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

/** Place of the shown page among the entries of the history. */
let position = indexOf(typeof window === 'undefined' ? undefined : window.history.state);
/** A step of our own is under way; whoever took it is told when it has been made. */
let ownStep: (() => void) | undefined;
let asking = false;

if (typeof window !== 'undefined') window.addEventListener('popstate', () => void onPop());

/**
 * Back and Forward have already moved when they are heard of. So the step is undone while the guards are asked,
 * and made again when they let go:
 *
 *   reader: back ──► pop ── our step forward ──► pop ── question ── yes: our step back ──► pop ── page changes
 */
async function onPop(): Promise<void> {
  if (ownStep) return ownStep();
  const next = read();
  const target = indexOf(window.history.state);
  const steps = target - position;
  const asked = steps === 0 ? [] : guardsFor(new URL(window.location.href));
  if (asked.length) {
    await step(-steps);
    if (asking) return;
    asking = true;
    const leave = await mayLeave(asked, next.pathname + next.search).finally(() => (asking = false));
    if (!leave) return;
    await step(steps);
  }
  position = target;
  location.set(next);
}

function step(delta: number): Promise<void> {
  return new Promise((resolve) => {
    ownStep = () => {
      ownStep = undefined;
      resolve();
    };
    window.history.go(delta);
  });
}

function read(): Location {
  if (typeof window === 'undefined') return { pathname: '/', search: '', hash: '', state: null, key: '' };
  const { pathname, search, hash } = window.location;
  const { index = 0, user = null } = (window.history.state ?? {}) as { index?: number; user?: unknown };
  return { pathname, search, hash, state: user, key: `${index}${pathname}${search}` };
}

function indexOf(state: unknown): number {
  return (state as { index?: number } | null | undefined)?.index ?? 0;
}
