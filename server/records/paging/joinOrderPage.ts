/**
 * Pages in the order of a joined table, such as contracts by their customers. The joined table drives: its rows are
 * read in order, and for each no more records than the page may need, by an index of the foreign key and `id`.
 */
import { sql } from 'kysely';
import type { Join } from '../fields.ts';
import { rowsOf, tieOf } from '../read.ts';
import { columnRef, dynamic } from '../rows.ts';
import type { ListQuery } from './list.ts';
import { planOf } from './sortInMemoryPage.ts';
import type { PageStrategy } from './strategy.ts';

export const joinOrderPage: PageStrategy = {
  fits: ({ ordering }) => ordering.driving !== undefined,

  async page(list, { limit, offset }) {
    const { call, ordering, filtered } = list;
    const { field, driving, descending } = ordering;
    const join = field.joins![driving!]!;
    const few = await fewDrivingRows(list, join);
    const direction = descending ? 'desc' : 'asc';
    const each = filtered
      .where(tieOf('driving', join))
      .select('t.id')
      .orderBy('t.id', direction)
      .limit(offset + limit);
    const key = sql<unknown>`${sql.ref(`driving.${join.key ?? 'id'}`)}`;
    const found = await dynamic(call.scope.db)
      .selectFrom(`${join.table} as driving`)
      .$if(few !== undefined, (rows) => rows.where(key, 'in', few!))
      .innerJoinLateral(each.as('t'), (on) => on.onTrue())
      .select('t.id')
      .orderBy(sql.ref(field.orderedBy!.replace(/^.*\./, 'driving.')), direction)
      .orderBy('t.id', direction)
      .limit(limit)
      .offset(offset)
      .execute();
    return { found };
  },
};

/**
 * Returns the keys of the driving rows that any record refers to, where these are few: of thousands of customers a
 * dozen are suppliers, and searching contracts of each of the others would be most of the work. Found by a skip scan;
 * undefined when there are more, or no index supports the scan.
 */
async function fewDrivingRows(
  { record, call, limits }: ListQuery,
  { on }: Join,
): Promise<unknown[] | undefined> {
  // Nested joins cannot be skip-scanned.
  if (on.includes('.')) return undefined;
  const { db } = call.scope;
  const key = columnRef(on);
  const first = rowsOf(db, record, { named: new Set() })
    .where(key, 'is not', null)
    .select(sql`${key}`.as('key'))
    .orderBy(sql`${key}`)
    .limit(1);
  if ((await planOf(first))['Total Cost'] > limits.skipCost) return undefined;
  const next = first.where(sql<boolean>`${key} > step.key`);
  const { rows } = await sql<{ key: unknown }>`
    with recursive step (key) as (
      (${first}) union all select (${next}) from step where step.key is not null
    ) select key from step where key is not null limit ${limits.drivingRows + 1}`.execute(
    db.withoutPlugins(),
  );
  return rows.length > 0 && rows.length <= limits.drivingRows
    ? rows.map(({ key: found }) => found)
    : undefined;
}
