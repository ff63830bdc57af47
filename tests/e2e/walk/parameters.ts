/**
 * Real values for the parameters of an address: where some table leads to a screen by a parameter, the rows of that
 * table have it. Asked by the account that walks, so that it meets what it may see.
 */
import type { APIRequestContext } from '@playwright/test';
import type { CompiledArguments, CompiledCall, CompiledTable } from '../../../engine/language/compiled.ts';
import { Random } from '../../../server/seed/random.ts';
import { nodesOf, project } from './visits.ts';

/** Parameters that are no record's. */
const WORDS: Record<string, string> = { error: '404' };
/** So many rows are tried for one that has what the rest of the address asks for. */
const TRIED = 12;

type Values = Record<string, string>;

interface Origin {
  source: CompiledCall;
  /** Where a row has the value. */
  path: string[];
}

/** The address with its parameters filled in; undefined when this account finds no record for one of them. */
export async function addressOf(
  route: string,
  request: APIRequestContext,
  random: Random,
  create: boolean,
): Promise<string | undefined> {
  const names = [...route.matchAll(/:(\w+)/g)].map((found) => found[1]!);
  const values = await resolve(names, create ? names.at(-1) : undefined, {}, request, random);
  return values && route.replaceAll(/:(\w+)\*?/g, (_, name: string) => encodeURIComponent(values[name]!));
}

async function resolve(
  [name, ...rest]: string[],
  created: string | undefined,
  given: Values,
  request: APIRequestContext,
  random: Random,
): Promise<Values | undefined> {
  if (!name) return given;
  const words = name === created ? ['new'] : name in WORDS ? [WORDS[name]!] : undefined;
  for (const value of words ?? (await valuesOf(name, given, request, random))) {
    const found = await resolve(rest, created, { ...given, [name]: value }, request, random);
    if (found) return found;
  }
  return undefined;
}

async function valuesOf(name: string, given: Values, request: APIRequestContext, random: Random) {
  const origins = originsOf(name);
  if (!origins.length)
    throw new Error(
      `No table leads to a screen with :${name}; name a value for it in ${import.meta.filename}`,
    );
  for (const { source, path } of origins) {
    const rows = await rowsOf(source, given, request);
    const values = rows.map((row) => path.reduce<unknown>((at, key) => (at as Values)?.[key], row));
    const usable = values.filter((value) => value !== undefined && value !== null).map(String);
    const first = random.int(0, Math.max(0, usable.length - TRIED));
    if (usable.length) return usable.slice(first, first + TRIED);
  }
  return [];
}

/** Tables with an action that gives the parameter out of a row. */
function originsOf(name: string): Origin[] {
  return [...project.screens.values()].flatMap((screen) =>
    nodesOf(screen)
      .filter((node): node is Record<string, unknown> & CompiledTable => node['type'] === 'table')
      .flatMap(({ source, ...table }) =>
        nodesOf(table).flatMap((node) => {
          const value = node['type'] === 'navigate' ? (node['with'] as CompiledArguments)[name] : undefined;
          return source && value && 'path' in value && value.path[0] === 'row'
            ? [{ source, path: value.path.slice(1) }]
            : [];
        }),
      ),
  );
}

async function rowsOf(source: CompiledCall, given: Values, request: APIRequestContext): Promise<unknown[]> {
  const operation = project.catalogue.api.operations.get(source.operation)!;
  const inQuery = new Set(operation.parameters.filter((one) => one.in === 'query').map((one) => one.name));
  let path = operation.path;
  const query = new URLSearchParams();
  if (inQuery.has('page')) query.set('page', '0');
  if (inQuery.has('count')) query.set('count', '50');
  for (const [name, value] of Object.entries(source.with)) {
    const known = 'const' in value ? value.const : 'path' in value ? given[value.path[1] ?? ''] : undefined;
    if (known === undefined) continue;
    path = path.replace(`{${name}}`, encodeURIComponent(String(known)));
    if (inQuery.has(name)) query.set(name, String(known));
  }
  const reply = await request.get(`${path}?${query.toString()}`, {
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
  });
  if (!reply.ok()) return [];
  const body = (await reply.json()) as unknown[] | { list: unknown[] };
  return Array.isArray(body) ? body : body.list;
}
