/** Types of expressions and values: JSON Schemas of the API, read and compared. */
import dayjs from 'dayjs';
import { nearest } from './diagnostics.ts';
import { deref, stripNull, typeWord, type JsonSchema, type Schemas } from './schema.ts';

/** The type of what could not be typed after an error; fits everything, so that one mistake is reported once. */
export const ANY: JsonSchema = { description: 'any' };
export const BOOLEAN: JsonSchema = { type: 'boolean' };
export const STRING: JsonSchema = { type: 'string' };
export const NUMBER: JsonSchema = { type: 'number' };
export const INTEGER: JsonSchema = { type: 'integer' };
export const DATE: JsonSchema = { type: 'string', format: 'date' };
export const NULL: JsonSchema = { type: 'null' };
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const objectOf = (
  properties: Record<string, JsonSchema>,
  required = Object.keys(properties),
): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});

export type Member =
  | { found: JsonSchema; optional: boolean }
  | { missing: true; near?: string; names: string[] }
  | { untyped: true };

/** Alternatives of a union that is more than "or null". */
function alternatives(schema: JsonSchema, schemas: Schemas): JsonSchema[] | undefined {
  const s = stripNull(schema, schemas).schema;
  const list = s.oneOf ?? s.anyOf;
  return list?.map((o) => deref(o, schemas)).filter((o) => o.type !== 'null');
}

/** Types may contain themselves (a folder in a folder): below this depth they are taken to fit. */
const MAX_DEPTH = 12;

/** The type of `schema.name`. An alternative that is composed of itself is reported in its API file, and untyped here. */
export function member(schema: JsonSchema, name: string, schemas: Schemas, depth = 0): Member {
  if (schema === ANY) return { found: ANY, optional: true };
  if (depth > MAX_DEPTH) return { untyped: true };
  const union = alternatives(schema, schemas);
  if (union) {
    const all = union.map((o) => member(o, name, schemas, depth + 1));
    const found = all.filter((m) => 'found' in m);
    if (found.length === 0)
      return missing(
        name,
        union.flatMap((o) => memberNames(o, schemas)),
      );
    const types = found.map((m) => m.found);
    return {
      found: unite(types, schemas),
      optional: found.length < union.length || found.some((m) => m.optional),
    };
  }
  const s = stripNull(schema, schemas).schema;
  const property = s.properties && Object.hasOwn(s.properties, name) ? s.properties[name] : undefined;
  if (property) return { found: property, optional: !s.required?.includes(name) };
  if (typeof s.additionalProperties === 'object') return { found: s.additionalProperties, optional: true };
  const word = typeWord(s, schemas);
  if (!word || (word === 'object' && s.additionalProperties !== false)) return { untyped: true };
  return missing(name, Object.keys(s.properties ?? {}));
}

export function memberNames(schema: JsonSchema, schemas: Schemas, depth = 0): string[] {
  const union = depth > MAX_DEPTH ? [] : alternatives(schema, schemas);
  if (union) return [...new Set(union.flatMap((o) => memberNames(o, schemas, depth + 1)))];
  return Object.keys(stripNull(schema, schemas).schema.properties ?? {});
}

function missing(name: string, names: string[]): Member {
  const near = nearest(name, names);
  return { missing: true, names, ...(near ? { near } : {}) };
}

/** Joins types: the first when all are alike, with their enums joined; else a union. */
export function unite(types: JsonSchema[], schemas: Schemas): JsonSchema {
  if (types.length === 1) return types[0]!;
  const [first] = types;
  if (types.every((t) => t === first || JSON.stringify(t) === JSON.stringify(first))) return first!;
  const resolved = types.map((t) => stripNull(t, schemas).schema);
  const words = new Set(resolved.map((t) => typeWord(t, schemas)));
  if (words.size === 1 && ![...words].some((w) => w === 'object' || w === 'array' || w === undefined)) {
    const enums = resolved.map((t) => t.enum ?? (t.const === undefined ? undefined : [t.const as string]));
    const { enum: _e, const: _c, ...rest } = resolved[0]!;
    if (enums.every((e) => e)) return { ...rest, enum: [...new Set(enums.flatMap((e) => e!))] };
    return words.has('string') ? uniteTexts(resolved) : rest;
  }
  if ([...words].every((w) => w === 'array'))
    return listOf(
      unite(
        resolved.map((t) => t.items ?? ANY),
        schemas,
      ),
    );
  return { oneOf: types };
}

/** Joins string types. Where one has a format, they stay a union, so that each is checked against the expected type. */
function uniteTexts(types: readonly JsonSchema[]): JsonSchema {
  return types.some(({ format }) => format) ? { type: 'string', oneOf: types } : STRING;
}

export interface PathResult {
  type?: JsonSchema;
  /** Index of the segment that failed. */
  failed?: number;
  /** The closest existing path. */
  near?: string;
  names?: string[];
  untyped?: boolean;
  /** Some member on the path may be absent or null. */
  optional: boolean;
}

/** Follows `a.b.c` through a type. */
export function followPath(schema: JsonSchema, path: readonly string[], schemas: Schemas): PathResult {
  let type = schema;
  let optional = false;
  for (const [i, name] of path.entries()) {
    const m = member(type, name, schemas);
    if ('untyped' in m) return { failed: i, untyped: true, optional };
    if ('missing' in m) {
      const near =
        pathWithLetters(schema, path.join(''), schemas) ?? (m.near && path.with(i, m.near).join('.'));
      return { failed: i, names: m.names, optional, ...(near ? { near } : {}) };
    }
    optional ||= m.optional || stripNull(type, schemas).nullable;
    type = m.found;
  }
  return { type, optional };
}

/** The existing path that equals `letters` once its dots are removed: `billed.count` for `billedc.ount`. */
function pathWithLetters(schema: JsonSchema, letters: string, schemas: Schemas): string | undefined {
  for (const name of memberNames(schema, schemas)) {
    if (name === letters) return name;
    if (!name || !letters.startsWith(name)) continue;
    const m = member(schema, name, schemas);
    const below = 'found' in m && pathWithLetters(m.found, letters.slice(name.length), schemas);
    if (below) return `${name}.${below}`;
  }
  return undefined;
}

/** The type narrowed by `member == value`: alternatives of a union that cannot have the value are removed. */
export function narrow(
  schema: JsonSchema,
  path: readonly string[],
  word: unknown,
  schemas: Schemas,
): JsonSchema {
  const union = alternatives(schema, schemas);
  if (!union) return schema;
  const left = union.filter((option) => {
    const at = followPath(option, path, schemas).type;
    if (!at) return false;
    const words = enumWords(at, schemas);
    return !words || words.includes(word as string);
  });
  return left.length === 1 ? left[0]! : left.length ? { oneOf: left } : schema;
}

/** The enum values of this type, when it has an enum. */
export function enumWords(schema: JsonSchema, schemas: Schemas): readonly unknown[] | undefined {
  const s = stripNull(schema, schemas).schema;
  if (s.const !== undefined) return [s.const];
  return s.enum;
}

/** The enum in a plain enum, in a list of such, in a classifier `{name}`, or in a status `{type: {name}}`. */
export function enumOf(shown: JsonSchema, schemas: Schemas): JsonSchema | undefined {
  const type = stripNull(shown, schemas).schema.items ?? shown;
  for (const path of [[], ['name'], ['type', 'name']]) {
    const { type: at } = followPath(type, path, schemas);
    const found = at && stripNull(at, schemas).schema;
    if (found && enumWords(found, schemas)) return found;
  }
  return undefined;
}

/** Describes a type for a diagnostic. */
export function describeType(schema: JsonSchema, schemas: Schemas, depth = 0): string {
  if (schema === ANY || depth > MAX_DEPTH) return 'any';
  const { schema: s, nullable } = stripNull(schema, schemas);
  const word = typeWord(s, schemas);
  const suffix = nullable ? ' or null' : '';
  if (s.const !== undefined) return JSON.stringify(s.const) + suffix;
  if (s.enum) return `one of ${s.enum.map((w) => JSON.stringify(w)).join(', ')}${suffix}`;
  if (word === 'array') return `list of ${describeType(s.items ?? ANY, schemas, depth + 1)}${suffix}`;
  if (word === 'object') return `object {${memberNames(s, schemas).slice(0, 6).join(', ')}}${suffix}`;
  return (s.format === 'date' ? 'date' : (word ?? 'any')) + suffix;
}

/** Whether a value of type `from` is accepted where `to` is expected. Null is accepted: an empty value is not sent. */
export function fits(from: JsonSchema, to: JsonSchema, schemas: Schemas, depth = 0): boolean {
  if (from === ANY || to === ANY || depth > MAX_DEPTH) return true;
  if (from.$ref && from.$ref === to.$ref) return true;
  const source = stripNull(from, schemas).schema;
  const target = stripNull(to, schemas).schema;
  if (source.type === 'null') return true;
  const options = alternatives(to, schemas);
  if (options) return options.some((o) => fits(from, o, schemas, depth + 1));
  const given = alternatives(from, schemas);
  if (given) return given.every((g) => fits(g, to, schemas, depth + 1));
  const [a, b] = [typeWord(source, schemas), typeWord(target, schemas)];
  if (!a || !b) return true;
  if (a !== b && !(a === 'integer' && b === 'number')) return false;
  const words = enumWords(source, schemas);
  const allowed = enumWords(target, schemas);
  if (words && allowed) return words.every((w) => allowed.includes(w));
  if (a === 'string') return stringFits(source, target);
  if (a === 'array') return fits(source.items ?? ANY, target.items ?? ANY, schemas, depth + 1);
  if (a === 'object') return objectFits(source, target, schemas, depth);
  return true;
}

/** Patterns of formats, against which literals are checked. */
const LOOKS: Record<string, RegExp> = {
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/,
  time: /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/,
};

function stringFits(source: JsonSchema, target: JsonSchema): boolean {
  if (typeof source.const === 'string' && target.format) return looksLike(source.const, target.format);
  return !source.format || !target.format || source.format === target.format;
}

/** Whether a literal can be a value of the format; a date must exist in the calendar. */
export function looksLike(text: string, format: string): boolean {
  const looks = LOOKS[format];
  if (!looks) return true;
  if (!looks.test(text)) return false;
  if (format !== 'date') return true;
  return Number(text.slice(8)) <= dayjs(text.slice(0, 7)).daysInMonth();
}

function objectFits(source: JsonSchema, target: JsonSchema, schemas: Schemas, depth: number): boolean {
  return Object.entries(target.properties ?? {}).every(([name, type]) => {
    const m = member(source, name, schemas);
    if ('found' in m) return fits(m.found, type, schemas, depth + 1);
    return !target.required?.includes(name);
  });
}

/** The type of a literal JSON value. */
export function typeOfJson(value: unknown, schemas: Schemas): JsonSchema {
  if (value === null) return NULL;
  if (Array.isArray(value))
    return listOf(
      value.length
        ? unite(
            value.map((v) => typeOfJson(v, schemas)),
            schemas,
          )
        : ANY,
    );
  if (typeof value === 'object')
    return objectOf(Object.fromEntries(Object.entries(value).map(([k, v]) => [k, typeOfJson(v, schemas)])));
  if (typeof value === 'number')
    return { type: Number.isInteger(value) ? 'integer' : 'number', const: value };
  return { type: typeof value as 'string' | 'boolean', const: value };
}
