/** The form view: the request schema plus layout (rules 8 and 9). */
import { compileActions, compileConfirm, resultOf } from './actions.ts';
import type { ApiOperation } from './api.ts';
import { compileArguments } from './calls.ts';
import { checkAccepts, itemLabel, labelPrefix, pathType, valueWord, type LabelPrefix } from './cells.ts';
import type {
  CompiledArguments,
  CompiledCall,
  CompiledField,
  CompiledForm,
  CompiledLayout,
} from './compiled.ts';
import { child, type Context, type Place } from './context.ts';
import type { TypeScope } from './expressions.ts';
import { expandItems } from './fragments.ts';
import { compileFileField } from './fileValue.ts';
import { checkOptions } from './options.ts';
import { selfContained } from './calls.ts';
import { deref, refName, stripNull, typeWord, type JsonSchema } from './schema.ts';
import { compileSchemaFrom } from './table.ts';
import { ANY, describeType, followPath } from './types.ts';
import { manifestKey } from './catalogue.ts';
import type { Field, FormView, LayoutItem, OperationCall } from '../../schemas/generated/language.ts';

/** What the layout walk knows and gathers. */
interface Walk {
  ctx: Context;
  labels: LabelPrefix;
  /** Type that field paths start from: the body, or an item of a list. */
  base: JsonSchema;
  scope: TypeScope;
  /** Some condition above may hide what stands here. */
  hideable: boolean;
  laidOut: Set<string>;
  /** The operation that saves the form. */
  submit: ApiOperation | undefined;
}

export function compileForm(ctx: Context, view: FormView, scope: TypeScope, place: Place): CompiledForm {
  const operation = ctx.operation(view.submit.call, child(place, 'submit', 'call'), false);
  const body = operation?.body ?? ANY;
  if (operation && !operation.body)
    ctx.report('type-mismatch', child(place, 'submit', 'call'), {
      expected: 'an operation with a body',
      received: operation.id,
    });
  const here = { ...scope, form: partial(body, ctx) };
  const load = compileLoad(ctx, view, scope, place);
  const walk: Walk = {
    ctx,
    labels: labelPrefix(view, place),
    base: body,
    scope: here,
    hideable: false,
    laidOut: new Set(),
    submit: operation,
  };
  const layout = compileLayout(walk, view.layout ?? [], child(place, 'layout'));
  const initial = compileValues(ctx, view.initial, body, scope, child(place, 'initial'));
  const given = Object.keys(view.submit.with ?? {});
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
  const submit = child(place, 'submit');
  const name = body.$ref ? refName(body.$ref) : (operation?.id ?? '');
  ctx.requestTypes.set(name, body);
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
      operation: view.submit.call,
      with: operation
        ? compileArguments(ctx, operation, view.submit.with, here, child(submit, 'with'), {
            given: [...walk.laidOut, ...carried, ...Object.keys(initial), ...requiredOf(ctx, body)],
            callPlace: child(submit, 'call'),
          })
        : {},
      label:
        view.submit.label === undefined
          ? { key: 'engine.form.save' }
          : ctx.text(view.submit.label, here, child(submit, 'label')),
      ...(view.submit.success === undefined
        ? {}
        : { success: ctx.text(view.submit.success, after, child(submit, 'success'), true) }),
      ...(view.submit.confirm === undefined
        ? {}
        : { confirm: compileConfirm(ctx, view.submit.confirm, here, child(submit, 'confirm')) }),
      then: compileActions(ctx, view.submit.then, after, child(submit, 'then'), false),
      access: operation?.permissions ?? [],
    },
    schema: name,
    carried,
    layout,
    ...(readOnly ? { readOnlyWhen: readOnly } : {}),
    buttons: compileActions(ctx, view.buttons, here, child(place, 'buttons')),
  };
}

/** The body with every property optional: a form being filled in may still lack any. */
function partial(body: JsonSchema, ctx: Context): JsonSchema {
  if (body === ANY) return ANY;
  const { required: _, ...rest } = deref(body, ctx.schemas);
  return rest;
}

function requiredOf(ctx: Context, body: JsonSchema): string[] {
  return [...(deref(body, ctx.schemas).required ?? [])];
}

/** Every required property of the request needs a place, a given value or the loaded record. */
function requireAll(ctx: Context, body: JsonSchema, place: Place, given: string[]): void {
  const tops = new Set(given.map((path) => path.split('.')[0]));
  for (const name of requiredOf(ctx, body))
    if (!tops.has(name)) ctx.report('field-missing', child(place, 'layout'), { received: name });
}

function carriedNames(
  ctx: Context,
  body: JsonSchema,
  record: JsonSchema | undefined,
  given: string[],
): string[] {
  if (!record) return [];
  const own = deref(record, ctx.schemas).properties ?? {};
  const tops = new Set(given.map((path) => path.split('.')[0]!));
  return Object.keys(deref(body, ctx.schemas).properties ?? {}).filter(
    (name) => name in own && !tops.has(name),
  );
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

function compileLayout(walk: Walk, items: readonly LayoutItem[], place: Place): CompiledLayout[] {
  return expandItems<LayoutItem>(walk.ctx, items, 'layout', place).flatMap(({ item, place: at }) =>
    compileItem(walk, item, at),
  );
}

function compileItem(walk: Walk, item: LayoutItem, place: Place): CompiledLayout[] {
  const { ctx, scope } = walk;
  if (typeof item === 'string') return [compileField(walk, { field: item }, place, place)];
  if (Array.isArray(item))
    return [
      {
        type: 'row',
        fields: item.map((f, i) =>
          typeof f === 'string'
            ? compileField(walk, { field: f }, child(place, i), child(place, i))
            : compileField(walk, f, child(place, i)),
        ),
      },
    ];
  if ('section' in item) {
    const visible = ctx.condition(item.visibleWhen, scope, child(place, 'visibleWhen'));
    const inner = visible && item.whenHidden !== 'keep' ? { ...walk, hideable: true } : walk;
    return [
      {
        type: 'section',
        title: ctx.text(item.section, scope, child(place, 'section')),
        ...(visible ? { visibleWhen: visible } : {}),
        whenHidden: item.whenHidden ?? 'drop',
        columns: item.columns ?? 2,
        rows: compileLayout(inner, item.rows, child(place, 'rows')),
      },
    ];
  }
  if ('panes' in item)
    return [
      {
        type: 'panes',
        panes: item.panes.map((pane, i, all) => {
          const at = child(place, 'panes', i);
          ctx.unique(
            pane.id,
            all.slice(0, i).map((p) => p.id),
            child(at, 'id'),
          );
          const visible = ctx.condition(pane.visibleWhen, scope, child(at, 'visibleWhen'));
          return {
            id: pane.id,
            label: ctx.text(pane.label, scope, child(at, 'label')),
            ...(visible ? { visibleWhen: visible } : {}),
            layout: compileLayout(
              visible ? { ...walk, hideable: true } : walk,
              pane.layout,
              child(at, 'layout'),
            ),
          };
        }),
      },
    ];
  if ('view' in item) {
    const enabled = ctx.condition(item.enabledWhen, scope, child(place, 'enabledWhen'));
    return [
      {
        type: 'view',
        view: ctx.compileView(item.view, scope, child(place, 'view')),
        ...(enabled ? { enabledWhen: enabled } : {}),
      },
    ];
  }
  return 'field' in item ? [compileField(walk, item, place)] : [];
}

function compileField(
  walk: Walk,
  field: Field,
  place: Place,
  fieldPlace = child(place, 'field'),
): CompiledField {
  const { ctx, scope } = walk;
  const path = field.field.split('.');
  const type = pathType(ctx, walk.base, field.field, fieldPlace);
  const { schema, nullable } = stripNull(type, ctx.schemas);
  const required = isRequired(ctx, walk.base, path);
  const visible = ctx.condition(field.visibleWhen, scope, child(place, 'visibleWhen'));
  if (!visible && !walk.hideable) ctx.unique(field.field, [...walk.laidOut], fieldPlace);
  walk.laidOut.add(field.field);
  const enabled = ctx.condition(field.enabledWhen, scope, child(place, 'enabledWhen'));
  if (requiredThroughout(ctx, walk.base, path) && (walk.hideable || visible) && field.whenHidden !== 'keep')
    ctx.report('hidden-required', visible ? child(place, 'visibleWhen') : fieldPlace, {
      received: field.field,
    });
  const dictionary = fieldDictionary(ctx, field, schema, place);
  const entity = schema['x-ref'] ?? (schema.items && stripNull(schema.items, ctx.schemas).schema['x-ref']);
  if (entity) noteEntity(ctx, entity, fieldPlace);
  const widget = field.widget ?? defaultWidget(ctx, schema, dictionary);
  const at = field.widget === undefined ? fieldPlace : child(place, 'widget');
  const manifest = ctx.manifest('field', widget, at);
  const file = compileFileField(ctx, schema, walk.submit, path, fieldPlace);
  const operations = ctx.operationsOf(manifest, at);
  if (field.widget === undefined && valueWord(schema, ctx.schemas) === 'object')
    ctx.report('widget-value', at, {
      received: widget,
      expected: 'a path to one of its values, or a widget of your own',
      note: `the value is ${describeType(type, ctx.schemas)}`,
    });
  else if (manifest && type !== ANY) checkAccepts(ctx, manifest, [type], at);
  // Items of a list go with the list: what hides it hides no single one of their fields.
  const items = field.items && {
    ...walk,
    base: schema.items ?? ANY,
    hideable: false,
    laidOut: new Set<string>(),
  };
  return {
    type: 'field',
    path,
    label: itemLabel(ctx, field.label, walk.labels, field.field, scope, place),
    ...(field.hint === undefined ? {} : { hint: ctx.text(field.hint, scope, child(place, 'hint')) }),
    widget,
    options: checkOptions(
      ctx,
      manifest,
      field.options as Record<string, unknown> | undefined,
      child(place, 'options'),
      type,
    ),
    schema: type === ANY ? {} : selfContained(type, ctx.catalogue.api),
    required,
    nullable,
    ...(dictionary ? { dictionary } : {}),
    ...(entity ? { entity } : {}),
    ...(file ? { file } : {}),
    ...(operations.length > 0 ? { operations } : {}),
    span: field.span ?? 1,
    ...(visible ? { visibleWhen: visible } : {}),
    ...(enabled ? { enabledWhen: enabled } : {}),
    whenHidden: field.whenHidden ?? 'drop',
    ...(items ? { items: compileLayout(items, field.items!, child(place, 'items')) } : {}),
  };
}

function noteEntity(ctx: Context, name: string, place: Place): void {
  ctx.entities.add(name);
  const picker = ctx.catalogue.api.entities.get(name)?.picker;
  if (!picker) return;
  const manifest = ctx.catalogue.manifests.get(manifestKey('picker', picker));
  if (!manifest) return;
  ctx.registered.picker.add(picker);
  if (manifest.dialog) ctx.opens.push({ screen: manifest.dialog, place });
}

/** A field required only within an optional object falls away with that object. */
function requiredThroughout(ctx: Context, base: JsonSchema, path: string[]): boolean {
  return path.every((_, i) => isRequired(ctx, base, path.slice(0, i + 1)));
}

function isRequired(ctx: Context, base: JsonSchema, path: string[]): boolean {
  const parent = followPath(base, path.slice(0, -1), ctx.schemas).type;
  return parent ? (stripNull(parent, ctx.schemas).schema.required?.includes(path.at(-1)!) ?? false) : false;
}

function fieldDictionary(ctx: Context, field: Field, schema: JsonSchema, place: Place): string | undefined {
  if (field.dictionary !== undefined)
    return ctx.dictionary(field.dictionary, child(place, 'dictionary')) ? field.dictionary : undefined;
  const own =
    schema['x-dictionary'] ?? (schema.items && stripNull(schema.items, ctx.schemas).schema['x-dictionary']);
  if (own) ctx.useDictionary(own);
  return own;
}

const WIDGET_FOR: Record<string, string> = {
  boolean: 'checkbox',
  date: 'date',
  'date-time': 'dateTime',
  time: 'time',
  reference: 'reference',
  file: 'file',
  files: 'file',
};

function defaultWidget(ctx: Context, schema: JsonSchema, dictionary: string | undefined): string {
  const word = valueWord(schema, ctx.schemas);
  const item = schema.items && stripNull(schema.items, ctx.schemas).schema;
  if (item?.['x-ref']) return 'reference';
  if (word === 'files') return 'file';
  if (word === 'array')
    return dictionary || item?.enum
      ? 'multiselect'
      : stripNull(schema.items ?? ANY, ctx.schemas).schema.properties
        ? 'list'
        : 'tags';
  if (dictionary) return 'select';
  if (schema['x-ref']) return 'reference';
  if (word === 'number') return typeWord(schema, ctx.schemas) === 'integer' ? 'integer' : 'number';
  if (word !== 'string') return WIDGET_FOR[word] ?? 'text';
  if (schema.enum) return 'select';
  if (schema.format === 'password') return 'password';
  if (schema.format === 'email') return 'mail';
  return (schema.maxLength ?? 0) > 400 ? 'textarea' : 'text';
}
