/** Task items of a day, made out of plans, containers and schedules. */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { recordEvent } from '../events/recordEvent.ts';

/**
 * Makes what is still missing of an instance's task items for a day (`YYYY-MM-DD`): one for each plan that is due
 * and each kind of container that stands there. The id follows from both, so that a second run, also one at the
 * same moment, makes nothing twice. Items that exist are never changed. Returns how many were made.
 */
export async function insertTaskItems(db: Db, instanceId: string, day: string): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into task_items (id, instance_id, task_date, evacuation_point_id, plan_id, container_type,
      container_action, time_from, time_to, planned_count, planned_volume)
    select md5(p.id || ' ' || ${day}::date || ' ' || c.container_type)::uuid, p.instance_id, ${day}::date,
      p.evacuation_point_id, p.id, c.container_type, p.container_action, e.time_from, e.time_to,
      c.count, c.count * t.volume
    from contract_plans p
    join contracts k on k.id = p.contract_id
    join evacuation_points e on e.id = p.evacuation_point_id
    join stands s on s.id = e.stand_id
    join lateral (
      select container_type, count(*) from containers
      where evacuation_point_id = e.id and daterange(begin_date, end_date, '[]') @> ${day}::date
      group by container_type
    ) c on true
    join container_types t on t.instance_id = p.instance_id and t.code = c.container_type
    where p.instance_id = ${instanceId}
      and daterange(p.begin_date, p.end_date, '[]') @> ${day}::date
      and daterange(k.effective_date, k.expiration_date, '[]') @> ${day}::date
      and k.status = 'ACTIVE'
      and daterange(s.begin_date, s.end_date, '[]') @> ${day}::date
      and schedule_includes(p.schedule_id, ${day}::date)
    on conflict (id) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** The nightly work for one instance: makes the task items of a day and tells how many. */
export async function makeTaskItems(db: Db, instanceId: string, day: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const count = await insertTaskItems(trx, instanceId, day);
    if (count > 0) {
      await recordEvent(trx, {
        instanceId,
        meta: 'TASK_ITEMS_MADE',
        source: 'JOB',
        sourceName: 'makeTaskItems',
        values: { date: day, count },
      });
    }
    return count;
  });
}
