/**
 * A page of a list that is short enough: all its rows are found by whatever is quickest, and put in order then. Only of a
 * longer list the next rows in the order are near: there the order leads to the page.
 */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import { ordered, type Found, type Sort } from '../http/paging.ts';
import type { rowsOf } from './read.ts';
import type { Row } from './rows.ts';

interface Asked {
  order: string;
  sort: Sort;
  limit: number;
  offset: number;
}

/** The keys of the page with the size of the list; undefined where it has more rows than `most`. */
export async function shortPage(
  db: Db,
  rows: ReturnType<typeof rowsOf>,
  { order, sort, limit, offset }: Asked,
  most: number,
): Promise<Found<Row> | undefined> {
  const some = rows.select(['t.id', sql`${sort.by}`.as('by')]).limit(most + 1);
  // What is found is narrowed by itself; the limit keeps the order out of it.
  const found = db
    .withoutPlugins()
    .selectFrom(some.as('found'))
    .select([sql<unknown>`found.id`.as('id'), sql<number>`count(*) over ()`.as('size')]);
  const sorts = { [order.slice(1)]: { ...sort, by: sql.ref('found.by') } };
  const page = await ordered(found, order, sorts, sql.ref('found.id')).limit(limit).offset(offset).execute();
  const size = page[0]?.size ?? (offset === 0 ? 0 : undefined);
  if (size === undefined || size > most) return undefined;
  return { found: page, size };
}
