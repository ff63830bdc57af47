/**
 * Checks a value against a JSON Schema by interpretation, so that it works under a content policy that
 * forbids generated code. The interpreter reports in English and wraps each error in those of its parents;
 * only the leaves are kept, as keyword and limit, for messages in the user's language.
 */
import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';
import { stripNull, type JsonSchema } from '../../language/schema.ts';
import { isObject, plainJson, schemaAt } from './schemas.ts';

export interface SchemaProblem {
  path: string[];
  keyword: string;
  /** The value of the keyword: a limit, a format, a type. */
  limit?: unknown;
  /** Both limits of a number. */
  range?: { min: number; max: number };
}

/** Keywords of errors that only report that a part failed. */
const WRAPPERS = new Set([
  'properties',
  'items',
  'prefixItems',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'allOf',
  'if',
  '$ref',
]);
const ALTERNATIVES = new Set(['anyOf', 'oneOf']);

const BOUNDS = new Set(['minimum', 'maximum']);

const validators = new WeakMap<JsonSchema, Validator>();

/** Creates the interpreter of a schema before its first use. */
export function validatorOf(schema: JsonSchema): Validator {
  let validator = validators.get(schema);
  if (!validator)
    validators.set(schema, (validator = new Validator(prepare(schema) as Schema, '2020-12', false)));
  return validator;
}

/** All violations of `schema` in `value`, each once, at its path. */
export function findProblems(schema: JsonSchema, value: unknown): SchemaProblem[] {
  const plain = plainJson(value);
  if (plain === undefined) return [];
  const { valid, errors } = validatorOf(schema).validate(plain);
  return valid ? [] : leaves(errors, schema);
}

function leaves(errors: OutputUnit[], schema: JsonSchema): SchemaProblem[] {
  const found = new Map<string, SchemaProblem>();
  let skipBelow: string | undefined;
  for (const error of errors) {
    if (skipBelow && error.keywordLocation.startsWith(skipBelow)) continue;
    if (WRAPPERS.has(error.keyword)) continue;
    if (ALTERNATIVES.has(error.keyword)) skipBelow = `${error.keywordLocation}/`;
    const problem = toProblem(error, schema);
    const place = problem.path.join('.');
    if (!found.has(place)) found.set(place, problem);
  }
  return [...found.values()];
}

function toProblem(error: OutputUnit, schema: JsonSchema): SchemaProblem {
  const path = error.instanceLocation.split('/').slice(1).map(unescape);
  if (error.keyword === 'required')
    return { path: [...path, /"(.*)"\.$/s.exec(error.error)![1]!], keyword: 'required' };
  const at = stripNull(schemaAt(schema, path) ?? {}, {}).schema as Record<string, unknown>;
  const { minimum: min, maximum: max } = at;
  const isRange = BOUNDS.has(error.keyword) && typeof min === 'number' && typeof max === 'number';
  return { path, keyword: error.keyword, limit: at[error.keyword], ...(isRange && { range: { min, max } }) };
}

const unescape = (segment: string): string =>
  decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');

/**
 * A copy that the interpreter may mark, with "this or null" as one schema: otherwise each inner error
 * would be reported together with "is not null".
 */
function prepare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(prepare);
  if (!isObject(schema)) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !name.startsWith('x-'))
      .map(([name, part]) => [name, isPlainKeyword(name) ? part : prepare(part)]),
  );
  return withoutNullBranch(copy);
}

/** Keywords whose value is data, not a schema. */
const isPlainKeyword = (name: string): boolean =>
  name === 'enum' || name === 'const' || name === 'default' || name === 'required';

function withoutNullBranch(schema: Record<string, unknown>): Record<string, unknown> {
  for (const word of ['anyOf', 'oneOf']) {
    const branches = schema[word];
    if (!Array.isArray(branches) || branches.length !== 2) continue;
    const other = branches.filter((b: JsonSchema) => b.type !== 'null') as JsonSchema[];
    const [bare] = other;
    if (other.length !== 1 || typeof bare?.type !== 'string' || bare.const !== undefined) continue;
    const beside = Object.fromEntries(Object.entries(schema).filter(([name]) => name !== word));
    const nullable = { ...bare, type: [bare.type, 'null'] };
    return {
      ...nullable,
      ...(bare.enum ? { enum: [...bare.enum, null] } : {}),
      ...beside,
    };
  }
  return schema;
}

const wrapped = new WeakMap<JsonSchema, [optional?: JsonSchema, required?: JsonSchema]>();

/** The problems of the value of one field; paths start at the field. */
export function fieldProblems(schema: JsonSchema, required: boolean, value: unknown): SchemaProblem[] {
  let pair = wrapped.get(schema);
  if (!pair) wrapped.set(schema, (pair = []));
  const whole = (pair[required ? 1 : 0] ??= {
    type: 'object',
    properties: { value: schema },
    required: required ? ['value'] : [],
  });
  return findProblems(whole, { value }).map((problem) => ({ ...problem, path: problem.path.slice(1) }));
}
