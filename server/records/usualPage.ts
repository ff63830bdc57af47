/**
 * The first rows of a long list that nobody narrows: most of what is asked. One question finds and reads them. It
 * follows from who reads and from the order, is compiled once for each and planned once a connection.
 */
import { sql, type CompiledQuery } from 'kysely';
import { askAgain, plannedOnce } from '../database/connection.ts';
import type { InstanceCall } from '../http/handler.ts';
import { ordered, type PageQuery, type Sort } from '../http/paging.ts';
import type { BoundRecord } from './bind.ts';
import type { Field } from './fields.ts';
import { rowsOf, selecting } from './read.ts';
import type { Row } from './rows.ts';
import { Questions } from './questions.ts';

/** The most rows that are asked for so: the plan is made for as many. */
const MOST = 100;

/** Stands for the number of rows. */
const COUNT = Symbol('count');
const questions = new Questions();

interface Ordering {
  order: string;
  sort: Sort;
}

/** Whether these rows are asked for, in an order of the record itself: not of captions, nor of what it is tied to. */
export function isUsual(
  { page = 0, count = 10, query, filter = {} }: PageQuery & { filter?: Record<string, unknown> },
  { dictionaries, joins }: Field,
): boolean {
  return (
    page === 0 &&
    count > 0 &&
    count <= MOST &&
    !query?.trim() &&
    Object.keys(filter).length === 0 &&
    !dictionaries &&
    !joins
  );
}

/** What the rows show to `reader`, who is that of the call; undefined when there are fewer of them. */
export async function usualRows(
  record: BoundRecord,
  call: InstanceCall,
  reader: string,
  ordering: Ordering,
  count = 10,
): Promise<Row[] | undefined> {
  const question = questions.get(record, reader + ordering.order, () => compile(record, call, ordering));
  const { rows } = await askAgain(call.scope.db, question, COUNT, count);
  return rows.length === count ? rows : undefined;
}

function compile(
  record: BoundRecord,
  { scope, account }: InstanceCall,
  { order, sort }: Ordering,
): CompiledQuery<Row> {
  const { db } = scope;
  const inOrder = (rows: ReturnType<typeof rowsOf>) =>
    ordered(rows, order, { [order.slice(1)]: sort }, sql.ref('t.id'));
  const all = rowsOf(db, record);
  const first = inOrder(record.pages ? all.where(record.pages) : all)
    .select('t.id')
    .limit(sql.lit(MOST));
  // A limit that is told in the question leads to the index of the order; what is asked for only ends it sooner.
  const found = sql<string>`any(array(select first.id from (${first}) as first limit ${COUNT}))`;
  const rows = inOrder(rowsOf(db, record).where('t.id', '=', found));
  return plannedOnce(selecting(rows, record, record.listed, account).select('t.id')).compile();
}
