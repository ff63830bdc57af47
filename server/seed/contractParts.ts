/** Parts of contracts other than limits, districts, vehicles and plans: for each kind that has the tab. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { KINDS, tabsOf, type Tab } from '../modules/contracts/kinds.ts';
import type { Ground } from './ground.ts';

/** Contracts of the instance whose kind has the tab, one in `every`; the parts' ids are derived from the contract's. */
function some(ground: Ground, tab: Tab, every: number) {
  const kinds = KINDS.filter((kind) => tabsOf(kind).includes(tab));
  return sql`(select c.*, md5(c.id::text || ${tab})::uuid as part_id, ('x' || left(md5(c.id::text), 6))::bit(24)::int as n
    from contracts c where c.instance_id = ${ground.instanceId} and c.type = any (${kinds}::text[])
      and ('x' || left(md5(c.id::text || ${tab}), 6))::bit(24)::int % ${every} = 0)`;
}

export async function contractPartsOf(ground: Ground): Promise<void> {
  const { trx } = ground;
  await rulesOf(trx, ground);
  await placesAndVehicles(trx, ground);
  await papersOf(trx, ground);
}

async function rulesOf(trx: Transaction<Database>, ground: Ground): Promise<void> {
  await sql`insert into contract_confirm_modes
      (id, instance_id, contract_id, mode, container_action, after_days, begin_date, end_date)
    select part_id, instance_id, id, (array['AUTO', 'MANUAL', 'BY_PHOTO', 'BY_TELEMATICS'])[1 + n % 4], 'EMPTY', n % 8,
      effective_date, expiration_date from ${some(ground, 'confirm-modes', 2)} c`.execute(trx);
  await sql`insert into contract_area_rules
      (id, instance_id, contract_id, name, priority, active, district, garbage_type)
    select c.part_id, c.instance_id, c.id, l.name || ', ТКО', 1, true, l.code, 'MSW'
    from ${some(ground, 'area-rules', 2)} c
    join lateral (select * from locations l where l.instance_id = c.instance_id and l.kind = 'DISTRICT'
      order by md5(l.code || c.id::text) limit 1) l on true`.execute(trx);
  await sql`insert into contract_container_groups
      (id, instance_id, contract_id, name, container_types, garbage_type, order_policy)
    select part_id, instance_id, id, 'Евроконтейнеры', '{EURO_1100,EURO_0660}', 'MSW',
      (array['BY_SCHEDULE', 'BY_REQUEST', 'BY_FILLING', 'DAILY'])[1 + n % 4]
    from ${some(ground, 'container-groups', 2)} c`.execute(trx);
  await sql`insert into contract_prototypes (id, instance_id, contract_id, name, stand_kind, surface, garbage_type,
      container_type, container_count, regularity)
    select part_id, instance_id, id, 'Площадка на ' || 2 + n % 4 || ' контейнера', 'FENCED', 'CONCRETE', 'MSW',
      'EURO_1100', 2 + n % 4, 'DAILY' from ${some(ground, 'prototypes', 2)} c`.execute(trx);
  await sql`insert into contract_restrictions
      (id, instance_id, contract_id, type, garbage_type, time_from, time_to, begin_date, comment)
    select part_id, instance_id, id, case when n % 2 = 0 then 'GARBAGE' else 'HOURS' end,
      case when n % 2 = 0 then 'BULKY' end, case when n % 2 = 1 then '22:00'::time end,
      case when n % 2 = 1 then '23:59'::time end, effective_date, 'По приложению к договору'
    from ${some(ground, 'restrictions', 3)} c`.execute(trx);
}

async function placesAndVehicles(trx: Transaction<Database>, ground: Ground): Promise<void> {
  for (const [kind, tab] of [
    ['UNLOADING', 'visit-points'],
    ['LOADING', 'other-visit-points'],
  ] as const)
    await sql`insert into contract_visit_points (id, instance_id, contract_id, kind, visit_point_id, garbage_type,
        distance, weighed, begin_date, end_date)
      select c.part_id, c.instance_id, c.id, ${kind}, p.id, 'MSW', 5 + c.n % 40, c.n % 2 = 0, c.effective_date,
        c.expiration_date
      from ${some(ground, tab, tab === 'visit-points' ? 2 : 1)} c
      join lateral (select * from visit_points p where p.instance_id = c.instance_id and p.type = ${kind}
        order by md5(p.name || c.id::text) limit 1) p on true`.execute(trx);
  await sql`insert into contract_customer_vehicles
      (id, instance_id, contract_id, reg_number, model, vehicle_type, body_volume, max_mass, driver, begin_date)
    select part_id, instance_id, id, 'К' || lpad((n % 1000)::text, 3, '0') || 'ОР' || 71, 'КамАЗ-65115', 'TIPPER', 10,
      25200, responsible, effective_date from ${some(ground, 'customer-vehicles', 1)} c`.execute(trx);
}

async function papersOf(trx: Transaction<Database>, ground: Ground): Promise<void> {
  await sql`insert into contract_documents (id, instance_id, contract_id, type, number, name, document_date)
    select part_id, instance_id, id, 'SUPPLEMENT', '1', 'Дополнительное соглашение № 1', effective_date
    from ${some(ground, 'documents', 2)} c`.execute(trx);
  await sql`insert into contract_subscriptions (id, instance_id, contract_id, recipient, channel, address, events)
    select part_id, instance_id, id, coalesce(responsible, 'Ответственный'), 'EMAIL', 'contract' || n || '@example.ru',
      '{CONTRACT_EXPIRES,LIMIT_EXCEEDED}' from ${some(ground, 'subscriptions', 2)} c`.execute(trx);
}
