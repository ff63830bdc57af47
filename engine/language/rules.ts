/** Rules across fields (`x-rules` of the API), run by the same interpreter in the browser and on the server. */
import { evaluate } from './evaluate.ts';
import { stripNull, type JsonSchema, type SchemaRule, type Schemas } from './schema.ts';

export interface BrokenRule {
  /** Dotted path in the body. */
  field: string;
  /** Locale key. */
  message: string;
}

/**
 * The rules of a schema, and of every schema within it, that are false for `value`. A rule sees the object
 * that declares it as `form`. A rule that cannot be evaluated, because a value that it needs is missing, is not
 * broken: the missing value is reported where it is required. `loadEvaluator()` must have been awaited
 * where `hasRules` says that there are any.
 */
export function checkRules(schema: JsonSchema, value: unknown, schemas: Schemas = {}): BrokenRule[] {
  return everyRule(schema, value, schemas, '')
    .filter(({ rule, form }) => evaluate({ cel: rule.expr }, { form }) === false)
    .map(({ rule, at }) => ({ field: at, message: rule.message }));
}

interface Placed {
  rule: SchemaRule;
  /** The object that declares the rule. */
  form: object;
  /** Dotted path of the rule's field in the body. */
  at: string;
}

function everyRule(schema: JsonSchema, value: unknown, schemas: Schemas, prefix: string): Placed[] {
  if (value === null || typeof value !== 'object') return [];
  const s = stripNull(schema, schemas).schema;
  if (Array.isArray(value))
    return s.items ? value.flatMap((item, i) => everyRule(s.items!, item, schemas, `${prefix}${i}.`)) : [];
  const own = (s['x-rules'] ?? []).map((rule) => ({ rule, form: value, at: prefix + rule.field }));
  const inner = Object.entries(s.properties ?? {}).flatMap(([name, property]) =>
    everyRule(property, (value as Record<string, unknown>)[name], schemas, `${prefix}${name}.`),
  );
  return [...own, ...inner];
}

/**
 * Dotted paths of the fields that a rule requires for the current value: it would be broken if they were empty. Lists
 * are left out, as an empty list is not null.
 *
 * @example a rule `form.kind != 'LEGAL' || form.tin != null` at `tin` gives `tin` while the kind is LEGAL
 */
export function requiredByRules(schema: JsonSchema, value: unknown, schemas: Schemas = {}): string[] {
  return everyRule(schema, value, schemas, '')
    .filter(({ rule, form }) => {
      const without = withNull(form, rule.field.split('.'));
      return without && evaluate({ cel: rule.expr }, { form: without }) === false;
    })
    .map(({ at }) => at);
}

/** A copy of the object with null at the path; undefined where the value is a list, or its parent is missing. */
function withNull(value: unknown, [name, ...rest]: readonly string[]): object | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const member = (value as Record<string, unknown>)[name!];
  if (!rest.length) return Array.isArray(member) ? undefined : { ...value, [name!]: null };
  const inner = withNull(member, rest);
  return inner && { ...value, [name!]: inner };
}

/** Names below `form` on which the result of `requiredByRules` depends: those that rules read beside their own field. */
export function namesReadByRules(schema: JsonSchema): Set<string> {
  const own = (schema['x-rules'] ?? []).flatMap(({ expr, field }) =>
    [...expr.matchAll(/\bform\.(\w+)/g)].map(([, name]) => name!).filter((name) => name !== field),
  );
  const within = Object.entries(schema.properties ?? {}).filter(([, property]) => hasRules(property));
  return new Set([...own, ...within.map(([name]) => name)]);
}

/** Whether there is a rule anywhere in the schema. */
export function hasRules(schema: JsonSchema | undefined, schemas: Schemas = {}, depth = 0): boolean {
  if (!schema || depth > 12) return false;
  const s = stripNull(schema, schemas).schema;
  if (s['x-rules']?.length) return true;
  return [s.items, ...Object.values(s.properties ?? {})].some((part) => hasRules(part, schemas, depth + 1));
}
