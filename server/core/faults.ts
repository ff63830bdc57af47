/** Turns the errors of ajv into field problems, each reported once. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../engine/language/schema.ts';
import type { FieldProblem } from './problems.ts';

/** Represents the errors that were not collected. */
export const MORE: ErrorObject = { keyword: 'more', instancePath: '', schemaPath: '', params: {} };

/** Returns a problem for each invalid field; `prefix` is the parameter that contains them. */
export function fieldProblems(found: readonly ErrorObject[], prefix: string): FieldProblem[] {
  const detailed = placesWithDetail(found);
  const problems = new Map<string, FieldProblem>();
  for (const error of found) {
    if (isSummary(error, detailed)) continue;
    const problem = fieldProblem(error, prefix);
    const key = `${problem.field} ${problem.code}`;
    if (!problems.has(key)) problems.set(key, problem);
  }
  return [...problems.values()];
}

const isNullType = ({ keyword, params }: ErrorObject) => keyword === 'type' && params['type'] === 'null';

/** Returns every place at or under which an error says more than "neither this nor null". */
function placesWithDetail(errors: readonly ErrorObject[]): Set<string> {
  const places = new Set<string>();
  for (const error of errors) {
    if (error.keyword === 'anyOf' || isNullType(error)) continue;
    // If a place is in the set, all its parents are too.
    for (let path = error.instancePath; !places.has(path); path = path.slice(0, path.lastIndexOf('/'))) {
      places.add(path);
      if (path === '') break;
    }
  }
  return places;
}

/** Returns whether an error only says "neither this nor null" where errors of the real alternative say more. */
function isSummary(error: ErrorObject, detailed: ReadonlySet<string>): boolean {
  return (error.keyword === 'anyOf' || isNullType(error)) && detailed.has(error.instancePath);
}

function fieldProblem(error: ErrorObject, prefix: string): FieldProblem {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (prefix) path.unshift(prefix);
  const { keyword, params } = error;
  if (keyword === 'more') return { field: '', code: 'more', message: 'validation.more' };
  if (keyword === 'required') return requiredProblem([...path, String(params['missingProperty'])].join('.'));
  if (keyword === 'additionalProperties') {
    const field = [...path, String(params['additionalProperty'])].join('.');
    return { field, code: 'unknownField', message: 'validation.unknownField' };
  }
  const field = path.join('.');
  if (keyword === 'minLength' && params['limit'] === 1) return requiredProblem(field);
  return { field, code: keyword, ...(rangeOf(error) ?? messageOf(keyword, params)) };
}

const LIMITS = new Set([
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
]);
const FORMATS = new Set(['email', 'date', 'date-time', 'uuid']);
const PLAIN = new Set(['pattern', 'enum', 'uniqueItems']);

/** A number with two limits gets both in its message. */
function rangeOf({
  keyword,
  parentSchema,
}: ErrorObject): Pick<FieldProblem, 'message' | 'values'> | undefined {
  const { minimum: min, maximum: max } = (parentSchema ?? {}) as JsonSchema;
  const isBound = keyword === 'minimum' || keyword === 'maximum';
  return isBound && min !== undefined && max !== undefined
    ? { message: 'validation.range', values: { min, max } }
    : undefined;
}

function messageOf(
  keyword: string,
  params: Record<string, unknown>,
): { message: string; values?: Record<string, string | number> } {
  if (LIMITS.has(keyword))
    return { message: `validation.${keyword}`, values: { limit: Number(params['limit']) } };
  if (keyword === 'format' && FORMATS.has(String(params['format']))) {
    return { message: `validation.format.${String(params['format'])}` };
  }
  if (keyword === 'type') {
    const types = [params['type']].flat().filter((type) => type !== 'null');
    return { message: `validation.type.${String(types[0])}` };
  }
  return { message: PLAIN.has(keyword) ? `validation.${keyword}` : 'validation.invalid' };
}

/** Returns the problem of a required field without a value. */
export function requiredProblem(field: string): FieldProblem {
  return { field, code: 'required', message: 'validation.required' };
}
