/**
 * Reads the OpenAPI 3.1 files of a product into one catalogue: operations by name, component schemas by
 * globally unique name, entities and dictionaries. The same catalogue drives the checker, the server and
 * the generated types.
 */
import { checkNames } from './apiNames.ts';
import { Diagnostics, type Diagnostic } from './diagnostics.ts';
import { entitiesOf, operationsOf, type PlacedOperation } from './expand.ts';
import type {
  OpenApiBody,
  OpenApiDictionary,
  OpenApiEntity,
  OpenApiFile,
  OpenApiLive,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
  ResourceDeclaration,
  ScopeWord,
} from './openapi.ts';
import { own } from './own.ts';
import { basePath, mergeParts, plainSchema } from './plainApi.ts';
import { parseFile, type Source, type SourceFile } from './source.ts';
import { resourcesOf } from './resources.ts';
import type { JsonSchema, Schemas } from './schema.ts';
import { checkStructure, type LanguageSchema } from './structure.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type { ScopeWord } from './openapi.ts';

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
  /** Media type of the body; a form with files is `multipart/form-data`. */
  bodyType?: 'application/json' | 'multipart/form-data';
  /** Media type of a body that no screen can send. */
  otherBody?: string;
  /** Schema of a JSON reply; absent for a reply without content and for a file. */
  reply?: JsonSchema;
  /** Media type of the reply; anything but JSON is a file. */
  replyType?: string;
  /** HTTP status of success. */
  status: number;
  /** Any-of; empty admits everyone whom `scope` admits. */
  permissions: string[];
  instanceTypes?: string[];
  scope: ScopeWord;
  /** Scope `party`: only the linked party of the record may call it, not its owner. */
  party?: 'linked';
  /** Fields by which a page can be ordered. */
  sort: string[];
  /** Operations whose replies a success makes stale. */
  changes: string[];
  /** Key of the text that names the action when the call fails, and the pointer where the key is given. */
  failure?: { key: string; pointer: string };
  /** Broadcasts of the live channel that update the reply. */
  live: OpenApiLive[];
  dictionary?: ApiDictionary;
  /** The record kind that the operation belongs to, and what it does to a record. */
  resource?: { name: string; verb: string };
}

export interface ApiDictionary extends OpenApiDictionary {
  operation: string;
}

/** Whether an operation may be called without a user action: it declares that it changes nothing. */
export const isReading = ({ method, changes }: Pick<ApiOperation, 'method' | 'changes'>): boolean =>
  method === 'GET' || (method === 'POST' && changes.length === 0);

/** A kind of record that ids point to: how to show, load, find and pick one. */
export interface ApiEntity extends OpenApiEntity {
  name: string;
}

/** A kind of record, declared once in `x-resources`. */
export interface ApiResource extends ResourceDeclaration {
  name: string;
  file: string;
}

export interface ApiCatalogue {
  operations: Map<string, ApiOperation>;
  schemas: Schemas;
  entities: Map<string, ApiEntity>;
  dictionaries: Map<string, ApiDictionary>;
  resources: Map<string, ApiResource>;
}

/** Components that operations refer to by `$ref`. */
interface Shared {
  parameters: Map<string, OpenApiParameter>;
  responses: Map<string, OpenApiResponse>;
  bodies: Map<string, OpenApiBody>;
}

/**
 * Reads every API file. Each is validated against the shape of API files first: nothing is read of an invalid
 * file, and its errors are returned as diagnostics, never thrown.
 */
export function readApi(files: readonly SourceFile[], shape: LanguageSchema): ReadApi {
  const known = files[0] && read.get(files[0]);
  const same = known?.shape === shape && known.files.length === files.length;
  if (same && known.files.every((file, i) => file === files[i])) return known.result;
  const result = readFiles(files, shape);
  if (files[0]) read.set(files[0], { files: [...files], shape, result });
  return result;
}

interface ReadApi {
  api: ApiCatalogue;
  diagnostics: Diagnostic[];
}

/** Cache of the last result, keyed by the first of the files. */
const read = new WeakMap<SourceFile, { files: SourceFile[]; shape: LanguageSchema; result: ReadApi }>();

function readFiles(files: readonly SourceFile[], shape: LanguageSchema): ReadApi {
  const diagnostics = new Diagnostics();
  const api: ApiCatalogue = {
    operations: new Map(),
    schemas: {},
    entities: new Map(),
    dictionaries: new Map(),
    resources: new Map(),
  };
  const sound: { source: Source; doc: Partial<OpenApiFile> }[] = [];
  for (const file of files) {
    const source = parseFile(file);
    if (!diagnostics.addSyntax(source) && checkStructure(source, shape, diagnostics))
      sound.push({ source, doc: source.value as OpenApiFile });
  }
  const shared: Shared = { parameters: new Map(), responses: new Map(), bodies: new Map() };
  for (const { source, doc } of sound) readComponents(source, doc, api, shared, diagnostics);
  for (const [name, schema] of Object.entries(api.schemas))
    api.schemas[name] = mergeParts(schema, api.schemas, [`#/components/schemas/${name}`]);
  for (const { source, doc } of sound) {
    for (const [name, entity] of Object.entries(entitiesOf(doc))) api.entities.set(name, { name, ...entity });
    for (const [name, resource] of resourcesOf(doc))
      api.resources.set(name, { name, file: source.file, ...resource });
    for (const placed of operationsOf(doc)) addOperation(source, doc, placed, api, shared, diagnostics);
  }
  const components = {
    parameters: [...shared.parameters.keys()],
    responses: [...shared.responses.keys()],
    requestBodies: [...shared.bodies.keys()],
  };
  for (const { source } of sound) checkNames(api, components, source, diagnostics);
  return { api, diagnostics: diagnostics.list };
}

function readComponents(
  source: Source,
  { components = {}, 'x-closed': closed }: Partial<OpenApiFile>,
  api: ApiCatalogue,
  shared: Shared,
  diagnostics: Diagnostics,
): void {
  for (const [name, schema] of Object.entries(components.schemas ?? {})) {
    if (own(api.schemas, name))
      diagnostics.add('api-duplicate', source, `/components/schemas/${name}`, { received: name });
    api.schemas[name] = plainSchema(schema, closed);
  }
  const gather = <T>(from: Record<string, T> | undefined, into: Map<string, T>) => {
    for (const [name, one] of Object.entries(from ?? {})) into.set(name, one);
  };
  gather(components.parameters, shared.parameters);
  gather(components.responses, shared.responses);
  gather(components.requestBodies, shared.bodies);
}

function addOperation(
  source: Source,
  doc: Partial<OpenApiFile>,
  { path: own, method, pointer, operation }: PlacedOperation,
  api: ApiCatalogue,
  shared: Shared,
  diagnostics: Diagnostics,
): void {
  const path = basePath(doc) + own;
  const op = withDefaults(doc, operation);
  for (const name of ['x-permissions', 'x-scope'] as const)
    if (op[name] === undefined)
      diagnostics.add('missing-property', source, pointer, {
        received: name,
        note: 'or once at the top of the file',
      });
  if (api.operations.has(op.operationId))
    diagnostics.add('api-duplicate', source, `${pointer}/operationId`, { received: op.operationId });
  const area = source.file.replace(/^.*\//, '').replace(/\.json$/, '');
  const plain = (schema: JsonSchema) => mergeParts(plainSchema(schema, doc['x-closed']), api.schemas);
  const read = readOperation(op, area, source.file, method, path, shared, plain);
  const failure = op['x-failure'];
  if (failure !== undefined) read.failure = { key: failure, pointer };
  api.operations.set(read.id, read);
  const declared = read.parameters.filter((p) => p.in === 'path').map((p) => p.name);
  for (const name of [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))
    if (!declared.includes(name)) {
      const facts = { expected: `a path parameter ${name}`, received: declared.join(', ') || 'none' };
      diagnostics.add('api-shape', source, pointer, facts);
    }
  if (read.dictionary) api.dictionaries.set(read.dictionary.id, read.dictionary);
}

/** Adds permissions and scope: those of the operation, or else the defaults of the file. */
function withDefaults(doc: Partial<OpenApiFile>, operation: OpenApiOperation): OpenApiOperation {
  const { 'x-permissions': permissions, 'x-scope': scope } = doc;
  return {
    ...(permissions && { 'x-permissions': permissions }),
    ...(scope && { 'x-scope': scope }),
    ...operation,
  };
}

function readOperation(
  op: OpenApiOperation,
  area: string,
  file: string,
  method: string,
  path: string,
  shared: Shared,
  whole: (schema: JsonSchema) => JsonSchema,
): ApiOperation {
  const [status, success] = successOf(op, shared);
  const [replyType, reply] = mediaOf(success?.content, 'application/json');
  const [bodyType, body] = mediaOf(
    resolve(op.requestBody, shared.bodies)?.content,
    'application/json',
    'multipart/form-data',
  );
  const dictionary = op['x-dictionary'];
  const sendable = bodyType === 'application/json' || bodyType === 'multipart/form-data';
  return {
    id: op.operationId,
    area,
    file,
    method: method.toUpperCase() as HttpMethod,
    path,
    summary: op.summary ?? '',
    parameters: (op.parameters ?? []).flatMap((p) => readParameter(p, shared)),
    ...(body && sendable && { body: whole(body), bodyType }),
    ...(bodyType && !sendable && { otherBody: bodyType }),
    ...(reply && replyType === 'application/json' && { reply: whole(reply) }),
    ...(replyType && { replyType }),
    status,
    permissions: op['x-permissions'] ?? [],
    ...(op['x-instance-types'] && { instanceTypes: op['x-instance-types'] }),
    scope: op['x-scope'] ?? 'instance',
    ...(op['x-party'] && { party: op['x-party'] }),
    sort: op['x-sort'] ?? [],
    changes: op['x-changes'] ?? [],
    live: op['x-live'] ?? [],
    ...(dictionary && { dictionary: { ...dictionary, operation: op.operationId } }),
    ...(op['x-resource'] && { resource: op['x-resource'] }),
  };
}

/** The reply of success: the lowest 2xx; an operation that declares none replies without content. */
function successOf(op: OpenApiOperation, { responses }: Shared): [number, OpenApiResponse | undefined] {
  const code = Object.keys(op.responses ?? {})
    .filter((one) => /^2\d\d$/.test(one))
    .toSorted()[0];
  return code ? [Number(code), resolve(op.responses?.[code], responses)] : [204, undefined];
}

/** The first of the wanted media types, else the first there is. */
function mediaOf(
  content: Record<string, { schema?: JsonSchema }> | undefined,
  ...wanted: string[]
): [string | undefined, JsonSchema | undefined] {
  const types = Object.keys(content ?? {});
  const type = wanted.find((one) => types.includes(one)) ?? types[0];
  return [type, type === undefined ? undefined : content?.[type]?.schema];
}

function resolve<T extends { $ref?: string }>(value: T | undefined, shared: Map<string, T>): T | undefined {
  return value?.$ref ? shared.get(value.$ref.replace(/^.*\//, '')) : value;
}

/** Path and query parameters; screens do not see headers and cookies. */
function readParameter(parameter: OpenApiParameter, { parameters }: Shared): ApiParameter[] {
  const p = resolve(parameter, parameters);
  if (!p || (p.in !== 'path' && p.in !== 'query')) return [];
  const json = p.content?.['application/json']?.schema;
  return [
    {
      name: p.name,
      in: p.in,
      required: p.required ?? false,
      schema: plainSchema(json ?? p.schema ?? {}),
      json: json !== undefined,
      ...(p.description && { description: p.description }),
    },
  ];
}
