/** The imports of TypeScript modules, read by a parser. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

export interface Import {
  /** A path from the root for a relative import, otherwise the name of a package. */
  target: string;
  /** Loaded when the module is; `import()` and types are not. */
  eager: boolean;
}

export interface Module {
  file: string;
  imports: Import[];
  /** Names of functions that it calls. */
  calls: ReadonlySet<string>;
  /** Its string literals except names of modules; for a template the first part, with `*` for the rest. */
  texts: ReadonlySet<string>;
}

const CODE = /\.(ts|tsx|mts)$/;

/** The code files of a folder and of all below it; none for a folder that does not exist. */
export function codeFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const file = path.posix.join(folder, name);
    return statSync(file).isDirectory() ? codeFiles(file) : CODE.test(name) ? [file] : [];
  });
}

/**
 * Reads what a module imports: statements, `import()`, and `import('…')` in types. Throws for text that does not parse.
 *
 * @example readModule('server/access/a.ts', "import type { Db } from '../database/connection.ts'").imports
 * // [{ target: 'server/database/connection.ts', eager: true }]
 */
export function readModule(file: string, text = readFileSync(file, 'utf8')): Module {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const imports: Import[] = [];
  const calls = new Set<string>();
  const texts = new Set<string>();
  const specifiers = new Set<unknown>();
  const folder = path.posix.dirname(file);
  visit(program, (node) => {
    const { type, source, callee, value, quasis } = node;
    if (type === 'Literal' && typeof value === 'string' && !specifiers.has(node)) texts.add(value);
    if (type === 'TemplateLiteral') texts.add(textOf(quasis as Quasi[]));
    if (type === 'CallExpression' && isNode(callee) && typeof callee['name'] === 'string') {
      calls.add(callee['name']);
    }
    // The value of a template or a variable is unknown here.
    if (!IMPORTING.has(type) || !isNode(source) || typeof source['value'] !== 'string') return;
    const specifier = source['value'];
    const target = specifier.startsWith('.') ? path.posix.join(folder, specifier) : specifier;
    imports.push({ target, eager: !LAZY.has(type) });
    specifiers.add(source);
  });
  return { file, imports, calls, texts };
}

const LAZY = new Set(['ImportExpression', 'TSImportType']);
const IMPORTING = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', ...LAZY]);

type Node = Record<string, unknown> & { type: string };

interface Quasi {
  value: { cooked: string };
}

const textOf = (quasis: readonly Quasi[]) => `${quasis[0]!.value.cooked}${quasis.length > 1 ? '*' : ''}`;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

function visit(node: object, enter: (node: Node) => void): void {
  if (isNode(node)) enter(node);
  for (const child of Object.values(node)) {
    if (typeof child === 'object' && child !== null) visit(child as object, enter);
  }
}

/** The first cycle of eager imports, as the files that close it; empty when there is none. */
export function cycle(modules: readonly Module[]): string[] {
  const graph = new Map(
    modules.map(({ file, imports }) => [
      file,
      imports.filter(({ eager }) => eager).map(({ target }) => target),
    ]),
  );
  const done = new Set<string>();
  const open: string[] = [];
  const search = (file: string): string[] | undefined => {
    if (open.includes(file)) return [...open.slice(open.indexOf(file)), file];
    if (done.has(file)) return undefined;
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      const found = search(next);
      if (found) return found;
    }
    open.pop();
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const found = search(file);
    if (found) return found;
  }
  return [];
}
