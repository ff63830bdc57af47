/** Imports virtual tasks from the task items of plans, or from a sheet; a repeated import changes nothing. */
import { sql } from 'kysely';
import { uploadHandler } from '../../access/handler.ts';
import type { ScopedTransaction } from '../../access/scope.ts';
import { containing } from '../../database/paging.ts';
import { invalid, Problem } from '../../core/problems.ts';
import { spool } from '../../files/spool.ts';
import { audit } from '../../records/saving.ts';
import { readSheet, SHEET_BYTES, type ReadRow } from '../../sheets/read.ts';
import type { VTaskItemFault, VTaskItemsFrom } from '../../../schemas/generated/api.ts';
import { lockIdle } from './lock.ts';
import { readTaskWindow } from './properties.ts';
import { rowsOfSheet, type Wanted } from './taskSheet.ts';

/** Most task items that one call imports. */
const MOST = 20_000;

export const fromTaskItems = uploadHandler<'vTaskItemFromTaskItems'>(
  async ({ scope, account, upload, translate }) => {
    const { fields, files } = await upload(SHEET_BYTES);
    const given = fields as VTaskItemsFrom;
    let sheet: ReadRow[] | undefined;
    for await (const { stream } of files) {
      const received = await spool(stream, SHEET_BYTES);
      try {
        const rows: ReadRow[] = [];
        for await (const row of readSheet(received.path, received.size)) rows.push(row);
        sheet ??= rows;
      } finally {
        await received.remove();
      }
    }
    return scope.transaction(async (trx) => {
      const hypothesis = await lockIdle(trx, given.hypothesisId);
      const faults: VTaskItemFault[] = [];
      const wanted = sheet
        ? await rowsOfSheet(trx, hypothesis, sheet, translate, faults)
        : await rowsOfPlans(trx, hypothesis, given);
      // M-056: neither the days nor the filter nor the file selected a task.
      if (wanted.length === 0 && faults.length === 0) throw new Problem(409, 'vTaskNonePicked');
      const taken = given.preview
        ? await countNew(trx, hypothesis.id, wanted, given.vDayId)
        : await insert(trx, hypothesis, wanted, given.vDayId);
      if (taken > 0 && !given.preview)
        await audit(trx, account, {
          entity: 'hypothesis',
          action: 'tasks',
          before: hypothesis,
          after: hypothesis,
        });
      return { taken, skipped: wanted.length - taken, faults };
    });
  },
);

type Hypothesis = Awaited<ReturnType<typeof lockIdle>>;

async function rowsOfPlans(
  trx: ScopedTransaction,
  { begin_date, end_date, instance_id }: Hypothesis,
  { dateFrom = begin_date, dateTo = end_date, garbageType, containerType, query }: VTaskItemsFrom,
): Promise<Wanted[]> {
  if (dateFrom > dateTo) throw invalid({ field: 'dateTo', code: 'order', message: 'hypothesis.rule.period' });
  let found = trx
    .selectFrom('task_items as t')
    .innerJoin('evacuation_points as e', 'e.id', 't.evacuation_point_id')
    .innerJoin('visit_points as p', 'p.id', 'e.stand_id')
    .where('t.instance_id', '=', instance_id)
    .where('t.task_date', '>=', dateFrom)
    .where('t.task_date', '<=', dateTo);
  if (garbageType) found = found.where('e.garbage_type', '=', garbageType);
  if (containerType) found = found.where('t.container_type', '=', containerType);
  if (query?.trim())
    found = found.where((eb) =>
      eb.or([eb('p.name', 'ilike', containing(query)), eb('p.address', 'ilike', containing(query))]),
    );
  const rows = await found
    .select(['t.task_date', 't.evacuation_point_id', 't.container_type', 't.container_action'])
    .select(['t.planned_count', 't.planned_volume', 't.time_from', 't.time_to'])
    .orderBy('t.id')
    .limit(MOST + 1)
    .execute();
  if (rows.length > MOST) throw new Problem(400, 'narrowFilter');
  const hours = await readTaskWindow(trx, instance_id);
  return rows.map((row) => ({
    day: row.task_date,
    point: row.evacuation_point_id,
    type: row.container_type,
    action: row.container_action,
    count: row.planned_count,
    volume: row.planned_volume,
    from: row.time_from ?? hours?.start ?? null,
    to: row.time_to ?? hours?.end ?? null,
  }));
}

/** The wanted tasks on their virtual days; tasks on other days are skipped. */
const onDays = (hypothesisId: string, wanted: readonly Wanted[], vDayId: string | null | undefined) => sql`
  select distinct on (d.id, w.point, w.type, w.action) d.id as v_day_id, d.instance_id, d.hypothesis_id, w.*
  from json_to_recordset(${JSON.stringify(wanted)}::json) as w (
    day date, point uuid, type text, action text, count integer, volume numeric, "from" time, "to" time)
  join v_days d on d.hypothesis_id = ${hypothesisId}
    and ${vDayId ? sql`d.id = ${vDayId}` : sql`d.day = w.day`}`;

async function countNew(
  trx: ScopedTransaction,
  hypothesisId: string,
  wanted: readonly Wanted[],
  vDayId: string | null | undefined,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${onDays(hypothesisId, wanted, vDayId)}) n
    where not exists (select from v_task_items i where i.v_day_id = n.v_day_id and i.evacuation_point_id = n.point
      and i.container_type = n.type and i.container_action = n.action)`.execute(trx.withoutPlugins());
  return rows[0]?.count ?? 0;
}

/** Existing tasks stay unchanged. */
async function insert(
  trx: ScopedTransaction,
  { id }: Hypothesis,
  wanted: readonly Wanted[],
  vDayId: string | null | undefined,
): Promise<number> {
  // Outside the scope: the points were read, or found by their numbers, within the reach of the account.
  const { numAffectedRows } = await sql`
    insert into v_task_items (instance_id, hypothesis_id, v_day_id, evacuation_point_id, container_type,
      container_action, count, volume, time_from, time_to)
    select n.instance_id, n.hypothesis_id, n.v_day_id, n.point, n.type, n.action, n.count, n.volume, n."from", n."to"
    from (${onDays(id, wanted, vDayId)}) n
    on conflict do nothing`.execute(trx.withoutPlugins());
  return Number(numAffectedRows ?? 0);
}
