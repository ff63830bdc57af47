/** Queries of pages: how rows are ordered, read and counted (`core/paging.ts` has the convention). */
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { PAGE_LIMITS, type Page, type PageLimits, type PageQuery } from '../core/paging.ts';
import { invalid, Problem } from '../core/problems.ts';
import type { Db } from './connection.ts';

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
  /** The rows have all that they display, and not their keys alone. */
  displayed?: boolean;
}

interface PageOptions<O> {
  /** Whether `count: -1` gives the whole list. */
  all?: boolean;
  limits?: PageLimits;
  /** Finds the page another way than by the query, and the size of the list where that leads to it. */
  find?: (limit: number, offset: number) => Promise<Found<O>>;
  /** Reads what the found rows display, where finding them reads only their keys. */
  display?: (found: O[]) => Promise<O[]>;
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
  { all = false, limits = PAGE_LIMITS, find, display = async (found) => found }: PageOptions<O> = {},
): Promise<Page<Item>> {
  if (count === 0) return sized([], await size(), limits);
  if (count < 0) {
    if (!all)
      throw invalid({ field: 'count', code: 'minimum', message: 'validation.minimum', values: { limit: 0 } });
    const found = (await rows.limit(limits.exact + 1).execute()) as O[];
    if (found.length > limits.exact) throw new Problem(400, 'narrowFilter');
    return sized((await display(found)).map(item), found.length, limits);
  }
  const offset = page * count;
  if (offset > limits.deepest) throw new Problem(400, 'narrowFilter');
  const plain = async () => ({ found: (await rows.limit(count).offset(offset).execute()) as O[] });
  const { found, size: known, displayed }: Found<O> = await (find?.(count, offset) ?? plain());
  const last = found.length < count && (found.length > 0 || offset === 0);
  const list = (displayed ? found : await display(found)).map(item);
  return sized(list, known ?? (last ? offset + found.length : await size()), limits);
}

/** A page of a list of so many rows, of which those up to the limit are reported. */
function sized<Item>(list: Item[], size: number, { exact }: PageLimits): Page<Item> {
  return size > exact ? { list, size: exact, sizeExact: false } : { list, size };
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

/** Counts the rows of a query that selects nothing yet; stops behind the limit; with `null` it counts all. */
export function countRows<DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
  limits: Pick<PageLimits, 'exact'> | null = PAGE_LIMITS,
) {
  return async (): Promise<number> => {
    const each = query.select(sql<number>`1`.as('one'));
    const some = limits ? each.limit(limits.exact + 1) : each;
    // What is counted is narrowed by itself.
    const { size } = await db
      .withoutPlugins()
      .selectFrom(some.as('some'))
      .select(sql<number>`count(*)`.as('size'))
      .executeTakeFirstOrThrow();
    return size;
  };
}
