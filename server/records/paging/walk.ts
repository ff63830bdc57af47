/**
 * Reads a whole list of a record by key. Orders without an index are split into phases that have one: the codes of a
 * dictionary one after the other, and rows without a value last.
 */
import { sql } from 'kysely';
import type { Walk, Walked } from '../../core/walk.ts';
import { phasesOf, rowsBehind, type Phase } from '../../database/walk.ts';
import { rowsOf, selecting, shown } from '../read.ts';
import type { Row } from '../rows.ts';
import type { ListQuery } from './list.ts';
import { wordPhases } from './wordOrderPage.ts';

/** Returns at most `count` rows after the key. */
export async function walkRecords(list: ListQuery, count: number, walk: Walk): Promise<Walked<Row>> {
  const { record, call, captions, ordering, narrow } = list;
  const { scope, account } = call;
  const all = narrow(rowsOf(scope.db, record, { driving: ordering.driving }));
  const rows = selecting(all, record, record.listed, account);
  const along = { phases: phasesIn(list), id: sql.ref('t.id'), order: ordering.order };
  const { found, next } = await rowsBehind(rows, along, count, walk);
  return {
    list: found.map((row) => shown(record, record.listed, row, captions)),
    size: walk.after ? 0 : await wholeSize(list),
    next,
  };
}

function phasesIn({ record, captions, ordering }: ListQuery): Phase[] {
  const { order, descending, field, words } = ordering;
  if (words && field.orderedBy) {
    return wordPhases(field.orderedBy, words, descending).map((where) => ({ where }));
  }
  return phasesOf({ by: field.order!(captions), nullable: record.nullable.has(order.slice(1)) });
}

async function wholeSize({ record, call, narrow }: ListQuery): Promise<number> {
  const { size } = await narrow(rowsOf(call.scope.db, record))
    .select(sql<number>`count(*)`.as('size'))
    .executeTakeFirstOrThrow();
  return size as number;
}
