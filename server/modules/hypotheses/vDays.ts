/** Virtual days: the days of its interval that a hypothesis plans. */
import { sql } from 'kysely';
import type { VDaySummary } from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { invalid, notFound, Problem } from '../../core/problems.ts';
import { audit } from '../../records/saving.ts';
import { lockIdle } from './lock.ts';
import { requireHypothesis } from './vTaskItems.ts';

const days = (db: ScopedDb) =>
  db
    .selectFrom('v_days as d')
    .select(['d.id', 'd.hypothesis_id', 'd.day'])
    .select((eb) => [
      eb
        .selectFrom('v_task_items as i')
        .whereRef('i.v_day_id', '=', 'd.id')
        .select(
          sql<string>`json_build_object('tasks', count(*), 'volume', coalesce(sum(i.volume), 0),
            'stands', count(distinct (select e.stand_id from evacuation_points e where e.id = i.evacuation_point_id)))`.as(
            'sums',
          ),
        )
        .as('sums'),
      eb
        .selectFrom('v_units as u')
        .innerJoin('vehicles as v', 'v.id', 'u.vehicle_id')
        .whereRef('u.v_day_id', '=', 'd.id')
        .select(
          sql<string>`json_build_object('units', count(*),
            'capacity', coalesce(sum(v.body_volume * coalesce(v.compaction, 1)), 0))`.as('fleet'),
        )
        .as('fleet'),
    ])
    .orderBy('d.day');

type DayRow = Awaited<ReturnType<ReturnType<typeof days>['execute']>>[number];

function shown({ id, hypothesis_id, day, sums, fleet }: DayRow): VDaySummary {
  const { tasks, stands, volume } = sums as unknown as { tasks: number; stands: number; volume: number };
  const { units, capacity } = fleet as unknown as { units: number; capacity: number };
  return { id, hypothesisId: hypothesis_id, date: day, tasks, stands, volume, units, capacity };
}

export const vDayHandlers = handlers({
  vDayList: instanceHandler<'vDayList'>(async ({ scope: { db }, parameters: { hypothesisId } }) => {
    await requireHypothesis(db, hypothesisId);
    return (await days(db).where('d.hypothesis_id', '=', hypothesisId).execute()).map(shown);
  }),

  vDayGet: instanceHandler<'vDayGet'>(async ({ scope: { db }, parameters: { vDayId } }) => {
    const row = await days(db).where('d.id', '=', vDayId).executeTakeFirst();
    if (!row) throw notFound();
    return shown(row);
  }),

  vDaySaveList: instanceHandler<'vDaySaveList'>(({ scope, account, body }) =>
    scope.transaction(async (trx) => {
      const hypothesis = await lockIdle(trx, body.hypothesisId);
      const { id, instance_id, begin_date, end_date } = hypothesis;
      const outside = body.dates.findIndex((date) => date < begin_date || date > end_date);
      if (outside >= 0)
        throw invalid({
          field: `dates.${outside}`,
          code: 'outside',
          message: 'server.vDayOutside',
          values: { begin: begin_date, end: end_date },
        });
      await trx
        .insertInto('v_days')
        .values(body.dates.map((day) => ({ instance_id, hypothesis_id: id, day })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await audit(trx, account, {
        entity: 'hypothesis',
        action: 'days',
        before: hypothesis,
        after: hypothesis,
      });
      const rows = await days(trx).where('d.hypothesis_id', '=', id).execute();
      return rows.map((row) => ({ id: row.id, date: row.day }));
    }),
  ),

  vDayDelete: instanceHandler<'vDayDelete'>(({ scope, account, parameters: { hypothesisId, ids } }) =>
    scope.transaction(async (trx) => {
      const hypothesis = await lockIdle(trx, hypothesisId);
      const rows = (await days(trx).where('d.hypothesis_id', '=', hypothesisId).execute()).map(shown);
      const chosen = rows.filter(({ id }) => ids.includes(id));
      if (chosen.length < new Set(ids).size) throw notFound();
      const used = chosen.filter(({ tasks, units }) => tasks + units > 0).map(({ date }) => date);
      if (used.length > 0) throw new Problem(409, 'vDayInUse', { values: { days: used.join(', ') } });
      await trx.deleteFrom('v_days').where('id', 'in', ids).execute();
      await audit(trx, account, {
        entity: 'hypothesis',
        action: 'days',
        before: hypothesis,
        after: hypothesis,
      });
      return undefined;
    }),
  ),
});
