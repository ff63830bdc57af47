/** The expression library behind one door: parse once, evaluate often, plain JSON in and out. */
import { Environment, EvaluationError } from '@marcbachmann/cel-js';
import { registerFunctions } from './functions.ts';
import type { Scope } from './evaluate.ts';

const environment = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false });
registerFunctions(environment);

/** A function from scope to value. A missing member on the way gives undefined. */
export function compileExpression(source: string): (scope: Scope) => unknown {
  const parsed = environment.parse(source);
  return (scope) => {
    try {
      return plain(parsed(scope));
    } catch (error) {
      if (error instanceof EvaluationError) return undefined;
      throw error;
    }
  };
}

/** CEL integers are bigint; screens and requests know only JSON numbers. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return Object.fromEntries([...value].map(([k, v]) => [String(k), plain(v)]));
  if (value && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, plain(v)]));
  return value;
}
