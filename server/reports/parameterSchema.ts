/** JSON Schema of the values of parameters: it generates the form of a request and validates the entered values. */
import type { ErrorObject } from 'ajv';
import type { ValidatorType } from '@rjsf/utils';
import { fieldProblems } from '../core/faults.ts';
import type { FieldProblem } from '../core/problems.ts';
import { isChoice, isNumeric, namesOf, type ReportParameter } from './definition.ts';

/** A value of a parameter with a list of choices. */
export interface Choice {
  name: string;
  caption: string;
}

/** By the name of the parameter; values are unique, as `enum` requires. */
export type Choices = ReadonlyMap<string, readonly Choice[]>;

export interface ValuesSchema {
  type: 'object';
  required: string[];
  properties: Record<string, Record<string, unknown>>;
}

const LONGEST = 500;
const MOST_CHOICES = 500;
/** Number limits of queries: PostgreSQL's `integer`, and integers that JSON transports without loss. */
const BOUNDS = { INTEGER: 2_147_483_647, LONG: Number.MAX_SAFE_INTEGER };

/** Returns the schema by the names that queries use: a period has two. */
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

/** Returns the number of a limit; undefined without a limit, and for a text that is not a number. */
export function limitOf(text: string | null | undefined): number | undefined {
  const number = text ? Number(text) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

let loading: Promise<ValidatorType> | undefined;

/** rjsf's validator, which validates a form by the schema sent for it. Loaded with the first request of a report. */
function loadValidator(): Promise<ValidatorType> {
  return (loading ??= import('@rjsf/validator-ajv8').then(({ customizeValidator }) =>
    customizeValidator({ customFormats: { date: isDay } }),
  ));
}

/** Returns the errors of values, each field (`parameters.NAME`) once; names that no parameter has are errors too. */
export async function valueProblems(
  schema: ValuesSchema,
  values: Record<string, unknown>,
): Promise<FieldProblem[]> {
  const validator = await loadValidator();
  const { errors = [], validationError } = validator.rawValidation<ErrorObject>(
    { ...schema, additionalProperties: false } as never,
    values,
  );
  // Each request has its own schema, which the validator would otherwise cache.
  validator.reset?.();
  if (validationError) throw validationError;
  // When several values of a field are invalid, the field is reported once.
  const problems = new Map<string, FieldProblem>();
  for (const problem of fieldProblems(errors, 'parameters')) {
    const field = problem.field.split('.', 2).join('.');
    if (!problems.has(field)) problems.set(field, { ...problem, field });
  }
  return [...problems.values()];
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether a text is a day of the calendar; PostgreSQL has no year 0. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text.startsWith('0000')) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
