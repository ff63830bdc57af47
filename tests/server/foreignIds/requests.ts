/** Requests that are valid except for one id, made from the API catalogue and the rows of the caller's instance. */
import type { ApiOperation } from '../../../engine/language/api.ts';
import { deref, stripNull, type JsonSchema } from '../../../engine/language/schema.ts';
import { filePartsOf } from '../../../server/core/operationKinds.ts';
import { savedOf } from '../saved.ts';
import { dayOf, NOBODY, type Client, type Sent, type TestServer } from '../support.ts';
import type { Rows } from './rows.ts';
import { keyOf, type Place, type Site, type Target } from './sites.ts';

type Values = Record<string, unknown>;

/** Values of path parameters that refer to no row. */
const PATHS: Values = { date: dayOf(), size: 'small', type: 'SINGLE' };

/** Values that the schemas do not determine, by the name of the property. */
const VALUES: Values = {
  regNumber: 'А001АА77',
  tin: '1234567894',
  imei: '490154203237518',
  newCode: 'copy-of-it',
};

/** Values in addition to the required ones, by operation: rules across fields or handlers require them. */
const BESIDE: Record<string, Values> = {
  carrierClaimSubmit: { expectedCount: 0, expectedVolume: 0 },
  csoriTotals: { filter: { dateFrom: dayOf(), dateTo: dayOf() } },
  reportSave: { type: 'TABLE' },
  contractSubscriptionSave: { address: 'a@example.org' },
  tierSetReviewed: { version: 1 },
  tievrSetReviewed: { version: 1 },
  vUnitSave: { beginTime: '08:00', endTime: '18:00' },
  weighingSave: { changeReason: 'Проба' },
};

/** Optional properties and parameters that are included, for the same reasons. */
const ALSO: Record<string, readonly string[]> = {
  carrierClaimSubmit: ['csoriId'],
  incidentCreate: ['type'],
  vTaskItemDelete: ['vDayId'],
};

export interface Request extends Sent {
  method: string;
  address: string;
  query: Values;
  /** Names of the files of a form; undefined for a body of JSON. */
  files?: string[] | undefined;
  /** The caller's instance lacks a row that the request needs. */
  lacks: boolean;
}

/** The source of the other values of a request. */
export interface Base {
  /** Reads a valid current body; without it one is made from the API file. */
  read?: () => Promise<Values | undefined>;
  /** Index of the caller's row that the other ids refer to. */
  turn: number;
}

/** Makes requests as an account of an instance. */
export class Requests {
  readonly #words = new Map<string, string | undefined>();
  readonly #sites: Map<string, Site>;

  constructor(
    private readonly server: TestServer,
    private readonly rows: Rows,
    private readonly client: Client,
    readonly instance: string,
    sites: readonly Site[],
  ) {
    this.#sites = new Map(sites.map((site) => [keyOf(site), site]));
  }

  /** Returns the request of an operation with an id at its place. */
  with({ operation, place, at }: Site, id: string, base: Base = { turn: 0 }): Promise<Request> {
    return this.#request(operation, base, id, place, at);
  }

  /** Returns the request of an operation that refers only to rows of the caller. */
  of(operation: ApiOperation): Promise<Request> {
    return this.#request(operation, { turn: 0 });
  }

  async #request(
    operation: ApiOperation,
    base: Base,
    id = NOBODY,
    place?: Place,
    at: readonly string[] = [],
  ): Promise<Request> {
    const make = new Making(this.server, this.rows, this, base.turn, operation, id);
    let { path: address } = operation;
    const query: Values = {};
    for (const { name, in: where, schema, required, json } of operation.parameters) {
      const path = place !== 'body' && at[0] === name ? at.slice(1) : undefined;
      const needed = required || where === 'path' || ALSO[operation.id]?.includes(name);
      if (!path && !needed) continue;
      const fixed = where === 'path' && !path && name in PATHS;
      let value = fixed ? PATHS[name] : await make.value(schema, [name], path);
      const beside = BESIDE[operation.id]?.[name];
      if (json && beside) value = { ...(beside as Values), ...(value as Values) };
      if (where === 'path') address = address.replace(`{${name}}`, encodeURIComponent(String(value)));
      else query[name] = json ? JSON.stringify(value) : value;
    }
    const request = { method: operation.method, address, query };
    if (!operation.body) return { ...request, lacks: make.lacks };
    const path = place === 'body' ? at : undefined;
    const known = await base.read?.();
    const body = known
      ? await make.placed(operation.body, [], path, known)
      : { ...((await make.value(operation.body, [], path)) as Values), ...BESIDE[operation.id] };
    const form = operation.bodyType === 'multipart/form-data';
    const files = form ? filePartsOf(operation, this.server.api.schemas) : undefined;
    return { ...request, body, ...(files && { files }), lacks: make.lacks };
  }

  /**
   * Returns the body of a save that leaves a record of the caller unchanged; undefined if the record cannot be read.
   */
  async saved({ resource, id: operation }: ApiOperation, id: string): Promise<Values | undefined> {
    const { path, name } = this.server.api.resources.get(resource!.name)!;
    const { status, body } = await this.client.call<Values>('GET', `${path}/${id}`);
    return status === 200 ? { ...BESIDE[operation], ...savedOf(this.server.api, name, body) } : undefined;
  }

  /** Returns the same for a record that is read without an id, such as the profile. */
  async savedAlone({ id, body }: ApiOperation): Promise<Values | undefined> {
    const read = this.server.api.operations.get(id.replace(/Save$/, 'Get'));
    if (!body || !read || read.id === id || read.path.includes('{')) return undefined;
    const answer = await this.client.call<Values>('GET', read.path);
    const properties = Object.keys(deref(body, this.server.api.schemas).properties ?? {});
    return Object.fromEntries(Object.entries(answer.body).filter(([name]) => properties.includes(name)));
  }

  /** Returns values of the caller's instance. */
  own(site: Target): Promise<string[]> {
    return this.rows.own(site, this.instance);
  }

  siteOf(operation: ApiOperation, at: readonly string[]): Site | undefined {
    return this.#sites.get(keyOf({ operation, at }));
  }

  /** Returns the first value of a dictionary. */
  async word(id: string): Promise<string> {
    if (!this.#words.has(id)) {
      const { operation, value } = this.server.api.dictionaries.get(id)!;
      const { path } = this.server.api.operations.get(operation)!;
      const { body } = await this.client.call<Values[] | { list?: Values[] }>('GET', path);
      const list = Array.isArray(body) ? body : body.list;
      this.#words.set(id, list?.[0]?.[value] as string | undefined);
    }
    return this.#words.get(id) ?? 'WORD';
  }
}

/** One request that is being made. */
class Making {
  lacks = false;

  constructor(
    private readonly server: TestServer,
    private readonly rows: Rows,
    private readonly requests: Requests,
    private readonly turn: number,
    private readonly operation: ApiOperation,
    private readonly id: string,
  ) {}

  /** Returns the smallest valid value; `path` is the path to the id, if it is within. */
  async value(
    given: JsonSchema,
    at: readonly string[],
    path?: readonly string[],
    dictionary?: string,
  ): Promise<unknown> {
    const { schema } = stripNull(given, this.server.api.schemas);
    if (path?.length === 0) return this.#id(schema);
    const site = this.requests.siteOf(this.operation, at);
    if (site) return this.#own(site);
    const words = schema['x-dictionary'] ?? dictionary;
    if (schema.properties) return this.#object(schema, at, path, words);
    if (schema.items) {
      const count = path?.[0] === '[]' ? 1 : (schema.minItems ?? 0);
      const items: unknown[] = [];
      for (let i = 0; i < count; i += 1)
        items.push(await this.value(schema.items, [...at, '[]'], path?.slice(1), words));
      return items;
    }
    const name = at.findLast((each) => each !== '[]') ?? '';
    if (name in VALUES) return VALUES[name];
    const option = schema.anyOf?.[0] ?? schema.oneOf?.[0];
    if (option) return this.value(option, at, path, words);
    if (schema.enum) return schema.enum.find((each) => each !== null);
    return words ? this.requests.word(words) : plain(schema);
  }

  /** Returns a value with the id inserted; missing objects on the way are made. */
  async placed(
    given: JsonSchema,
    at: readonly string[],
    path: readonly string[] | undefined,
    value: unknown,
  ): Promise<unknown> {
    const [next, ...rest] = path ?? [];
    if (!path) return value;
    if (next === undefined || value === null || value === undefined) return this.value(given, at, path);
    const { schema } = stripNull(given, this.server.api.schemas);
    if (next === '[]') {
      const [first] = value as unknown[];
      return [await this.placed(schema.items ?? {}, [...at, next], rest, first)];
    }
    const known = value as Values;
    const property = schema.properties?.[next] ?? {};
    return { ...known, [next]: await this.placed(property, [...at, next], rest, known[next]) };
  }

  #id({ type }: JsonSchema): string | number {
    return [type].flat().includes('integer') ? Number(this.id) : this.id;
  }

  async #own(site: Site): Promise<string | number> {
    const known = await this.rows.own(site, this.requests.instance);
    const own = known[this.turn % Math.max(known.length, 1)];
    if (own === undefined) this.lacks = true;
    const value = own ?? (await this.rows.nobody(site));
    return site.numeric ? Number(value) : value;
  }

  async #object(
    schema: JsonSchema,
    at: readonly string[],
    path: readonly string[] | undefined,
    dictionary: string | undefined,
  ): Promise<Values> {
    const files = at.length === 0 ? filePartsOf(this.operation, this.server.api.schemas) : [];
    const also = at.length === 0 ? (ALSO[this.operation.id] ?? []) : [];
    const names = new Set([...(schema.required ?? []), ...also, ...(path?.[0] ? [path[0]] : [])]);
    // A client that sends the id of a record has read a version of it.
    if (path?.[0] === 'id' && schema.properties?.['version']) names.add('version');
    const key = dictionary && this.server.api.dictionaries.get(dictionary)?.value;
    const value: Values = {};
    for (const name of names) {
      if (files.includes(name)) continue;
      const inner = path?.[0] === name ? path.slice(1) : undefined;
      const property = schema.properties?.[name] ?? {};
      value[name] = await this.value(property, [...at, name], inner, name === key ? dictionary : undefined);
    }
    return value;
  }
}

/** Returns a value of a type without further constraints. */
function plain({ type, format, minimum, exclusiveMinimum, minLength = 0, ...rest }: JsonSchema): unknown {
  if (rest.default !== undefined) return rest.default;
  switch ([type].flat()[0]) {
    case 'integer':
    case 'number':
      return minimum ?? (exclusiveMinimum ?? 0) + 1;
    case 'boolean':
      return true;
    case 'object':
      return {};
    default:
      if (format === 'date') return dayOf();
      if (format === 'date-time') return new Date().toISOString();
      if (format === 'time') return '08:00';
      return 'Проба'.padEnd(minLength, 'а');
  }
}

/** Sends a request; a form as browsers send it, with an empty file for each of its files. */
export function send(
  client: Client,
  { method, address, query, body, files }: Request,
): Promise<{ status: number; body: unknown }> {
  if (!files) return client.call<unknown>(method, address, { query, body });
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Values))
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  for (const name of files) form.append(name, new Blob(['text']), 'a.txt');
  return client.call<unknown>(method, address, { query, body: form });
}
