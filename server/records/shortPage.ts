/**
 * A page of a list that is short enough: one question finds all its rows by whatever is quickest, counts them and puts
 * them in order. Only of a longer list the next rows in the order are near: there the order leads to the page.
 */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import { ordered, type Found, type Sort } from '../http/paging.ts';
import type { rowsOf } from './read.ts';
import type { Row } from './rows.ts';

/** So many rows are put in order sooner than they are looked for along an order in which they may stand far down. */
export const SHORT = 15_000;

interface Asked {
  order: string;
  sort: Sort;
  limit: number;
  offset: number;
}

/** The keys of the page with the size of the list, which an empty page does not know; undefined of a longer list. */
export async function shortPage(
  db: Db,
  rows: ReturnType<typeof rowsOf>,
  { order, sort, limit, offset }: Asked,
): Promise<Found<Row> | undefined> {
  const some = rows.select(['t.id', sql`${sort.by}`.as('by')]).limit(SHORT + 1);
  // What is found is narrowed by itself; the limit keeps the order out of it.
  const found = db
    .withoutPlugins()
    .selectFrom(some.as('found'))
    .select([sql<unknown>`found.id`.as('id'), sql<number>`count(*) over ()`.as('size')]);
  const sorts = { [order.slice(1)]: { ...sort, by: sql.ref('found.by') } };
  const page = await ordered(found, order, sorts, sql.ref('found.id')).limit(limit).offset(offset).execute();
  const size = page[0]?.size;
  if (size === undefined) return { found: page };
  return size > SHORT ? undefined : { found: page, size };
}

interface Plan {
  'Plan Rows': number;
  'Total Cost': number;
}

/** What the planner expects of a question, by what it knows of the values; nothing is read for it. */
export async function expected(rows: ReturnType<typeof rowsOf>): Promise<Plan> {
  const [told] = await rows.explain<{ 'QUERY PLAN': { Plan: Plan }[] }>('json');
  return told!['QUERY PLAN'][0]!.Plan;
}
