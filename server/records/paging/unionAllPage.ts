/**
 * Pages of a filter that splits the list into branches, such as contracts of some types: reads no more rows of each
 * branch than the page may need, by an index that has the branch in the order of the list, and merges them. A scan of
 * all rows in order would pass those of no branch, possibly hundreds of thousands in a row.
 */
import { sql } from 'kysely';
import type { Phase } from '../../database/walk.ts';
import type { Row } from '../rows.ts';
import { sizeOf, type ListQuery } from './list.ts';
import { pageOfPhases } from './phases.ts';
import type { PageStrategy, Range } from './strategy.ts';

export const unionAllPage: PageStrategy = {
  fits: ({ branches }) => branches.length > 0,

  async page(list, range) {
    const { phases, rows } = list;
    const found = await pageOfPhases(phases, range, {
      find: (phase, part) => merged(list, phase, part),
      size: ({ where }) => sizeOf(where ? rows.where(where) : rows),
    });
    return { found };
  },
};

function merged(list: ListQuery, phase: Phase, { limit, offset }: Range): Promise<Row[]> {
  const { call, branches, ordering } = list;
  const direction = ordering.descending ? 'desc' : 'asc';
  const each = branches.map((rows) => {
    const ofBranch = rows.select(['t.id', sql`${phase.by ?? sql`null`}`.as('by')]);
    return sql`(${list.inPhase(ofBranch, phase).limit(offset + limit)})`;
  });
  // Each branch is narrowed to the scope; the branches are disjoint.
  return call.scope.db
    .withoutPlugins()
    .selectFrom(sql<Row>`(${sql.join(each, sql` union all `)})`.as('found'))
    .select(sql<unknown>`found.id`.as('id'))
    .orderBy(sql.ref('found.by'), direction)
    .orderBy(sql.ref('found.id'), direction)
    .limit(limit)
    .offset(offset)
    .execute();
}
