/** The outcome of an address for this session: a page, a redirect, or waiting. */
import { decide } from '../access/guard.ts';
import type { Session } from '../access/session.ts';
import type { ScreenEntry } from '../language/compiled.ts';
import { safePath, type RoutePlace } from '../routing/place.ts';
import { match } from '../routing/table.ts';
import type { Product } from './facts.ts';

export type Arrival =
  | { kind: 'page'; place: RoutePlace }
  | { kind: 'redirect'; to: string; say?: 401 | 403 }
  | { kind: 'wait' };

/**
 * `search` is called only for redirects to and from the sign-in page. `page` is the page of tabs when the address
 * selects one of its tabs without a route (`inlineTabPage`).
 */
export function arrive(
  product: Product,
  session: Session,
  pathname: string,
  search: () => string,
  page?: ScreenEntry,
): Arrival {
  const { app, entries, routes } = product;
  const found = match(routes, pathname);
  const place = found && page ? { ...found, entry: page, route: page.routes[0]! } : found;
  if (session.status === 'loading' && !(place?.entry.public && !session.account)) return { kind: 'wait' };
  const first = firstOf(product, session);
  if (first && place?.entry.id !== first && !(place?.entry.public && place.entry.id !== app.login))
    return session.remembered ? { kind: 'wait' } : { kind: 'redirect', to: product.hrefTo(first) };
  if (pathname === '/')
    return session.status === 'in' ? toHome(product, session) : toLogin(product, undefined);
  if (!place) return { kind: 'redirect', to: product.hrefTo(app.error, { error: '404' }) };
  if (place.entry.id === app.login && session.status === 'in')
    return toHome(product, session, returnPath(search()));
  const decision = decide(place.entry, place.route, entries, session);
  // An account that has got more permissions since the last visit is not refused because of the stored ones.
  if (decision === 'forbidden' && session.remembered) return { kind: 'wait' };
  if (decision === 'login') return toLogin(product, session.signedOut ? undefined : pathname + search());
  const tab = page ? undefined : firstTab(place, decision === 'in', entries, session);
  if (tab) return { kind: 'redirect', to: product.hrefTo(tab.id, place.params) };
  if (decision === 'forbidden') return { kind: 'redirect', to: refusal(product), say: 403 };
  return { kind: 'page', place };
}

/**
 * Returns the page of tabs when an address selects one of its tabs without a route and the page also has tabs with
 * routes: without `tab` its address redirects to one of those.
 */
export function inlineTabPage(
  { entries, routes }: Product,
  { pathname, search }: { pathname: string; search: string },
): ScreenEntry | undefined {
  const tab = new URLSearchParams(search).get('tab');
  const place = tab === null ? undefined : match(routes, pathname);
  const { entry, route } = place ?? {};
  const page = entry?.tab ? entries.find(({ id }) => id === entry.parent) : entry;
  if (!page?.inlineTabs?.includes(tab!) || page.routes[0]?.path !== route?.path) return undefined;
  return entries.some((one) => one.tab && one.parent === page.id) ? page : undefined;
}

/** The screen that the account must complete before any other; undefined when there is none. */
export function firstOf({ app }: Product, { status, account }: Session): string | undefined {
  const known = account as unknown as Record<string, unknown> | undefined;
  const due = status === 'in' && app.first !== undefined && known?.[app.first.property] === true;
  return due ? app.first?.screen : undefined;
}

/**
 * On entering a page of tabs, redirects to the first tab with a route that the account may enter, when the page has no
 * tab at its own address, or the account may not enter that tab.
 */
function firstTab(
  place: RoutePlace,
  admitted: boolean,
  entries: readonly ScreenEntry[],
  session: Session,
): ScreenEntry | undefined {
  const { entry, route } = place;
  const page = entry.tab && !admitted ? entries.find((e) => e.id === entry.parent) : entry;
  if (!page || page.view !== 'tabs' || page.routes[0]?.path !== route.path) return undefined;
  if (entry.tab && !admitted && decide(page, page.routes[0], entries, session) !== 'in') return undefined;
  return entries
    .filter((e) => e.parent === page.id && e.tab && e.id !== entry.id)
    .sort((a, b) => a.tab!.order - b.tab!.order)
    .find((e) => e.routes[0] && decide(e, e.routes[0], entries, session) === 'in');
}

function toHome(product: Product, session: Session, wanted?: string): Arrival {
  const to = wanted ?? homeHref(product, session);
  return session.remembered && to === refusal(product) ? { kind: 'wait' } : { kind: 'redirect', to };
}

const refusal = ({ app, hrefTo }: Product): string => hrefTo(app.error, { error: '403' });

/** The first of the product's home screens that this account may enter. */
export function homeHref(product: Product, session: Session): string {
  const { app, entries } = product;
  for (const id of app.home) {
    const entry = entries.find((e) => e.id === id);
    const route = entry?.routes[0];
    if (entry && route && decide(entry, route, entries, session) === 'in') return product.hrefTo(id);
  }
  return refusal(product);
}

/** From `/` the redirect shows no message; from another page it shows why, and keeps the path to return to. */
function toLogin(product: Product, from: string | undefined): Arrival {
  const { app } = product;
  if (app.login === undefined) return { kind: 'redirect', to: refusal(product) };
  return from
    ? { kind: 'redirect', to: product.hrefTo(app.login, {}, { path: from }), say: 401 }
    : { kind: 'redirect', to: product.hrefTo(app.login) };
}

function returnPath(search: string): string | undefined {
  return safePath(new URLSearchParams(search).get('path'));
}
