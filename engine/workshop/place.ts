/** Finds an address at which a screen can be shown, with a record that the session sees. */
import { today } from '../data/locale.ts';
import type { CompiledArguments, CompiledInput, CompiledScreen } from '../language/compiled.ts';
import type { Project } from '../language/project.ts';
import { addressOf, nodesOf } from './address.ts';

/** Of a dialog its inputs as a query, empty where nobody gives them; undefined when no record is found. */
export async function placeOf({ entries, screens }: Project, id: string): Promise<string | undefined> {
  const entry = entries.find((one) => one.id === id);
  const inputs = Object.entries(screens.get(id)?.input ?? {}).filter(
    ([, one]) => !one.optional && !one.default,
  );
  const pattern = entry?.dialog
    ? `?${inputs.map(([name]) => `${name}=:${name}`).join('&')}`
    : entry?.routes[0]?.path;
  if (!pattern?.includes(':')) return pattern;
  const all = [...screens.values()];
  const words = entry?.dialog ? wordsOf(id, inputs, all) : {};
  const find = (known: Record<string, string>) =>
    addressOf(pattern, { screens: all, rowsAt, words: known, first: () => 0, today: today() }).catch(
      () => undefined,
    );
  const nobody = Object.fromEntries(inputs.map(([name]) => [name, '']));
  return (await find(words)) ?? (entry?.dialog ? find({ ...nobody, ...words }) : undefined);
}

/** What no row has: what an opener of the dialog says itself; of a boolean that it is true; of a list that it is empty. */
function wordsOf(
  id: string,
  inputs: readonly [string, CompiledInput][],
  screens: readonly CompiledScreen[],
): Record<string, string> {
  const openers = screens.flatMap(nodesOf).filter(({ type, screen }) => type === 'open' && screen === id);
  return Object.fromEntries(
    inputs.flatMap(([name, { type, list }]) => {
      const given = openers.map((one) => (one['with'] as CompiledArguments | undefined)?.[name]);
      const said = given.find((one) => one && 'const' in one) as { const: unknown } | undefined;
      if (said) return [[name, String(said.const)]];
      if (list) return [[name, '']];
      return type === 'boolean' ? [[name, 'true']] : [];
    }),
  );
}

async function rowsAt(address: string): Promise<unknown[]> {
  const response = await fetch(address);
  if (!response.ok) return [];
  const body = (await response.json()) as unknown[] | { list: unknown[] };
  return Array.isArray(body) ? body : body.list;
}
