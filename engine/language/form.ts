/** The form view: the request schema plus layout (rules 8 and 9). */
import { compileActions, compileConfirm, compileSuccessTone, resultOf } from './actions.ts';
import type { ApiOperation } from './api.ts';
import { compileArguments } from './calls.ts';
import { labelPrefix, pathType } from './cells.ts';
import type { CompiledArguments, CompiledCall, CompiledForm } from './compiled.ts';
import { child, type Context, type Place } from './context.ts';
import type { TypeScope } from './expressions.ts';
import { checkRecord } from './records.ts';
import { carriedNames, compileLayout, noteRequest, partial, requiredOf, type LayoutWalk } from './layout.ts';
import { deref, type JsonSchema } from './schema.ts';
import { compileSchemaFrom } from './table.ts';
import { ANY, describeType, fits, followPath } from './types.ts';
import type { FormView, OperationCall } from '../../schemas/generated/language.ts';

export function compileForm(ctx: Context, view: FormView, scope: TypeScope, place: Place): CompiledForm {
  checkRecord(ctx, view, place);
  const { submit = { call: '' } } = view;
  if (!view.submit && !view.record)
    ctx.report('missing-property', place, { received: 'submit', note: 'or "record"' });
  const operation = view.submit && ctx.operation(submit.call, child(place, 'submit', 'call'), false);
  const body = operation?.body ?? ANY;
  if (operation && !operation.body)
    ctx.report('type-mismatch', child(place, 'submit', 'call'), {
      expected: 'an operation with a body',
      received: operation.id,
    });
  const here = { ...scope, form: partial(body, ctx) };
  const load = compileLoad(ctx, view, scope, place);
  const walk: LayoutWalk = {
    ctx,
    labels: labelPrefix(ctx, view, place),
    base: body,
    scope: here,
    hideable: false,
    laidOut: new Set(),
    submit: operation,
  };
  const around = { at: place.pointer, body };
  const layout = ctx.inForm(around, () => compileLayout(walk, view.layout ?? [], child(place, 'layout')));
  const initial = compileValues(ctx, view.initial, body, scope, child(place, 'initial'));
  const given = Object.keys(submit.with ?? {});
  const carried = carriedNames(ctx, body, loadedType(ctx, view, load?.operation, scope), [
    ...walk.laidOut,
    ...given,
  ]);
  if (operation && !view.schemaFrom)
    requireAll(ctx, body, place, [
      ...walk.laidOut,
      ...given,
      ...(view.of ? carried : []),
      ...Object.keys(initial),
    ]);
  if (view.of && view.load)
    ctx.report('wrong-type', child(place, 'load'), {
      received: 'load beside of',
      expected: 'one of the two',
    });
  for (const name of given)
    if (walk.laidOut.has(name))
      ctx.report('duplicate-name', child(place, 'submit', 'with', name), {
        received: name,
        note: 'it is a field of the layout too: one of the two would be lost',
      });
  const readOnly = ctx.condition(view.readOnlyWhen, here, child(place, 'readOnlyWhen'));
  const visible = ctx.condition(view.visibleWhen, scope, child(place, 'visibleWhen'));
  const after = { ...here, result: operation ? resultOf(operation) : ANY };
  const at = child(place, 'submit');
  const name = noteRequest(ctx, operation ?? { id: '' });
  return {
    type: 'form',
    ...(view.name ? { name: view.name } : {}),
    ...(visible ? { visibleWhen: visible } : {}),
    at: place.pointer,
    ...(view.of ? { of: view.of } : {}),
    ...(load ? { load: load.call } : {}),
    initial,
    ...(view.schemaFrom
      ? { schemaFrom: compileSchemaFrom(ctx, view.schemaFrom, scope, child(place, 'schemaFrom')) }
      : {}),
    submit: {
      operation: submit.call,
      ...compileCreate(ctx, view, body, walk.laidOut, child(at, 'create')),
      with: operation
        ? compileArguments(ctx, operation, submit.with, here, child(at, 'with'), {
            given: [...walk.laidOut, ...carried, ...Object.keys(initial), ...requiredOf(ctx, body)],
            callPlace: child(at, 'call'),
          })
        : {},
      label:
        submit.label === undefined
          ? { key: 'engine.form.save' }
          : ctx.text(submit.label, here, child(at, 'label')),
      ...(submit.success === undefined
        ? {}
        : { success: ctx.text(submit.success, after, child(at, 'success'), true) }),
      ...compileSuccessTone(ctx, submit, after, at),
      ...(submit.confirm === undefined
        ? {}
        : { confirm: compileConfirm(ctx, submit.confirm, here, child(at, 'confirm')) }),
      then: compileActions(ctx, submit.then, after, child(at, 'then'), false),
      access: operation?.permissions ?? [],
    },
    schema: name,
    carried,
    layout,
    ...(readOnly ? { readOnlyWhen: readOnly } : {}),
    ...readOnlyNote(ctx, view, scope, place),
    buttons: ctx.inForm(around, () => compileActions(ctx, view.buttons, here, child(place, 'buttons'))),
  };
}

function readOnlyNote(
  ctx: Context,
  { readOnlyNote: note }: FormView,
  scope: TypeScope,
  place: Place,
): Pick<CompiledForm, 'readOnlyNote'> {
  if (note === undefined) return {};
  return { readOnlyNote: note !== false && ctx.text(note, scope, child(place, 'readOnlyNote')) };
}

/** The operation that saves something new takes the same fields; what it has no use for is not sent to it. */
function compileCreate(
  ctx: Context,
  view: FormView,
  body: JsonSchema,
  laidOut: ReadonlySet<string>,
  place: Place,
): Pick<CompiledForm['submit'], 'create'> {
  if (view.submit?.create === undefined) return {};
  const { create, with: given = {} } = view.submit;
  const operation = ctx.operation(create, place, false);
  if (!operation) return {};
  const own = operation.body ?? ANY;
  const sent = new Set([...laidOut].map((path) => path.split('.')[0]!));
  const { properties = {} } = deref(own, ctx.schemas);
  const whole = deref(body, ctx.schemas).properties ?? {};
  for (const name of sent)
    if (own !== ANY && !properties[name])
      ctx.report('unknown-path', place, { received: name, note: `operation ${create} has no such field` });
    else if (whole[name] && properties[name] && !fits(whole[name], properties[name], ctx.schemas))
      ctx.report('type-mismatch', place, {
        received: `${name}: ${describeType(whole[name], ctx.schemas)}`,
        expected: describeType(properties[name], ctx.schemas),
      });
  const there = new Set([...sent, ...Object.keys(given), ...Object.keys(view.initial ?? {})]);
  for (const name of requiredOf(ctx, own))
    if (!there.has(name)) ctx.report('field-missing', place, { received: name });
  return { create: { operation: create, schema: noteRequest(ctx, operation) } };
}

/** Every required property of the request needs a place, a given value or the loaded record. */
function requireAll(ctx: Context, body: JsonSchema, place: Place, given: string[]): void {
  const tops = new Set(given.map((path) => path.split('.')[0]));
  for (const name of requiredOf(ctx, body))
    if (!tops.has(name)) ctx.report('field-missing', child(place, 'layout'), { received: name });
}

function loadedType(
  ctx: Context,
  view: FormView,
  load: ApiOperation | undefined,
  scope: TypeScope,
): JsonSchema | undefined {
  if (view.of) return followPath(scope.records ?? ANY, [view.of], ctx.schemas).type;
  return load?.reply;
}

function compileLoad(
  ctx: Context,
  view: FormView,
  scope: TypeScope,
  place: Place,
): { call: CompiledCall; operation?: ApiOperation } | undefined {
  if (view.of) {
    const names = Object.keys(scope.records?.properties ?? {});
    ctx.known('unknown-record', view.of, names, child(place, 'of'), { expected: names.join(', ') || 'none' });
    return undefined;
  }
  if (view.load === undefined) return undefined;
  const short = typeof view.load === 'string';
  const call: OperationCall = typeof view.load === 'string' ? { operation: view.load } : view.load;
  const at = child(place, 'load');
  const operation = ctx.operation(call.operation, short ? at : child(at, 'operation'), true);
  if (!operation) return { call: { operation: call.operation, with: {} } };
  const route = scope.route?.properties ?? {};
  const implicit = operation.parameters
    .filter((p) => p.required && p.name in route && !(p.name in (call.with ?? {})))
    .map((p) => p.name);
  const values: CompiledArguments = {
    ...Object.fromEntries(implicit.map((name) => [name, { path: ['route', name] }])),
    ...compileArguments(ctx, operation, call.with, scope, child(at, 'with'), {
      given: implicit,
      callPlace: short ? at : child(at, 'operation'),
    }),
  };
  const when = ctx.condition(call.when, scope, child(at, 'when'));
  return { call: { operation: operation.id, with: values, ...(when ? { when } : {}) }, operation };
}

function compileValues(
  ctx: Context,
  values: Record<string, unknown> | undefined,
  body: JsonSchema,
  scope: TypeScope,
  place: Place,
): CompiledArguments {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => {
      const at = child(place, name);
      const type = pathType(ctx, body, name, at);
      return [name, ctx.value(value, scope, at, type).value];
    }),
  );
}
