/** JSON files with positions: a value, and for each JSON pointer its place in the text. */
import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';

export interface SourceFile {
  /** Path shown in diagnostics, relative to the project. */
  file: string;
  text: string;
}

export interface Position {
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
}

export interface Source extends SourceFile {
  value: unknown;
  root: Node | undefined;
  /** Syntax errors; `Diagnostics.addSyntax` reports them. */
  problems: { position: Position; expected: string; received: string }[];
  /** Property names that an object has twice, each at its second place. */
  duplicates: { position: Position; name: string }[];
  /** Parts that are in a config and not in its text: the pointer of the part that they are derived from. */
  derived: Map<string, string>;
  /** Views of a config that come from a fragment: by pointer, where they are written. */
  pulled: Map<string, Written>;
}

/** A place in the text of a file. */
export interface Written {
  source: Source;
  pointer: string;
  /** The place in the screen that uses the fragment. */
  via?: Written;
}

/** Where the part at `pointer` of a config is written: in the file itself, or in its fragment. */
export function writtenAt(source: Source, pointer: string): Written {
  if (source.pulled.size > 0)
    for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const from = source.pulled.get(at);
      if (from) return { ...from, pointer: from.pointer + pointer.slice(at.length) };
    }
  return { source, pointer };
}

/** Records that the part at `pointer` is derived from the part at `from`, where its errors are reported. */
export function markDerived(source: Source, pointer: string, from: string): void {
  source.derived.set(pointer, from);
}

const parsed = new WeakMap<SourceFile, Source>();

/** Parses strict JSON; syntax errors are stored with their places. A file is parsed once. */
export function parseFile(file: SourceFile): Source {
  const known = parsed.get(file);
  if (known?.text === file.text) return known;
  const source = parseText(file);
  parsed.set(file, source);
  return source;
}

/** Deepest nesting. A deeper file is not written by hand, and would overflow the stack of recursive functions. */
const DEEPEST = 200;

/** Offset of the first bracket that is nested too deeply. */
function tooDeep(text: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > DEEPEST) return index;
  }
  return undefined;
}

function parseText(file: SourceFile): Source {
  const deep = tooDeep(file.text);
  if (deep !== undefined) {
    const position = positionAt(file.text, deep);
    const problem = { position, expected: `at most ${DEEPEST} levels`, received: 'a deeper one' };
    return {
      ...file,
      root: undefined,
      value: undefined,
      problems: [problem],
      duplicates: [],
      derived: new Map(),
      pulled: new Map(),
    };
  }
  const errors: ParseError[] = [];
  const root = parseTree(file.text, errors, { disallowComments: true, allowTrailingComma: false });
  const problems: Source['problems'] = errors.slice(0, 3).map((error) => ({
    position: positionAt(file.text, error.offset),
    expected: printParseErrorCode(error.error),
    received: file.text.slice(error.offset, error.offset + Math.max(error.length, 1)),
  }));
  if (root) problems.push(...hiddenNames(root, file.text));
  const duplicates = root ? duplicateNames(root, file.text) : [];
  return {
    ...file,
    root,
    value: root ? getNodeValue(root) : undefined,
    problems,
    duplicates,
    derived: new Map(),
    pulled: new Map(),
  };
}

/** A property of this name is refused: assigning it would set the prototype of the value. */
const HIDDEN = '__proto__';

function hiddenNames(root: Node, text: string): Source['problems'] {
  if (!text.includes(HIDDEN)) return [];
  const found: Source['problems'] = [];
  const visit = (node: Node): void => {
    const [name] = node.type === 'property' ? (node.children ?? []) : [];
    if (name?.value === HIDDEN)
      found.push({ position: positionAt(text, name.offset), expected: 'another name', received: HIDDEN });
    node.children?.forEach(visit);
  };
  visit(root);
  return found;
}

/** Finds equal property names in one object; `JSON.parse` would silently take the last one. */
function duplicateNames(root: Node, text: string): Source['duplicates'] {
  const found: Source['duplicates'] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    const seen = new Set<string>();
    for (const child of node.children ?? []) {
      const [name] = child.type === 'property' ? (child.children ?? []) : [];
      if (name && seen.has(String(name.value)))
        found.push({ position: positionAt(text, name.offset), name: String(name.value) });
      if (name) seen.add(String(name.value));
      open.push(child);
    }
  }
  return found.toReversed();
}

/** The pointer of the written part from which the part was derived. */
export function authored(source: Source, pointer: string): string {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const from = source.derived.get(at);
    if (from !== undefined) return from;
  }
  return pointer;
}

export function pointerPath(pointer: string): (string | number)[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function pointerOf(...parts: (string | number)[]): string {
  return parts.map((p) => `/${String(p).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function nodeAt(source: Source, pointer: string): Node | undefined {
  let node = source.root;
  for (const part of pointerPath(pointer)) {
    if (!node) return undefined;
    node = findNodeAtLocation(node, [node.type === 'array' ? Number(part) : part]);
  }
  return node;
}

/**
 * Where the value at `pointer` begins; with `key`, where its property name begins. For a pointer to
 * nothing returns the part that it was derived from, else its nearest existing ancestor. `offset` moves into a string value (an expression).
 */
export function locate(
  source: Source,
  pointer: string,
  options: { key?: boolean; offset?: number } = {},
): Position {
  let at = authored(source, pointer);
  let node = nodeAt(source, at);
  while (!node && at !== '') {
    at = at.slice(0, at.lastIndexOf('/'));
    node = nodeAt(source, at);
  }
  if (!node) return { line: 1, column: 1 };
  if (options.key && at === authored(source, pointer) && node.parent?.type === 'property')
    return positionAt(source.text, node.parent.offset);
  const inside = options.offset === undefined ? 0 : rawOffset(source.text, node.offset, options.offset);
  return positionAt(source.text, node.offset + inside);
}

/** The offset in the JSON text of the character at `offset` of a string value, with escapes counted. */
function rawOffset(text: string, start: number, offset: number): number {
  let raw = start + 1;
  for (let i = 0; i < offset && raw < text.length; i++)
    raw += text[raw] === '\\' ? (text[raw + 1] === 'u' ? 6 : 2) : 1;
  return raw - start;
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}
