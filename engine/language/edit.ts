/** A cell that is changed where it stands: a form of its fields over the row, saved by one call. */
import { resultOf } from './actions.ts';
import { compileArguments } from './calls.ts';
import type { LabelPrefix } from './cells.ts';
import type { CompiledEdit, CompiledForm } from './compiled.ts';
import { child, type Context, type Place } from './context.ts';
import type { TypeScope } from './expressions.ts';
import { carriedNames, compileLayout, noteRequest, partial, type LayoutWalk } from './layout.ts';
import { deref, type JsonSchema } from './schema.ts';
import { ANY } from './types.ts';
import type { CellEdit, Column, FieldItem } from '../../schemas/generated/language.ts';

/** `place` is that of the column, `scope` that of its cells. */
export function compileEdit(
  ctx: Context,
  column: Column & { edit: CellEdit },
  labels: LabelPrefix,
  row: JsonSchema,
  scope: TypeScope,
  place: Place,
): CompiledEdit | undefined {
  const { edit } = column;
  const at = child(place, 'edit');
  const operation = ctx.operation(edit.call, child(at, 'call'), false);
  const { body } = operation ?? {};
  if (!operation) return undefined;
  if (!body) {
    ctx.report('type-mismatch', child(at, 'call'), {
      expected: 'an operation with a body',
      received: operation.id,
    });
    return undefined;
  }
  const within = { ...scope, form: partial(body, ctx) };
  const walk: LayoutWalk = {
    ctx,
    labels,
    base: body,
    scope: within,
    hideable: false,
    laidOut: new Set(),
    submit: operation,
  };
  const layout = compileLayout(walk, edit.fields ?? fieldsOf(column), child(at, 'fields'));
  if (layout.length === 0) ctx.report('missing-property', at, { received: 'fields' });
  const own = [...walk.laidOut, ...Object.keys(edit.with ?? {})];
  const carried = carriedNames(ctx, body, row, own);
  requireWhole(ctx, body, row, [...own, ...carried], child(at, 'call'));
  const visible = ctx.condition(edit.visibleWhen, scope, child(at, 'visibleWhen'), true);
  const after = { ...within, result: resultOf(operation) };
  const schema = noteRequest(ctx, operation);
  const close = ctx.placed(
    { type: 'close' as const, tone: 'default' as const, then: [], access: [], at: at.pointer },
    at,
  );
  const form: CompiledForm = {
    type: 'form',
    at: at.pointer,
    initial: {},
    submit: {
      operation: operation.id,
      with: compileArguments(ctx, operation, edit.with, within, child(at, 'with'), {
        given: [...walk.laidOut, ...carried],
        callPlace: child(at, 'call'),
      }),
      label: { key: 'engine.form.save' },
      ...(edit.success === undefined
        ? {}
        : { success: ctx.text(edit.success, after, child(at, 'success'), true) }),
      then: [close],
      access: operation.permissions,
    },
    schema,
    carried,
    layout,
    buttons: [],
  };
  return { ...(visible ? { visibleWhen: visible } : {}), form: ctx.placed(form, at) };
}

/** What the column shows, under the column's own label. */
function fieldsOf({ field, fields, label }: Column): FieldItem[] {
  if (fields) return fields;
  if (field === undefined) return [];
  return [label === undefined ? field : { field, label }];
}

/** What the request has and nothing brings would be lost by the save. */
function requireWhole(
  ctx: Context,
  body: JsonSchema,
  row: JsonSchema,
  brought: readonly string[],
  place: Place,
): void {
  if (row === ANY) return;
  const there = new Set(brought.map((path) => path.split('.')[0]));
  for (const name of Object.keys(deref(body, ctx.schemas).properties ?? {}))
    if (!there.has(name))
      ctx.report('field-missing', place, {
        received: name,
        note: 'neither the row nor `with` brings it, and the save would empty it',
      });
}
