/**
 * The route table: patterns of all screens, and matching of an address. Compared segment by segment, a literal takes
 * precedence over a parameter and a parameter over a list (`:name*`), which may be in the middle of a path.
 */
import type { CompiledRoute, ScreenEntry } from '../language/compiled.ts';

export type RouteParams = Record<string, string | string[]>;

export interface Match {
  entry: ScreenEntry;
  route: CompiledRoute;
  params: RouteParams;
}

interface Pattern {
  entry: ScreenEntry;
  route: CompiledRoute;
  segments: string[];
}

export type RouteTable = readonly Pattern[];

/** Builds the table, the most specific pattern first; a tab comes before the page with the same address. */
export function buildRoutes(entries: readonly ScreenEntry[]): RouteTable {
  return entries
    .flatMap((entry) => entry.routes.map((route) => ({ entry, route, segments: split(route.path) })))
    .sort((a, b) => compare(a.segments, b.segments) || Number(!a.entry.tab) - Number(!b.entry.tab));
}

/** Finds the route of an address; undefined when none matches. */
export function match(table: RouteTable, pathname: string): Match | undefined {
  const path = split(pathname);
  for (const { entry, route, segments } of table) {
    const params = bind(segments, path);
    if (params) return { entry, route, params };
  }
  return undefined;
}

/** Fills the parameters of a pattern in; throws when one is missing. */
export function fillPath(pattern: string, params: RouteParams): string {
  const filled = split(pattern).flatMap((segment) => {
    const name = parameter(segment);
    if (!name) return [segment];
    const value = params[name];
    if (value === undefined || value.length === 0) {
      if (segment.endsWith('*')) return [];
      throw new Error(`Route ${pattern} needs the parameter "${name}"`);
    }
    return [value].flat().map(encodeURIComponent);
  });
  return `/${filled.join('/')}`;
}

function split(path: string): string[] {
  return path.split('/').filter(Boolean);
}

function parameter(segment: string): string | undefined {
  return segment.startsWith(':') ? segment.slice(1).replace(/\*$/, '') : undefined;
}

/** 0 literal, 1 parameter, 2 list. */
function rank(segment: string | undefined): number {
  if (segment === undefined) return 3;
  return segment.startsWith(':') ? (segment.endsWith('*') ? 2 : 1) : 0;
}

function compare(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const order = rank(a[i]) - rank(b[i]);
    if (order) return order;
  }
  return 0;
}

/** Binds a path to a pattern, with backtracking: a list takes as many segments as the rest of the pattern allows. */
function bind(pattern: readonly string[], path: readonly string[]): RouteParams | undefined {
  const [segment, ...rest] = pattern;
  if (segment === undefined) return path.length === 0 ? {} : undefined;
  const name = parameter(segment);
  if (name && segment.endsWith('*')) {
    for (let taken = path.length; taken >= 1; taken--) {
      const params = bind(rest, path.slice(taken));
      if (params) return { [name]: path.slice(0, taken).map(decode), ...params };
    }
    return undefined;
  }
  const [first, ...others] = path;
  if (first === undefined || (!name && first !== segment)) return undefined;
  const params = bind(rest, others);
  return params && (name ? { [name]: decode(first), ...params } : params);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // A stray % is user input; the server will answer that there is no such record.
  }
}
