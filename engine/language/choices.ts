/** Choices of a field out of an operation's rows, what the server is asked about it, and values that follow from other fields. */
import { compileCall, rowsOf } from './calls.ts';
import type { CompiledCheck, CompiledChoices, CompiledField } from './compiled.ts';
import { child, type Context, type Place } from './context.ts';
import type { TypeScope } from './expressions.ts';
import { stripNull, type JsonSchema } from './schema.ts';
import { ANY, describeType, fits, followPath } from './types.ts';
import type { Field } from '../../schemas/generated/language.ts';

interface Around {
  ctx: Context;
  scope: TypeScope;
}

/** `schema` is that of the field's value; a list takes one row an item, an object is made of value and label. */
export function compileChoices(
  { ctx, scope }: Around,
  field: Field,
  schema: JsonSchema,
  place: Place,
): CompiledChoices | undefined {
  const { choices } = field;
  if (!choices) return undefined;
  const at = child(place, 'choices');
  if (field.dictionary !== undefined)
    ctx.report('wrong-type', at, { received: 'choices beside dictionary', expected: 'one of the two' });
  const call = compileCall(ctx, choices, scope, at);
  if (!call) return undefined;
  const rows = rowsOf(call.operation, ctx.schemas);
  if (!rows) {
    ctx.report('not-a-list', child(at, 'operation'), { received: choices.operation });
    return undefined;
  }
  const pathIn = (name: 'value' | 'label') => {
    const found = followPath(rows.row, choices[name].split('.'), ctx.schemas);
    if (!found.type)
      ctx.report('unknown-path', child(at, name), {
        received: choices[name],
        near: found.near,
        expected: found.names?.join(', '),
      });
    return found.type;
  };
  const value = pathIn('value');
  pathIn('label');
  const single = stripNull(schema.items ?? schema, ctx.schemas).schema;
  const members = membersOf(single, ctx);
  const stored = members ? (single.properties?.[members.value] ?? ANY) : single;
  if (value && !fits(value, stored, ctx.schemas))
    ctx.report('type-mismatch', child(at, 'value'), {
      expected: describeType(stored, ctx.schemas),
      received: describeType(value, ctx.schemas),
    });
  return {
    call: call.call,
    value: choices.value.split('.'),
    label: choices.label.split('.'),
    ...(members ? { members } : {}),
  };
}

/** What the server is asked about the field while the form is filled in. */
export function compileCheck(
  { ctx, scope }: Around,
  { check }: Field,
  place: Place,
): CompiledCheck | undefined {
  if (!check) return undefined;
  const at = child(place, 'check');
  const asked = compileCall(ctx, check, scope, at, { onSight: false });
  const onReply = { ...scope, result: asked?.operation.reply ?? ANY };
  const validWhen = ctx.condition(check.validWhen, onReply, child(at, 'validWhen'));
  const message = ctx.text(check.message, onReply, child(at, 'message'));
  return asked && validWhen && { call: asked.call, validWhen, message };
}

/** The widget for choices of its own. */
export const choosing = (schema: JsonSchema): string => (schema.items ? 'multiselect' : 'select');

/** What identifies a stored object, and what it is called: those of its kind of record, or of a word. */
function membersOf(schema: JsonSchema, ctx: Context): CompiledChoices['members'] {
  if (!schema.properties) return undefined;
  const entity = ctx.catalogue.api.entities.get(schema['x-ref'] ?? '');
  return entity ? { value: entity.key, label: entity.label } : { value: 'name', label: 'caption' };
}

/** `value` and `follows` of a field, held to its type. */
export function computed(
  { ctx, scope }: Around,
  field: Field,
  type: JsonSchema,
  place: Place,
): Pick<CompiledField, 'value' | 'follows'> {
  if (field.value && field.follows)
    ctx.report('wrong-type', child(place, 'follows'), {
      received: 'follows beside value',
      expected: 'one of the two',
    });
  const part = (name: 'value' | 'follows') =>
    field[name] === undefined
      ? {}
      : { [name]: ctx.value(field[name], scope, child(place, name), orNull(type)).value };
  return { ...part('value'), ...part('follows') };
}

/** What is computed may be empty, as an entered value may. */
const orNull = (type: JsonSchema): JsonSchema => (type === ANY ? ANY : { oneOf: [type, { type: 'null' }] });
