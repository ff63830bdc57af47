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

const guards = new Set<LeaveGuard>();

export const location = createStore<Location>(read());

/** Adds a guard; the function that comes back takes it away. */
export function guardLeaving(guard: LeaveGuard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
}

/** Goes to an address of this product. Only another page asks the guards; another query of the same page does not. */
export async function navigateTo(href: string, options: NavigateOptions = {}): Promise<void> {
  const url = new URL(href, window.location.href);
  if (url.origin !== window.location.origin) return void window.location.assign(url.href);
  const to = url.pathname + url.search + url.hash;
  if (url.pathname !== location.get().pathname && !(await mayLeave(to))) return;
  const index = options.replace ? indexOf(window.history.state) : indexOf(window.history.state) + 1;
  const state = { index, user: options.state };
  if (options.replace) window.history.replaceState(state, '', to);
  else window.history.pushState(state, '', to);
  location.set(read());
}

async function mayLeave(to: string): Promise<boolean> {
  for (const guard of guards) if (!(await guard(to))) return false;
  return true;
}

let expected = 0;

/** Back and Forward have already moved when they are heard of: a refusal moves back again. */
async function onPop(): Promise<void> {
  if (expected > 0) {
    expected--;
    return;
  }
  const next = read();
  const from = position;
  const to = indexOf(window.history.state);
  if (guards.size > 0 && next.pathname !== location.get().pathname) {
    expected++;
    window.history.go(from - to);
    if (!(await mayLeave(next.pathname + next.search))) return;
    expected++;
    window.history.go(to - from);
  }
  position = to;
  location.set(next);
}

let position = indexOf(typeof window === 'undefined' ? undefined : window.history.state);

if (typeof window !== 'undefined') {
  location.subscribe(() => {
    if (expected === 0) position = indexOf(window.history.state);
  });
  window.addEventListener('popstate', () => void onPop());
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
