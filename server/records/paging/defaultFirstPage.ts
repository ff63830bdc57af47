/**
 * The first rows of a long list without search and filter: the most frequent request. One prepared statement finds and
 * reads them; its text depends on the shape of the reach and on the order.
 */
import { sql } from 'kysely';
import { asPreparedStatement, executePrepared, type PreparedQuery } from '../../database/prepared.ts';
import { ordered } from '../../database/paging.ts';
import { rowsOf, selecting } from '../read.ts';
import type { Row } from '../rows.ts';
import type { ListQuery, Rows } from './list.ts';
import type { PageStrategy } from './strategy.ts';

/** Placeholder of the number of rows. */
const COUNT = Symbol('count');

export const defaultFirstPage: PageStrategy = {
  fits({ record, parameters, ordering, limits, isOverLimit }, { limit, offset }) {
    const { query, filter = {} } = parameters;
    const { dictionaries, joins } = ordering.field;
    return (
      offset === 0 &&
      limit <= limits.firstPage &&
      record.resource.parent === undefined &&
      !query?.trim() &&
      Object.keys(filter).length === 0 &&
      // No index of the record has the order of captions or of joined tables.
      !dictionaries &&
      !joins &&
      isOverLimit()
    );
  },

  async page(list, { limit }) {
    const { caches, queryKey, ordering, limits } = list;
    const { reach, db } = list.call.scope;
    const query = caches.firstPages.get(`${ordering.order} ${queryKey}`, reach, () => compile(list));
    const { rows } = await executePrepared(db, query, COUNT, limit);
    return rows.length === limit ? { found: rows, size: limits.exact + 1, displayed: true } : undefined;
  },
};

function compile({ record, call, ordering, limits }: ListQuery): PreparedQuery<Row> {
  const { order, sort } = ordering;
  const inOrder = (rows: Rows) => ordered(rows, order, { [order.slice(1)]: sort }, sql.ref('t.id'));
  const all = rowsOf(call.scope.db, record);
  // A literal limit makes the planner choose the index of the order; the placeholder only ends the scan sooner.
  const listed = record.pages ? all.where(record.pages) : all;
  const visible = record.visible?.(call.account);
  const first = inOrder(visible ? listed.where(visible) : listed)
    .select('t.id')
    .limit(sql.lit(limits.firstPage));
  const found = sql<string>`any(array(select first.id from (${first}) as first limit ${COUNT}))`;
  const rows = inOrder(rowsOf(call.scope.db, record).where('t.id', '=', found));
  return asPreparedStatement(selecting(rows, record, record.listed, call.account).select('t.id').compile());
}
