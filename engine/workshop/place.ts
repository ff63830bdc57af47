/** Finds an address at which a screen can be shown, with a record that the session sees. */
import type { Project } from '../language/project.ts';
import { addressOf } from './address.ts';

/** Of a dialog its inputs as a query; undefined when no table leads to a record for it. */
export async function placeOf({ entries, screens }: Project, id: string): Promise<string | undefined> {
  const entry = entries.find((one) => one.id === id);
  const inputs = Object.entries(screens.get(id)?.input ?? {}).filter(
    ([, one]) => !one.optional && !one.default,
  );
  const pattern = entry?.dialog
    ? `?${inputs.map(([name]) => `${name}=:${name}`).join('&')}`
    : entry?.routes[0]?.path;
  if (!pattern?.includes(':')) return pattern;
  const search = { screens: [...screens.values()], rowsAt, words: {}, first: () => 0 };
  return addressOf(pattern, search).catch(() => undefined);
}

async function rowsAt(address: string): Promise<unknown[]> {
  const response = await fetch(address);
  if (!response.ok) return [];
  const body = (await response.json()) as unknown[] | { list: unknown[] };
  return Array.isArray(body) ? body : body.list;
}
