/** Queries of pages: how rows are ordered, read and counted (see `core/paging.ts` for the convention). */
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { PAGE_LIMITS, type Page, type PageLimits, type PageQuery } from '../core/paging.ts';
import { invalid, Problem } from '../core/problems.ts';
import type { Db } from './connection.ts';

/** Expression that a field sorts by. Null values of a nullable one are last in both directions. */
export interface Sort {
  by: Expression<unknown>;
  nullable?: boolean;
}

export type Sorts = Record<string, Sort>;

/** Orders by the requested field, then by `id`, so that no row is on two pages or missing from all. */
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
  /** The rows have all columns they display, not only their keys. */
  displayed?: boolean;
}

interface PageOptions<O> {
  /** Whether `count: -1` returns the whole list. */
  all?: boolean;
  limits?: PageLimits;
  /** Finds the page other than by the query, and the size of the list where that yields it. */
  find?: (limit: number, offset: number) => Promise<Found<O>>;
  /** Reads the displayed columns of the found rows, where finding them reads only their keys. */
  display?: (found: O[]) => Promise<O[]>;
}

/**
 * Reads a page; the rows are counted only when the page itself does not determine the size. Throws 400 for a page too
 * deep to be read in time, and for `count: -1` where the list does not return all of its rows (`all`).
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

/** Returns a page with the size of its list, capped at the limit. */
function sized<Item>(list: Item[], size: number, { exact }: PageLimits): Page<Item> {
  return size > exact ? { list, size: exact, sizeExact: false } : { list, size };
}

/** Returns a LIKE pattern that finds `text` anywhere, with its wildcards escaped. */
export function containing(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
}

/** A separate number is selective, while words and years appear in most records. */
const NUMBER = /(?<![\p{L}\d])(?!(?:19|20)\d\d(?!\d))\d{3,}(?![\p{L}\d])/gu;

/** Returns the condition that the column contains `text`, case-insensitive. */
export function contains(column: Expression<unknown>, text: string): RawBuilder<SqlBool> {
  const pattern = containing(text);
  // Case folding costs several times the comparison: text without letters is compared with `like`.
  const like = sql.raw(pattern.toLowerCase() === pattern.toUpperCase() ? 'like' : 'ilike');
  const [number] = (text.match(NUMBER) ?? []).toSorted((a, b) => b.length - a.length);
  if (!number || number === text.trim()) return sql<SqlBool>`${column} ${like} ${pattern}`;
  // A trigram index reads the postings of each trigram; so it is searched only for those of the longest number.
  return sql<SqlBool>`(${column} like ${containing(number)} and ${column} || '' ${like} ${pattern})`;
}

/** Orders dictionary values by their position in `names`: sorts by captions without a join. */
export function rankOf(names: readonly string[], column: Expression<unknown>): Expression<unknown> {
  return sql`array_position(${[...names]}::text[], ${column})`;
}

/** Returns `any(…)` of a list; an empty list matches nothing. */
export function anyOf(values: readonly string[], type: 'text' | 'uuid') {
  return sql<string>`any(${[...values]}::${sql.raw(type)}[])`;
}

/** Counts the rows of a query that selects nothing yet; stops just above the limit; counts all with `null`. */
export function countRows<DB, TB extends keyof DB, O>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, O>,
  limits: Pick<PageLimits, 'exact'> | null = PAGE_LIMITS,
) {
  return async (): Promise<number> => {
    const each = query.select(sql<number>`1`.as('one'));
    const some = limits ? each.limit(limits.exact + 1) : each;
    // The inner query is already narrowed.
    const { size } = await db
      .withoutPlugins()
      .selectFrom(some.as('some'))
      .select(sql<number>`count(*)`.as('size'))
      .executeTakeFirstOrThrow();
    return size;
  };
}
