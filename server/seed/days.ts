/** The days around today: units, the task items of plans, and the visits that carry them out. */
import { sql } from 'kysely';
import { insertTaskItems } from '../modules/tasks/taskItems.ts';
import { dayFrom, DAY_MS, type Ground } from './ground.ts';
import { Inserter } from './insert.ts';
import type { SeedVehicle } from './types.ts';
import type { SeedPlaces } from './places.ts';

const PAST_DAYS = 29;
const NEXT_DAYS = 2;
const HOUR_MS = 3_600_000;

export async function daysOf(
  ground: Ground,
  vehicles: readonly SeedVehicle[],
  places: SeedPlaces,
  driverIds: readonly string[],
): Promise<void> {
  await unitsOf(ground, vehicles, places, driverIds);
  const { trx, instanceId, today } = ground;
  await insertTaskItems(trx, instanceId, { from: dayFrom(today, -PAST_DAYS), to: dayFrom(today, 1) });
  await visitsOf(ground);
}

/** Adds some shifts per day; vehicles and drivers alternate. */
async function unitsOf(
  ground: Ground,
  vehicles: readonly SeedVehicle[],
  places: SeedPlaces,
  driverIds: readonly string[],
): Promise<void> {
  const { random, today } = ground;
  const units = new Inserter(ground.trx, 'units');
  const unloading = new Inserter(ground.trx, 'unit_unloading_points');
  const collecting = vehicles.filter(({ type }) => type !== 'WASHER');
  const perDay = Math.min(ground.scaled(8), collecting.length, driverIds.length);
  for (let day = -PAST_DAYS; day <= NEXT_DAYS; day += 1) {
    for (let i = 0; i < perDay; i += 1) {
      const turn = (day + PAST_DAYS) * perDay + i;
      const begin = today.getTime() + day * DAY_MS + random.int(2, 5) * HOUR_MS;
      const unit = {
        ...ground.row(),
        vehicle_id: collecting[turn % collecting.length]?.id,
        driver_id: driverIds[turn % driverIds.length],
        begin_time: new Date(begin).toISOString(),
        end_time: new Date(begin + random.int(8, 11) * HOUR_MS).toISOString(),
        status:
          i < perDay - 1 || i === 0 ? 'WORK' : random.pick(['WORK', 'TRANSIT', 'WASH', 'SITE_MAINTENANCE']),
        start_parking_id: random.pick(places.parkings).id,
      };
      await units.add(unit);
      const first = random.int(0, places.unloadingPoints.length - 1);
      for (let position = 1; position <= random.int(1, 2); position += 1) {
        await unloading.add({
          instance_id: ground.instanceId,
          unit_id: unit.id,
          unloading_point_id: places.unloadingPoints[(first + position) % places.unloadingPoints.length]?.id,
          position,
        });
      }
    }
  }
  await units.flush();
  await unloading.flush();
}

/**
 * Adds one visit for each stand with tasks on a day, distributed from west to east among the day's working units; those
 * of today are half done. Random choices are derived from a hash of the stand and of the day relative to today, so the
 * demo is much the same on whichever day it is created.
 */
async function visitsOf({ trx, instanceId, today, now }: Ground): Promise<void> {
  const daysFromToday = sql`(task_date - ${dayFrom(today, 0)}::date)`;
  const visitId = (standId: string) =>
    sql`md5('visit ' || ${sql.ref(standId)} || ' ' || ${daysFromToday})::uuid`;
  await sql`
    with stops as (
      select t.task_date, p.id, p.longitude,
        count(*) over days stops, row_number() over (days order by p.longitude, p.id) - 1 nth,
        abs(hashtext(p.id || ' ' || ${daysFromToday})) chance
      from (select distinct i.task_date, e.stand_id from task_items i
        join evacuation_points e on e.id = i.evacuation_point_id where i.instance_id = ${instanceId}) t
      join visit_points p on p.id = t.stand_id
      window days as (partition by t.task_date)
    ), working as (
      select u.id, u.begin_time, d.work_date,
        count(*) over days units, row_number() over (days order by u.begin_time, u.id) - 1 nth
      from units u cross join lateral (select (u.begin_time at time zone 'UTC')::date work_date) d
      where u.instance_id = ${instanceId} and u.status = 'WORK'
      window days as (partition by d.work_date)
    ), planned as (
      select s.*, w.id unit_id, row_number() over (partition by w.id order by s.nth) as position, w.begin_time
      from stops s join working w on w.work_date = s.task_date and w.nth = s.nth * w.units / s.stops
    ), timed as (
      select p.*, p.begin_time + p.position * interval '9 minutes' plan_time,
        p.begin_time + (p.position * 9 + p.chance % 12) * interval '1 minute' arrive_time
      from planned p
    )
    insert into visits (id, instance_id, unit_id, visit_point_id, visit_date, position, status,
      plan_time, arrive_time, leave_time, failure_reason, change_time)
    select ${visitId('id')}, ${instanceId}, unit_id, id, task_date, position, o.status,
      plan_time, case when o.came then arrive_time end, case when o.came then arrive_time + interval '4 minutes' end,
      case when o.status = 'FAILED' then 'NO_ACCESS' end, least(plan_time, ${now}::timestamptz)
    from timed cross join lateral (select case
      when plan_time > ${now}::timestamptz - interval '20 minutes' then 'PLANNED'
      when chance % 100 < 91 then 'SUCCESS' when chance % 100 < 94 then 'FAILED'
      when chance % 100 < 96 then 'EMPTY' when chance % 100 < 97 then 'REJECTED'
      when chance % 100 < 98 then 'CANCELED' else 'MOVED' end status) s
    cross join lateral (select s.status, s.status in ('SUCCESS', 'FAILED', 'EMPTY') came) o`.execute(trx);
  await sql`
    update task_items t set visit_id = v.id, change_time = v.change_time,
      done_count = case v.status when 'SUCCESS' then planned_count when 'FAILED' then 0 when 'EMPTY' then 0 end,
      done_volume = case v.status when 'SUCCESS' then planned_volume when 'FAILED' then 0 when 'EMPTY' then 0 end,
      failure_reason = case v.status when 'FAILED' then 'CONTAINER_BLOCKED' end
    from evacuation_points e, visits v
    where t.instance_id = ${instanceId} and e.id = t.evacuation_point_id
      and v.id = ${visitId('e.stand_id')}`.execute(trx);
}
