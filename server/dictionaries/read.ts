/** Reads dictionaries of rows: whole, by page, and whether they contain given values. */
import { sql, type Expression } from 'kysely';
import type { ApiDictionary } from '../../engine/language/api.ts';
import type { Scope } from '../access/scope.ts';
import { readList } from '../database/list.ts';
import { containing, type Sort } from '../database/paging.ts';
import type { Page, PageQuery } from '../core/paging.ts';
import type { Walk } from '../core/walk.ts';
import type { RowDictionary, Rows } from './rows.ts';

/** Most rows of one reply. */
const MOST = 1000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface DictionaryPage {
  list: object[];
  /** Number of rows up to the end of this page; when `sizeExact` is false, there are more. */
  size: number;
  sizeExact: boolean;
}

/** Returns all values that a dictionary offers. */
export async function readRows(scope: Scope, rows: RowDictionary): Promise<object[]> {
  return items(ordered(offered(rows.from(scope), rows), rows), rows)
    .limit(MOST)
    .execute();
}

/**
 * Returns a page of a large dictionary. Rows beyond it are not counted: a user who picks a value does not need the
 * total. A query that is a value finds its row, offered or not: that is how a chosen value gets its caption.
 */
export async function readRowPage(
  scope: Scope,
  rows: RowDictionary,
  { value }: Pick<ApiDictionary, 'value'>,
  parameters: PageQuery,
  walk: Walk | undefined,
): Promise<DictionaryPage | Page<object>> {
  const { page = 0, count = 10, query = '' } = parameters;
  const text = query.trim();
  const from = rows.from(scope);
  const found = UUID.test(text)
    ? from.where(sql<boolean>`${valueOf(rows, value)} = ${text}`)
    : searched(offered(from, rows), rows, text);
  if (walk) {
    const list = { rows: found, shown: items(found, rows), order: '-key', sorts: { key: keyOf(rows) } };
    return readList(scope.db, { parameters, walk }, { ...list, id: sql.ref('r.id') }, (row) => row);
  }
  const limit = count < 0 ? MOST : count;
  const offset = Math.min(Math.max(0, page) * limit, Number.MAX_SAFE_INTEGER - limit);
  const list = await items(ordered(found, rows), rows)
    .limit(limit + 1)
    .offset(offset)
    .execute();
  const more = list.length > limit;
  return { list: list.slice(0, limit), size: offset + Math.min(list.length, limit), sizeExact: !more };
}

/** Returns those of the values that are in the dictionary, for this account. */
export async function knownValues(
  scope: Scope,
  rows: RowDictionary,
  value: string,
  values: readonly string[],
): Promise<Set<string>> {
  const by = valueOf(rows, value);
  const found = await rows
    .from(scope)
    .where(sql<boolean>`${by}::text = any(${[...values]}::text[])`)
    .select(sql<string>`${by}::text`.as('value'))
    .execute();
  return new Set(found.map((row) => row.value));
}

function valueOf(rows: RowDictionary, value: string): Expression<unknown> {
  const by = rows.item[value];
  if (!by) throw new Error(`The items of the dictionary have no ${value}`);
  return by;
}

function offered(query: Rows, rows: RowDictionary): Rows {
  return rows.offered ? query.where(rows.offered) : query;
}

/** Narrows to rows in which every word of the text occurs in some column. */
function searched(query: Rows, rows: RowDictionary, text: string): Rows {
  const columns = rows.search.map((name) => sql.ref(`r.${name}`));
  return text
    .split(/\s+/)
    .filter(Boolean)
    .reduce((found, word) => {
      const patterns = new Set([word, rows.text?.(word) ?? word].map(containing));
      const places = columns.flatMap((by) => [...patterns].map((pattern) => sql`${by} ilike ${pattern}`));
      return found.where(sql<boolean>`(${sql.join(places, sql` or `)})`);
    }, query);
}

function ordered(query: Rows, rows: RowDictionary): Rows {
  return [...rows.order, 'id'].reduce((sorted, name) => sorted.orderBy(sql.ref(`r.${name}`)), query);
}

/** Returns the sort columns as one value: several columns become an array, which compares as they do. */
function keyOf({ order }: RowDictionary): Sort {
  const [first, ...more] = order.map((name) => sql.ref(`r.${name}`));
  return more.length === 0
    ? { by: first!, nullable: true }
    : { by: sql`array[${sql.join([first, ...more])}]` };
}

function items(query: Rows, rows: RowDictionary) {
  return query.select(Object.entries(rows.item).map(([property, from]) => from.as(property)));
}
