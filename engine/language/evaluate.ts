/**
 * Evaluates compiled values against a scope. Plain member chains need no library; every other expression
 * goes to CEL, which loads on demand and never generates code (rule 6).
 */
import type { CompiledValue } from './compiled.ts';

export type Scope = Record<string, unknown>;

type Run = (scope: Scope) => unknown;
type Evaluator = (source: string) => Run;

let evaluator: Evaluator | undefined;
let loading: Promise<void> | undefined;
const compiled = new Map<string, Run>();

/** Loads CEL; must be awaited once before a `cel` value is evaluated. */
export function loadEvaluator(): Promise<void> {
  loading ??= import('./cel.ts').then((module) => {
    evaluator = module.compileExpression;
  });
  return loading;
}

/** Whether the value holds an expression that only CEL can evaluate. */
export function needsEvaluator(value: CompiledValue | undefined): boolean {
  if (!value || 'const' in value || 'path' in value) return false;
  if ('cel' in value) return true;
  return Object.values('object' in value ? value.object : value.list).some(needsEvaluator);
}

/** Evaluates the value in this scope. A missing member on the path gives undefined, never an exception. */
export function evaluate(value: CompiledValue, scope: Scope): unknown {
  if ('const' in value) return value.const;
  if ('path' in value) return valueAt(scope, value.path);
  if ('cel' in value) return run(value.cel, scope);
  if ('list' in value) return value.list.map((item) => evaluate(item, scope));
  return Object.fromEntries(Object.entries(value.object).map(([key, item]) => [key, evaluate(item, scope)]));
}

/** Evaluates a condition: an absent one is true; a missing member on the path makes it false. */
export function holds(condition: CompiledValue | undefined, scope: Scope): boolean {
  return condition === undefined || evaluate(condition, scope) === true;
}

/** The member of `value` at `path`; undefined when there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const name of path) {
    if (current === null || typeof current !== 'object') return undefined;
    current = (current as Record<string, unknown>)[name];
  }
  return current;
}

function run(source: string, scope: Scope): unknown {
  if (!evaluator) throw new Error('loadEvaluator() was not awaited before an expression was evaluated');
  let expression = compiled.get(source);
  if (!expression) compiled.set(source, (expression = evaluator(source)));
  return expression(scope);
}
