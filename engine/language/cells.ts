/** How a value is shown or edited: the default cell or field of its type, and the checks of a chosen one. */
import type { CompiledCell, CompiledRecordPage, CompiledText } from './compiled.ts';
import type { Context } from './context.ts';
import type { Place } from './place.ts';
import type { Manifest } from './catalogue.ts';
import { stripNull, typeWord, type JsonSchema, type Schemas } from './schema.ts';
import { compileFile } from './fileValue.ts';
import { checkOptions } from './options.ts';
import { routeParameters } from './routes.ts';
import type { Site } from './site.ts';
import { authored } from './source.ts';
import { ANY, describeType, enumOf, followPath } from './types.ts';

/** The name that manifests use for the type of a value. */
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

/** Whether the schema is `{name, caption}`, or a status that has one as `type`. */
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
  fields?: string[];
  value?: { expr: string };
  cell?: string;
  options?: Record<string, unknown>;
}

/** Compiles what a column or a detail shows. `type` is the row's or record's. */
export function compileCell(site: Site<CellConfig>, type: JsonSchema): CompiledCell {
  const { config } = site;
  if (config.value) {
    const computed = site.at('value').typed();
    return { ...chooseCell(site, [computed.type], type), value: computed.value };
  }
  const paths = config.fields ? site.items('fields') : config.field === undefined ? [] : [site.at('field')];
  if (paths.length === 0) site.report('missing-property', { received: 'field' });
  const types = paths.map((path) => pathType(path, type));
  return { ...chooseCell(site, types, type), paths: paths.map((path) => path.config.split('.')) };
}

/** The type at a dotted path; an unknown path is reported with the nearest name. */
export function pathType(site: Site<string>, type: JsonSchema): JsonSchema {
  const path = site.config;
  const segments = path.split('.');
  const found = followPath(type, segments, site.schemas);
  if (found.type) return found.type;
  const wrong = segments[found.failed ?? 0] ?? path;
  if (found.untyped) site.report('untyped-path', { received: path });
  else
    site.report('unknown-path', {
      received: path,
      near: found.near,
      expected: found.names?.length
        ? found.names.join(', ')
        : `nothing below ${segments.slice(0, found.failed).join('.') || wrong}`,
    });
  return ANY;
}

/** Reports a path that is summed or charted and is not a number. */
export function requireNumber(site: Site, type: JsonSchema): void {
  if (type === ANY || ['number', 'integer'].includes(typeWord(type, site.schemas) ?? '')) return;
  site.report('type-mismatch', { expected: 'a number', received: describeType(type, site.schemas) });
}

function chooseCell(
  site: Site<CellConfig>,
  types: JsonSchema[],
  row: JsonSchema,
): Omit<CompiledCell, 'paths' | 'value'> {
  const { ctx, config, schemas } = site;
  const [first] = types;
  const dictionary = first && stripNull(first, schemas).schema['x-dictionary'];
  const own =
    types.length === 1 && valueWord(first!, schemas) !== 'array' ? tonesOf(first!, schemas) : undefined;
  const name = config.cell ?? defaultCell(types, { toned: own !== undefined, dictionary, schemas });
  const manifest = ctx.manifest('cell', name, config.cell === undefined ? site.place : site.at('cell').place);
  checkCell(site, name, manifest, types);
  const options = checkOptions(site.at('options'), manifest, first);
  const tones = manifest && 'tone' in options ? tonesAlong(site, manifest, row) : own;
  if (dictionary) ctx.useDictionary(dictionary);
  const file = first && compileFile(site, first);
  const page = types.length === 1 ? recordPage(ctx, first!) : undefined;
  return {
    cell: name,
    options,
    ...(dictionary ? { dictionary } : {}),
    ...(tones ? { tones } : {}),
    ...(file ? { file } : {}),
    ...(page ? { page } : {}),
    ...(manifest?.interactive ? { interactive: true } : {}),
  };
}

interface Shown {
  /** The values of the enum have tones. */
  toned: boolean;
  dictionary: string | undefined;
  schemas: Schemas;
}

/** The cell of a value for which the author names none. */
function defaultCell(types: JsonSchema[], { toned, dictionary, schemas }: Shown): string {
  if (types.length > 1) return 'text';
  if (toned) return 'status';
  const word = types[0] ? valueWord(types[0], schemas) : 'any';
  return dictionary && word === 'string' ? 'classifier' : (CELL_FOR[word] ?? 'text');
}

function checkCell(
  site: Site<CellConfig>,
  name: string,
  manifest: Manifest | undefined,
  types: JsonSchema[],
): void {
  const { config, schemas } = site;
  if (config.cell === undefined && types.some((type) => isBare(valueWord(type, schemas), type, schemas)))
    (config.value ? site.at('value') : site).report('widget-value', {
      received: name,
      expected: 'a path to one of its values, or a cell of your own',
      note: `the value is ${types.map((t) => describeType(t, schemas)).join(', ')}`,
    });
  else if (manifest) {
    const at = config.cell === undefined ? site : site.at('cell');
    checkAccepts(at, manifest, types);
    checkCount(at, manifest, types.length);
  }
}

const tonesOf = (type: JsonSchema, schemas: Schemas): CompiledCell['tones'] =>
  enumOf(type, schemas)?.['x-tones'];

/** The tones of the value at the path in the option `tone`. */
function tonesAlong(site: Site<CellConfig>, manifest: Manifest, row: JsonSchema): CompiledCell['tones'] {
  const { tone } = site.config.options ?? {};
  if (typeof tone !== 'string' || manifest.options?.properties?.tone?.['x-name'] !== 'toned-path') return;
  const at = site.below(tone, 'options', 'tone');
  const type = pathType(at, row);
  const tones = tonesOf(type, site.schemas);
  if (!tones && type !== ANY)
    at.report('type-mismatch', {
      expected: 'a word with x-tones in the API',
      received: describeType(type, site.schemas),
    });
  return tones;
}

/** The page of the record that an object refers to, when app.json names one. */
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

/** Whether the value is an object, or a list of objects, that the default cells and fields cannot show as text. */
function isBare(word: string, type: JsonSchema, schemas: Schemas): boolean {
  if (word !== 'array') return word === 'object';
  const { items } = stripNull(type, schemas).schema;
  return items !== undefined && valueWord(items, schemas) === 'object';
}

export function checkAccepts(
  site: Site,
  manifest: Pick<Manifest, 'name' | 'accepts'>,
  types: JsonSchema[],
): void {
  const accepts = manifest.accepts ?? ['any'];
  if (accepts.includes('any')) return;
  for (const type of types) {
    const word = valueWord(type, site.schemas);
    const close = word === 'classifier' || word === 'reference' ? [word, 'object'] : [word];
    if (word !== 'any' && !close.some((w) => accepts.includes(w)))
      site.report('widget-value', {
        received: manifest.name,
        expected: accepts.join(' or '),
        note: `the value is ${describeType(type, site.schemas)}`,
      });
  }
}

function checkCount(site: Site, manifest: Manifest, count: number): void {
  const wanted = manifest.values ?? 1;
  if (wanted !== 'many' && count !== wanted && count > 0)
    site.report('widget-value', {
      received: manifest.name,
      expected: `${wanted} field${wanted > 1 ? 's' : ''}`,
      note: `${count} given`,
    });
}

/** A prefix of locale keys and its place. */
export type LabelPrefix = { text: string; place: Place } | undefined;

/** The prefix of labels. It must be the prefix of some key even where every item has its own label. */
export function labelPrefix(site: Site<{ labels?: string }>): LabelPrefix {
  const { labels } = site.config;
  if (labels === undefined) return undefined;
  const { place } = site.at('labels');
  if (authored(place.source, place.pointer) === place.pointer) site.ctx.prefix(labels, place);
  return { text: labels, place };
}

/** The label of an item: its own, or PREFIX.NAME. */
export function itemLabel(
  site: Site<{ label?: unknown }>,
  prefix: LabelPrefix,
  name: string | undefined,
): CompiledText {
  if (site.config.label !== undefined) return site.at('label').text();
  if (!prefix || !name) {
    site.report('missing-property', {
      received: 'label',
      note: 'or "labels" at the view, a prefix of locale keys',
    });
    return { const: name ?? '' };
  }
  const key = `${prefix.text}.${name}`;
  if (!site.ctx.prefix(prefix.text, prefix.place)) return { key };
  site.ctx.key(key, site.place, { note: `made of "labels" and the field` });
  return { key };
}
