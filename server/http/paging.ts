/** The paging convention: page from zero, count (-1 is all, 0 is the size alone), order `+` down and `-` up. */
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Db } from '../database/connection.ts';
import { invalid, Problem } from './problems.ts';

/** How many rows are counted exactly, and how many `count: -1` gives at most. */
export const EXACT = 10_000;
/** How deep into a list pages go: what lies deeper is found by a narrower filter. */
export const DEEPEST = 100_000;

/** The query parameters that every paging operation shares. */
export interface PageQuery {
  page?: number;
  count?: number;
  query?: string;
  order?: string;
}

export interface Page<T> {
  list: T[];
  /** Rows in all pages, up to `EXACT`. */
  size: number;
  /** False when there are more rows than `size` tells. */
  sizeExact?: boolean;
}

/** What a field orders by. A nullable one has its empty values last either way. */
export interface Sort {
  by: Expression<unknown>;
  nullable?: boolean;
}

export type Sorts = Record<string, Sort>;

/** Orders by the asked field, then by `id`, so that no row is on two pages or on none. */
export function ordered<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: string,
  sorts: Sorts,
  id: Expression<unknown>,
): SelectQueryBuilder<DB, TB, O> {
  const sort = sorts[order.slice(1)];
  if (!sort) throw new Error(`No sort for ${order}`);
  const down = order.startsWith('+');
  return query
    .orderBy(sort.by, (item) => {
      const directed = down ? item.desc() : item.asc();
      return sort.nullable ? directed.nullsLast() : directed;
    })
    .orderBy(id, down ? 'desc' : 'asc');
}

export interface Found<O> {
  found: O[];
  size?: number;
}

interface PageOptions<O> {
  /** Whether `count: -1` gives the whole list. */
  all?: boolean;
  /** A quicker way to the page, and to the size of the list where that leads to it. */
  quick?: (limit: number, offset: number) => Promise<Found<O>>;
  /** Reads what the found rows show, where finding them reads only their keys. */
  whole?: (found: O[]) => Promise<O[]>;
}

/**
 * Reads a page; the size is counted only when the page itself does not tell it. Answers 400 for a page too
 * deep to be read in time, and for `count: -1` where the list does not give all of itself (`all`).
 */
export async function readPage<DB, TB extends keyof DB, O, Item>(
  { page = 0, count = 10 }: PageQuery,
  rows: SelectQueryBuilder<DB, TB, O>,
  size: () => Promise<number>,
  item: (row: O) => Item,
  { all = false, quick, whole = async (found) => found }: PageOptions<O> = {},
): Promise<Page<Item>> {
  if (count === 0) return sized([], await size());
  if (count < 0) {
    if (!all)
      throw invalid({ field: 'count', code: 'minimum', message: 'validation.minimum', values: { limit: 0 } });
    const found = (await rows.limit(EXACT + 1).execute()) as O[];
    if (found.length > EXACT) throw new Problem(400, 'narrowFilter');
    return sized((await whole(found)).map(item), found.length);
  }
  const offset = page * count;
  if (offset > DEEPEST) throw new Problem(400, 'narrowFilter');
  const plain = async () => ({ found: (await rows.limit(count).offset(offset).execute()) as O[] });
  const { found, size: known }: Found<O> = await (quick?.(count, offset) ?? plain());
  const last = found.length < count && (found.length > 0 || offset === 0);
  const list = (await whole(found)).map(item);
  return sized(list, known ?? (last ? offset + found.length : await size()));
}

/** A page of a list of so many rows, of which those up to `EXACT` are told. */
export function sized<Item>(list: Item[], size: number): Page<Item> {
  return size > EXACT ? { list, size: EXACT, sizeExact: false } : { list, size };
}

/** A LIKE pattern that finds `text` anywhere, its own wildcards taken as plain characters. */
export function containing(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
}

/** A number that stands by itself tells a record from others, where words and years stand in most of them. */
const NUMBER = /(?<![\p{L}\d])(?!(?:19|20)\d\d(?!\d))\d{3,}(?![\p{L}\d])/gu;

/** Whether `text` stands somewhere in the column, in large letters or small. */
export function contains(column: Expression<unknown>, text: string): RawBuilder<SqlBool> {
  const pattern = containing(text);
  // To fold letters costs several times the comparison: what holds none is compared as it is.
  const like = sql.raw(pattern.toLowerCase() === pattern.toUpperCase() ? 'like' : 'ilike');
  const [number] = (text.match(NUMBER) ?? []).toSorted((a, b) => b.length - a.length);
  if (!number || number === text.trim()) return sql<SqlBool>`${column} ${like} ${pattern}`;
  // An index of trigrams reads where each of them stands; so it is asked for those of the longest number alone.
  return sql<SqlBool>`(${column} like ${containing(number)} and ${column} || '' ${like} ${pattern})`;
}

/** Orders words by their place in `names`: how captions sort, without a join. */
export function rankOf(names: readonly string[], column: Expression<unknown>): Expression<unknown> {
  return sql`array_position(${[...names]}::text[], ${column})`;
}

/** Any of a list; nothing matches an empty one. */
export function anyOf(values: readonly string[], type: 'text' | 'uuid') {
  return sql<string>`any(${[...values]}::${sql.raw(type)}[])`;
}

/** Counts the rows of a query that selects nothing yet; stops behind `EXACT`, unless all of them are asked for. */
export function countRows<DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
  { all = false } = {},
) {
  return async (): Promise<number> => {
    const each = query.select(sql<number>`1`.as('one'));
    const some = all ? each : each.limit(EXACT + 1);
    // What is counted is narrowed by itself.
    const { size } = await db
      .withoutPlugins()
      .selectFrom(some.as('some'))
      .select(sql<number>`count(*)`.as('size'))
      .executeTakeFirstOrThrow();
    return size;
  };
}
