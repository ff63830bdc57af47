/** Evaluates the grammar of the language at a place in a file: the allowed properties and values. */
import type { LanguageSchema } from '../language/structure.ts';

export interface Rule {
  $ref?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Rule>;
  additionalProperties?: Rule | boolean;
  items?: Rule;
  oneOf?: Rule[];
  anyOf?: Rule[];
  'x-name'?: string;
  'x-kind'?: string;
  'x-by'?: string;
  tsType?: string;
}

/** Returns the rules that may apply at a path: of alternatives, those that the incomplete value can still match. */
export function rulesAt(root: LanguageSchema, path: readonly (string | number)[], value: unknown): Rule[] {
  let rules = alternatives(root as Rule, root, value);
  let at = value;
  for (const part of path) {
    at = at && typeof at === 'object' ? (at as Record<string | number, unknown>)[part] : undefined;
    rules = rules.flatMap((rule) => inner(rule, part)).flatMap((rule) => alternatives(rule, root, at));
  }
  return rules;
}

function inner(rule: Rule, part: string | number): Rule[] {
  if (rule['x-name'] === 'value') return [rule];
  const { properties, additionalProperties, items } = rule;
  if (typeof part === 'number') return items ? [items] : [];
  const own = properties?.[part];
  if (own) return [own];
  return additionalProperties && typeof additionalProperties === 'object' ? [additionalProperties] : [];
}

/** Resolves choices and references of a rule; a description at the place precedes that of the referenced rule. */
function alternatives(rule: Rule, root: LanguageSchema, value: unknown): Rule[] {
  // `x-by` (how a choice is decided) and `tsType` do not affect what is allowed.
  const { $ref, oneOf, anyOf, description, 'x-by': _, tsType: __, ...own } = rule;
  const described = (one: Rule): Rule => (description === undefined ? one : { ...one, description });
  if ($ref) return alternatives(resolve($ref, root), root, value).map(described);
  // Any value may be computed, at any depth.
  if (rule['x-name'] === 'value' && value && typeof value === 'object')
    return [rule, resolve('#/definitions/Expr', root)];
  const options = oneOf ?? anyOf;
  if (!options) return [rule];
  const all = options.flatMap((one) => alternatives(one, root, value)).map(described);
  const fitting = all.filter((one) => canBe(one, value));
  const chosen = fitting.length > 0 ? fitting : all;
  return Object.keys(own).length > 0 ? [...chosen, own] : chosen;
}

function resolve(ref: string, root: LanguageSchema): Rule {
  const path = ref.replace(/^#\//, '').split('/');
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], root) as Rule;
}

/** Whether an incomplete value may still match a rule; decided by properties with constant values. */
function canBe({ type, properties }: Rule, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value !== 'object') return properties === undefined && type !== 'array';
  if (Array.isArray(value)) return type === 'array' || type === undefined;
  if (type === 'string' || type === 'array') return false;
  const fixed = Object.entries(properties ?? {}).filter(([, { const: word }]) => word !== undefined);
  if (fixed.some(([name, rule]) => name in value && (value as Record<string, unknown>)[name] !== rule.const))
    return false;
  return Object.keys(value).every((name) => properties === undefined || name in properties || name === '');
}
