/** Compiles schema and layout from the server for the form. Loaded with the first form that has some. */
import type { CompiledField, CompiledForm, CompiledLayout } from '../../language/compiled.ts';
import { selfContained } from '../../language/calls.ts';
import { compileForm } from '../../language/form.ts';
import { stripNull, type JsonSchema } from '../../language/schema.ts';
import type { Field, FormView, LayoutItem } from '../../../schemas/generated/language.ts';
import { readyFor } from '../actions/ready.ts';
import { planOf } from '../form/plan.ts';
import { isObject, isRequiredAt, schemaAt } from '../form/schemas.ts';
import { compileEach, siteOf, standIn, apiOf, registered, type Around } from './context.ts';
import { known, laidOver } from './schema.ts';

export interface SentForm {
  form: CompiledForm;
  schema: JsonSchema;
  faults: string[];
}

/** The form with its own layout first and then the received one, without fields that it already has. */
export async function compileSentForm(view: CompiledForm, reply: unknown, around: Around): Promise<SentForm> {
  const { schema = {}, layout = [] } = (isObject(reply) ? reply : {}) as {
    schema?: JsonSchema;
    layout?: LayoutItem[];
  };
  const faults: string[] = [];
  const addFault = (fault: string) => faults.push(`${around.operation}: ${fault}`);
  const own = around.screen.schemas[view.schema] ?? {};
  const merged = selfContained(laidOver(own, known(schema, around.screen, addFault)), apiOf(around.screen));
  const operation = standIn({ body: merged });
  const standing = new Set(planOf(view).spots.map(({ key }) => key));
  const rest = layout.flatMap((item) => without(item, standing));
  const sent = compileEach(around, 'layout', rest, operation, (ctx, place, item: LayoutItem) => {
    const form = {
      type: 'form',
      submit: { call: operation.id },
      layout: [labelled(item, merged, { around, faults })],
    };
    return compileForm(siteOf(ctx, form as FormView, place)).layout;
  });
  const form = {
    ...view,
    layout: [...eachField(view.layout, (field) => withSentSchema(field, merged)), ...sent.items],
  };
  const tops = new Set(planOf(form).spots.map(({ field }) => field.path[0]));
  form.carried = view.carried.filter((name) => !tops.has(name));
  await readyFor(around.evaluator, form);
  return { form, schema: merged, faults: [...faults, ...sent.faults] };
}

/** The item without fields that the form already has; empty when nothing is left. */
function without(item: LayoutItem, standing: ReadonlySet<string>): LayoutItem[] {
  if (typeof item === 'string') return standing.has(item) ? [] : [item];
  if (Array.isArray(item)) {
    const left = item.filter((one) => !standing.has(typeof one === 'string' ? one : one.field));
    return left.length ? [left] : [];
  }
  return 'field' in item && standing.has(item.field) ? [] : [item];
}

interface LabelContext {
  around: Around;
  faults: string[];
}

/** A field without a label gets the title of its schema, or else its own name. */
function labelled(item: LayoutItem, schema: JsonSchema, context: LabelContext): LayoutItem {
  const field = (one: Field | string): Field => {
    const { widget, ...given }: Field = typeof one === 'string' ? { field: one } : one;
    const own = schemaAt(schema, given.field.split('.'));
    const { title, items } = stripNull(own ?? {}, {}).schema;
    return {
      label: own?.title ?? title ?? given.field,
      ...given,
      ...(widget !== undefined && registered(context.around, 'field', widget, context.faults)
        ? { widget }
        : {}),
      ...(given.items ? { items: given.items.map((part) => labelled(part, items ?? {}, context)) } : {}),
    };
  };
  const all = (items: readonly LayoutItem[]) => items.map((part) => labelled(part, schema, context));
  if (typeof item === 'string') return field(item);
  if (Array.isArray(item)) return item.map((one) => field(one));
  if ('field' in item) return field(item);
  if ('rows' in item) return { ...item, rows: all(item.rows) } as LayoutItem;
  if ('panes' in item)
    return {
      ...item,
      panes: item.panes.map((pane) => ({ ...pane, layout: all(pane.layout) })),
    } as LayoutItem;
  return item;
}

/** A field of the screen itself, with the schema from the server. */
function withSentSchema(field: CompiledField, schema: JsonSchema): CompiledField {
  const own = schemaAt(schema, field.path);
  if (!own) return field;
  return { ...field, schema: own, required: isRequiredAt(schema, field.path) };
}

function eachField(
  layout: readonly CompiledLayout[],
  change: (field: CompiledField) => CompiledField,
): CompiledLayout[] {
  return layout.map((item) => {
    if (item.type === 'field') return change(item);
    if (item.type === 'row') return { ...item, fields: item.fields.map(change) };
    if (item.type === 'section') return { ...item, rows: eachField(item.rows, change) };
    if (item.type === 'actions') return item;
    if (item.type === 'view') return item;
    return {
      ...item,
      panes: item.panes.map((pane) => ({ ...pane, layout: eachField(pane.layout, change) })),
    };
  });
}
