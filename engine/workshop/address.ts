/**
 * Finds real values for the parameters of an address: when a table links to a screen with a parameter, the rows of that
 * table contain its values.
 */
import type {
  CompiledAction,
  CompiledArguments,
  CompiledCall,
  CompiledFilter,
  CompiledScreen,
  CompiledTable,
  CompiledValue,
} from '../language/compiled.ts';
import { valueAt } from '../language/evaluate.ts';

/** Number of rows that are tried until one also has values for the rest of the address. */
const TRIED = 12;

type Values = Record<string, string>;

export interface Search {
  /** All screens of the product. */
  screens: readonly CompiledScreen[];
  /** Returns the rows of a list at an address; none when the request is refused. */
  rowsAt(address: string): Promise<unknown[]>;
  /** Values of parameters that come from no record; null when there is no value. */
  words: Record<string, string | null>;
  /** Index of the first row to try out of this many. */
  first(count: number): number;
  /** Current day for the initial filters of lists, as `YYYY-MM-DD`. */
  today: string;
}

/** The address with its parameters filled in; undefined when no record is found for one of them. */
export async function addressOf(route: string, search: Search, create = false): Promise<string | undefined> {
  const names = [...route.matchAll(/:(\w+)/g)].map((found) => found[1]!);
  const values = await resolve(names, create ? names.at(-1) : undefined, {}, search);
  return (
    values &&
    route.replaceAll(/:(\w+)(\*?)/g, (_, name: string, list: string) => {
      // A list of segments is one text with slashes.
      const segments = list ? values[name]!.split('/') : [values[name]!];
      return segments.map(encodeURIComponent).join('/');
    })
  );
}

async function resolve(
  [name, ...rest]: string[],
  created: string | undefined,
  given: Values,
  search: Search,
): Promise<Values | undefined> {
  if (!name) return given;
  const preset = name === created ? 'new' : search.words[name];
  const fixed = preset === undefined ? undefined : preset === null ? [] : [preset];
  for (const value of fixed ?? (await valuesOf(name, given, search))) {
    const found = await resolve(rest, created, { ...given, [name]: value }, search);
    if (found) return found;
  }
  return undefined;
}

async function valuesOf(name: string, given: Values, search: Search): Promise<string[]> {
  const { screens, rowsAt, first } = search;
  const origins = screens.flatMap((screen) => originsOf(name, screen));
  if (!origins.length)
    throw new Error(`No table leads to a screen with :${name}; name a value for it among the words`);
  // Prefers lists that take parameters of the address as arguments: others may contain records of another kind.
  const nearest = Math.max(...origins.map((origin) => narrowness(origin, given)));
  for (const { path, others, ...origin } of origins.filter((one) => narrowness(one, given) === nearest)) {
    const address = listAddress(origin, given, search.today);
    if (address === undefined) continue;
    // An action takes several parameters from one row: the row must match those that are resolved already.
    const fits = (row: unknown) =>
      Object.entries(others).every(
        ([other, at]) => !(other in given) || String(valueAt(row, at)) === given[other],
      );
    const rows = await rowsAt(address);
    const values = rows.filter(fits).map((row) => valueAt(row, path));
    const usable = values.filter((value) => value !== undefined && value !== null).map(String);
    const from = first(Math.max(1, usable.length - TRIED + 1));
    if (usable.length) return usable.slice(from, from + TRIED);
  }
  return [];
}

interface Origin {
  screen: CompiledScreen;
  source: CompiledCall;
  filters: readonly CompiledFilter[];
  /** Path of the value in a row. */
  path: string[];
  /** Paths of the action's other parameters in the row, by name. */
  others: Record<string, string[]>;
}

/** Finds tables with an action that passes the parameter, or the input of a dialog, from a row. */
function originsOf(name: string, screen: CompiledScreen): Origin[] {
  return nodesOf(screen)
    .filter((node): node is Node & CompiledTable => node['type'] === 'table')
    .flatMap(({ source, ...table }) =>
      nodesOf(table).flatMap((node) => {
        const { type, with: given } = node as Partial<CompiledAction & { with: CompiledArguments }>;
        const value = type === 'navigate' || type === 'open' ? given?.[name] : undefined;
        const path = source && value && fieldOf(value);
        // A whole row is not a text that could be part of an address.
        if (!source || !path?.length) return [];
        const others = Object.entries(given ?? {}).flatMap(([other, one]) => {
          const at = other === name ? undefined : fieldOf(one);
          return at?.length ? [[other, at] as const] : [];
        });
        return [{ screen, source, filters: table.filters, path, others: Object.fromEntries(others) }];
      }),
    );
}

/** Path in a row of a value that an action passes from it, or from each selected row. */
function fieldOf(value: CompiledValue): string[] | undefined {
  if ('path' in value) return value.path[0] === 'row' ? value.path.slice(1) : undefined;
  const selected = 'cel' in value && /^selection\.map\((\w+), \1\.([\w.]+)\)$/.exec(value.cel);
  return selected ? selected[2]!.split('.') : undefined;
}

/** Number of the list's arguments that the address provides. */
function narrowness({ source }: Origin, given: Values): number {
  return Object.values(source.with).filter((value) => 'path' in value && (value.path[1] ?? '') in given)
    .length;
}

/**
 * The address of the first request of a table: with the known arguments, and the initial values of its filters.
 * Undefined when a required argument is missing.
 */
function listAddress(
  { screen: { operations }, source, filters }: Omit<Origin, 'path' | 'others'>,
  given: Values,
  today: string,
): string | undefined {
  const { parameters, path } = operations[source.operation]!;
  const query = new URLSearchParams();
  if (parameters['page']) query.set('page', '0');
  if (parameters['count']) query.set('count', '50');
  const begun = filters.flatMap(({ paramName, defaultValue }) =>
    defaultValue && parameters[paramName] ? [[paramName, defaultValue] as const] : [],
  );
  let filled = path;
  for (const [name, value] of [...begun, ...Object.entries(source.with)]) {
    const known = knownOf(value, given, today);
    if (known === undefined) continue;
    filled = filled.replace(`{${name}}`, encodeURIComponent(String(known)));
    if (parameters[name]?.in === 'query') query.set(name, String(known));
  }
  const lacks = Object.entries(parameters).some(
    ([name, { in: where, required }]) =>
      required && (where === 'path' ? filled.includes(`{${name}}`) : !query.has(name)),
  );
  return lacks ? undefined : `${filled}?${query.toString()}`;
}

function knownOf(value: CompiledValue, given: Values, today: string): unknown {
  if ('const' in value) return value.const;
  if (!('path' in value)) return undefined;
  return value.path[0] === 'today' ? today : given[value.path[1] ?? ''];
}

type Node = Record<string, unknown>;

/** Returns every object of a compiled screen. */
export function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (!value || typeof value !== 'object') return [];
  return [value as Node, ...Object.values(value).flatMap(nodesOf)];
}
