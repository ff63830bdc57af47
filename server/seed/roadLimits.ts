/** Way restrictions and road closures on the streets of the demonstration's towns. */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';

/** Lines between neighbouring stands, which lie on streets; instances that plan routes have some. */
const LINES = sql`(select i.id as instance_id, i.time_zone, v.nth, jsonb_build_object('type', 'LineString', 'coordinates',
      jsonb_build_array(jsonb_build_array(v.longitude, v.latitude), jsonb_build_array(v.longitude + 0.004, v.latitude),
        jsonb_build_array(v.longitude + 0.004, v.latitude + 0.002))) as shape,
    split_part(v.address, ',', 2) as street
  from instances i join lateral (select p.*, row_number() over (order by p.address, p.id) as nth from visit_points p
    where p.instance_id = i.id and p.type = 'STAND' order by p.address, p.id limit 12) v on true
  where i.type in ('RO', 'CARRIER'))`;

/** `today` is the day around which the data lie. */
export async function seedRoadLimits(db: Db, today: Date): Promise<void> {
  const day = sql`${today.toISOString().slice(0, 10)}::date`;
  await sql`insert into way_restrictions (instance_id, name, transport_type, geometry, begin_date, end_date, week_days,
      time_from, time_to, comment)
    select l.instance_id, n.name || trim(l.street), n.type, l.shape, ${day} - 200 + n.k * 20,
      case n.k when 2 then ${day} + 30 when 4 then ${day} - 10 end, n.days, n.begin::time, n.finish::time, n.comment
    from ${LINES} l join (values
      (1, 'Запрет грузовых: ', 'TRUCK', '{}'::text[], null, null, 'Знак 3.4'),
      (2, 'Час пик: ', 'HEAVY_TRUCK', '{MONDAY,TUESDAY,WEDNESDAY,THURSDAY,FRIDAY}', '07:00', '10:00', 'Кроме выходных'),
      (3, 'Низкие арки: ', 'TRAILER', '{}', null, null, 'Высота 3,2 м'),
      (4, 'Весенняя просушка: ', 'HEAVY_TRUCK', '{}', null, null, 'Нагрузка на ось до 6 т')
    ) n (k, name, type, days, begin, finish, comment) on n.k = l.nth`.execute(db);
  await sql`insert into road_closures (instance_id, reason, geometry, begin_time, end_time, mark, failure, tries,
      next_try_time, service_number)
    select l.instance_id, n.reason || ' –' || l.street, l.shape,
      (${day} + n.begin) at time zone l.time_zone, (${day} + n.finish) at time zone l.time_zone, n.mark, n.failure,
      n.tries, now() + interval '1 year', n.number
    from ${LINES} l join (values
      (5, 'Ремонт теплотрассы', -5, 20, 'CONFIRMED', null, 0, 'ПД-10000001'),
      (6, 'Замена асфальта', 2, 12, 'NEW', null, 0, null),
      (7, 'Городской праздник', 1, 2, 'TO_ADD', null, 0, null),
      (8, 'Авария на водопроводе', 0, 3, 'TO_ADD', 'SLOW', 3, null),
      (9, 'Вырубка деревьев', -1, 4, 'SENT', null, 0, 'ПД-10000002'),
      (10, 'Съёмки фильма', -3, 1, 'TO_DELETE', null, 0, 'ПД-10000003'),
      (11, 'Ярмарка', -9, 1, 'SENT_TO_DELETION', null, 0, 'ПД-10000004')
    ) n (k, reason, begin, finish, mark, failure, tries, number) on n.k = l.nth`.execute(db);
  await sql`insert into app_properties (instance_id, name, value, type)
    select id, 'roadClosure.service', 'demo:accepts', 'String' from instances where type in ('RO', 'CARRIER')`.execute(
    db,
  );
}
