/** Choices of a field from the rows of an operation, its check by the server, and values computed from other fields. */
import { compileCall, rowsOf } from './calls.ts';
import type { CompiledCheck, CompiledChoices, CompiledField } from './compiled.ts';
import type { Context } from './context.ts';
import { readsOfExpression } from './expressions.ts';
import { stripNull, type JsonSchema } from './schema.ts';
import type { Site } from './site.ts';
import { ANY, describeType, fits, followPath } from './types.ts';
import type { Choices, Field } from '../../schemas/generated/language.ts';

/** `schema` is that of the field's value; each item of a list is one row, an object is built from value and label. */
export function compileChoices(site: Site<Field>, schema: JsonSchema): CompiledChoices | undefined {
  if (!site.config.choices) return undefined;
  const { schemas } = site;
  const choices = site.at('choices');
  if (site.config.dictionary !== undefined)
    choices.report('wrong-type', { received: 'choices beside dictionary', expected: 'one of the two' });
  const call = compileCall(choices);
  if (!call) return undefined;
  const rows = rowsOf(call.operation, schemas);
  if (!rows) {
    choices.at('operation').report('not-a-list', { received: choices.config.operation });
    return undefined;
  }
  const value = memberOf(choices, 'value', rows.row);
  const label = memberOf(choices, 'label', rows.row);
  if (label) site.ctx.readable(label, choices.at('label').place);
  const single = stripNull(schema.items ?? schema, schemas).schema;
  const members = membersOf(single, site.ctx);
  const stored = members ? (single.properties?.[members.value] ?? ANY) : single;
  if (value && !fits(value, stored, schemas))
    choices.at('value').report('type-mismatch', {
      expected: describeType(stored, schemas),
      received: describeType(value, schemas),
    });
  return {
    call: call.call,
    value: choices.config.value.split('.'),
    label: choices.config.label.split('.'),
    ...(members ? { members } : {}),
  };
}

function memberOf(site: Site<Choices>, name: 'value' | 'label', row: JsonSchema): JsonSchema | undefined {
  const path = site.config[name];
  const found = followPath(row, path.split('.'), site.schemas);
  if (!found.type)
    site.at(name).report('unknown-path', {
      received: path,
      near: found.near,
      expected: found.names?.join(', '),
    });
  return found.type;
}

/** The request that checks the field while the form is filled in. */
export function compileCheck(site: Site<Field>): CompiledCheck | undefined {
  if (!site.config.check) return undefined;
  const check = site.at('check');
  const compiled = compileCall(check, { onSight: false });
  const result = { ...site.scope, result: compiled?.operation.reply ?? ANY };
  const { validWhen, message } = check.marked('FieldCheck', { result });
  if (!readsOfExpression(check.config.validWhen).some((path) => path.split('.')[0] === 'result'))
    check.at('validWhen').report('never-true', {
      received: check.config.validWhen,
      note: 'a check is decided by result, the reply of its operation',
    });
  return compiled && { call: compiled.call, validWhen, message };
}

/** The default widget of a field with choices. */
export const choosing = (schema: JsonSchema): string => (schema.items ? 'multiselect' : 'select');

/** The properties of a stored object that take key and label: those of its kind of record, or of `{name, caption}`. */
function membersOf(schema: JsonSchema, ctx: Context): CompiledChoices['members'] {
  if (!schema.properties) return undefined;
  const entity = ctx.catalogue.api.entities.get(schema['x-ref'] ?? '');
  return entity ? { value: entity.key, label: entity.label } : { value: 'name', label: 'caption' };
}

/** Compiles `value` and `follows` of a field and checks them against its type. */
export function computed(site: Site<Field>, type: JsonSchema): Pick<CompiledField, 'value' | 'follows'> {
  const { value, follows } = site.config;
  if (value && follows)
    site.at('follows').report('wrong-type', { received: 'follows beside value', expected: 'one of the two' });
  return {
    ...(value && { value: site.at('value').value(orNull(type)) }),
    ...(follows && { follows: site.at('follows').value(orNull(type)) }),
  };
}

/** A computed value may be null, as an entered one may. */
const orNull = (type: JsonSchema): JsonSchema => (type === ANY ? ANY : { oneOf: [type, { type: 'null' }] });
