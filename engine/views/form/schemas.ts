/** Queries on the request schema: the part at a path, defaults, allowed members. */
import { stripNull, typeWord, type JsonSchema } from '../../language/schema.ts';
import { isIndex, type Path } from './paths.ts';

/** The schema of the value at a path; indexes of lists are numbers. Undefined where the schema declares nothing. */
export function schemaAt(schema: JsonSchema, path: Path): JsonSchema | undefined {
  let current: JsonSchema | undefined = schema;
  for (const name of path) {
    const bare: JsonSchema = stripNull(current ?? {}, {}).schema;
    current = bare.properties?.[name] ?? (isIndex(name) ? bare.items : undefined);
    if (!current) return undefined;
  }
  return current;
}

/** Whether the schema requires the member at `path` in its parent object. */
export function isRequiredAt(schema: JsonSchema, path: Path): boolean {
  const parent = schemaAt(schema, path.slice(0, -1));
  return parent ? (stripNull(parent, {}).schema.required?.includes(path.at(-1)!) ?? false) : false;
}

/**
 * The value without members that a closed schema does not have. A record is often richer than the request of its
 * save: references with more properties, fields that only the server sets.
 */
export function cutToSchema(value: unknown, schema: JsonSchema | undefined): unknown {
  if (!schema || value === null || typeof value !== 'object') return value;
  const bare = stripNull(schema, {}).schema;
  if (Array.isArray(value)) return value.map((item) => cutToSchema(item, bare.items));
  const word = bare['x-value'];
  if (word && typeWord(bare, {}) !== 'object') return (value as Record<string, unknown>)[word];
  if (typeWord(bare, {}) !== 'object' || !bare.properties) return value;
  const rest = bare.additionalProperties;
  const cut: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const known = bare.properties[name];
    if (known) cut[name] = cutToSchema(member, known);
    else if (rest !== false) cut[name] = cutToSchema(member, typeof rest === 'object' ? rest : undefined);
  }
  return cut;
}

/** The initial value of a new record: the defaults of the schema, except for properties set by the server. */
export function defaultsOf(schema: JsonSchema): unknown {
  if (schema.default !== undefined) return schema.default;
  const bare = stripNull(schema, {}).schema;
  if (!bare.properties) return undefined;
  const entries = Object.entries(bare.properties)
    .filter(([, member]) => !member.readOnly)
    .map(([name, member]) => [name, defaultsOf(member)] as const)
    .filter(([, value]) => value !== undefined);
  return entries.length ? Object.fromEntries(entries) : undefined;
}

/** Fills missing members from `defaults`; existing members, including null, are kept. */
export function fillMissing(value: unknown, defaults: unknown): unknown {
  if (value === undefined) return defaults;
  if (!isObject(value) || !isObject(defaults)) return value;
  const filled: Record<string, unknown> = { ...value };
  for (const [name, member] of Object.entries(defaults)) filled[name] = fillMissing(filled[name], member);
  return filled;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The same value without `undefined` members, as in JSON. */
export function plainJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => plainJson(item) ?? null);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, plainJson(member)]),
  );
}
