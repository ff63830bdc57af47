/** Rules across fields (`x-rules` of the API), run by the same interpreter in the browser and on the server. */
import { evaluate } from './evaluate.ts';
import { stripNull, type JsonSchema, type Schemas } from './schema.ts';

export interface BrokenRule {
  /** Dotted path in the body. */
  field: string;
  /** Locale key. */
  message: string;
}

/**
 * The rules of a schema, and of every schema within it, that do not hold for `value`. A rule sees the object
 * that it stands at as `form`. One that cannot be evaluated, because a value that it needs is missing, is not
 * broken: that value's own absence is told where it is required. `loadEvaluator()` must have been awaited
 * where `hasRules` says that there are any.
 */
export function checkRules(schema: JsonSchema, value: unknown, schemas: Schemas = {}): BrokenRule[] {
  return collect(schema, value, schemas, '');
}

function collect(schema: JsonSchema, value: unknown, schemas: Schemas, prefix: string): BrokenRule[] {
  if (value === null || typeof value !== 'object') return [];
  const s = stripNull(schema, schemas).schema;
  if (Array.isArray(value))
    return s.items ? value.flatMap((item, i) => collect(s.items!, item, schemas, `${prefix}${i}.`)) : [];
  const own = (s['x-rules'] ?? [])
    .filter((rule) => evaluate({ cel: rule.expr }, { form: value }) === false)
    .map(({ field, message }) => ({ field: prefix + field, message }));
  const inner = Object.entries(s.properties ?? {}).flatMap(([name, property]) =>
    collect(property, (value as Record<string, unknown>)[name], schemas, `${prefix}${name}.`),
  );
  return [...own, ...inner];
}

/** Whether a rule stands anywhere in the schema. */
export function hasRules(schema: JsonSchema | undefined, schemas: Schemas = {}, depth = 0): boolean {
  if (!schema || depth > 12) return false;
  const s = stripNull(schema, schemas).schema;
  if (s['x-rules']?.length) return true;
  return [s.items, ...Object.values(s.properties ?? {})].some((part) => hasRules(part, schemas, depth + 1));
}
