/**
 * Normalises common OpenAPI forms for all later steps: `nullable` of 3.0, `allOf`, references to other files,
 * paths relative to a server's own path.
 */
import type { OpenApiFile } from './openapi.ts';
import { deref, type JsonSchema, type Schemas } from './schema.ts';

/**
 * `./common.json#/components/schemas/X` and `#/components/schemas/X` name the same component; `nullable: true` is a
 * type that may be null. `closed`: objects without `additionalProperties` have no other properties.
 */
export function plainSchema(schema: JsonSchema, closed = false): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string') return value.replace(/^[^#]*/, '');
    if (value === null || typeof value !== 'object') return value;
    if (closed && 'type' in value && value.type === 'object' && !('additionalProperties' in value))
      return { ...value, additionalProperties: false };
    if (!('nullable' in value) || typeof value.nullable !== 'boolean') return value;
    const { nullable: empty, ...rest } = value as JsonSchema & { nullable: boolean };
    return empty ? orNull(rest) : rest;
  }) as JsonSchema;
}

function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const words = schema.enum && !schema.enum.includes(null) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, type: [schema.type, 'null'], ...words };
}

/** The schema with each `allOf` merged into one schema: properties and required names of all parts. */
export function mergeParts(schema: JsonSchema, schemas: Schemas, within: readonly string[] = []): JsonSchema {
  const inner = (part: JsonSchema) => mergeParts(part, schemas, within);
  const each = (parts: readonly JsonSchema[] | undefined) => parts?.map(inner);
  const { allOf, ...rest } = schema;
  const own: JsonSchema = { ...rest };
  if (rest.properties)
    own.properties = Object.fromEntries(
      Object.entries(rest.properties).map(([name, part]) => [name, inner(part)]),
    );
  if (rest.items) own.items = inner(rest.items);
  if (rest.anyOf) own.anyOf = each(rest.anyOf)!;
  if (rest.oneOf) own.oneOf = each(rest.oneOf)!;
  if (typeof rest.additionalProperties === 'object')
    own.additionalProperties = inner(rest.additionalProperties);
  if (!allOf) return own;
  const parts = allOf.map((part) => {
    // A schema that is a part of itself is merged only once.
    if (part.$ref && within.includes(part.$ref)) return {};
    const next = part.$ref ? [...within, part.$ref] : within;
    return mergeParts(deref(part, schemas), schemas, next);
  });
  return [...parts, own].reduce(union);
}

function union(a: JsonSchema, b: JsonSchema): JsonSchema {
  const properties = a.properties || b.properties ? { ...a.properties, ...b.properties } : undefined;
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])];
  const whole: JsonSchema = {
    ...a,
    ...b,
    ...(properties ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
  // A closed part must not exclude properties of the other parts: only the whole schema can be closed.
  if (b.additionalProperties === undefined) delete whole.additionalProperties;
  return whole;
}

/** The base path of a file's operations: that of its first server. */
export function basePath({ servers }: Partial<OpenApiFile>): string {
  const [first] = servers ?? [];
  if (!first) return '';
  const url = first.url.replace(/\{(\w+)\}/g, (_, name: string) => first.variables?.[name]?.default ?? '');
  return new URL(url, 'http://localhost/').pathname.replace(/\/$/, '');
}
