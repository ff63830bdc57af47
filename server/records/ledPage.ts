/**
 * A page in the order of what records are tied to, as contracts by their customers: from one of these to the next, of
 * each no more rows than the page may need. An index of the tie and `id` finds them, however unevenly they lie.
 */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import type { Join } from './fields.ts';
import { tieOf, type rowsOf } from './read.ts';
import { columnRef, dynamic, type Row } from './rows.ts';
import { expected } from './shortPage.ts';

interface Led {
  join: Join;
  /** Of the tied table, by the name of the tie: `customer.short_name`. */
  column: string;
  down: boolean;
}

/** The keys of the page of `rows`, a part of `all`; none of them lacks the tie. */
export async function ledPage(
  db: Db,
  rows: ReturnType<typeof rowsOf>,
  all: ReturnType<typeof rowsOf>,
  { join, column, down }: Led,
  limit: number,
  offset: number,
): Promise<Row[]> {
  const few = await fewLeaders(db, all, join);
  const direction = down ? 'desc' : 'asc';
  const each = rows
    .where(tieOf('leader', join))
    .select('t.id')
    .orderBy('t.id', direction)
    .limit(offset + limit);
  const key = sql<unknown>`${sql.ref(`leader.${join.key ?? 'id'}`)}`;
  return dynamic(db)
    .selectFrom(`${join.table} as leader`)
    .$if(few !== undefined, (leaders) => leaders.where(key, 'in', few!))
    .innerJoinLateral(each.as('t'), (on) => on.onTrue())
    .select('t.id')
    .orderBy(sql.ref(column.replace(/^.*\./, 'leader.')), direction)
    .orderBy('t.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Of more there is nearly always one with rows not far from the one before. */
const FEW = 100;

/** What the planner thinks of one step from one to the next, along an index; anything else takes too long. */
const STEP_COST = 20;

/**
 * What rows are tied to at all, where that is little: of thousands of customers a dozen supply, and to ask each of the
 * others whether it does would be most of the work. Found in steps along an index of the tie.
 */
async function fewLeaders(
  db: Db,
  all: ReturnType<typeof rowsOf>,
  { on }: Join,
): Promise<unknown[] | undefined> {
  // Of what hangs on another tie no index leads from one to the next.
  if (on.includes('.')) return undefined;
  const tie = columnRef(on);
  const first = all
    .where(tie, 'is not', null)
    .select(sql`${tie}`.as('key'))
    .orderBy(sql`${tie}`)
    .limit(1);
  if ((await expected(first))['Total Cost'] > STEP_COST) return undefined;
  const next = first.where(sql<boolean>`${tie} > tied.key`);
  const { rows } = await sql<{ key: unknown }>`
    with recursive tied (key) as (
      (${first}) union all select (${next}) from tied where tied.key is not null
    ) select key from tied where key is not null limit ${FEW + 1}`.execute(db.withoutPlugins());
  return rows.length > 0 && rows.length <= FEW ? rows.map(({ key }) => key) : undefined;
}
