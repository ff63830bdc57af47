/** Routes of screens: full paths, parameters, and collisions. */
import type { Catalogue, LoadedScreen } from './catalogue.ts';
import type { Place } from './place.ts';
import type { Diagnostics } from './diagnostics.ts';

export interface ScreenRoute {
  /** Full pattern. */
  path: string;
  place: Place;
  /** Index in `at`; undefined for `route`. */
  index?: number;
}

/** The ancestors of a screen, the topmost first. */
export function ancestors(screen: LoadedScreen, catalogue: Catalogue): LoadedScreen[] {
  const above: LoadedScreen[] = [];
  let current = screen.config.parent;
  while (current) {
    const parent = catalogue.screens.get(current);
    if (!parent || above.includes(parent)) break;
    above.unshift(parent);
    current = parent.config.parent;
  }
  return above;
}

/** Every route of a screen; a relative one is appended to its parent's first route, and `.` equals it. */
export function routesOf(
  screen: LoadedScreen,
  catalogue: Catalogue,
  below: readonly LoadedScreen[] = [],
): ScreenRoute[] {
  const { source, config } = screen;
  if (config.at)
    return config.at.map(({ route }, index) => ({
      path: route,
      index,
      place: { source, pointer: `/at/${index}/route` },
    }));
  if (config.route === undefined) return [];
  const place = { source, pointer: '/route' };
  if (config.route.startsWith('/')) return [{ path: trimSlash(config.route), place }];
  const parent = config.parent && !below.includes(screen) ? catalogue.screens.get(config.parent) : undefined;
  const base = parent ? (routesOf(parent, catalogue, [...below, screen])[0]?.path ?? '') : '';
  return [{ path: config.route === '.' ? base : trimSlash(`${base}/${config.route}`), place }];
}

function trimSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}

/** Names of the parameters of a screen's routes; undefined when it has no route. */
export function routeParameters(
  screen: LoadedScreen,
  catalogue: Catalogue,
): { all: string[]; required: string[]; lists: string[] } | undefined {
  const routes = routesOf(screen, catalogue);
  if (routes.length === 0) return undefined;
  const parameters = routes.map((r) => parametersOf(r.path));
  const sets = parameters.map((list) => list.map((p) => p.name));
  const lists = parameters
    .flat()
    .filter((p) => p.list)
    .map((p) => p.name);
  const all = [...new Set(sets.flat())];
  return { all, lists, required: all.filter((name) => sets.every((set) => set.includes(name))) };
}

export function parametersOf(path: string): { name: string; list: boolean }[] {
  return [...path.matchAll(/\/:([A-Za-z][A-Za-z0-9]*)(\*?)/g)].map(([, name, star]) => ({
    name: name!,
    list: star === '*',
  }));
}

/** Reports a collision at both routes: only the author knows which one is wrong. */
function reportRoute(
  diagnostics: Diagnostics,
  code: 'duplicate-route' | 'overlapping-route',
  route: ScreenRoute,
  other: ScreenRoute & { id: string },
): void {
  const note = `the other is ${other.id} in ${other.place.source.file}`;
  diagnostics.add(code, route.place.source, route.place.pointer, { received: route.path, note });
}

const ROUTE = /^(\/|(\/([A-Za-z0-9_.-]+|:[A-Za-z][A-Za-z0-9]*\*?))+)$/;

/** Reports invalid, equal and overlapping routes of all screens. */
export function checkRoutes(catalogue: Catalogue, diagnostics: Diagnostics): void {
  const seen: (ScreenRoute & { id: string; shape: string })[] = [];
  for (const [id, screen] of catalogue.screens)
    for (const route of routesOf(screen, catalogue)) {
      const { source, pointer } = route.place;
      const parameters = parametersOf(route.path);
      const twice = parameters.find(({ name }, i) => parameters.findIndex((p) => p.name === name) < i);
      if (twice) diagnostics.add('duplicate-name', source, pointer, { received: twice.name });
      if (!ROUTE.test(route.path) || parameters.filter((p) => p.list).length > 1) {
        diagnostics.add('bad-route', source, pointer, { received: route.path });
        continue;
      }
      const shape = route.path.replace(/:[A-Za-z0-9]+\*/g, '**').replace(/:[A-Za-z0-9]+/g, ':');
      const same = seen.find(
        (other) =>
          other.shape === shape &&
          !isIndexTab(screen, other.id) &&
          !isIndexTab(catalogue.screens.get(other.id), id),
      );
      const crossing = same ? undefined : seen.find((other) => overlap(other.path, route.path));
      const other = same ?? crossing;
      if (other) {
        const code = same ? 'duplicate-route' : 'overlapping-route';
        reportRoute(diagnostics, code, route, other);
        reportRoute(diagnostics, code, other, { ...route, id });
      }
      seen.push({ ...route, id, shape });
    }
}

/** Whether the screen is the index tab: it has the route of its parent and is shown first there. */
function isIndexTab(screen: LoadedScreen | undefined, parent: string): boolean {
  return screen?.config.parent === parent && screen.config.route === '.' && screen.config.tab !== undefined;
}

/**
 * Whether two patterns match a common path without one being clearly more specific. In each segment a literal wins over
 * a parameter and a parameter over a catch-all; when each pattern wins in some segment, neither is more specific.
 */
function overlap(a: string, b: string): boolean {
  const [left, right] = [a, b].map((path) => path.split('/').slice(1));
  if (left!.some((s) => s.endsWith('*')) || right!.some((s) => s.endsWith('*'))) return false;
  if (left!.length !== right!.length) return false;
  let leftWins = false;
  let rightWins = false;
  for (const [i, l] of left!.entries()) {
    const r = right![i]!;
    const [lp, rp] = [l.startsWith(':'), r.startsWith(':')];
    if (!lp && !rp && l !== r) return false;
    if (!lp && rp) leftWins = true;
    if (lp && !rp) rightWins = true;
  }
  return leftWins && rightWins;
}
