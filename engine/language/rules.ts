/** Rules across fields (`x-rules` of the API), run by the same interpreter in the browser and on the server. */
import { evaluate } from './evaluate.ts';
import type { SchemaRule } from './schema.ts';

export interface BrokenRule {
  /** Dotted path in the body. */
  field: string;
  /** Locale key. */
  message: string;
}

/**
 * The rules that do not hold for `form`. A rule that cannot be evaluated, because a value that it needs is
 * missing, is not broken: that value's own absence is told where it is required.
 * `loadEvaluator()` must have been awaited.
 */
export function checkRules(rules: readonly SchemaRule[], form: unknown): BrokenRule[] {
  return rules
    .filter((rule) => evaluate({ cel: rule.expr }, { form }) === false)
    .map(({ field, message }) => ({ field, message }));
}
