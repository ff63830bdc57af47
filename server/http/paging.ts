/** The paging convention: page from zero, count (-1 is all, 0 is the size alone), order `+` down and `-` up. */
import { sql, type Expression, type SelectQueryBuilder } from 'kysely';

/** The query parameters that every paging operation shares. */
export interface PageQuery {
  page: number;
  count: number;
  query?: string;
  order?: string;
}

export interface Page<T> {
  list: T[];
  size: number;
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

/** Reads a page; the size is counted only when the page itself does not tell it. */
export async function readPage<DB, TB extends keyof DB, O, Item>(
  { page, count }: PageQuery,
  rows: SelectQueryBuilder<DB, TB, O>,
  size: () => Promise<number>,
  item: (row: O) => Item,
): Promise<Page<Item>> {
  if (count === 0) return { list: [], size: await size() };
  const offset = count < 0 ? 0 : Math.min(page * count, Number.MAX_SAFE_INTEGER);
  const found = (await (count < 0 ? rows : rows.limit(count).offset(offset)).execute()) as O[];
  const last = count < 0 || (found.length < count && (found.length > 0 || offset === 0));
  return { list: found.map(item), size: last ? offset + found.length : await size() };
}

/** A LIKE pattern that finds `text` anywhere, its own wildcards taken as plain characters. */
export function containing(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
}

/** Orders words by their place in `names`: how captions sort, without a join. */
export function rankOf(names: readonly string[], column: Expression<unknown>): Expression<unknown> {
  return sql`array_position(${[...names]}::text[], ${column})`;
}

/** Any of a list; nothing matches an empty one. */
export function anyOf(values: readonly string[], type: 'text' | 'uuid') {
  return sql<string>`any(${[...values]}::${sql.raw(type)}[])`;
}

/** Counts the rows of a query that selects nothing yet. */
export function countRows<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) {
  return async (): Promise<number> => {
    const row = (await query
      .select(sql<number>`count(*)`.as('size'))
      .executeTakeFirstOrThrow()) as unknown as { size: number };
    return row.size;
  };
}
