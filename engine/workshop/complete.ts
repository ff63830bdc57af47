/** Completion and hover: the grammar determines what is allowed at a place, the catalogue which names exist. */
import { getLocation, getNodeValue, parseTree } from 'jsonc-parser';
import type { Catalogue } from '../language/catalogue.ts';
import { pointerOf } from '../language/source.ts';
import { nameKindOf, type LanguageSchema } from '../language/structure.ts';
import { takenBy } from '../tools/explain.ts';
import { goesOn, scopeAt, screenOf } from './expressions.ts';
import { rulesAt, type Rule } from './grammar.ts';
import { namesOf, type Name, type Written } from './names.ts';

export interface Suggestion {
  label: string;
  /** Text that replaces the range, quotes included. */
  insert: string;
  note: string;
  /** A member continues an expression, without quotes. */
  kind: 'property' | 'word' | 'member';
}

export interface Suggested {
  suggestions: Suggestion[];
  /** Offsets of the text that a suggestion replaces. */
  from: number;
  to: number;
}

type Path = (string | number)[];

/** Returns what is allowed at the offset. */
export function suggest(
  text: string,
  offset: number,
  catalogue: Catalogue,
  { kind, screen }: Written = { kind: 'screen' },
): Suggested {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  const value = valueOf(text);
  const within =
    previousNode && previousNode.offset < offset && offset <= previousNode.offset + previousNode.length;
  const [from, to] = within
    ? [previousNode.offset, previousNode.offset + previousNode.length]
    : [offset, offset];
  const root = catalogue.language[kind];
  const rules = rulesAt(root, path, value);
  if (within && !isAtPropertyKey && rules.some(isExpression)) {
    const before = text.slice(previousNode.offset + 1, offset);
    const scope = scopeAt(text, pointerOf(...path), catalogue, { kind, ...(screen && { screen }) });
    const { names, typed } = goesOn(before, scope, catalogue);
    return { suggestions: names.map(memberOf), from: offset - typed, to: offset };
  }
  const suggestions = isAtPropertyKey
    ? propertiesOf(
        rulesAt(root, path.slice(0, -1), value),
        valueAt(value, path.slice(0, -1)),
        needsColon(text, to),
        root,
      )
    : wordsOf(rules, catalogue, aroundOf(text, path, catalogue, kind));
  return { suggestions: distinct(suggestions), from, to };
}

/** Explains the value at the offset: the description from the grammar, and for a name its meaning. */
export function explainAt(
  text: string,
  offset: number,
  catalogue: Catalogue,
  { kind }: Written = { kind: 'screen' },
): { notes: string[]; from: number; to: number } | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  if (!previousNode || offset < previousNode.offset) return undefined;
  const value = valueOf(text);
  const rules = rulesAt(catalogue.language[kind], path, value);
  const around = aroundOf(text, path, catalogue, kind);
  const name = isAtPropertyKey ? undefined : valueAt(value, path);
  const named = rules.flatMap((rule) => namesFor(rule, catalogue, around)).find((one) => one.name === name);
  const notes = [
    ...new Set([named?.note, ...rules.map(({ description }) => description)].filter(Boolean) as string[]),
  ];
  if (notes.length === 0) return undefined;
  return { notes, from: previousNode.offset, to: previousNode.offset + previousNode.length };
}

function propertiesOf(
  rules: readonly Rule[],
  there: unknown,
  colon: string,
  root: LanguageSchema,
): Suggestion[] {
  const taken = there && typeof there === 'object' ? Object.keys(there) : [];
  return rules.flatMap(({ properties = {} }) =>
    Object.entries(properties)
      .filter(([name]) => !taken.includes(name))
      .map(([name, rule]) => ({
        label: name,
        insert: JSON.stringify(name) + colon,
        note: [takenBy(rule as LanguageSchema, root), rule.description].filter(Boolean).join(': '),
        kind: 'property' as const,
      })),
  );
}

function wordsOf(
  rules: readonly Rule[],
  catalogue: Catalogue,
  around: Record<string, unknown>[],
): Suggestion[] {
  const word = (value: unknown, note: string): Suggestion => ({
    label: String(value),
    insert: JSON.stringify(value),
    note,
    kind: 'word',
  });
  return rules.flatMap((rule) => [
    ...(rule.const === undefined ? [] : [word(rule.const, rule.description ?? '')]),
    ...(rule.enum ?? []).map((one) => word(one, rule.description ?? '')),
    ...(rule.type === 'boolean' ? [word(true, ''), word(false, '')] : []),
    ...namesFor(rule, catalogue, around).map(({ name, note }) => word(name, note)),
  ]);
}

function namesFor(rule: Rule, catalogue: Catalogue, around: Record<string, unknown>[]): Name[] {
  const kind = nameKindOf(rule);
  return kind ? namesOf(kind, catalogue, around) : [];
}

const isExpression = (rule: Rule): boolean => ['expression', 'condition'].includes(nameKindOf(rule) ?? '');
const memberOf = ({ name, note }: Name): Suggestion => ({ label: name, insert: name, note, kind: 'member' });

const needsColon = (text: string, at: number): string => (/^\s*:/.test(text.slice(at)) ? '' : ': ');

/** Parses the text as far as possible. */
function valueOf(text: string): unknown {
  const root = parseTree(text);
  return root && getNodeValue(root);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, part) => (at && typeof at === 'object' ? (at as Record<string | number, unknown>)[part] : undefined),
    value,
  );
}

/** The objects around a place, nearest first; a view that names a record includes what is derived from it. */
function aroundOf(
  text: string,
  path: Path,
  catalogue: Catalogue,
  kind: Written['kind'],
): Record<string, unknown>[] {
  const value = kind === 'screen' ? screenOf({ file: '', text }, catalogue).config : valueOf(text);
  return path
    .map((_, i) => valueAt(value, path.slice(0, i)))
    .filter(
      (one): one is Record<string, unknown> => one !== null && typeof one === 'object' && !Array.isArray(one),
    )
    .toReversed();
}

function distinct(all: readonly Suggestion[]): Suggestion[] {
  return [...new Map(all.map((one) => [one.insert, one])).values()];
}
