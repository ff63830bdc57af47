/** The layout of request fields, in a form and in a question (rules 8 and 9). */
import type { ApiOperation } from './api.ts';
import { selfContained } from './calls.ts';
import { manifestKey } from './catalogue.ts';
import { checkAccepts, itemLabel, pathType, valueWord, type LabelPrefix } from './cells.ts';
import { choosing, compileCheck, compileChoices, computed } from './choices.ts';
import type { CompiledField, CompiledLayout } from './compiled.ts';
import { child, type Context, type Place } from './context.ts';
import type { TypeScope } from './expressions.ts';
import { defaultWidget, fieldDictionary } from './fieldWidget.ts';
import { compileFileField } from './fileValue.ts';
import { expandItems } from './fragments.ts';
import { checkOptions } from './options.ts';
import { deref, refName, stripNull, type JsonSchema } from './schema.ts';
import { ANY, describeType, followPath } from './types.ts';
import type { Field, LayoutItem, Period } from '../../schemas/generated/language.ts';

/** What the layout walk knows and gathers. */
export interface LayoutWalk {
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

/** The body with every property optional: a form being filled in may still lack any. */
export function partial(body: JsonSchema, ctx: Context): JsonSchema {
  if (body === ANY) return ANY;
  const { required: _, ...rest } = deref(body, ctx.schemas);
  return rest;
}

/** Names that the request must have. */
export function requiredOf(ctx: Context, body: JsonSchema): string[] {
  return [...(deref(body, ctx.schemas).required ?? [])];
}

/** Properties of the request that the record brings and no field or argument does. */
export function carriedNames(
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

/** Keeps the request of an operation with the screen; the name that its schema bears there. */
export function noteRequest(ctx: Context, { id, body = ANY }: Pick<ApiOperation, 'id' | 'body'>): string {
  const name = body.$ref ? refName(body.$ref) : id;
  ctx.requestTypes.set(name, body);
  return name;
}

export function compileLayout(
  walk: LayoutWalk,
  items: readonly LayoutItem[],
  place: Place,
): CompiledLayout[] {
  return expandItems<LayoutItem>(walk.ctx, items, 'layout', place).flatMap(({ item, place: at }) =>
    compileItem(walk, item, at).map((compiled) => walk.ctx.placed(compiled, at)),
  );
}

function compileItem(walk: LayoutWalk, item: LayoutItem, place: Place): CompiledLayout[] {
  const { ctx, scope } = walk;
  if (typeof item === 'string') return [compileField(walk, { field: item }, place, place)];
  if (Array.isArray(item))
    return [
      {
        type: 'row',
        fields: item.map((f, i) => {
          const at = child(place, i);
          const [field, fieldPlace] = typeof f === 'string' ? ([{ field: f }, at] as const) : [f];
          return ctx.placed(compileField(walk, field, at, fieldPlace), at);
        }),
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
          const compiled = {
            id: pane.id,
            label: ctx.text(pane.label, scope, child(at, 'label')),
            ...(visible ? { visibleWhen: visible } : {}),
            layout: compileLayout(
              visible ? { ...walk, hideable: true } : walk,
              pane.layout,
              child(at, 'layout'),
            ),
          };
          return ctx.placed(compiled, at);
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
  if ('from' in item) return [compilePeriod(walk, item, place)];
  return 'field' in item ? [compileField(walk, item, place)] : [];
}

/** Two fields of days; each keeps its own label, error and place in the request. */
function compilePeriod(walk: LayoutWalk, item: Period, place: Place): CompiledLayout {
  const { ctx, scope } = walk;
  const { from, to, label, span, ...conditions } = item;
  const day = (name: 'from' | 'to', path: string, other: string): CompiledField => {
    const at = child(place, name);
    const field = compileField(walk, { field: path, ...conditions }, place, at);
    checkAccepts(ctx, { name: 'period', accepts: ['date'] }, [field.schema], at);
    const end = name === 'from' ? 'first' : 'last';
    return ctx.placed({ ...field, period: { end, other: other.split('.') } }, at);
  };
  return {
    type: 'row',
    fields: [day('from', from, to), day('to', to, from)],
    period: { label: ctx.text(label, scope, child(place, 'label')), span: span ?? 1 },
  };
}

function compileField(
  walk: LayoutWalk,
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
  const choices = compileChoices(walk, field, schema, place);
  const check = compileCheck(walk, field, place);
  const entity = schema['x-ref'] ?? (schema.items && stripNull(schema.items, ctx.schemas).schema['x-ref']);
  if (entity) noteEntity(ctx, entity, fieldPlace);
  const widget = field.widget ?? (field.choices ? choosing(schema) : defaultWidget(ctx, schema, dictionary));
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
    scope: { ...scope, item: partial(schema.items ?? ANY, ctx) },
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
    ...(choices ? { choices } : {}),
    ...(check ? { check } : {}),
    ...computed(walk, field, type, place),
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
