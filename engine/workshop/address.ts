/**
 * Real values for the parameters of an address: where some table leads to a screen by a parameter, the rows of that
 * table have it.
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

/** So many rows are tried for one that has what the rest of the address asks for. */
const TRIED = 12;

type Values = Record<string, string>;

export interface Search {
  /** All screens of the product. */
  screens: readonly CompiledScreen[];
  /** The rows that a list gives at an address; none where they are refused. */
  rowsAt(address: string): Promise<unknown[]>;
  /** Values of parameters that are no record's; null where there is none to give. */
  words: Record<string, string | null>;
  /** Which of so many rows to begin with. */
  first(count: number): number;
  /** The day by which lists begin, as `YYYY-MM-DD`. */
  today: string;
}

/** The address with its parameters filled in; undefined when no record is found for one of them. */
export async function addressOf(route: string, search: Search, create = false): Promise<string | undefined> {
  const names = [...route.matchAll(/:(\w+)/g)].map((found) => found[1]!);
  const values = await resolve(names, create ? names.at(-1) : undefined, {}, search);
  return (
    values &&
    route.replaceAll(/:(\w+)(\*?)/g, (_, name: string, list: string) => {
      // A list of segments is a word with slashes.
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
  const word = name === created ? 'new' : search.words[name];
  const words = word === undefined ? undefined : word === null ? [] : [word];
  for (const value of words ?? (await valuesOf(name, given, search))) {
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
  // Where a list is asked by what the address has already, a list of everything has records of another kind.
  const nearest = Math.max(...origins.map((origin) => narrowness(origin, given)));
  for (const { path, others, ...origin } of origins.filter((one) => narrowness(one, given) === nearest)) {
    const address = listAddress(origin, given, search.today);
    if (address === undefined) continue;
    // An action takes several parameters from one row: the row has to match those that are resolved already.
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
  /** Where a row has the value. */
  path: string[];
  /** Paths in the row of the other parameters of the action, by name. */
  others: Record<string, string[]>;
}

/** Tables with an action that gives the parameter, or the input of a dialog, out of a row. */
function originsOf(name: string, screen: CompiledScreen): Origin[] {
  return nodesOf(screen)
    .filter((node): node is Node & CompiledTable => node['type'] === 'table')
    .flatMap(({ source, ...table }) =>
      nodesOf(table).flatMap((node) => {
        const { type, with: given } = node as Partial<CompiledAction & { with: CompiledArguments }>;
        const value = type === 'navigate' || type === 'open' ? given?.[name] : undefined;
        const path = source && value && fieldOf(value);
        // A whole row is no text that could stand in an address.
        if (!source || !path?.length) return [];
        const others = Object.entries(given ?? {}).flatMap(([other, one]) => {
          const at = other === name ? undefined : fieldOf(one);
          return at?.length ? [[other, at] as const] : [];
        });
        return [{ screen, source, filters: table.filters, path, others: Object.fromEntries(others) }];
      }),
    );
}

/** Where a row has what an action gives out of it, or out of each row that is selected. */
function fieldOf(value: CompiledValue): string[] | undefined {
  if ('path' in value) return value.path[0] === 'row' ? value.path.slice(1) : undefined;
  const selected = 'cel' in value && /^selection\.map\((\w+), \1\.([\w.]+)\)$/.exec(value.cel);
  return selected ? selected[2]!.split('.') : undefined;
}

/** How many of its arguments the address gives. */
function narrowness({ source }: Origin, given: Values): number {
  return Object.values(source.with).filter((value) => 'path' in value && (value.path[1] ?? '') in given)
    .length;
}

/**
 * The list as its table first asks for it: with the arguments that are known, and what its filters begin with.
 * Undefined where it lacks one without which it would be refused.
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

/** Every object of a compiled screen. */
export function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (!value || typeof value !== 'object') return [];
  return [value as Node, ...Object.values(value).flatMap(nodesOf)];
}
