/**
 * Walks through a whole list of a record. Orders that no index knows are cut into phases that one does: the words of a
 * dictionary one after the other, and the rows without a value last.
 */
import { sql } from 'kysely';
import type { InstanceCall } from '../http/handler.ts';
import { phasesOf, rowsBehind, type Phase, type Walk, type Walked } from '../http/walk.ts';
import type { BoundRecord } from './bind.ts';
import type { Captions } from './captions.ts';
import { wordPhases } from './ranked.ts';
import { rowsOf, selecting, shown } from './read.ts';
import type { Row } from './rows.ts';

interface Asked {
  order: string;
  /** The table in whose order the rows may be read. */
  led: string | undefined;
  narrow: (rows: ReturnType<typeof rowsOf>) => ReturnType<typeof rowsOf>;
  captions: Captions;
}

/** As many rows as asked for, behind the key. */
export async function walkRecords(
  record: BoundRecord,
  call: InstanceCall,
  asked: Asked,
  count: number,
  walk: Walk,
): Promise<Walked<Row>> {
  const { order, led, narrow, captions } = asked;
  const { scope, account } = call;
  const rows = selecting(narrow(rowsOf(scope.db, record, { led })), record, record.listed, account);
  const along = { phases: phasesIn(record, asked), id: sql.ref('t.id'), order };
  const { found, next } = await rowsBehind(rows, along, count, walk);
  return {
    list: found.map((row) => shown(record, record.listed, row, captions)),
    size: walk.after ? 0 : await wholeSize(record, call, asked),
    next,
  };
}

function phasesIn(record: BoundRecord, { order, captions }: Asked): Phase[] {
  const property = order.slice(1);
  const field = record.bound.get(property)!;
  const words = field.ranks?.(captions);
  if (words && field.orderedBy) {
    return wordPhases(field.orderedBy, words, order.startsWith('+')).map((where) => ({ where }));
  }
  return phasesOf({ by: field.order!(captions), nullable: record.nullable.has(property) });
}

async function wholeSize(record: BoundRecord, { scope }: InstanceCall, { narrow }: Asked): Promise<number> {
  const { size } = await narrow(rowsOf(scope.db, record))
    .select(sql<number>`count(*)`.as('size'))
    .executeTakeFirstOrThrow();
  return size as number;
}
