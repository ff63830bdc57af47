/**
 * Pages of a filter that splits the list into branches, as contracts of some types: of each branch no more rows than the
 * page may need, by an index that has the branch in the order of the list, and these merged. A scan of the order of all
 * rows would pass those of no branch, which may lie together by the hundred thousand.
 */
import { sql } from 'kysely';
import { ordered } from '../../database/paging.ts';
import type { Row } from '../rows.ts';
import type { PageStrategy } from './strategy.ts';

export const unionAllPage: PageStrategy = {
  fits: ({ branches }) => branches.length > 0,

  async page({ call, branches, ordering: { order, sort } }, { limit, offset }) {
    const name = order.slice(1);
    const each = branches.map((rows) => {
      const ofBranch = rows.select(['t.id', sql`${sort.by}`.as('by')]);
      return sql`(${ordered(ofBranch, order, { [name]: sort }, sql.ref('t.id')).limit(offset + limit)})`;
    });
    // Each branch is narrowed to the scope; no row is in two of them.
    const merged = call.scope.db
      .withoutPlugins()
      .selectFrom(sql<Row>`(${sql.join(each, sql` union all `)})`.as('found'))
      .select(sql<unknown>`found.id`.as('id'));
    const sorts = { [name]: { ...sort, by: sql.ref('found.by') } };
    const found = await ordered(merged, order, sorts, sql.ref('found.id'))
      .limit(limit)
      .offset(offset)
      .execute();
    return { found };
  },
};
