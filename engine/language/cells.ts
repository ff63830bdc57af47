/** How a value is shown or edited: the cell or field that its type asks for, and the checks of a chosen one. */
import type { CompiledCell, CompiledRecordPage, CompiledText } from './compiled.ts';
import { child, type Context, type Place } from './context.ts';
import type { Manifest } from './catalogue.ts';
import type { TypeScope } from './expressions.ts';
import { stripNull, typeWord, type JsonSchema, type Schemas } from './schema.ts';
import { compileFile } from './fileValue.ts';
import { checkOptions } from './options.ts';
import { routeParameters } from './routes.ts';
import { authored } from './source.ts';
import { ANY, describeType, enumOf, followPath } from './types.ts';

/** The word by which manifests name the type of a value. */
export function valueWord(type: JsonSchema, schemas: Schemas): string {
  if (type === ANY) return 'any';
  const s = stripNull(type, schemas).schema;
  const word = typeWord(s, schemas);
  if (word === 'string') {
    if (s.format === 'date' || s.format === 'date-time' || s.format === 'time') return s.format;
    return 'string';
  }
  if (word === 'integer') return 'number';
  if (word === 'array' && s.items && stripNull(s.items, schemas).schema['x-file']) return 'files';
  if (word !== 'object') return word ?? 'any';
  if (s['x-file']) return 'file';
  if (s['x-ref']) return 'reference';
  return isClassifier(s, schemas) ? 'classifier' : 'object';
}

/** `{name, caption}`, or a status that holds one as `type`. */
function isClassifier(schema: JsonSchema, schemas: Schemas): boolean {
  const p = schema.properties ?? {};
  if (p.name && p.caption) return true;
  const inner = p.type && stripNull(p.type, schemas).schema.properties;
  return Boolean(inner?.name && inner.caption);
}

const CELL_FOR: Record<string, string> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  'date-time': 'dateTime',
  time: 'text',
  classifier: 'classifier',
  reference: 'reference',
  array: 'list',
  file: 'file',
  files: 'file',
  object: 'text',
  any: 'text',
};

interface CellConfig {
  field?: string;
  fields?: readonly string[];
  value?: { expr: string };
  cell?: string;
  options?: Record<string, unknown>;
}

/** Compiles what a column or a detail shows. `type` is the row's or record's. */
export function compileCell(
  ctx: Context,
  config: CellConfig,
  type: JsonSchema,
  scope: TypeScope,
  place: Place,
): CompiledCell {
  if (config.value) {
    const computed = ctx.value(config.value, scope, child(place, 'value'));
    return { ...chooseCell(ctx, config, [computed.type], type, place), value: computed.value };
  }
  const paths = config.fields ?? (config.field === undefined ? [] : [config.field]);
  if (paths.length === 0) ctx.report('missing-property', place, { received: 'field' });
  const types = paths.map((path, i) => {
    const at = config.fields
      ? child(place, 'fields', i)
      : config.field === undefined
        ? place
        : child(place, 'field');
    return pathType(ctx, type, path, at);
  });
  return { ...chooseCell(ctx, config, types, type, place), paths: paths.map((p) => p.split('.')) };
}

/** The type at a dotted path; a wrong path is told with the nearest name. */
export function pathType(ctx: Context, type: JsonSchema, path: string, place: Place): JsonSchema {
  const segments = path.split('.');
  const found = followPath(type, segments, ctx.schemas);
  if (found.type) return found.type;
  const wrong = segments[found.failed ?? 0] ?? path;
  if (found.untyped) ctx.report('untyped-path', place, { received: path });
  else
    ctx.report('unknown-path', place, {
      received: path,
      near: found.near && segments.map((s, i) => (i === found.failed ? found.near : s)).join('.'),
      expected: found.names?.length
        ? found.names.join(', ')
        : `nothing below ${segments.slice(0, found.failed).join('.') || wrong}`,
    });
  return ANY;
}

/** What is added up or drawn is a number. */
export function requireNumber(ctx: Context, type: JsonSchema, place: Place): void {
  if (type === ANY || ['number', 'integer'].includes(typeWord(type, ctx.schemas) ?? '')) return;
  ctx.report('type-mismatch', place, { expected: 'a number', received: describeType(type, ctx.schemas) });
}

function chooseCell(
  ctx: Context,
  config: CellConfig,
  types: JsonSchema[],
  row: JsonSchema,
  place: Place,
): Omit<CompiledCell, 'paths' | 'value'> {
  const words = types.map((t) => valueWord(t, ctx.schemas));
  const dictionary = types[0] && stripNull(types[0], ctx.schemas).schema['x-dictionary'];
  const own = types.length === 1 && words[0] !== 'array' ? tonesOf(types[0]!, ctx.schemas) : undefined;
  const plain = dictionary && words[0] === 'string' ? 'classifier' : (CELL_FOR[words[0] ?? 'any'] ?? 'text');
  const usual = own ? 'status' : plain;
  const name = config.cell ?? (types.length > 1 ? 'text' : usual);
  const at = config.cell === undefined ? place : child(place, 'cell');
  const manifest = ctx.manifest('cell', name, at);
  if (config.cell === undefined && words.some((word, i) => isBare(word, types[i]!, ctx.schemas)))
    ctx.report('widget-value', config.value ? child(place, 'value') : place, {
      received: name,
      expected: 'a path to one of its values, or a cell of your own',
      note: `the value is ${types.map((t) => describeType(t, ctx.schemas)).join(', ')}`,
    });
  else if (manifest) {
    checkAccepts(ctx, manifest, types, at);
    checkCount(ctx, manifest, types.length, at);
  }
  const options = checkOptions(ctx, manifest, config.options, child(place, 'options'), types[0]);
  const tones = manifest && 'tone' in options ? tonesAlong(ctx, manifest, options, row, place) : own;
  if (dictionary) ctx.useDictionary(dictionary);
  const file = types[0] && compileFile(ctx, types[0], place);
  const page = types.length === 1 ? recordPage(ctx, types[0]!) : undefined;
  return {
    cell: name,
    options,
    ...(dictionary ? { dictionary } : {}),
    ...(tones ? { tones } : {}),
    ...(file ? { file } : {}),
    ...(page ? { page } : {}),
  };
}

const tonesOf = (type: JsonSchema, schemas: Schemas): CompiledCell['tones'] =>
  enumOf(type, schemas)?.['x-tones'];

/** An option that leads from the row to a word: the tones of that word. */
function tonesAlong(
  ctx: Context,
  manifest: Manifest,
  { tone }: Record<string, unknown>,
  row: JsonSchema,
  place: Place,
): CompiledCell['tones'] {
  if (typeof tone !== 'string' || manifest.options?.properties?.tone?.['x-name'] !== 'toned-path') return;
  const at = child(place, 'options', 'tone');
  const type = pathType(ctx, row, tone, at);
  const tones = tonesOf(type, ctx.schemas);
  if (!tones && type !== ANY)
    ctx.report('type-mismatch', at, {
      expected: 'a word with x-tones in the API',
      received: describeType(type, ctx.schemas),
    });
  return tones;
}

/** The page of the record that an object stands for, when the app file names one. */
function recordPage(ctx: Context, type: JsonSchema): CompiledRecordPage | undefined {
  const { 'x-ref': name, properties } = stripNull(type, ctx.schemas).schema;
  const { app, api, screens } = ctx.catalogue;
  const screen = name === undefined ? undefined : app?.pages[name];
  const entity = name === undefined ? undefined : api.entities.get(name);
  const target = screen === undefined ? undefined : screens.get(screen);
  if (!entity || !target || !properties?.[entity.key]) return undefined;
  const [parameter] = routeParameters(target, ctx.catalogue)?.required ?? [];
  return parameter === undefined ? undefined : { screen: screen!, parameter, key: entity.key };
}

/** An object, or a list of objects, that no usual cell or field can show as a text. */
function isBare(word: string, type: JsonSchema, schemas: Schemas): boolean {
  if (word !== 'array') return word === 'object';
  const { items } = stripNull(type, schemas).schema;
  return items !== undefined && valueWord(items, schemas) === 'object';
}

export function checkAccepts(
  ctx: Context,
  manifest: Pick<Manifest, 'name' | 'accepts'>,
  types: JsonSchema[],
  place: Place,
): void {
  const accepts = manifest.accepts ?? ['any'];
  if (accepts.includes('any')) return;
  for (const type of types) {
    const word = valueWord(type, ctx.schemas);
    const close = word === 'classifier' || word === 'reference' ? [word, 'object'] : [word];
    if (word !== 'any' && !close.some((w) => accepts.includes(w)))
      ctx.report('widget-value', place, {
        received: manifest.name,
        expected: accepts.join(' or '),
        note: `the value is ${describeType(type, ctx.schemas)}`,
      });
  }
}

function checkCount(ctx: Context, manifest: Manifest, count: number, place: Place): void {
  const wanted = manifest.values ?? 1;
  if (wanted !== 'many' && count !== wanted && count > 0)
    ctx.report('widget-value', place, {
      received: manifest.name,
      expected: `${wanted} field${wanted > 1 ? 's' : ''}`,
      note: `${count} given`,
    });
}

/** A prefix of locale keys and where it stands. */
export type LabelPrefix = { text: string; place: Place } | undefined;

/** One that the author wrote begins some key even where every item has a label of its own. */
export function labelPrefix(ctx: Context, view: { labels?: string }, place: Place): LabelPrefix {
  if (view.labels === undefined) return undefined;
  const at = child(place, 'labels');
  if (authored(at.source, at.pointer) === at.pointer) ctx.prefix(view.labels, at);
  return { text: view.labels, place: at };
}

/** The label of an item: its own, or PREFIX.NAME. */
export function itemLabel(
  ctx: Context,
  label: unknown,
  prefix: LabelPrefix,
  name: string | undefined,
  scope: TypeScope,
  place: Place,
): CompiledText {
  if (label !== undefined) return ctx.text(label, scope, child(place, 'label'));
  if (!prefix || !name) {
    ctx.report('missing-property', place, {
      received: 'label',
      note: 'or "labels" at the view, a prefix of locale keys',
    });
    return { const: name ?? '' };
  }
  const key = `${prefix.text}.${name}`;
  if (!ctx.prefix(prefix.text, prefix.place)) return { key };
  ctx.key(key, place, { note: `made of "labels" and the field` });
  return { key };
}
