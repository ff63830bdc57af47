/**
 * Walks through a whole list by key: the rows behind the last one, found by what it ordered by, cost the same at the end
 * of a million as at its beginning. Orders that no index knows are cut into phases that one does: the words of a
 * dictionary one after the other, and the rows without a value last.
 */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { InstanceCall } from '../http/handler.ts';
import type { Walk, Walked, WalkKey } from '../http/paging.ts';
import type { BoundRecord } from './bind.ts';
import type { Captions } from './captions.ts';
import { wordPhases } from './ranked.ts';
import { rowsOf, selecting, shown } from './read.ts';
import type { Row } from './rows.ts';

interface Phase {
  where?: Expression<SqlBool>;
  /** Absent where all rows of the phase are equal. */
  by?: Expression<unknown>;
}

interface Asked {
  order: string;
  /** The table in whose order the rows may be read. */
  led: string | undefined;
  narrow: (rows: ReturnType<typeof rowsOf>) => ReturnType<typeof rowsOf>;
  captions: Captions;
}

/** As many rows as asked for, behind the key; `next` is null once there are no more. */
export async function walkRecords(
  record: BoundRecord,
  call: InstanceCall,
  asked: Asked,
  count: number,
  { after }: Walk,
): Promise<Walked<Row>> {
  const phases = phasesOf(record, asked);
  const found: Row[] = [];
  let at = after;
  for (let phase = after?.phase ?? 0; phase < phases.length && found.length < count; phase += 1) {
    const behind = at?.phase === phase ? at : undefined;
    const rows = phaseRows(record, call, asked, phases[phase]!, behind).limit(count - found.length);
    found.push(...(await rows.execute()));
    const last = found.at(-1);
    if (found.length === count && last)
      at = { phase, by: last['walk_by'] as string | null, id: last['walk_id'] as string };
  }
  return {
    list: found.map((row) => shown(record, record.listed, row, asked.captions)),
    size: after ? 0 : await wholeSize(record, call, asked),
    next: found.length === count ? (at ?? null) : null,
  };
}

function phasesOf(record: BoundRecord, { order, captions }: Asked): Phase[] {
  const property = order.slice(1);
  const field = record.bound.get(property)!;
  const words = field.ranks?.(captions);
  if (words && field.orderedBy) {
    return wordPhases(field.orderedBy, words, order.startsWith('+')).map((where) => ({ where }));
  }
  const by = field.order!(captions);
  if (!record.nullable.has(property)) return [{ by }];
  return [{ where: sql<SqlBool>`${by} is not null`, by }, { where: sql<SqlBool>`${by} is null` }];
}

function phaseRows(
  record: BoundRecord,
  { scope, account }: InstanceCall,
  { order, led, narrow }: Asked,
  { where, by }: Phase,
  after: WalkKey | undefined,
) {
  const down = order.startsWith('+');
  const direction = down ? 'desc' : 'asc';
  const id = sql.ref('t.id');
  let rows = selecting(narrow(rowsOf(scope.db, record, { led })), record, record.listed, account).select([
    sql`t.id`.as('walk_id'),
    (by ? sql`(${by})::text` : sql`null`).as('walk_by'),
  ]);
  if (where) rows = rows.where(where);
  if (after) {
    const than = sql.raw(down ? '<' : '>');
    rows = rows.where(
      by
        ? // The first half alone is what an index of another table than that of the id can use.
          sql<SqlBool>`${by} ${than}= ${after.by} and (${by}, ${id}) ${than} (${after.by}, ${after.id}::uuid)`
        : sql<SqlBool>`${id} ${than} ${after.id}::uuid`,
    );
  }
  return (by ? rows.orderBy(by, direction) : rows).orderBy(id, direction);
}

async function wholeSize(record: BoundRecord, { scope }: InstanceCall, { narrow }: Asked): Promise<number> {
  const { size } = await narrow(rowsOf(scope.db, record))
    .select(sql<number>`count(*)`.as('size'))
    .executeTakeFirstOrThrow();
  return size as number;
}
