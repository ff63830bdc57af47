/** Where we are, and how to get elsewhere: by screen, never by path. */
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

/** The place of the page around. */
export function useRoutePlace(): RoutePlace {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('useRoutePlace was used outside a page');
  return place;
}

/** Parameters of the page around, as texts: a list of segments is one, with slashes. */
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
   * The address of a screen. Of several routes the one is taken whose parameters are all given, the one that uses
   * most of them first: a list that has no segment is not used.
   */
  hrefTo(screenId: string, params?: RouteParams, query?: Record<string, string>): string;
  /** Id of the screen that an address leads to. */
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

/** Parameters that an address cannot do without. */
function names(path: string): string[] {
  return [...path.matchAll(/:(\w+)(?!\w*\*)/g)].map((m) => m[1]!);
}

/** Screens from the top of the page down to, but without, this one. */
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

/** The return path of a sign-in: only a path of this origin, never another site (`//host`, `\\`, schemes). */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path || !path.startsWith('/') || path.startsWith('//')) return undefined;
  // Browsers read a backslash as a slash and drop tabs and line ends.
  if ([...path].some((sign) => sign === '\\' || sign < ' ')) return undefined;
  try {
    const url = new URL(path, 'http://here.invalid');
    // What dots resolve to may begin with two slashes: that would be another host.
    const inside = url.origin === 'http://here.invalid' && !url.pathname.startsWith('//');
    return inside ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
}
