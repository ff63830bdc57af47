/** The layout of request fields, in a form and in a confirmation (rules 8 and 9). */
import type { ApiOperation } from './api.ts';
import { selfContained } from './calls.ts';
import { manifestKey } from './catalogue.ts';
import { checkAccepts, itemLabel, pathType, valueWord, type LabelPrefix } from './cells.ts';
import { choosing, compileCheck, compileChoices, computed } from './choices.ts';
import type { CompiledField, CompiledLayout } from './compiled.ts';
import { isNever, type Context } from './context.ts';
import { defaultWidget, fieldDictionary } from './fieldWidget.ts';
import { compileFileField } from './fileValue.ts';
import { cyclesIn, type Dependent } from './cycles.ts';
import { readsOfExpression, readsOfValue } from './expressions.ts';
import { checkOptions } from './options.ts';
import { deref, refName, stripNull, typeWord, type JsonSchema, type Schemas } from './schema.ts';
import type { Site } from './site.ts';
import { ANY, describeType, enumWords, followPath } from './types.ts';
import type { Field, LayoutItem, Pane, Panes, Period, Section } from '../../schemas/generated/language.ts';

/** What the layout walk reads and collects. */
export interface LayoutWalk {
  labels: LabelPrefix;
  /** Type that field paths start from: the body, or an item of a list. */
  base: JsonSchema;
  /** A condition of a surrounding part may hide the part. */
  hideable: boolean;
  /** Paths of the fields so far. */
  laidOut: Set<string>;
  /** Places of the fields that are always read-only, by their path. */
  locked: Map<string, Site>;
  /** The operation that saves the form. */
  submit: ApiOperation | undefined;
  /** Computed fields so far, by their full path in the form. */
  computed: ComputedField[];
  /** Fields that a condition hides and clears, by their full path in the form. */
  hidden: ComputedField[];
  /** Path of the list whose items the fields are in, with a dot; empty in the form itself. */
  prefix: string;
}

interface ComputedField extends Dependent {
  site: Site;
}

/** A walk over the fields of a request. */
export const layoutWalk = (parts: Pick<LayoutWalk, 'labels' | 'base' | 'submit'>): LayoutWalk => ({
  ...parts,
  hideable: false,
  laidOut: new Set(),
  locked: new Map(),
  computed: [],
  hidden: [],
  prefix: '',
});

/** Records what a computed field, and the conditions of a field, read of the surrounding form. */
function noteDependent(site: Site<Field>, { computed, hidden, prefix }: LayoutWalk): void {
  const { field, value, follows, visibleWhen, enabledWhen, whenHidden } = site.config;
  const name = prefix + field;
  const property = value ? 'value' : 'follows';
  const expression = value ?? follows;
  if (expression)
    computed.push({
      name,
      reads: inForm(readsOfValue(expression), prefix),
      site: site.below(expression, property),
    });
  if (typeof visibleWhen === 'string' && whenHidden !== 'keep')
    hidden.push({
      name,
      reads: inForm(readsOfExpression(visibleWhen), prefix),
      site: site.at('visibleWhen'),
    });
  // Otherwise entering the value would enable or disable the field itself.
  if (typeof enabledWhen === 'string' && inForm(readsOfExpression(enabledWhen), prefix).includes(name))
    site.at('enabledWhen').report('value-cycle', { received: field });
}

/** `form.PATH` and, within a list, `item.PATH`, as paths in the form. */
const inForm = (reads: readonly string[], prefix: string): string[] =>
  reads.flatMap((path) => {
    if (path.startsWith('form.')) return [path.slice('form.'.length)];
    return path.startsWith('item.') ? [prefix + path.slice('item.'.length)] : [];
  });

/** Fields that are computed from themselves would change at each evaluation; fields that hide themselves would never be shown again. */
export function checkCycles({ computed, hidden }: LayoutWalk): void {
  for (const { name, site } of [...cyclesIn(computed), ...cyclesIn(hidden)])
    site.report('value-cycle', { received: name });
}

/** The body with every property optional: a form that is being filled in may lack any of them. */
export function partial(body: JsonSchema, schemas: Schemas): JsonSchema {
  if (body === ANY) return ANY;
  const { required: _, ...rest } = deref(body, schemas);
  return rest;
}

/** Names that the request must have. */
export function requiredOf(body: JsonSchema, schemas: Schemas): string[] {
  return [...(deref(body, schemas).required ?? [])];
}

/** Properties of the request that the record provides and no field or argument does. */
export function carriedNames(
  body: JsonSchema,
  record: JsonSchema | undefined,
  given: string[],
  schemas: Schemas,
): string[] {
  if (!record) return [];
  const own = deref(record, schemas).properties ?? {};
  const tops = new Set(given.map((path) => path.split('.')[0]!));
  return Object.keys(deref(body, schemas).properties ?? {}).filter((name) => name in own && !tops.has(name));
}

type Request = Pick<ApiOperation, 'id' | 'body'>;

/** The name that the request schema of an operation has in the compiled screen. */
export const requestName = ({ id, body = ANY }: Request): string => (body.$ref ? refName(body.$ref) : id);

/** Adds the request schema of an operation to the screen, and returns its name there. */
export function noteRequest(ctx: Context, operation: Request): string {
  const name = requestName(operation);
  ctx.requestTypes.set(name, operation.body ?? ANY);
  return name;
}

/** Compiles the layout under a property of the site. */
export function compileLayout<C>(
  site: Site<C>,
  property: keyof C & string,
  walk: LayoutWalk,
): CompiledLayout[] {
  return site
    .expanded<LayoutItem>(property, 'layout')
    .flatMap((item) => compileItem(item, walk).map((compiled) => item.placed(compiled)));
}

function compileItem(site: Site<LayoutItem>, walk: LayoutWalk): CompiledLayout[] {
  const { config: item } = site;
  if (typeof item === 'string' || 'field' in item) return [compileField(fieldOf(site.as(item)), walk)];
  if (Array.isArray(item)) return [compileRow(site.as(item), walk)];
  if ('section' in item) return [compileSection(site.as(item), walk)];
  if ('panes' in item) return [compilePanes(site.as(item), walk)];
  if ('actions' in item) return [{ type: 'actions', ...site.marked('LayoutActions') }];
  if ('view' in item) return [{ type: 'view', view: viewOf(site.as(item)), ...site.marked('Inset') }];
  return 'from' in item ? [compilePeriod(site.as(item), walk)] : [];
}

const viewOf = (site: Site<{ view: unknown }>) => site.compilers.view(site.at('view') as Site<never>);

function compileRow(site: Site<(string | Field)[]>, walk: LayoutWalk): CompiledLayout {
  const fields = site.config.map((field, i) => {
    const at = site.below(field, i);
    return at.placed(compileField(fieldOf(at), walk));
  });
  return { type: 'row', fields };
}

function compileSection(site: Site<Section>, walk: LayoutWalk): CompiledLayout {
  const { whenHidden, ...marked } = site.marked('Section');
  const hideable = walk.hideable || (marked.visibleWhen !== undefined && whenHidden !== 'keep');
  return {
    type: 'section',
    title: site.at('section').text(),
    ...marked,
    whenHidden,
    rows: compileLayout(site, 'rows', { ...walk, hideable }),
  };
}

function compilePanes(site: Site<Panes>, walk: LayoutWalk): CompiledLayout {
  const ids = site.config.panes.map(({ id }) => id);
  const panes = site.items('panes').map((pane: Site<Pane>, i) => {
    pane.at('id').unique(ids.slice(0, i));
    const marked = pane.marked('Pane');
    const hideable = walk.hideable || marked.visibleWhen !== undefined;
    const layout = compileLayout(pane, 'layout', { ...walk, hideable });
    return pane.placed({ id: pane.config.id, ...marked, layout });
  });
  return { type: 'panes', panes };
}

/** Compiles two date fields; each keeps its own label, error and place in the request. */
function compilePeriod(site: Site<Period>, walk: LayoutWalk): CompiledLayout {
  const { from, to, label: _label, span = 1, ...conditions } = site.config;
  const day = (name: 'from' | 'to', other: string): CompiledField => {
    const at = site.at(name);
    const field = compileField({ site: site.as({ field: at.config, ...conditions }), name: at }, walk);
    checkAccepts(at, { name: 'period', accepts: ['date'] }, [field.schema]);
    const end = name === 'from' ? 'first' : 'last';
    return at.placed({ ...field, period: { end, other: other.split('.') } });
  };
  return {
    type: 'row',
    fields: [day('from', to), day('to', from)],
    period: { label: site.at('label').text(), span },
  };
}

/** A field and the place of its path. */
interface NamedField {
  site: Site<Field>;
  name: Site<string>;
}

function fieldOf(site: Site<string | Field>): NamedField {
  const { config } = site;
  if (typeof config === 'string') return { site: site.as({ field: config }), name: site.as(config) };
  return { site: site.as(config), name: site.below(config.field, 'field') };
}

/** The schema at the path of a field. */
interface Target {
  type: JsonSchema;
  /** The type without null. */
  schema: JsonSchema;
  nullable: boolean;
  required: boolean;
}

function compileField({ site, name }: NamedField, walk: LayoutWalk): CompiledField {
  const { config: field, schemas, ctx } = site;
  const path = field.field.split('.');
  const type = pathType(name, walk.base);
  const target = { type, ...stripNull(type, schemas), required: isRequired(walk.base, path, schemas) };
  const marked = site.marked('Field');
  noteDependent(site, walk);
  checkHiding({ site, name }, walk, marked.visibleWhen !== undefined);
  const dictionary = fieldDictionary(site, target.schema);
  const choices = compileChoices(site, target.schema);
  const check = compileCheck(site);
  noteEntity(name, target.schema);
  const { widget, options, operations } = compileWidget({ site, name }, target, dictionary);
  const file = compileFileField(name, target.schema, walk.submit);
  const entity = entityOf(target.schema, schemas);
  return {
    type: 'field',
    path,
    label: itemLabel(site, walk.labels, field.field),
    ...marked,
    widget,
    options,
    schema: type === ANY ? {} : selfContained(type, ctx.catalogue.api),
    required: target.required,
    nullable: target.nullable,
    ...(dictionary ? { dictionary } : {}),
    ...(choices ? { choices } : {}),
    ...(check ? { check } : {}),
    ...computed(site, type),
    ...(entity ? { entity } : {}),
    ...(file ? { file } : {}),
    ...(operations.length > 0 ? { operations } : {}),
    ...(field.items ? { items: compileItems(site, target.schema, walk) } : {}),
  };
}

/** Compiles the items of a list. A condition that hides the list does not count as hiding one of their fields. */
function compileItems(site: Site<Field>, { items = ANY }: JsonSchema, walk: LayoutWalk): CompiledLayout[] {
  const around = site.form ? site.inForm({ at: site.form.at, body: items, item: true }) : site;
  return compileLayout(around.with({ item: partial(items, site.schemas) }), 'items', {
    ...walk,
    base: items,
    hideable: false,
    laidOut: new Set(),
    locked: new Map(),
    prefix: `${walk.prefix}${site.config.field}.`,
  });
}

/** A field that cannot be hidden occurs once, and a required one is not hidden. */
function checkHiding({ site, name }: NamedField, walk: LayoutWalk, conditional: boolean): void {
  const { field, whenHidden } = site.config;
  const hideable = walk.hideable || conditional;
  if (!hideable) name.unique([...walk.laidOut]);
  walk.laidOut.add(field);
  const { enabledWhen, value, follows } = site.config;
  if (isNever(enabledWhen) && !value && !follows) walk.locked.set(field, site.at('enabledWhen'));
  if (hideable && whenHidden !== 'keep' && requiredThroughout(walk.base, field.split('.'), site.schemas))
    (conditional ? site.at('visibleWhen') : name).report('hidden-required', { received: field });
}

function compileWidget({ site, name }: NamedField, target: Target, dictionary: string | undefined) {
  const { ctx, schemas, config: field } = site;
  const { type, schema } = target;
  const widget =
    field.widget ?? (field.choices ? choosing(schema) : defaultWidget(schema, dictionary, schemas));
  const at = field.widget === undefined ? name : site.at('widget');
  const manifest = ctx.manifest('field', widget, at.place);
  if (field.widget === undefined && valueWord(schema, schemas) === 'object')
    at.report('widget-value', {
      received: widget,
      expected: 'a path to one of its values, or a widget of your own',
      note: `the value is ${describeType(type, schemas)}`,
    });
  else if (manifest && type !== ANY) checkAccepts(at, manifest, [type]);
  if (manifest?.chooses && type !== ANY && !dictionary && !hasChoices(site, schema))
    at.report('missing-property', {
      received: 'dictionary',
      note: `${widget} has nothing to choose from; or "choices"`,
    });
  return {
    widget,
    operations: at.operationsOf(manifest),
    options: checkOptions(site.at('options'), manifest, type),
  };
}

/** Whether the field has choices other than a dictionary's: an operation's, the enum of the type, or values with own labels. */
function hasChoices({ config, schemas }: Site<Field>, schema: JsonSchema): boolean {
  if (config.choices || (config.options as { labels?: unknown } | undefined)?.labels) return true;
  const single = stripNull(schema.items ?? schema, schemas).schema;
  return enumWords(single, schemas) !== undefined || typeWord(single, schemas) === 'boolean';
}

/** The kind of record that the value, or an item of the list, refers to. */
function entityOf(schema: JsonSchema, schemas: Schemas): string | undefined {
  return schema['x-ref'] ?? (schema.items && stripNull(schema.items, schemas).schema['x-ref']);
}

function noteEntity({ ctx, place }: Site, schema: JsonSchema): void {
  const name = entityOf(schema, ctx.schemas);
  if (!name) return;
  ctx.entities.add(name);
  const picker = ctx.catalogue.api.entities.get(name)?.picker;
  if (!picker) return;
  const manifest = ctx.catalogue.manifests.get(manifestKey('picker', picker));
  if (!manifest) return;
  ctx.registered.picker.add(picker);
  if (manifest.dialog) ctx.opens.push({ screen: manifest.dialog, place });
}

/** Whether a field is required in all cases: one that is required only within an optional object is absent with that object. */
function requiredThroughout(base: JsonSchema, path: string[], schemas: Schemas): boolean {
  return path.every((_, i) => isRequired(base, path.slice(0, i + 1), schemas));
}

function isRequired(base: JsonSchema, path: string[], schemas: Schemas): boolean {
  const parent = followPath(base, path.slice(0, -1), schemas).type;
  return parent ? (stripNull(parent, schemas).schema.required?.includes(path.at(-1)!) ?? false) : false;
}
