/** Task items, generated from plans, containers and schedules. */
import { sql } from 'kysely';
import { dayIn } from '../../core/dayIn.ts';
import type { Db } from '../../database/connection.ts';
import { recordEvent } from '../../records/recordEvent.ts';

/** Days as `YYYY-MM-DD`, both inclusive. */
export interface Days {
  from: string;
  to: string;
}

/**
 * Creates missing task items of an instance for the given days: one for each plan that is due on a day and each
 * container type at its point. The id is derived from these three, so that a second run, even a concurrent one, creates
 * no duplicates. Existing items are never changed. Returns how many were created.
 */
export async function insertTaskItems(db: Db, instanceId: string, days: Days): Promise<number> {
  const { numAffectedRows } = await sql`
    with due as materialized (
      select s.id, d.day::date as day from schedules s
      cross join generate_series(${days.from}::timestamp, ${days.to}::timestamp, interval '1 day') d (day)
      where s.instance_id = ${instanceId} and schedule_includes(s.id, d.day::date)
    )
    insert into task_items (id, instance_id, task_date, evacuation_point_id, plan_id, container_type,
      container_action, time_from, time_to, planned_count, planned_volume)
    select md5(p.id || ' ' || d.day || ' ' || c.container_type)::uuid, p.instance_id, d.day,
      p.evacuation_point_id, p.id, c.container_type, p.container_action, e.time_from, e.time_to,
      count(*), count(*) * t.volume
    from due d
    join contract_plans p on p.schedule_id = d.id and daterange(p.begin_date, p.end_date, '[]') @> d.day
    join contracts k on k.id = p.contract_id and k.status = 'ACTIVE'
      and daterange(k.effective_date, k.expiration_date, '[]') @> d.day
    join evacuation_points e on e.id = p.evacuation_point_id
    join stands s on s.id = e.stand_id and daterange(s.begin_date, s.end_date, '[]') @> d.day
    join containers c on c.evacuation_point_id = e.id and daterange(c.begin_date, c.end_date, '[]') @> d.day
    join container_types t on t.instance_id = c.instance_id and t.code = c.container_type
    where p.instance_id = ${instanceId}
    group by p.id, d.day, e.id, c.container_type, t.id
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Nightly job: creates the task items of the next day, for every instance in its time zone. */
export async function makeTaskItemsOfAll(db: Db, now = new Date()): Promise<number> {
  const instances = await db.selectFrom('instances').select(['id', 'time_zone']).orderBy('id').execute();
  let count = 0;
  for (const { id, time_zone } of instances) count += await makeTaskItems(db, id, dayIn(time_zone, now, 1));
  return count;
}

/** Nightly job of one instance: creates the task items of a day and returns how many. */
export async function makeTaskItems(db: Db, instanceId: string, day: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const count = await insertTaskItems(trx, instanceId, { from: day, to: day });
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
