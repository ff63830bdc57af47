/**
 * Reads the OpenAPI 3.1 files of a product into one catalogue: operations by name, component schemas by
 * globally unique name, entities and dictionaries. The same catalogue drives the checker, the server and
 * the generated types.
 */
import { Diagnostics, nearest, type Diagnostic } from './diagnostics.ts';
import { parseFile, type SourceFile } from './source.ts';
import type { JsonSchema, Schemas } from './schema.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type ScopeWord = 'public' | 'session' | 'instance' | 'global';

export interface ApiParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: JsonSchema;
  /** The value is JSON text in the query string. */
  json: boolean;
  description?: string;
}

export interface ApiOperation {
  id: string;
  /** Name of the file, without extension, that declares the operation. */
  area: string;
  file: string;
  method: HttpMethod;
  path: string;
  summary: string;
  parameters: ApiParameter[];
  body?: JsonSchema;
  reply?: JsonSchema;
  status: 200 | 204;
  /** Any-of; empty admits everyone whom `scope` admits. */
  permissions: string[];
  instanceTypes?: string[];
  scope: ScopeWord;
  /** Fields by which a page can be ordered. */
  sort: string[];
  /** Operations whose replies a success makes stale. */
  changes: string[];
  /** Broadcasts of the live channel that concern the reply. */
  live: string[];
  dictionary?: ApiDictionary;
}

export interface ApiDictionary {
  id: string;
  /** Property that is the value. */
  value: string;
  /** Property that is shown. */
  label: string;
  /** Property with the children, for a dictionary that is a tree. */
  children?: string;
  operation: string;
}

/** A kind of record that ids point to: how to show, load, find and pick one. */
export interface ApiEntity {
  name: string;
  schema: string;
  key: string;
  label: string;
  get: string;
  list: string;
  picker?: string;
}

export interface ApiCatalogue {
  operations: Map<string, ApiOperation>;
  schemas: Schemas;
  entities: Map<string, ApiEntity>;
  dictionaries: Map<string, ApiDictionary>;
}

interface OpenApiParameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query';
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
  content?: { 'application/json': { schema: JsonSchema } };
}
interface OpenApiOperation {
  operationId: string;
  summary?: string;
  parameters?: OpenApiParameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
  'x-permissions'?: string[];
  'x-instance-types'?: string[];
  'x-scope'?: ScopeWord;
  'x-sort'?: string[];
  'x-changes'?: string[];
  'x-live'?: string[];
  'x-dictionary'?: { id: string; value: string; label: string; children?: string };
}
interface OpenApiFile {
  openapi: string;
  paths: Record<string, Record<string, OpenApiOperation>>;
  components?: { schemas?: Schemas; parameters?: Record<string, OpenApiParameter> };
  'x-entities'?: Record<string, Omit<ApiEntity, 'name'>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Reads every API file; problems in them come back as diagnostics, never as an exception. */
export function readApi(files: readonly SourceFile[]): { api: ApiCatalogue; diagnostics: Diagnostic[] } {
  const diagnostics = new Diagnostics();
  const api: ApiCatalogue = {
    operations: new Map(),
    schemas: {},
    entities: new Map(),
    dictionaries: new Map(),
  };
  const parsed = files.map((file) => {
    const source = parseFile(file);
    diagnostics.addSyntax(source);
    return { source, doc: (source.value ?? {}) as Partial<OpenApiFile> };
  });
  const parameters = new Map<string, OpenApiParameter>();
  for (const { source, doc } of parsed) {
    for (const [name, schema] of Object.entries(doc.components?.schemas ?? {})) {
      if (api.schemas[name])
        diagnostics.add('api-duplicate', source, `/components/schemas/${name}`, { received: name });
      api.schemas[name] = localRefs(schema);
    }
    for (const [name, parameter] of Object.entries(doc.components?.parameters ?? {}))
      parameters.set(name, parameter);
  }
  for (const { source, doc } of parsed) {
    const area = source.file.replace(/^.*\//, '').replace(/\.json$/, '');
    for (const [name, entity] of Object.entries(doc['x-entities'] ?? {}))
      api.entities.set(name, { name, ...entity });
    for (const [path, methods] of Object.entries(doc.paths ?? {}))
      for (const [method, op] of Object.entries(methods)) {
        const pointer = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`;
        if (!METHODS.includes(method) || !op?.operationId) {
          diagnostics.add('api-shape', source, pointer, {
            expected: 'a method with an operationId',
            received: method,
          });
          continue;
        }
        if (api.operations.has(op.operationId))
          diagnostics.add('api-duplicate', source, `${pointer}/operationId`, { received: op.operationId });
        const operation = readOperation(op, area, source.file, method, path, parameters);
        api.operations.set(operation.id, operation);
        if (operation.dictionary) api.dictionaries.set(operation.dictionary.id, operation.dictionary);
      }
  }
  for (const { source } of parsed) checkNames(api, source, diagnostics);
  return { api, diagnostics: diagnostics.list };
}

function readOperation(
  op: OpenApiOperation,
  area: string,
  file: string,
  method: string,
  path: string,
  shared: Map<string, OpenApiParameter>,
): ApiOperation {
  const success = op.responses['200'];
  const body = op.requestBody && Object.values(op.requestBody.content)[0]?.schema;
  const reply = success?.content && Object.values(success.content)[0]?.schema;
  const dictionary = op['x-dictionary'];
  return {
    id: op.operationId,
    area,
    file,
    method: method.toUpperCase() as HttpMethod,
    path,
    summary: op.summary ?? '',
    parameters: (op.parameters ?? []).map((p) => readParameter(p, shared)),
    ...(body ? { body: localRefs(body) } : {}),
    ...(reply ? { reply: localRefs(reply) } : {}),
    status: success ? 200 : 204,
    permissions: op['x-permissions'] ?? [],
    ...(op['x-instance-types'] ? { instanceTypes: op['x-instance-types'] } : {}),
    scope: op['x-scope'] ?? 'instance',
    sort: op['x-sort'] ?? [],
    changes: op['x-changes'] ?? [],
    live: op['x-live'] ?? [],
    ...(dictionary ? { dictionary: { ...dictionary, operation: op.operationId } } : {}),
  };
}

function readParameter(parameter: OpenApiParameter, shared: Map<string, OpenApiParameter>): ApiParameter {
  const p = parameter.$ref
    ? (shared.get(parameter.$ref.replace(/^.*\//, '')) ?? { ...parameter, name: parameter.$ref })
    : parameter;
  const json = p.content?.['application/json'].schema;
  return {
    name: p.name,
    in: p.in,
    required: p.required ?? false,
    schema: localRefs(json ?? p.schema ?? {}),
    json: json !== undefined,
    ...(p.description ? { description: p.description } : {}),
  };
}

/** `./common.json#/components/schemas/X` and `#/components/schemas/X` name the same component. */
function localRefs(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace(/^[^#]*/, '') : value,
  ) as JsonSchema;
}

/** Every name that an API file mentions must exist: components, operations, dictionaries, entities. */
function checkNames(api: ApiCatalogue, source: ReturnType<typeof parseFile>, diagnostics: Diagnostics): void {
  const operations = [...api.operations.keys()];
  const expectName = (
    pointer: string,
    received: unknown,
    names: readonly string[],
    code: 'unknown-operation' | 'unknown-dictionary' | 'api-ref' | 'api-entity',
  ) => {
    if (typeof received === 'string' && !names.includes(received))
      diagnostics.add(code, source, pointer, { received, near: nearest(received, names) });
  };
  const visit = (value: unknown, pointer: string): void => {
    if (Array.isArray(value)) return value.forEach((item, i) => visit(item, `${pointer}/${i}`));
    if (!value || typeof value !== 'object') return;
    for (const [key, child] of Object.entries(value)) {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (key === '$ref' && String(child).includes('/schemas/'))
        expectName(at, String(child).replace(/^.*\//, ''), Object.keys(api.schemas), 'api-ref');
      else if (key === 'x-changes' && Array.isArray(child))
        child.forEach((name, i) => expectName(`${at}/${i}`, name, operations, 'unknown-operation'));
      else if (key === 'x-dictionary' && typeof child === 'string')
        expectName(at, child, [...api.dictionaries.keys()], 'unknown-dictionary');
      else if (key === 'x-ref') expectName(at, child, [...api.entities.keys()], 'api-entity');
      else visit(child, at);
    }
  };
  visit(source.value, '');
  const entities = (source.value as Partial<OpenApiFile> | undefined)?.['x-entities'] ?? {};
  for (const [name, entity] of Object.entries(entities)) {
    expectName(`/x-entities/${name}/schema`, entity.schema, Object.keys(api.schemas), 'api-ref');
    expectName(`/x-entities/${name}/get`, entity.get, operations, 'unknown-operation');
    expectName(`/x-entities/${name}/list`, entity.list, operations, 'unknown-operation');
    const members = Object.keys(api.schemas[entity.schema]?.properties ?? {});
    for (const part of ['key', 'label'] as const)
      if (members.length) expectName(`/x-entities/${name}/${part}`, entity[part], members, 'api-entity');
  }
}
