/** Target of a `navigate` action: arguments become route parameters if the route has them, else query parameters. */
import type { CompiledAction, ScreenEntry } from '../../language/compiled.ts';
import type { Scope } from '../../language/evaluate.ts';
import { NEW } from '../../language/request.ts';
import type { Params } from '../../page/page.ts';
import { argumentsIn } from '../../page/scope.ts';

export type NavigateAction = Extract<CompiledAction, { type: 'navigate' }>;

export interface Target {
  screen: string;
  params: Params;
  query: Record<string, string>;
}

/** Returns the names of the parameters of a route pattern: `/a/:id/:rest*`. */
export const paramNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);

/**
 * Parameters missing from the action are taken from the current place (a link within a record keeps the record); with
 * `create`, those still missing become `new`.
 */
export function targetOf(
  action: NavigateAction,
  entry: ScreenEntry | undefined,
  here: Params,
  scope: Scope,
): Target {
  const given = argumentsIn(action.with, scope);
  const names = new Set(entry?.routes.flatMap((route) => paramNames(route.path)));
  const params: Params = {};
  const query: Record<string, string> = {};
  for (const name of names) {
    const value = given[name] ?? here[name] ?? (action.create ? NEW : undefined);
    if (value !== undefined) params[name] = Array.isArray(value) ? value.map(String) : String(value);
  }
  for (const [name, value] of Object.entries(given)) {
    if (names.has(name) || value === undefined || value === null || value === '') continue;
    query[name] = Array.isArray(value)
      ? value.map((v) => encodeURIComponent(String(v))).join(',')
      : String(value);
  }
  return { screen: action.screen, params, query };
}
