/**
 * `x-resources`: a kind of record is declared once in the API file, and its operations are generated. A record
 * `loan` has `loanPaging`, `…Get`, `…Save`, `…Delete`, `…History` and one operation
 * for each of its actions (`loanExtend`).
 */
import {
  VERBS,
  type OpenApiEntity,
  type OpenApiFile,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
  type ResourceAction,
  type ResourceDeclaration,
  type ScopeWord,
  type Verb,
} from './openapi.ts';
import type { JsonSchema } from './schema.ts';

interface Addressed {
  path: string;
  method: string;
  operation: OpenApiOperation;
}

const ID: JsonSchema = { type: 'string', format: 'uuid' };
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const ok = (name: string): Record<string, OpenApiResponse> => ({
  '200': { description: 'OK', content: { 'application/json': { schema: ref(name) } } },
});
const bodyOf = (name: string) => ({ required: true, content: { 'application/json': { schema: ref(name) } } });
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The name of the operation for `verb` of a resource. */
export function operationName(resource: string, verb: string): string {
  return `${resource}${capital(verb)}`;
}

/** The verbs of a resource: by default all but history. */
export function verbsOf(resource: ResourceDeclaration): Verb[] {
  return resource.verbs ?? VERBS.filter((verb) => verb !== 'history');
}

/** The resources of a file, each with the defaults of the file. */
export function resourcesOf(doc: Partial<OpenApiFile>): [string, ResourceDeclaration][] {
  return Object.entries(doc['x-resources'] ?? {}).map(([name, resource]) => [
    name,
    { ...doc['x-resource-defaults'], ...resource },
  ]);
}

/** The operations generated from a resource. */
export function resourceOperations(name: string, resource: ResourceDeclaration): Addressed[] {
  const verbs = verbsOf(resource).map((verb) => verbOperation(name, resource, verb));
  const actions = Object.entries(resource.actions ?? {}).map(([action, declaration]) =>
    actionOperation(name, resource, action, declaration),
  );
  return [...verbs, ...actions];
}

/** The entity that a resource declares; it needs the verbs that list and get records. */
export function resourceEntity(name: string, resource: ResourceDeclaration): OpenApiEntity | undefined {
  const { entity, item, record } = resource;
  if (!entity) return undefined;
  return {
    schema: item ?? record,
    key: 'id',
    ...entity,
    get: operationName(name, 'get'),
    list: operationName(name, 'paging'),
  };
}

function verbOperation(name: string, resource: ResourceDeclaration, verb: Verb): Addressed {
  const { path, key, parent, title, item, record, save, filter, search, sort, live } = resource;
  const one = `${path}/{${key}}`;
  switch (verb) {
    case 'paging':
      return {
        path: `${path}/paging`,
        method: 'get',
        operation: {
          ...base(name, resource, verb, 'read', `A page: ${title}`),
          ...(sort && { 'x-sort': sort }),
          ...(live && { 'x-live': [parent && !live.index ? { ...live, index: parent } : live] }),
          ...(parent && { parameters: [{ name: parent, in: 'query', required: true, schema: ID }] }),
          'x-page': { item: item ?? record, ...(filter && { filter }), ...(search === false && { search }) },
        },
      };
    case 'get':
      return {
        path: one,
        method: 'get',
        operation: {
          ...base(name, resource, verb, 'read', `One ${title}`),
          ...(live && { 'x-live': [{ ...live, index: key }] }),
          parameters: [keyParameter(key)],
          responses: ok(record),
        },
      };
    case 'save':
      return {
        path,
        method: 'post',
        operation: {
          ...base(name, resource, verb, 'write', `Creates or changes a ${title}`),
          'x-changes': changesOf(name, resource),
          requestBody: bodyOf(save ?? `${capital(name)}Save`),
          responses: ok(record),
        },
      };
    case 'delete':
      return {
        path: one,
        method: 'delete',
        operation: {
          ...base(name, resource, verb, 'write', `Deletes a ${title}`),
          'x-changes': changesOf(name, resource),
          parameters: [keyParameter(key)],
          responses: { '204': { description: 'Deleted' } },
        },
      };
    case 'history':
      return {
        path: `${one}/history`,
        method: 'get',
        operation: {
          ...base(name, resource, verb, 'read', `Who changed what: ${title}`),
          parameters: [keyParameter(key)],
          'x-page': { item: 'HistoryEntry', search: false },
        },
      };
  }
}

function actionOperation(
  name: string,
  resource: ResourceDeclaration,
  action: string,
  declaration: ResourceAction,
): Addressed {
  const { path, key, title, record } = resource;
  const { method = 'POST', permissions, scope, party, body, changes = [], summary } = declaration;
  const suffix = method === 'DELETE' ? '' : `/${action.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;
  return {
    path: `${path}/{${key}}${suffix}`,
    method: method.toLowerCase(),
    operation: {
      ...base(name, resource, action, 'write', summary ?? `${capital(action)}: ${title}`),
      ...(permissions && { 'x-permissions': permissions }),
      ...(scope && { 'x-scope': scope }),
      ...(party && { 'x-party': party }),
      'x-changes': [...changesOf(name, resource), ...changes],
      parameters: [keyParameter(key)],
      ...(body && { requestBody: bodyOf(body) }),
      responses: ok(record),
    },
  };
}

/** The common part of every operation of a record. */
function base(
  name: string,
  resource: ResourceDeclaration,
  verb: string,
  access: 'read' | 'write',
  summary: string,
): OpenApiOperation {
  const { permissions, scope = 'instance', instanceTypes } = resource;
  const allowed = Array.isArray(permissions) ? permissions : permissions?.[access];
  return {
    operationId: operationName(name, verb),
    summary,
    'x-resource': { name, verb },
    ...(resource.failures?.[verb] && { 'x-failure': resource.failures[verb] }),
    ...(allowed && { 'x-permissions': allowed }),
    'x-scope': typeof scope === 'string' ? scope : (scope[access] as ScopeWord),
    ...(instanceTypes && { 'x-instance-types': instanceTypes }),
  };
}

function keyParameter(key: string): OpenApiParameter {
  return { name: key, in: 'path', required: true, schema: ID };
}

/** A change makes the record's own reads stale, and the operations that the resource names. */
function changesOf(name: string, resource: ResourceDeclaration): string[] {
  const reads = verbsOf(resource).filter((verb) => verb !== 'save' && verb !== 'delete');
  return [...reads.map((verb) => operationName(name, verb)), ...(resource.changes ?? [])];
}
