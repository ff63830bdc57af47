/** Types of inputs, query parameters and page state, as a screen declares them. */
import { namedType } from './calls.ts';
import type { CompiledInput } from './compiled.ts';
import { child, type Context, type Place } from './context.ts';
import type { TypeScope } from './expressions.ts';
import type { JsonSchema } from './schema.ts';
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

/** The type that expressions see. */
export function inputType(ctx: Context, input: InputType, place: Place): JsonSchema {
  if (typeof input === 'string') return WORDS[input] ?? ANY;
  const base =
    input.type === 'record'
      ? input.of
        ? namedType(ctx, input.of, child(place, 'of'))
        : ANY
      : { ...WORDS[input.type], ...(input.enum ? { enum: input.enum } : {}) };
  return input.list ? listOf(base) : base;
}

export function inputTypes(
  ctx: Context,
  inputs: Record<string, InputType> | undefined,
  place: Place,
): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(inputs ?? {}).map(([name, input]) => [name, inputType(ctx, input, child(place, name))]),
  );
  const required = Object.entries(inputs ?? {})
    .filter(([, input]) => typeof input === 'string' || !input.optional)
    .map(([name]) => name);
  return { type: 'object', additionalProperties: false, properties, required };
}

export function compileInputs(
  ctx: Context,
  inputs: Record<string, InputType> | undefined,
  scope: TypeScope,
  place: Place,
): Record<string, CompiledInput> {
  return Object.fromEntries(
    Object.entries(inputs ?? {}).map(([name, input]) => {
      if (typeof input === 'string')
        return [name, { type: input, optional: false, list: input === 'strings' }];
      const at = child(place, name);
      const value =
        input.default === undefined
          ? {}
          : {
              default: ctx.value(input.default, scope, child(at, 'default'), inputType(ctx, input, at)).value,
            };
      return [
        name,
        {
          type: input.type,
          optional: input.optional ?? false,
          list: (input.list ?? false) || input.type === 'strings',
          ...value,
        },
      ];
    }),
  );
}
