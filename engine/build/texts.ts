/**
 * Splits the texts: some are loaded with the start of the product, others with the file of a screen, namely those that
 * some screen names and the start does not need. Tool texts are loaded with the tools; the server's own are not.
 */
import type { Project } from '../language/project.ts';

export type Texts = Record<string, string>;

export interface TextParts {
  /** Texts of a language that every page needs. */
  start(locale: string): Texts;
  /** By language, the further texts that a screen names. */
  ofScreen(id: string): Record<string, Texts>;
  /** All texts of a language that the start lacks, for tools that can show any screen. */
  tools(locale: string): Texts;
}

/** Keys that the engine's code composes, and those that any screen may use. */
const EVERYWHERE = /^(engine|errorMessages|validation|dictionary|common|menu)\./;
/** Messages about a failed call are loaded with the screens that make it. */
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
  // A text that no screen names is used by the code of some widget.
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

/**
 * Returns a function that checks whether a key is named: exactly, by one of its plural forms, or by a prefix (`labels`
 * of a widget's options).
 */
function namesIn(value: unknown): (key: string) => boolean {
  const strings = new Set<string>();
  const prefixes: string[] = [];
  const visit = (part: unknown, name?: string): void => {
    if (typeof part === 'string') {
      strings.add(part);
      if (name === 'labels') prefixes.push(`${part}.`);
    } else if (Array.isArray(part)) for (const one of part) visit(one, name);
    else if (part && typeof part === 'object') for (const [key, one] of Object.entries(part)) visit(one, key);
  };
  visit(value);
  return (key) =>
    strings.has(key) ||
    strings.has(key.replace(PLURAL, '')) ||
    strings.has(OF_CALL.exec(key)?.[1] ?? key) ||
    prefixes.some((prefix) => key.startsWith(prefix));
}
