/** Types of inputs, query parameters and page state, as a screen declares them. */
import { namedType } from './calls.ts';
import type { CompiledInput } from './compiled.ts';
import type { JsonSchema } from './schema.ts';
import type { Site } from './site.ts';
import { ANY, BOOLEAN, DATE, NUMBER, STRING, listOf } from './types.ts';
import type { InputType } from '../../schemas/generated/language.ts';

const WORDS: Record<string, JsonSchema> = {
  string: STRING,
  number: NUMBER,
  boolean: BOOLEAN,
  date: DATE,
  strings: listOf(STRING),
  condition: BOOLEAN,
};

export type Declarations = Record<string, InputType> | undefined;

/** The type that expressions see. */
export function inputType(site: Site<InputType>): JsonSchema {
  const { config: input } = site;
  if (typeof input === 'string') return WORDS[input] ?? ANY;
  const base =
    input.type === 'record'
      ? input.of
        ? namedType(site.below(input.of, 'of'))
        : ANY
      : { ...WORDS[input.type], ...(input.enum ? { enum: input.enum } : {}) };
  return input.list ? listOf(base) : base;
}

/** Whether an input is a condition, which is evaluated for each row. */
const isCondition = (input: InputType): boolean => typeof input === 'object' && input.type === 'condition';

/** The type of a scope of declared values. Includes conditions where there is a row to evaluate them for. */
export function inputTypes(site: Site<Declarations>, { onRow = false } = {}): JsonSchema {
  const all = Object.entries(site.config ?? {}).filter(([, input]) => onRow || !isCondition(input));
  const properties = Object.fromEntries(
    all.map(([name, input]) => [name, inputType(site.below(input, name))]),
  );
  const required = all
    .filter(([, input]) => typeof input === 'string' || !input.optional)
    .map(([name]) => name);
  return { type: 'object', additionalProperties: false, properties, required };
}

export function compileInputs(site: Site<Declarations>): Record<string, CompiledInput> {
  return Object.fromEntries(
    Object.entries(site.config ?? {}).map(([name, input]) => [name, compileInput(site.below(input, name))]),
  );
}

function compileInput(site: Site<InputType>): CompiledInput {
  const { config: input } = site;
  if (typeof input === 'string') return { type: input, optional: false, list: input === 'strings' };
  const { type, optional = false, list = false } = input;
  const initial =
    input.default === undefined
      ? {}
      : { default: site.below(input.default, 'default').value(inputType(site)) };
  return { type, optional, list: list || type === 'strings', ...initial };
}
