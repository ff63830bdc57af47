/** Calls of operations: which arguments an operation takes, what it replies, and the check of both. */
import type { ApiCatalogue, ApiEntity, ApiOperation } from './api.ts';
import { manifestKey, type Catalogue } from './catalogue.ts';
import type { CompiledArguments, CompiledCall, CompiledEntity, CompiledOperation } from './compiled.ts';
import { isExpr } from './context.ts';
import type { Place } from './place.ts';
import { nearest, type DiagnosticCode } from './diagnostics.ts';
import { checkOptionals } from './optionals.ts';
import { own } from './own.ts';
import type { Site } from './site.ts';
import { deref, refName, stripNull, typeWord, type JsonSchema, type Schemas } from './schema.ts';
import { ANY, describeType, followPath } from './types.ts';

/** Parameters that belong to the paging codec; no screen sets them (rule 3). */
const CODEC = ['page', 'count', 'order'];

export interface Argument {
  type: JsonSchema;
  required: boolean;
  /** Sent in the URL, as text. */
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

/** Required arguments of an operation that take no null. */
export function neededBy(operation: ApiOperation, schemas: Schemas): string[] {
  return Object.entries(argumentsOf(operation, schemas)).flatMap(([name, { required, type }]) =>
    required && !stripNull(type, schemas).nullable ? [name] : [],
  );
}

/** What a table needs of a reply: its rows, and the key of a row. */
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

/** The values of a call by parameter, as the author writes them. */
export type With = Record<string, unknown> | undefined;

interface ArgumentOptions {
  /** Names that are filled elsewhere (filters, fields, the route), so that they are not reported as missing. */
  given?: readonly string[];
  lazy?: boolean;
  /** Where a missing argument is reported when there is no `with`. */
  callPlace?: Place;
}

/** Checks `with` against the operation and compiles it. */
export function compileArguments(
  site: Site<With>,
  operation: ApiOperation,
  { given = [], lazy = false, callPlace }: ArgumentOptions = {},
): CompiledArguments {
  const { schemas, config: values } = site;
  const known = argumentsOf(operation, schemas);
  const compiled: CompiledArguments = {};
  for (const [name, value] of Object.entries(values ?? {})) {
    const part = site.below(value, name);
    const argument = own(known, name);
    if (!argument) {
      reportUnknown(part, 'unknown-parameter', name, Object.keys(known));
      continue;
    }
    if (value === null && argument.required && !stripNull(argument.type, schemas).nullable)
      part.report('type-mismatch', {
        expected: describeType(argument.type, schemas),
        received: 'null: a required parameter',
      });
    compiled[name] = part.value(expectedType(value, argument, schemas), lazy);
  }
  const here = site.scope.route;
  for (const [name, argument] of Object.entries(known)) {
    if (!argument.required || name in compiled || given.includes(name)) continue;
    if (isRouteParameter(name, argument, here)) compiled[name] = { path: ['route', name] };
    else {
      const slip = Object.keys(values ?? {}).find((v) => !known[v] && nearest(v, [name]));
      if (!slip)
        site.ctx.report('missing-parameter', values ? site.place : (callPlace ?? site.place), {
          received: name,
          note: `operation ${operation.id}`,
        });
    }
  }
  return compiled;
}

/** Whether a required URL parameter has the name of a route parameter of the page, which is passed on by default. */
const isRouteParameter = (name: string, { inAddress }: Argument, route: JsonSchema | undefined): boolean =>
  inAddress === true && (route?.required?.includes(name) ?? false);

/** Reports keys of the author that are none of `names`, at the key itself. */
export function reportUnknown(
  site: Site,
  code: DiagnosticCode,
  name: string,
  names: readonly string[],
  none = 'none',
): void {
  const facts = { received: name, near: nearest(name, names), expected: names.join(', ') || none };
  site.report(code, facts, { key: true });
}

/** A number read from the URL may be sent in a URL: it is text in both. */
function expectedType(value: unknown, { type, inAddress }: Argument, schemas: Schemas): JsonSchema {
  const word = typeWord(type, schemas);
  const isNumber = word === 'integer' || word === 'number';
  const passed = inAddress && isNumber && isExpr(value) && /^route\.\w+$/.test(value.expr);
  return passed ? { oneOf: [type, { type: 'string' }] } : type;
}

/** A call as the author writes it. */
export interface CallConfig {
  operation: string;
  with?: With;
  when?: unknown;
}

/** `{operation, with, when}`, as records, sources and counts have it. */
export function compileCall(
  site: Site<CallConfig>,
  { onSight = true }: { onSight?: boolean } = {},
): { call: CompiledCall; operation: ApiOperation } | undefined {
  const name = site.at('operation');
  const operation = name.reading(onSight);
  const condition = site.marked('OperationCall');
  if (!operation) return undefined;
  const values = compileArguments(site.at('with'), operation, { callPlace: name.place });
  if (site.config.when === undefined) checkOptionals(site.at('with'), neededBy(operation, site.schemas));
  return { call: { operation: operation.id, with: values, ...condition }, operation };
}

/** The operation as the browser needs it. */
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
    ...(operation.failure ? { failure: operation.failure.key } : {}),
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
 * ANY, with a diagnostic, when it does not exist.
 */
export function namedType(site: Site<string>): JsonSchema {
  const { config: name, schemas } = site;
  const { api } = site.ctx.catalogue;
  const list = name.endsWith('[]');
  const [head = '', ...rest] = name.replaceAll('[]', '').split('.');
  if (rest.length === 0 && api.schemas[head]) return { $ref: `#/components/schemas/${head}` };
  const operation = api.operations.get(head);
  if (!operation?.reply) {
    const names = [...api.operations.keys(), ...Object.keys(api.schemas)];
    site.report('unknown-operation', { received: head, near: nearest(head, names) });
    return ANY;
  }
  const found = followPath(operation.reply, rest, schemas);
  if (!found.type) {
    site.report('unknown-path', {
      received: rest.join('.'),
      near: found.near,
      expected: found.names?.join(', '),
    });
    return ANY;
  }
  return list ? (stripNull(found.type, schemas).schema.items ?? ANY) : found.type;
}

/**
 * The schema with every reference followed, so that the browser needs no other schema. A plain name or id is also marked with
 * the member of `{name, caption}` or of a record that it is, as records are often richer than requests.
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
