/** Calls of operations: which arguments an operation takes, what it answers with, and their check. */
import type { ApiCatalogue, ApiEntity, ApiOperation } from './api.ts';
import { manifestKey, type Catalogue } from './catalogue.ts';
import type { CompiledArguments, CompiledCall, CompiledEntity, CompiledOperation } from './compiled.ts';
import { child, isExpr, type Context, type Place } from './context.ts';
import { nearest } from './diagnostics.ts';
import type { TypeScope } from './expressions.ts';
import { own } from './own.ts';
import { deref, refName, stripNull, typeWord, type JsonSchema, type Schemas } from './schema.ts';
import { ANY, describeType, followPath } from './types.ts';

/** Parameters that belong to the paging codec; no screen gives them (rule 3). */
const CODEC = ['page', 'count', 'order'];

export interface Argument {
  type: JsonSchema;
  required: boolean;
  /** It travels in the address, as text. */
  inAddress?: true;
}

/** Every argument by name: path and query parameters, properties of the filter and of the body. */
export function argumentsOf(operation: ApiOperation, schemas: Schemas): Record<string, Argument> {
  const all: Record<string, Argument> = {};
  for (const p of operation.parameters) {
    if (p.in === 'query' && (CODEC.includes(p.name) || p.name === 'filter')) continue;
    all[p.name] = { type: p.schema, required: p.required, inAddress: true };
  }
  const filter = filterSchema(operation);
  if (filter) Object.assign(all, properties(filter, schemas, false));
  if (operation.body) Object.assign(all, properties(operation.body, schemas, true));
  return all;
}

function properties(schema: JsonSchema, schemas: Schemas, withRequired: boolean): Record<string, Argument> {
  const s = deref(schema, schemas);
  return Object.fromEntries(
    Object.entries(s.properties ?? {}).map(([name, type]) => [
      name,
      { type, required: withRequired && (s.required?.includes(name) ?? false) },
    ]),
  );
}

export function filterSchema(operation: ApiOperation): JsonSchema | undefined {
  return operation.parameters.find((p) => p.json && p.name === 'filter')?.schema;
}

/** What a table asks of a reply: rows, and how one is identified. */
export function rowsOf(
  operation: ApiOperation,
  schemas: Schemas,
): { row: JsonSchema; kind: 'page' | 'list'; key: string[] } | undefined {
  const reply = operation.reply && stripNull(operation.reply, schemas).schema;
  if (!reply) return undefined;
  const list = typeWord(reply, schemas) === 'array' ? reply : reply.properties?.list;
  const row = list && stripNull(list, schemas).schema.items;
  if (!row) return undefined;
  return { row, kind: list === reply ? 'list' : 'page', key: keyOf(row, schemas) };
}

export function keyOf(row: JsonSchema, schemas: Schemas): string[] {
  const s = deref(row, schemas);
  if (s['x-key']) return [...s['x-key']];
  const alternative = (s.oneOf ?? s.anyOf)?.map((o) => deref(o, schemas)).find((o) => o['x-key']);
  return [...(alternative?.['x-key'] ?? ['id'])];
}

/**
 * Checks `with` against the operation and compiles it.
 * @param given names that come from elsewhere (filters, fields, the route), so that they are not missed
 */
export function compileArguments(
  ctx: Context,
  operation: ApiOperation,
  values: Record<string, unknown> | undefined,
  scope: TypeScope,
  place: Place,
  options: { given?: readonly string[]; lazy?: boolean; callPlace?: Place } = {},
): CompiledArguments {
  const known = argumentsOf(operation, ctx.schemas);
  const compiled: CompiledArguments = {};
  for (const [name, value] of Object.entries(values ?? {})) {
    const at = child(place, name);
    const argument = own(known, name);
    if (!argument) {
      const names = Object.keys(known);
      ctx.report(
        'unknown-parameter',
        at,
        { received: name, near: nearest(name, names), expected: names.join(', ') || 'none' },
        { key: true },
      );
      continue;
    }
    if (value === null && argument.required && !stripNull(argument.type, ctx.schemas).nullable)
      ctx.report('type-mismatch', at, {
        expected: describeType(argument.type, ctx.schemas),
        received: 'null: a required parameter',
      });
    compiled[name] = ctx.value(value, scope, at, expectedType(ctx, value, argument), options.lazy).value;
  }
  for (const [name, { required }] of Object.entries(known))
    if (required && !(name in compiled) && !options.given?.includes(name)) {
      const slip = Object.keys(values ?? {}).find((v) => !known[v] && nearest(v, [name]));
      if (!slip)
        ctx.report('missing-parameter', values ? place : (options.callPlace ?? place), {
          received: name,
          note: `operation ${operation.id}`,
        });
    }
  return compiled;
}

/** A number that came by the address may go on by the address: it is text in both. */
function expectedType(ctx: Context, value: unknown, { type, inAddress }: Argument): JsonSchema {
  const word = typeWord(type, ctx.schemas);
  const isNumber = word === 'integer' || word === 'number';
  const passed = inAddress && isNumber && isExpr(value) && /^route\.\w+$/.test(value.expr);
  return passed ? { oneOf: [type, { type: 'string' }] } : type;
}

/** `{operation, with, when}`, as records, sources and counts have it. */
export function compileCall(
  ctx: Context,
  call: { operation: string; with?: Record<string, unknown>; when?: unknown },
  scope: TypeScope,
  place: Place,
  options: { given?: readonly string[]; onSight?: boolean; implicit?: Record<string, JsonSchema> } = {},
): { call: CompiledCall; operation: ApiOperation } | undefined {
  const operation = ctx.reading(call.operation, child(place, 'operation'), options.onSight ?? true);
  const when = ctx.condition(call.when, scope, child(place, 'when'));
  if (!operation) return undefined;
  const values = compileArguments(ctx, operation, call.with, scope, child(place, 'with'), {
    ...(options.given ? { given: options.given } : {}),
    callPlace: child(place, 'operation'),
  });
  return { call: { operation: operation.id, with: values, ...(when ? { when } : {}) }, operation };
}

/** What the browser needs to know of an operation. */
export function compileOperation(operation: ApiOperation, schemas: Schemas): CompiledOperation {
  const rows = rowsOf(operation, schemas);
  const filter = filterSchema(operation);
  const bodyProperties = operation.body && Object.keys(deref(operation.body, schemas).properties ?? {});
  const reply = operation.reply && stripNull(operation.reply, schemas).schema;
  const key = rows?.key ?? reply?.['x-key'];
  return {
    id: operation.id,
    method: operation.method,
    path: operation.path,
    parameters: Object.fromEntries(
      operation.parameters.map((p) => [
        p.name,
        {
          in: p.in,
          ...(p.json ? { json: true as const } : {}),
          ...(typeWord(p.schema, schemas) === 'array' ? { list: true as const } : {}),
          ...(p.required ? { required: true as const } : {}),
        },
      ]),
    ),
    ...(filter ? { filter: Object.keys(deref(filter, schemas).properties ?? {}) } : {}),
    ...(bodyProperties ? { body: bodyProperties } : {}),
    ...(operation.bodyType === 'multipart/form-data' ? { multipart: true as const } : {}),
    reply: rows ? rows.kind : reply ? 'record' : operation.replyType ? 'file' : 'none',
    ...(key ? { key: [...key] } : {}),
    changes: operation.changes,
    permissions: operation.permissions,
    ...(operation.instanceTypes ? { instanceTypes: operation.instanceTypes } : {}),
  };
}

export function compileEntity(entity: ApiEntity, { api, manifests }: Catalogue): CompiledEntity {
  const get = api.operations.get(entity.get);
  const dialog = entity.picker && manifests.get(manifestKey('picker', entity.picker))?.dialog;
  return {
    name: entity.name,
    key: entity.key,
    label: entity.label,
    get: entity.get,
    parameter: get?.parameters.find((p) => p.required)?.name ?? entity.key,
    list: entity.list,
    ...(entity.picker ? { picker: entity.picker } : {}),
    ...(dialog ? { dialog } : {}),
  };
}

/**
 * A type named in a file: a component schema, or `operation.path` of a reply, where `[]` is an item of a list.
 * Undefined, and told, when it does not exist.
 */
export function namedType(ctx: Context, name: string, place: Place): JsonSchema {
  const { api } = ctx.catalogue;
  const list = name.endsWith('[]');
  const [head = '', ...rest] = name.replaceAll('[]', '').split('.');
  if (rest.length === 0 && api.schemas[head]) return { $ref: `#/components/schemas/${head}` };
  const operation = api.operations.get(head);
  if (!operation?.reply) {
    const names = [...api.operations.keys(), ...Object.keys(api.schemas)];
    ctx.report('unknown-operation', place, { received: head, near: nearest(head, names) });
    return ANY;
  }
  const found = followPath(operation.reply, rest, ctx.schemas);
  if (!found.type) {
    ctx.report('unknown-path', place, {
      received: rest.join('.'),
      near: found.near,
      expected: found.names?.join(', '),
    });
    return ANY;
  }
  return list ? (stripNull(found.type, ctx.schemas).schema.items ?? ANY) : found.type;
}

/**
 * The schema with every reference followed, so that it stands alone in the browser. A bare word or id also learns
 * which member of a word `{name, caption}` or of a record it is, for records are often richer than requests.
 */
export function selfContained(schema: JsonSchema, api: ApiCatalogue, depth = 0): JsonSchema {
  const { schemas } = api;
  if (depth > 12)
    throw new Error(
      `Schema ${refName(schema.$ref ?? '')} contains itself: recursive request bodies are not supported`,
    );
  const s = deref(schema, schemas);
  const inner = (part: JsonSchema): JsonSchema => selfContained(part, api, depth + 1);
  const parts = (list?: readonly JsonSchema[]) => list?.map(inner);
  const copy: JsonSchema = { ...s };
  const value = s.properties ? undefined : valueMember(s, api);
  if (value) copy['x-value'] = value;
  if (s.properties)
    copy.properties = Object.fromEntries(Object.entries(s.properties).map(([k, v]) => [k, inner(v)]));
  if (s.items) copy.items = inner(s.items);
  if (s.anyOf) copy.anyOf = parts(s.anyOf)!;
  if (s.oneOf) copy.oneOf = parts(s.oneOf)!;
  if (s.allOf) copy.allOf = parts(s.allOf)!;
  return copy;
}

function valueMember(schema: JsonSchema, api: ApiCatalogue): string | undefined {
  const { 'x-dictionary': dictionary, 'x-ref': entity } = schema;
  if (dictionary) return api.dictionaries.get(dictionary)?.value;
  return entity ? api.entities.get(entity)?.key : undefined;
}
