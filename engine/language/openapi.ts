/**
 * An API file as it is on disk: OpenAPI 3.1 and the product's extensions. `expand.ts` expands the short forms
 * (`x-resources`, `x-dictionaries`, `x-page`), so that all later steps read plain OpenAPI.
 */
import type { JsonSchema, Schemas } from './schema.ts';

export type ScopeWord = 'public' | 'session' | 'instance' | 'party' | 'global';

export interface OpenApiParameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
  content?: { 'application/json': { schema: JsonSchema } };
}

export interface OpenApiContent {
  content?: Record<string, { schema?: JsonSchema }>;
}

export interface OpenApiResponse extends OpenApiContent {
  $ref?: string;
  description?: string;
}

export interface OpenApiBody extends OpenApiContent {
  $ref?: string;
  required?: boolean;
}

/** A broadcast of the live channel that updates a reply. */
export interface OpenApiLive {
  broadcast: string;
  /** Parameter of the operation whose value is the index; without it the index is the account's instance. */
  index?: string;
  /** Component schema of the message; without it a message has only identity and version. */
  dto?: string;
}

export interface OpenApiOperation {
  operationId: string;
  summary?: string;
  parameters?: OpenApiParameter[];
  requestBody?: OpenApiBody;
  responses?: Record<string, OpenApiResponse>;
  'x-permissions'?: string[];
  'x-instance-types'?: string[];
  'x-scope'?: ScopeWord;
  'x-party'?: 'linked';
  'x-sort'?: string[];
  'x-changes'?: string[];
  'x-failure'?: string;
  'x-live'?: OpenApiLive[];
  'x-dictionary'?: OpenApiDictionary;
  'x-page'?: OpenApiPage;
  'x-resource'?: { name: string; verb: string };
}

export type OpenApiPathItem = Partial<
  Record<'get' | 'post' | 'put' | 'patch' | 'delete', OpenApiOperation>
> & {
  parameters?: OpenApiParameter[];
};

/** The reply is a page; its parameters and envelope are added by `expand.ts`. */
export interface OpenApiPage {
  /** Component schema of a row. */
  item: string;
  /** Component schema of the `filter` parameter. */
  filter?: string;
  /** Whether the page takes a search text; true by default. */
  search?: boolean;
}

export interface OpenApiDictionary {
  id: string;
  value: string;
  label: string;
  children?: string;
  /** The values are loaded in pages and searched by the server. */
  paged?: boolean;
  /** Dictionary that has all values of this one: a field of that dictionary may be filled from this one. */
  partOf?: string;
}

/** The short form of a dictionary: its path, and what differs from values with name and caption. */
export interface DictionaryDeclaration {
  path: string;
  /** Component schema of an item; ClassifierValue by default. */
  item?: string;
  value?: string;
  label?: string;
  children?: string;
  paged?: boolean;
  partOf?: string;
  permissions?: string[];
  scope?: ScopeWord;
  summary?: string;
}

type ReadWrite<T> = T | { read: T; write: T };

/** An additional verb of a record: `POST {path}/{key}/{name}` that replies with the record. */
export interface ResourceAction {
  summary?: string;
  method?: 'POST' | 'DELETE';
  permissions?: string[];
  scope?: ScopeWord;
  party?: 'linked';
  /** Component schema of the body. */
  body?: string;
  /** Further operations that the action makes stale. */
  changes?: string[];
}

export const VERBS = ['paging', 'get', 'save', 'delete', 'history'] as const;
export type Verb = (typeof VERBS)[number];

/** The short form of a kind of record: its operations are generated from it. */
export interface ResourceDeclaration {
  /** What one record is called in summaries: "loan of a reader". */
  title: string;
  path: string;
  /** Parameter that names one record: `loanId`. */
  key: string;
  /** Parameter that names the record it belongs to; required by the page and by the save schema. */
  parent?: string;
  permissions?: ReadWrite<string[]>;
  scope?: ReadWrite<ScopeWord>;
  instanceTypes?: string[];
  /** Component schemas: the record, a row of a page (by default the record), what a save takes, the filter. */
  record: string;
  item?: string;
  save?: string;
  filter?: string;
  sort?: string[];
  search?: boolean;
  verbs?: Verb[];
  actions?: Record<string, ResourceAction>;
  /** Operations that a change makes stale beside the record's own. */
  changes?: string[];
  /** `x-failure` of the operations, by verb. */
  failures?: Record<string, string>;
  live?: OpenApiLive;
  /** The record is an entity that ids point to. */
  entity?: { label: string; picker?: string };
}

export interface OpenApiEntity {
  schema: string;
  key: string;
  label: string;
  get: string;
  list: string;
  picker?: string;
}

export interface OpenApiFile {
  openapi: string;
  info?: { title: string; version: string };
  servers?: { url: string; variables?: Record<string, { default?: string }> }[];
  /** Objects without `additionalProperties` are closed. */
  'x-closed'?: boolean;
  /** Permissions of operations that declare none. */
  'x-permissions'?: string[];
  'x-scope'?: ScopeWord;
  paths?: Record<string, OpenApiPathItem>;
  components?: {
    schemas?: Schemas;
    parameters?: Record<string, OpenApiParameter>;
    responses?: Record<string, OpenApiResponse>;
    requestBodies?: Record<string, OpenApiBody>;
  };
  'x-entities'?: Record<string, OpenApiEntity>;
  /** Defaults of the resources of the file. */
  'x-resource-defaults'?: Partial<
    Pick<ResourceDeclaration, 'parent' | 'permissions' | 'scope' | 'instanceTypes' | 'verbs'>
  >;
  'x-resources'?: Record<string, ResourceDeclaration>;
  'x-dictionaries'?: Record<string, string | DictionaryDeclaration>;
}
