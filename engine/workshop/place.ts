/** Finds an address at which a screen can be shown, with a record that the account can read. */
import { createFormats } from '../data/format.ts';
import type { CompiledArguments, CompiledInput, CompiledScreen } from '../language/compiled.ts';
import type { Project } from '../language/project.ts';
import { addressOf, nodesOf, type Search } from './address.ts';

type Screens = Pick<Project, 'entries' | 'screens'>;

/** Functions that return rows of lists, and values of parameters that no row has. */
interface Finding {
  rowsAt?: Search['rowsAt'];
  words?: Record<string, string | null>;
}

/**
 * Finds an address for a screen; for a dialog its inputs as a query, empty where no value is found. Undefined when no
 * record is found.
 */
export async function placeOf(
  { entries, screens }: Screens,
  id: string,
  { rowsAt = fetchRows, words = {} }: Finding = {},
): Promise<string | undefined> {
  const entry = entries.find((one) => one.id === id);
  const all = [...screens.values()];
  const today = createFormats(() => 'en').today();
  const find = (pattern: string, known: Record<string, string | null>, create = false) =>
    addressOf(pattern, { screens: all, rowsAt, words: known, first: () => 0, today }, create).catch(
      () => undefined,
    );
  const route = entry?.routes[0]?.path;
  if (!entry?.dialog) return route && ((await find(route, words)) ?? find(route, words, true));
  const inputs = Object.entries(screens.get(id)?.input ?? {}).filter(
    ([, one]) => !one.optional && !one.default,
  );
  const pattern = `?${inputs.map(([name]) => `${name}=:${name}`).join('&')}`;
  const known = { ...wordsOf(id, inputs, all), ...words };
  const empty = (some: typeof inputs) => Object.fromEntries(some.map(([name]) => [name, '']));
  const lists = inputs.filter(([, one]) => isList(one));
  return (
    (await find(pattern, known)) ??
    (await find(pattern, { ...empty(lists), ...known })) ??
    find(pattern, { ...empty(inputs), ...known })
  );
}

/** Reads the inputs of a dialog from a query: `?id=…&kinds=A,B`. */
export function inputOf(address: string, { input }: CompiledScreen): Record<string, unknown> {
  const given = [...new URLSearchParams(address.split('?')[1] ?? '')];
  return Object.fromEntries(
    given.flatMap(([name, text]): [string, unknown][] => {
      const one = input[name];
      if (one && isList(one)) return [[name, text ? text.split(',') : []]];
      if (!text) return [];
      if (one?.type === 'number') return [[name, Number(text)]];
      return [[name, one?.type === 'boolean' || one?.type === 'condition' ? text === 'true' : text]];
    }),
  );
}

const isList = ({ type, list = false }: CompiledInput) => list || type === 'strings';

/** Values that no row has: constants that an opener of the dialog passes; true for a boolean. */
function wordsOf(
  id: string,
  inputs: readonly [string, CompiledInput][],
  screens: readonly CompiledScreen[],
): Record<string, string> {
  const openers = screens.flatMap(nodesOf).filter(({ type, screen }) => type === 'open' && screen === id);
  return Object.fromEntries(
    inputs.flatMap(([name, { type }]) => {
      const given = openers.map((one) => (one['with'] as CompiledArguments | undefined)?.[name]);
      const constant = given.find((one) => one && 'const' in one) as { const: unknown } | undefined;
      if (constant) return [[name, String(constant.const)]];
      return type === 'boolean' ? [[name, 'true']] : [];
    }),
  );
}

async function fetchRows(address: string): Promise<unknown[]> {
  const response = await fetch(address);
  if (!response.ok) return [];
  const body = (await response.json()) as unknown[] | { list: unknown[] };
  return Array.isArray(body) ? body : body.list;
}
