/** JSON Schema of the values of parameters: the form of a request is made of it, and what was entered is validated by it. */
import type { ErrorObject } from 'ajv';
import type { ValidatorType } from '@rjsf/utils';
import { fieldProblems } from '../core/faults.ts';
import type { FieldProblem } from '../core/problems.ts';
import { isChoice, isNumeric, namesOf, type ReportParameter } from './definition.ts';

/** A value of a parameter that has some choices. */
export interface Choice {
  name: string;
  caption: string;
}

/** By the name of the parameter; each value once, as `enum` has it. */
export type Choices = ReadonlyMap<string, readonly Choice[]>;

export interface ValuesSchema {
  type: 'object';
  required: string[];
  properties: Record<string, Record<string, unknown>>;
}

const LONGEST = 500;
const MOST_CHOICES = 500;
/** Numbers of queries: PostgreSQL's `integer`, and whole numbers that JSON carries without loss. */
const BOUNDS = { INTEGER: 2_147_483_647, LONG: Number.MAX_SAFE_INTEGER };

/** By the names that queries use: a period has two. */
export function valuesSchema(parameters: readonly ReportParameter[], choices: Choices): ValuesSchema {
  const schema: ValuesSchema = { type: 'object', required: [], properties: {} };
  for (const parameter of parameters)
    for (const name of namesOf(parameter)) {
      schema.properties[name] = valueSchema(parameter, choices);
      if (parameter.required) schema.required.push(name);
    }
  return schema;
}

function valueSchema({ name, type, multi, required, min, max }: ReportParameter, choices: Choices) {
  const optional = (word: string) => (required ? word : [word, 'null']);
  if (type === 'DATE' || type === 'DATE_INTERVAL') return { type: optional('string'), format: 'date' };
  if (type === 'BOOLEAN') return { type: optional('boolean') };
  if (isNumeric(type)) {
    const [least, most] = [limitOf(min), limitOf(max)];
    if (type === 'FLOAT')
      return {
        type: optional('number'),
        ...(least !== undefined && { minimum: least }),
        ...(most !== undefined && { maximum: most }),
      };
    const bound = BOUNDS[type];
    return {
      type: optional('integer'),
      minimum: Math.max(least ?? -bound, -bound),
      maximum: Math.min(most ?? bound, bound),
    };
  }
  if (type === 'STRING')
    return { type: optional('string'), maxLength: LONGEST, ...(required && { minLength: 1 }) };
  const words = choices.get(name)?.map((one) => one.name);
  if (multi && isChoice(type))
    return {
      type: 'array',
      items: { type: 'string', ...(words?.length && { enum: words }) },
      maxItems: words?.length === 0 ? 0 : MOST_CHOICES,
      ...(required && { minItems: 1 }),
    };
  const all: readonly (string | null)[] | undefined =
    required && words?.length ? words : words && [...words, null];
  return { type: optional('string'), ...(all && { enum: all }) };
}

/** The number of a limit; undefined for no limit, and for a text that is no number. */
export function limitOf(text: string | null | undefined): number | undefined {
  const number = text ? Number(text) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

let loading: Promise<ValidatorType> | undefined;

/** rjsf's validator, which judges a form by the schema that was sent for it. Loaded with the first request of a report. */
function loadValidator(): Promise<ValidatorType> {
  return (loading ??= import('@rjsf/validator-ajv8').then(({ customizeValidator }) =>
    customizeValidator({ customFormats: { date: isDay } }),
  ));
}

/** What is wrong with values, each field (`parameters.NAME`) once; names that no parameter has are wrong too. */
export async function valueProblems(
  schema: ValuesSchema,
  values: Record<string, unknown>,
): Promise<FieldProblem[]> {
  const validator = await loadValidator();
  const { errors = [], validationError } = validator.rawValidation<ErrorObject>(
    { ...schema, additionalProperties: false } as never,
    values,
  );
  // Each request has a schema of its own, which the validator would keep.
  validator.reset?.();
  if (validationError) throw validationError;
  // Of several values the field is at fault, once.
  const problems = new Map<string, FieldProblem>();
  for (const problem of fieldProblems(errors, 'parameters')) {
    const field = problem.field.split('.', 2).join('.');
    if (!problems.has(field)) problems.set(field, { ...problem, field });
  }
  return [...problems.values()];
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether a text is a day of the calendar; PostgreSQL knows no year 0. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text.startsWith('0000')) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
