/**
 * A page of a short list: one query finds all its rows by whichever index is fastest, counts them and sorts them. An
 * index of the order is faster only for a longer list, whose next rows in the order are near.
 */
import { sql } from 'kysely';
import { ordered } from '../../database/paging.ts';
import type { Row } from '../rows.ts';
import type { Rows } from './list.ts';
import type { PageStrategy } from './strategy.ts';

export const sortInMemoryPage: PageStrategy = {
  async fits({ rows, limits, isOverLimit, size }) {
    if (isOverLimit()) return false;
    return (
      (await planOf(rows.select('t.id')))['Plan Rows'] <= limits.sorted || (await size()) <= limits.exact
    );
  },

  /** Returns undefined for a list that is longer than estimated. An empty page does not provide the size. */
  async page({ call, rows, ordering: { order, sort }, limits, keepSize }, { limit, offset }) {
    const some = rows.select(['t.id', sql`${sort.by}`.as('by')]).limit(limits.sorted + 1);
    // The inner query is narrowed to the scope; its limit excludes the order from its plan.
    const found = call.scope.db
      .withoutPlugins()
      .selectFrom(some.as('found'))
      .select([sql<unknown>`found.id`.as('id'), sql<number>`count(*) over ()`.as('size')]);
    const sorts = { [order.slice(1)]: { ...sort, by: sql.ref('found.by') } };
    const page: (Row & { size: number })[] = await ordered(found, order, sorts, sql.ref('found.id'))
      .limit(limit)
      .offset(offset)
      .execute();
    const size = page[0]?.size;
    if (size === undefined) return { found: page };
    keepSize(size);
    return size > limits.sorted ? undefined : { found: page, size };
  },
};

interface Plan {
  'Plan Rows': number;
  'Total Cost': number;
}

/** Returns the planner's estimates for a query, from its statistics; no rows are read. */
export async function planOf(rows: Rows): Promise<Plan> {
  const [explained] = await rows.explain<{ 'QUERY PLAN': { Plan: Plan }[] }>('json');
  return explained!['QUERY PLAN'][0]!.Plan;
}
