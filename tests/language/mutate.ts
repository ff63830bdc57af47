/**
 * Breaks a project one place at a time, as authors do: a typo of two letters in a name, an expression, a property; a
 * duplicate route; a tab without its parent. Seeded, so that a run can be repeated.
 */
import { checkExpression } from '../../engine/language/expressions.ts';
import { Diagnostics } from '../../engine/language/diagnostics.ts';
import type { ProjectFiles } from '../../engine/language/project.ts';
import { locate, parseFile, pointerOf, type Source, type SourceFile } from '../../engine/language/source.ts';
import { namedTexts, type LanguageSchema } from '../../engine/language/structure.ts';
import { Random } from '../../server/core/random.ts';

export interface Mutation {
  kind: string;
  file: string;
  pointer: string;
  /** Text of the whole file after the mistake. */
  text: string;
  line: number;
  from: string;
  to: string;
  /** The name that the checker should suggest; undefined when none is required. */
  near: string | undefined;
}

/** Kinds that concern structure; all others concern names. */
export const STRUCTURE: ReadonlySet<string> = new Set(['duplicate route', 'tab without parent', 'property']);

/** A typing mistake. */
export function slip(name: string, next: () => number): string {
  const at = 1 + Math.floor(next() * Math.max(1, name.length - 2));
  const swapped = name.slice(0, at) + (name[at + 1] ?? '') + (name[at] ?? '') + name.slice(at + 2);
  const dropped = name.slice(0, at) + name.slice(at + 1);
  const doubled = name.slice(0, at) + name[at] + name.slice(at);
  const choices = [swapped, dropped, doubled].filter((s) => s !== name && s.length > 0);
  return choices[Math.floor(next() * choices.length)] ?? `${name}x`;
}

/** Every mutation of every screen of a project. */
export function mutations(files: ProjectFiles, seed: number): Mutation[] {
  const stream = new Random(seed);
  const next = () => stream.next();
  const schema = JSON.parse(files.language.screen) as LanguageSchema;
  return files.screens.flatMap((file) => [
    ...nameMutations(file, schema, next),
    ...expressionMutations(file, schema, next),
    ...structureMutations(file, files, next),
  ]);
}

/** Names whose misspelling is still a valid name: free texts of the author. */
const FREE = new Set(['label-prefix']);

function nameMutations(file: SourceFile, schema: LanguageSchema, next: () => number): Mutation[] {
  const source = parseFile(file);
  return namedTexts(source, schema, new Diagnostics())
    .filter(({ kind, value }) => !['expression', 'condition', 'value'].includes(kind) && value.length > 2)
    .map(({ kind, value, pointer }) => {
      const to = slip(value, next);
      return replaced(source, pointer, kind, value, to, FREE.has(kind) ? undefined : value);
    });
}

/** One mistake in each expression: in a member, in a scope, or in a compared literal. */
function expressionMutations(file: SourceFile, schema: LanguageSchema, next: () => number): Mutation[] {
  const source = parseFile(file);
  return namedTexts(source, schema, new Diagnostics())
    .filter(({ kind }) => kind === 'expression' || kind === 'condition')
    .flatMap(({ value, pointer }) => {
      // The argument of a function (`startsWith('image/')`) is no name.
      const read = value.replace(/\('[^']*'\)/g, (given) => ' '.repeat(given.length));
      const names = [...read.matchAll(/'([A-Z_]{3,})'|\.?\b([a-z][A-Za-z]{2,})\b(?!\()/g)].filter(
        (m) => !macroVariable(value, m[2] ?? ''),
      );
      return names.map((m) => {
        const from = m[1] ?? m[2]!;
        const to = slip(from, next);
        const at = m.index + m[0].indexOf(from);
        const text = value.slice(0, at) + to + value.slice(at + from.length);
        const kind = m[1] ? 'enum word' : m[0].startsWith('.') ? 'member' : 'scope';
        return { ...replaced(source, pointer, kind, value, text, from) };
      });
    })
    .filter((m) => checkExpression(m.to, {}, {}).problems.every((p) => p.code !== 'expression-syntax'));
}

/** `limit` of `map(limit, limit.id)` is the author's own name. */
function macroVariable(expression: string, name: string): boolean {
  return name === 'null' || name === 'true' || name === 'false' || new RegExp(`\\(${name},`).test(expression);
}

function structureMutations(file: SourceFile, files: ProjectFiles, next: () => number): Mutation[] {
  const source = parseFile(file);
  const config = source.value as Record<string, unknown>;
  const list: Mutation[] = [];
  const other = files.screens.find(
    (f) => f !== file && /"route": "\/[^"]*"/.test(f.text) && f.text.includes('"access"'),
  );
  const route = other && /"route": "(\/[^"]*)"/.exec(other.text)?.[1];
  if (typeof config.route === 'string' && route && route !== config.route && !config.tab)
    list.push(replaced(source, '/route', 'duplicate route', config.route, route, undefined));
  if (config.tab)
    list.push({ ...removed(source, '/parent'), line: locate(source, '/tab', { key: true }).line - 1 });
  for (const pointer of pointersOf(config)) if (next() < 0.35) list.push(renamed(source, pointer, next));
  return list.filter((m) => m.to !== m.from);
}

/** Properties of the language and of calls: every key except the author's own names. */
function pointersOf(value: unknown, pointer = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => pointersOf(item, pointer + pointerOf(i)));
  if (!value || typeof value !== 'object') return [];
  const own =
    /\/(records|input|query|state|cases|hidden|tones|set|views|defaultValue|initial|kind|\$schema)(\/|$)/;
  return Object.entries(value).flatMap(([key, item]) => {
    const at = pointer + pointerOf(key);
    return own.test(at) || key.length < 4 || key.startsWith('$')
      ? pointersOf(item, at)
      : [at, ...pointersOf(item, at)];
  });
}

function replaced(
  source: Source,
  pointer: string,
  kind: string,
  from: string,
  to: string,
  near: string | undefined,
): Mutation {
  const { line } = locate(source, pointer);
  const offset = offsetOf(source, locate(source, pointer));
  const length = JSON.stringify(from).length;
  const text = source.text.slice(0, offset) + JSON.stringify(to) + source.text.slice(offset + length);
  return { kind, file: source.file, pointer, text, line, from, to, near };
}

function renamed(source: Source, pointer: string, next: () => number): Mutation {
  const from = pointer.split('/').at(-1)!;
  const to = slip(from, next);
  const place = locate(source, pointer, { key: true });
  const offset = offsetOf(source, place);
  const text =
    source.text.slice(0, offset) + JSON.stringify(to) + source.text.slice(offset + from.length + 2);
  return { kind: 'property', file: source.file, pointer, text, line: place.line, from, to, near: from };
}

function removed(source: Source, pointer: string): Mutation {
  const lines = source.text.split('\n');
  const { line } = locate(source, pointer, { key: true });
  const from = lines[line - 1]!;
  lines.splice(line - 1, 1);
  return {
    kind: 'tab without parent',
    file: source.file,
    pointer,
    text: lines.join('\n'),
    line,
    from,
    to: '',
    near: undefined,
  };
}

function offsetOf(source: Source, { line, column }: { line: number; column: number }): number {
  const lines = source.text.split('\n');
  return lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0) + column - 1;
}
