/** Editing a cell in place: a form of its fields over the row, saved by one call. */
import { resultOf } from './actions.ts';
import type { ApiOperation } from './api.ts';
import { compileArguments } from './calls.ts';
import type { LabelPrefix } from './cells.ts';
import type { CompiledEdit, CompiledForm } from './compiled.ts';
import { carriedNames, compileLayout, layoutWalk, noteRequest, partial } from './layout.ts';
import { deref, type JsonSchema } from './schema.ts';
import type { Site } from './site.ts';
import { ANY } from './types.ts';
import type { CellEdit, Column, FieldItem } from '../../schemas/generated/language.ts';

/** `site` is the column, in the scope of its cells. */
export function compileEdit(
  site: Site<Column>,
  labels: LabelPrefix,
  row: JsonSchema,
): CompiledEdit | undefined {
  const edit = site.at('edit');
  const call = edit.at('call');
  const operation = call.operation(false);
  const { body } = operation ?? {};
  if (!operation) return undefined;
  if (!body) {
    call.report('type-mismatch', { expected: 'an operation with a body', received: operation.id });
    return undefined;
  }
  const within = edit.with({ form: partial(body, site.schemas) });
  const walk = layoutWalk({ labels, base: body, submit: operation });
  const fields = within.as({ fields: edit.config.fields ?? fieldsOf(site.config) });
  const layout = compileLayout(fields, 'fields', walk);
  if (layout.length === 0) edit.report('missing-property', { received: 'fields' });
  const own = [...walk.laidOut, ...Object.keys(edit.config.with ?? {})];
  const carried = carriedNames(body, row, own, site.schemas);
  requireWhole(call, body, row, [...own, ...carried]);
  const { visibleWhen, success } = edit.marked('CellEdit', {
    result: { ...within.scope, result: resultOf(operation) },
  });
  const form = formOf(within, operation, { layout, carried, given: [...walk.laidOut, ...carried] });
  if (success) form.submit.success = success;
  return { ...(visibleWhen ? { visibleWhen } : {}), form: edit.placed(form) };
}

interface Parts {
  layout: CompiledForm['layout'];
  carried: string[];
  given: string[];
}

/** The form that saves a cell and then closes. */
function formOf(
  site: Site<CellEdit>,
  operation: ApiOperation,
  { layout, carried, given }: Parts,
): CompiledForm {
  const at = site.pointer;
  const close = site.placed({
    type: 'close' as const,
    tone: 'default' as const,
    then: [],
    access: [],
    at,
  });
  return {
    type: 'form',
    at,
    initial: {},
    submit: {
      operation: operation.id,
      with: compileArguments(site.at('with'), operation, { given, callPlace: site.at('call').place }),
      label: { key: 'engine.form.save' },
      then: [close],
      access: operation.permissions,
    },
    schema: noteRequest(site.ctx, operation),
    carried,
    layout,
    buttons: [],
  };
}

/** The fields that the column shows, under the column's own label. */
function fieldsOf({ field, fields, label }: Column): FieldItem[] {
  if (fields) return fields;
  if (field === undefined) return [];
  return [label === undefined ? field : { field, label }];
}

/** Reports properties of the request that neither the row nor the form provides: the save would lose them. */
function requireWhole(site: Site, body: JsonSchema, row: JsonSchema, brought: readonly string[]): void {
  if (row === ANY) return;
  const there = new Set(brought.map((path) => path.split('.')[0]));
  for (const name of Object.keys(deref(body, site.schemas).properties ?? {}))
    if (!there.has(name))
      site.report('field-missing', {
        received: name,
        note: 'neither the row nor `with` brings it, and the save would empty it',
      });
}
