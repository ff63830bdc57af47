/**
 * Which texts come with the start of the product, and which with the file of a screen: those that some screen names and
 * the start does not need. Texts of the tools come with the tools, the server's own not at all.
 */
import type { Project } from '../language/project.ts';

export type Texts = Record<string, string>;

export interface TextParts {
  /** Of a language: what every reader needs. */
  start(locale: string): Texts;
  /** By language, what a screen names beside that. */
  ofScreen(id: string): Record<string, Texts>;
  /** Of a language: all that the start lacks, for tools that show any screen. */
  tools(locale: string): Texts;
}

/** Keys that the engine's code makes up, and those that any screen may use. */
const EVERYWHERE = /^(engine|errorMessages|validation|dictionary|common|menu)\./;
/** What the engine says of a failed call comes with the screens that make it. */
const OF_CALL = /^errorMessages\.(\w+)$/;
const TOOLS = /^engine\.tools\./;
const SERVER = /^server\./;
const PLURAL = /_(zero|one|two|few|many|other)$/;

export function splitTexts({ app, entries, screens, catalogue }: Project): TextParts {
  const named = new Map([...screens].map(([id, screen]) => [id, namesIn(screen)]));
  const first = namesIn([app, entries]);
  const { operations } = catalogue.api;
  const failures = new Set([...operations.values()].map(({ failure }) => failure?.key));
  const ofCall = (key: string) => failures.has(key) || operations.has(OF_CALL.exec(key)?.[1] ?? '');
  // What nothing names is used by the code of some widget.
  const starts = (key: string) =>
    !TOOLS.test(key) &&
    ((EVERYWHERE.test(key) && !ofCall(key)) ||
      first(key) ||
      ![...named.values()].some((names) => names(key)));
  const all = new Map(
    catalogue.locales.map(({ name, texts }) => [
      name,
      [...texts].flatMap(([key, { text }]) =>
        SERVER.test(key) ? [] : [{ key, text, starting: starts(key) }],
      ),
    ]),
  );
  const pick = (locale: string, wanted: (key: string, starting: boolean) => boolean): Texts =>
    Object.fromEntries(
      (all.get(locale) ?? [])
        .filter(({ key, starting }) => wanted(key, starting))
        .map(({ key, text }) => [key, text]),
    );
  return {
    start: (locale) => pick(locale, (_, starting) => starting),
    ofScreen: (id) =>
      Object.fromEntries(
        [...all.keys()].map((locale) => [
          locale,
          pick(locale, (key, starting) => !starting && named.get(id)!(key)),
        ]),
      ),
    tools: (locale) => pick(locale, (_, starting) => !starting),
  };
}

/** Whether a key is named: by itself, in one of its plural forms, or by a prefix (`labels` of a widget's options). */
function namesIn(value: unknown): (key: string) => boolean {
  const words = new Set<string>();
  const prefixes: string[] = [];
  const visit = (part: unknown, name?: string): void => {
    if (typeof part === 'string') {
      words.add(part);
      if (name === 'labels') prefixes.push(`${part}.`);
    } else if (Array.isArray(part)) for (const one of part) visit(one, name);
    else if (part && typeof part === 'object') for (const [key, one] of Object.entries(part)) visit(one, key);
  };
  visit(value);
  return (key) =>
    words.has(key) ||
    words.has(key.replace(PLURAL, '')) ||
    words.has(OF_CALL.exec(key)?.[1] ?? key) ||
    prefixes.some((prefix) => key.startsWith(prefix));
}
