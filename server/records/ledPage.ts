/**
 * A page in the order of what records are tied to, as contracts by their customers: from one of these to the next, of
 * each no more rows than the page may need. An index of the tie and `id` finds them, however unevenly they lie.
 */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import type { Join } from './fields.ts';
import { tieOf, type rowsOf } from './read.ts';
import { dynamic, type Row } from './rows.ts';

interface Led {
  join: Join;
  /** Of the tied table, by the name of the tie: `customer.short_name`. */
  column: string;
  down: boolean;
}

/** The keys of the page; none of the rows lacks the tie. */
export function ledPage(
  db: Db,
  rows: ReturnType<typeof rowsOf>,
  { join, column, down }: Led,
  limit: number,
  offset: number,
): Promise<Row[]> {
  const direction = down ? 'desc' : 'asc';
  const each = rows
    .where(tieOf('leader', join))
    .select('t.id')
    .orderBy('t.id', direction)
    .limit(offset + limit);
  return dynamic(db)
    .selectFrom(`${join.table} as leader`)
    .innerJoinLateral(each.as('t'), (on) => on.onTrue())
    .select('t.id')
    .orderBy(sql.ref(column.replace(/^.*\./, 'leader.')), direction)
    .orderBy('t.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
}
