/** Wrapper of the expression library: parses once, evaluates often, plain JSON in and out. */
import { Environment, EvaluationError, type ASTNode } from '@marcbachmann/cel-js';
import { registerFunctions } from './functions.ts';
import type { Scope } from './evaluate.ts';

const environment = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false });
registerFunctions(environment);

/** Compiles an expression to a function from scope to value. A missing member on the path gives undefined. */
export function compileExpression(source: string): (scope: Scope) => unknown {
  const parsed = environment.parse(freeBranches(source));
  return (scope) => {
    try {
      return plain(parsed(scope));
    } catch (error) {
      if (error instanceof EvaluationError) return undefined;
      throw error;
    }
  };
}

/**
 * The two branches of a condition may differ in type, as the checker of expressions allows: `a ? null : 'x'`. The library
 * rejects that at run time unless a branch is declared to be of any type: `a ? dyn(null) : dyn('x')`.
 */
function freeBranches(source: string): string {
  if (!source.includes('?')) return source;
  const edits: [at: number, text: string][] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isNode(node)) return;
    if (node.op === '?:')
      for (const { start, end } of (node.args as ASTNode[]).slice(1)) edits.push([start, 'dyn('], [end, ')']);
    visit(node.args);
  };
  visit(environment.parse(source).ast);
  // A nested branch may end at the end of the outer one: both insert the same bracket, so their order does not matter.
  return edits
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [at, added]) => text.slice(0, at) + added + text.slice(at), source);
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value;

/** Converts CEL's bigint integers to JSON numbers. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return Object.fromEntries([...value].map(([k, v]) => [String(k), plain(v)]));
  if (value && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, plain(v)]));
  return value;
}
