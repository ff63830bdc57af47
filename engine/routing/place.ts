/** The current place, and addresses of other screens, by screen id and not by path. */
import { createContext, useContext, useMemo } from 'react';
import type { CompiledRoute, ScreenEntry } from '../language/compiled.ts';
import { buildRoutes, fillPath, match, type RouteParams } from './table.ts';

declare module '../data/engine.ts' {
  interface Engine {
    readonly addresses: Addresses;
  }
}

export interface RoutePlace {
  entry: ScreenEntry;
  route: CompiledRoute;
  params: RouteParams;
}

export const PlaceContext = createContext<RoutePlace | undefined>(undefined);

/** Returns the place of the surrounding page. */
export function useRoutePlace(): RoutePlace {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('useRoutePlace was used outside a page');
  return place;
}

/** Returns the parameters of the surrounding page as texts; a list of segments is joined with slashes. */
export function useParams(): Record<string, string> {
  const place = useContext(PlaceContext);
  return useMemo(
    () =>
      Object.fromEntries(
        Object.entries(place?.params ?? {}).map(([name, value]) => [name, [value].flat().join('/')]),
      ),
    [place],
  );
}

export interface Addresses {
  /** Every screen of the product. */
  readonly entries: readonly ScreenEntry[];
  /**
   * Returns the address of a screen. Of several routes, takes the one whose parameters are all passed and which uses
   * most of them; a parameter with an empty list does not count.
   */
  hrefTo(screenId: string, params?: RouteParams, query?: Record<string, string>): string;
  /** Returns the id of the screen at an address. */
  screenAt(pathname: string): string | undefined;
}

export const createAddresses = (entries: readonly ScreenEntry[]): Addresses => ({
  entries,
  hrefTo: (screenId, params = {}, query = {}) => hrefOf(entries, screenId, params, query),
  screenAt: (pathname) => match(buildRoutes(entries), pathname)?.entry.id,
});

function hrefOf(
  entries: readonly ScreenEntry[],
  screenId: string,
  params: RouteParams,
  query: Record<string, string>,
): string {
  const entry = entries.find((e) => e.id === screenId);
  if (!entry?.routes.length) throw new Error(`Screen "${screenId}" has no route`);
  const fitting = entry.routes
    .filter(({ path }) => names(path).every((name) => params[name] !== undefined))
    .map((route) => ({ route, used: parameters(route.path).filter((name) => params[name]?.length).length }))
    .sort((a, b) => b.used - a.used)[0];
  if (!fitting)
    throw new Error(`The address of screen "${screenId}" needs ${names(entry.routes[0]!.path).join(', ')}`);
  const search = new URLSearchParams(query).toString();
  return fillPath(fitting.route.path, params) + (search && `?${search}`);
}

const parameters = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((m) => m[1]!);

/** Required parameters of an address. */
function names(path: string): string[] {
  return [...path.matchAll(/:(\w+)(?!\w*\*)/g)].map((m) => m[1]!);
}

/** Returns the ancestors of this screen, topmost first, without the screen itself. */
export function ancestors(entry: ScreenEntry, all: readonly ScreenEntry[]): ScreenEntry[] {
  const above: ScreenEntry[] = [];
  let current = entry.parent;
  while (current) {
    const parent = all.find((e) => e.id === current);
    if (!parent || above.includes(parent)) break;
    above.unshift(parent);
    current = parent.parent;
  }
  return above;
}

/** The return path after a sign-in: only a path of this origin, never another site (`//host`, `\\`, schemes). */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path || !path.startsWith('/') || path.startsWith('//')) return undefined;
  // Browsers treat a backslash as a slash and remove tabs and line breaks.
  if ([...path].some((sign) => sign === '\\' || sign < ' ')) return undefined;
  try {
    const url = new URL(path, 'http://here.invalid');
    // Resolved dot segments may result in a path that begins with two slashes, which would be another host.
    const inside = url.origin === 'http://here.invalid' && !url.pathname.startsWith('//');
    return inside ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
}
