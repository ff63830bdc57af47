/**
 * Finds mutable state of modules: `let` and `var` at the top level, and top-level stores and collections that a
 * function of the module changes. Such state would be shared by all products on a page.
 */
import { parseSync } from 'vite';

export interface Found {
  /** Name of the variable. */
  name: string;
  line: number;
  why: 'variable' | 'store' | 'collection';
}

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const MUTATORS = new Set(
  'set add delete clear push pop shift unshift splice sort reverse fill copyWithin'.split(' '),
);
const ASSIGNING = new Set(['AssignmentExpression', 'UpdateExpression']);
/** Functions whose result contains mutable state. */
const STORES = new Set(['createStore', 'createInstance', 'createRegistry']);
const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Array', 'Object']);

/** @param file name of the file, whose extension decides about JSX */
export function moduleState(file: string, text: string): Found[] {
  const { program } = parseSync(file, text);
  const lineOf = ({ start }: Node) => text.slice(0, start).split('\n').length;
  const found: Found[] = [];
  const collections = new Map<string, Node>();
  for (const declaration of topDeclarations(program as unknown as Node)) {
    const mutable = declaration['kind'] !== 'const';
    for (const { id, init } of declaration['declarations'] as { id: Node; init: Node | null }[]) {
      if (id.type !== 'Identifier') continue;
      const name = String(id['name']);
      if (mutable) found.push({ name, line: lineOf(id), why: 'variable' });
      else if (init && isStore(init)) found.push({ name, line: lineOf(id), why: 'store' });
      else if (init && isCollection(init)) collections.set(name, id);
    }
  }
  for (const name of changedIn(program as unknown as Node, new Set(collections.keys())))
    found.push({ name, line: lineOf(collections.get(name)!), why: 'collection' });
  return found.sort((a, b) => a.line - b.line);
}

function topDeclarations({ body }: Node): Node[] {
  return (body as Node[])
    .map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as Node | null) : statement,
    )
    .filter((statement): statement is Node => statement?.type === 'VariableDeclaration');
}

const isStore = (init: Node): boolean =>
  init.type === 'CallExpression' && STORES.has(String((init['callee'] as Node)['name']));

const isCollection = (init: Node): boolean =>
  init.type === 'ArrayExpression' ||
  init.type === 'ObjectExpression' ||
  (init.type === 'NewExpression' && COLLECTIONS.has(String((init['callee'] as Node)['name'])));

/** Names of the collections that some function changes. */
function changedIn(program: Node, names: ReadonlySet<string>): Set<string> {
  const changed = new Set<string>();
  const visit = (node: Node, hidden: ReadonlySet<string>) => {
    const own = isFunction(node) ? new Set([...hidden, ...boundIn(node)]) : hidden;
    const name = changedBy(node);
    if (name !== undefined && names.has(name) && !own.has(name)) changed.add(name);
    for (const child of childrenOf(node)) visit(child, own);
  };
  visit(program, new Set());
  return changed;
}

/** The variable whose value the node changes: `x.set(…)`, `x.y = …`, `x[0]++`, `delete x.y`. */
function changedBy(node: Node): string | undefined {
  if (node.type === 'CallExpression') {
    const { object, property } = node['callee'] as { object?: Node; property?: Node };
    return object && property && MUTATORS.has(String(property['name'])) ? nameOf(object) : undefined;
  }
  const target = ASSIGNING.has(node.type)
    ? ((node['left'] ?? node['argument']) as Node)
    : node.type === 'UnaryExpression' && node['operator'] === 'delete'
      ? (node['argument'] as Node)
      : undefined;
  return target?.type === 'MemberExpression' ? nameOf(target['object'] as Node) : undefined;
}

/** The variable at the root of a chain of members. */
function nameOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return String(node['name']);
  if (node.type === 'MemberExpression') return nameOf(node['object'] as Node);
  return node.type === 'TSNonNullExpression' ? nameOf(node['expression'] as Node) : undefined;
}

const isFunction = ({ type }: Node): boolean =>
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type);

/** Parameters and variables of a function, which hide those of the module. */
function boundIn(fn: Node): string[] {
  const names: string[] = [];
  const patterns = (node: Node | null | undefined) => {
    if (!node) return;
    if (node.type === 'Identifier') names.push(String(node['name']));
    else if (node.type === 'Property') patterns(node['value'] as Node);
    else if (node.type === 'AssignmentPattern') patterns(node['left'] as Node);
    else if (node.type === 'RestElement') patterns(node['argument'] as Node);
    else for (const child of childrenOf(node)) patterns(child);
  };
  const variables = (node: Node) => {
    if (isFunction(node)) return;
    if (node.type === 'VariableDeclarator') patterns(node['id'] as Node);
    for (const child of childrenOf(node)) variables(child);
  };
  for (const parameter of fn['params'] as Node[]) patterns(parameter);
  for (const child of childrenOf(fn['body'] as Node)) variables(child);
  return names;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
