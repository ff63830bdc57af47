/** Values of tests for every parameter and input: records are samples, whatever their names. */
import type { CompiledScreen } from '../../engine/language/compiled.ts';

const WORDS: Record<string, string> = { error: '404' };
const ID = '00000000-0000-4000-8000-000000000001';

/** The address of a route, its parameters filled in. */
export const addressOf = (route: string): string =>
  route.replaceAll(/:(\w+)\*?/g, (_, name: string) => WORDS[name] ?? ID);

const VALUES: Record<string, unknown> = {
  string: ID,
  number: 3,
  boolean: true,
  date: '2026-05-15',
  strings: [ID],
  condition: false,
  record: { id: ID, name: 'name' },
};

/** The input of a dialog: everything required. */
export function inputOf({ input }: CompiledScreen): Record<string, unknown> {
  const given = Object.entries(input).filter(([, { optional }]) => !optional);
  return Object.fromEntries(
    given.map(([name, { type, list }]) => [name, list ? [VALUES[type]] : VALUES[type]]),
  );
}
