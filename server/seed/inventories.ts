/** Inventories of stands in every status; random choices are derived from the stands' ids. */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import { findDifferences } from '../modules/inventories/findDifferences.ts';

/** Name, status, first and last day relative to today, share of the stands in percent, and offset of the share. */
const INVENTORIES = [
  ['Весенняя инвентаризация площадок', 'COMPLETED', -240, -200, 30, 0],
  ['Проверка площадок частного сектора', 'COMPLETED', -60, -31, 20, 30],
  ['Осенняя инвентаризация площадок', 'IN_PROGRESS', -12, 18, 25, 40],
  ['Проверка после ремонта дворов', 'IN_PROGRESS', -20, 10, 6, 65],
  ['Площадки с затруднённым подъездом', 'PLANNED', 10, 24, 11, 71],
  ['Площадки перед зимним сезоном', 'DRAFT', 20, 40, 10, 82],
  ['Внеплановая проверка по обращениям', 'CANCELED', -30, -20, 6, 92],
] as const;

const chance = (id: string, from = 1) =>
  sql`('x' || substr(md5(${sql.ref(id)}::text), ${from}, 7))::bit(28)::int`;

export async function seedInventories(db: Db, today: Date): Promise<void> {
  const day = sql`${today.toISOString().slice(0, 10)}::date`;
  await seedSigns(db);
  const list = sql.join(
    INVENTORIES.map(
      ([name, status, from, to, part, first]) =>
        sql`(${name}::text, ${status}::text, ${from}::int, ${to}::int, ${part}::int, ${first}::int)`,
    ),
  );
  await sql`insert into inventories (id, instance_id, name, status, begin_date, end_date, responsible_id, note,
      residentials, signs, complete_time)
    select md5(i.id::text || x.name)::uuid, i.id, x.name, x.status, ${day} + x.first_day, ${day} + x.last_day, s.id,
      case x.status when 'CANCELED' then 'Отменена: обращения переданы в отдел по работе с населением'
        when 'IN_PROGRESS' then 'Фотография каждой площадки обязательна' end,
      case when x.name like '%частного%' then array['PRIVATE'] else '{}'::text[] end,
      case when x.name like '%подъездом' then array['HARD_ACCESS'] else '{}'::text[] end,
      case when x.status = 'COMPLETED' then (${day} + x.last_day) + time '16:40' end
    from instances i
    cross join (values ${list}) x (name, status, first_day, last_day, part, first)
    left join lateral (select s.id from staff s where s.instance_id = i.id and s.end_date is null
      order by md5(s.id::text || x.name) limit 1) s on true
    where i.type = 'RO'`.execute(db);
  await sql`insert into inventory_stands (id, instance_id, inventory_id, stand_id, number, state, skip_reason, check_time,
      checked_by, condition, comment, latitude, longitude)
    select md5(v.id::text || t.id)::uuid, v.instance_id, v.id, t.id, t.number, c.state,
      case when c.state = 'SKIPPED' then 'Въезд закрыт шлагбаумом, управляющая компания не отвечает' end,
      case when c.state = 'CHECKED' then least(v.begin_date + c.nth % 20, ${day} - 1) + time '09:00'
        + make_interval(mins => c.nth % 480) end,
      case when c.state = 'CHECKED' then a.id end,
      case when c.state = 'CHECKED' then (array['GOOD', 'GOOD', 'GOOD', 'DIRTY', 'DAMAGED'])[1 + c.nth % 5] end,
      case when c.state = 'CHECKED' and c.nth % 5 = 4 then 'Сломано ограждение' end,
      case when c.state = 'CHECKED' then p.latitude + (case when c.nth % 17 = 0 then 0.0006 else 0.00004 end) end,
      case when c.state = 'CHECKED' then p.longitude + 0.00005 end
    from inventories v
    join (values ${list}) x (name, status, first_day, last_day, part, first) on x.name = v.name
    join stands t on t.instance_id = v.instance_id and t.status = 'ACTIVE'
      and (${chance('t.id')} % 100) between x.first and x.first + x.part - 1
    join visit_points p on p.id = t.id
    left join lateral (select a.id from accounts a where a.instance_id = v.instance_id order by a.login = 'inspector' desc, a.login
      limit 1) a on true
    cross join lateral (select ${chance('t.id', 9)} as nth) k
    cross join lateral (select k.nth, case
      when v.status = 'COMPLETED' then case when k.nth % 23 = 0 then 'SKIPPED' else 'CHECKED' end
      when v.status = 'IN_PROGRESS' then case when k.nth % 19 = 0 then 'SKIPPED' when k.nth % 3 = 0 then 'CHECKED' else 'OPEN' end
      else 'OPEN' end as state) c`.execute(db);
  await seedFound(db);
  await seedDifferences(db);
}

async function seedSigns(db: Db): Promise<void> {
  await sql`update stands t set signs = array_remove(array[
      case when exists (select from evacuation_points e where e.stand_id = t.id and e.garbage_type = 'PLASTIC')
        then 'SEPARATE_COLLECTION' end,
      case when exists (select from evacuation_points e where e.stand_id = t.id and e.garbage_type = 'BULKY')
        then 'BULKY_AREA' end,
      case when ${chance('t.id', 3)} % 7 = 0 then 'HARD_ACCESS' end,
      case when ${chance('t.id', 4)} % 23 = 0 then 'LOCKED_GATE' end,
      case when ${chance('t.id', 5)} % 3 = 0 then 'LIGHTED' end,
      case when ${chance('t.id', 6)} % 11 = 0 then 'VIDEO' end], null)`.execute(db);
}

/** Adds the found containers: as many as on record, except at one stand in five. */
async function seedFound(db: Db): Promise<void> {
  await sql`insert into inventory_containers (instance_id, inventory_stand_id, container_type, count, broken)
    select n.instance_id, n.id, k.container_type,
      greatest(0, count(*)::int + case ${chance('n.id')} % 10 when 0 then 1 when 1 then -1 else 0 end),
      case when ${chance('n.id')} % 9 = 5 and ${chance('n.id')} % 10 > 1 then 1 else 0 end
    from inventory_stands n
    join evacuation_points e on e.stand_id = n.stand_id and e.instance_id = n.instance_id
    join containers k on k.evacuation_point_id = e.id and k.instance_id = e.instance_id and k.end_date is null
    where n.state = 'CHECKED' group by n.instance_id, n.id, k.container_type`.execute(db);
}

/** Adds differences: those of the older inventory are decided, except for a few; those of the later one are open. */
async function seedDifferences(db: Db): Promise<void> {
  const completed = await db
    .selectFrom('inventories')
    .select('id')
    .where('status', '=', 'COMPLETED')
    .orderBy('begin_date')
    .execute();
  for (const { id } of completed) await findDifferences(db, id);
  await sql`update inventory_differences d set
      status = 'REFUSED', reason = 'Пересчитано при вывозе: на учёте верно',
      decided_by = 'Обходчиков А. Д.', decision_time = v.complete_time + interval '2 days'
    from inventories v where v.id = d.inventory_id and v.name like 'Весенняя%' and ${chance('d.inventory_stand_id')} % 3 = 0`.execute(
    db,
  );
}
