/** Expands the short forms of an API file: records, dictionaries and pages become ordinary operations. */
import type {
  DictionaryDeclaration,
  OpenApiEntity,
  OpenApiFile,
  OpenApiOperation,
  OpenApiPage,
  OpenApiParameter,
  OpenApiResponse,
} from './openapi.ts';
import { resourceEntity, resourceOperations, resourcesOf } from './resources.ts';
import type { JsonSchema } from './schema.ts';

/** An operation with its path and its place in the file. */
export interface PlacedOperation {
  path: string;
  method: string;
  pointer: string;
  operation: OpenApiOperation;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const escape = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const parameterRef = (name: string) => ({ $ref: `#/components/parameters/${name}` }) as OpenApiParameter;
const PROBLEM: OpenApiResponse = { $ref: '#/components/responses/Problem' };

/** Every operation of a file, including those of the short forms. */
export function operationsOf(doc: Partial<OpenApiFile>): PlacedOperation[] {
  const placed: PlacedOperation[] = [];
  for (const [path, item] of Object.entries(doc.paths ?? {}))
    for (const method of METHODS) {
      const operation = item[method];
      // Parameters shared by all methods of a path are declared beside the methods.
      const parameters = [...(item.parameters ?? []), ...(operation?.parameters ?? [])];
      if (operation)
        placed.push({
          path,
          method,
          pointer: `/paths/${escape(path)}/${method}`,
          operation: { ...operation, ...(parameters.length > 0 && { parameters }) },
        });
    }
  for (const [name, resource] of resourcesOf(doc))
    for (const { path, method, operation } of resourceOperations(name, resource))
      placed.push({ path, method, pointer: `/x-resources/${escape(name)}`, operation });
  for (const [id, dictionary] of Object.entries(doc['x-dictionaries'] ?? {}))
    placed.push({
      ...dictionaryOperation(id, typeof dictionary === 'string' ? { path: dictionary } : dictionary),
      pointer: `/x-dictionaries/${escape(id)}`,
    });
  return placed.map((one) => ({ ...one, operation: completed(one.operation, one.path, one.method) }));
}

/** Every entity of a file, including those of its resources. */
export function entitiesOf(doc: Partial<OpenApiFile>): Record<string, OpenApiEntity> {
  const entities = { ...doc['x-entities'] };
  for (const [name, resource] of resourcesOf(doc)) {
    const entity = resourceEntity(name, resource);
    if (entity) entities[name] = entity;
  }
  return entities;
}

function dictionaryOperation(id: string, declaration: DictionaryDeclaration) {
  const { path, item = 'ClassifierValue', value = 'name', label = 'caption' } = declaration;
  const { children, paged, partOf } = declaration;
  const operation: OpenApiOperation = {
    operationId: `dictionary${id[0]?.toUpperCase()}${id.slice(1)}`,
    summary: declaration.summary ?? `Dictionary ${id}`,
    'x-permissions': declaration.permissions ?? [],
    'x-scope': declaration.scope ?? 'session',
    'x-dictionary': {
      id,
      value,
      label,
      ...(children && { children }),
      ...(paged && { paged }),
      ...(partOf && { partOf }),
    },
    ...(paged
      ? { 'x-page': { item } }
      : { responses: { '200': jsonReply({ type: 'array', items: schemaRef(item) }) } }),
  };
  return { path, method: 'get', operation };
}

/** Adds the parameters and the envelope of a page, and the error replies that every operation may give. */
function completed(operation: OpenApiOperation, path: string, method: string): OpenApiOperation {
  const page = operation['x-page'];
  const parameters = [
    ...(operation.parameters ?? []),
    ...(page ? pageParameters(page) : []),
    ...headers(operation, method),
  ];
  const responses = page
    ? { '200': jsonReply(pageOf(page.item)), ...operation.responses }
    : (operation.responses ?? {});
  const whole = { ...operation, ...(parameters.length > 0 && { parameters }) };
  return { ...whole, responses: { ...responses, ...refusals(whole, path, method, responses) } };
}

function pageParameters({ filter, search = true }: OpenApiPage): OpenApiParameter[] {
  return [
    parameterRef('page'),
    parameterRef('count'),
    ...(search ? [parameterRef('query')] : []),
    ...(filter
      ? [
          {
            name: 'filter',
            in: 'query' as const,
            content: { 'application/json': { schema: schemaRef(filter) } },
          },
        ]
      : []),
    parameterRef('order'),
  ];
}

function pageOf(item: string): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['list', 'size'],
    properties: {
      list: { type: 'array', items: schemaRef(item) },
      size: { type: 'integer', minimum: 0 },
      sizeExact: { type: 'boolean', description: 'False when there are more rows than `size`' },
    },
  };
}

function jsonReply(schema: JsonSchema): OpenApiResponse {
  return { description: 'OK', content: { 'application/json': { schema } } };
}

/** The problem replies that any operation may give, and those that follow from its request and its gate. */
/** Header parameters of an operation. */
function headers({ requestBody, 'x-scope': scope }: OpenApiOperation, method: string): OpenApiParameter[] {
  if (method === 'get' || scope === 'public') return [];
  const multipart = requestBody?.content && 'multipart/form-data' in requestBody.content;
  const header = (name: string, pattern: string, description: string): OpenApiParameter => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string', pattern },
  });
  return [
    header(
      'If-Match',
      '^(\\*|(W/)?"[0-9]+")$',
      'Version of the record that is changed; 412 when it has another',
    ),
    ...(method === 'post' && !multipart
      ? [
          header(
            'Idempotency-Key',
            '^[!-~]{1,100}$',
            'The same request again within 24 hours gets the first reply',
          ),
        ]
      : []),
  ];
}

function refusals(
  operation: OpenApiOperation,
  path: string,
  method: string,
  declared: Record<string, OpenApiResponse>,
): Record<string, OpenApiResponse> {
  const { requestBody, parameters, 'x-scope': scope } = operation;
  const writes = method !== 'get';
  const signedIn = scope !== 'public';
  const named = path.includes('{') || parameters?.some((p) => p.required);
  const codes = [
    '400',
    '405',
    '408',
    '503',
    ...(signedIn ? ['401'] : []),
    ...(signedIn || writes ? ['403'] : []),
    ...(named || (writes && requestBody) ? ['404'] : []),
    ...(writes && signedIn ? ['409', '412'] : []),
    ...(requestBody ? ['413'] : []),
    // Another request under the same Idempotency-Key.
    ...(method === 'post' && signedIn ? ['422'] : []),
  ];
  return Object.fromEntries(codes.filter((code) => !declared[code]).map((code) => [code, PROBLEM]));
}
