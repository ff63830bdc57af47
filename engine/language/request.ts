/** Turns an operation and its arguments into a request: path, query string, filter and body. No fetch here. */
import type { CompiledOperation } from './compiled.ts';

export type Arguments = Record<string, unknown>;

/** The key in a route of a record that does not exist yet. */
export const NEW = 'new';

export interface Paging {
  /** Counted from zero. */
  page?: number;
  /** Rows per page; −1 is all. */
  count?: number;
  /** `+field` is descending, `-field` is ascending. */
  order?: string;
}

export interface RequestParts {
  url: string;
  body?: unknown;
}

/** The value of the `order` parameter. The signs are the product's: + is descending, − is ascending. */
export function orderWord(field: string, direction: 'ascending' | 'descending'): string {
  return `${direction === 'descending' ? '+' : '-'}${field}`;
}

/** Splits the arguments by the parts of the request that declare them. A name that several parts declare is sent in each. */
export function requestParts(
  operation: CompiledOperation,
  args: Arguments,
  paging: Paging = {},
): RequestParts {
  const given: Arguments = { ...args };
  for (const name of ['page', 'count', 'order'] as const)
    if (paging[name] !== undefined) given[name] = paging[name];
  const filter = operation.filter && pick(given, operation.filter, (value) => !isEmpty(value));
  if (filter && Object.keys(filter).length) given.filter = { ...asObject(given.filter), ...filter };
  const body = operation.body && pick(given, operation.body, (value) => value !== undefined);
  const query = queryString(operation, given);
  return { url: fillPath(operation, given) + (query && `?${query}`), ...(body && { body }) };
}

function fillPath(operation: CompiledOperation, args: Arguments): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = args[name];
    if (isEmpty(value)) throw new Error(`Operation "${operation.id}" lacks its path parameter "${name}"`);
    return encodeURIComponent(String(value));
  });
}

function queryString(operation: CompiledOperation, args: Arguments): string {
  const pairs: string[] = [];
  for (const [name, parameter] of Object.entries(operation.parameters)) {
    const value = args[name];
    if (parameter.in !== 'query' || isEmpty(value)) continue;
    if (parameter.json) pairs.push(pair(name, JSON.stringify(value)));
    else if (Array.isArray(value)) for (const item of value) pairs.push(pair(name, String(item)));
    else pairs.push(pair(name, String(value)));
  }
  return pairs.join('&');
}

const pair = (name: string, value: string) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;

function pick(args: Arguments, names: readonly string[], keep: (value: unknown) => boolean): Arguments {
  return Object.fromEntries(names.filter((name) => keep(args[name])).map((name) => [name, args[name]]));
}

/** Whether a value is empty, so that the argument is not sent. `false` and 0 are values. */
export function isEmpty(value: unknown): boolean {
  return value == null || value === '' || (Array.isArray(value) && value.length === 0);
}

function asObject(value: unknown): Arguments {
  return value && typeof value === 'object' ? (value as Arguments) : {};
}
