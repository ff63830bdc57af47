/**
 * Results of carriers and claims about them, over the days that have tasks. Random choices are derived from the ids and
 * the day relative to today, so the demo is much the same on whichever day it is created.
 */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import { insertCsoris } from '../modules/agreement/makeCsoris.ts';
import { dayFrom, TIME_ZONE } from './ground.ts';

const PAST_DAYS = 29;
/** The linked carrier collects under at least this many plans, however small the demo is. */
const LEAST_PLANS = 4;

export async function seedCarrierResults(db: Db, today: Date): Promise<void> {
  await giveWork(db);
  await agreeTerms(db);
  await billMore(db, dayFrom(today, 0));
  await reportLate(db, dayFrom(today, -1));
  const operators = await db
    .selectFrom('instances')
    .select('id')
    .where('type', '=', 'RO')
    .orderBy('id')
    .execute();
  for (const { id } of operators)
    await insertCsoris(db, id, { from: dayFrom(today, -PAST_DAYS), to: dayFrom(today, -1) });
  // Random ids would change the choices below with each seed.
  await sql`update csoris set id =
    md5('csori ' || stand_id || (csori_date - ${dayFrom(today, 0)}::date) || container_type || container_action || contract_id)::uuid`.execute(
    db,
  );
  await decide(db, dayFrom(today, 0));
  await claim(db, dayFrom(today, 0));
  await ownDays(db, operators, today);
}

/** Adds an own day to the calendar of each operator. */
async function ownDays(db: Db, operators: readonly { id: string }[], today: Date): Promise<void> {
  for (const { id } of operators)
    await db
      .insertInto('working_days')
      .values({
        instance_id: id,
        day: `${today.getUTCFullYear()}-12-30`,
        working: false,
        name: 'Учётный день: приём отчётов закрыт',
      })
      .execute();
}

/** Gives the linked carrier terms, and work: assigns it the contracts with the most plans where it has too few. */
async function giveWork(db: Db): Promise<void> {
  await sql`update customers set days_kind = 'WORKDAY', claim_submission_days = 10, claim_consideration_days = 5
    where linked_instance_id is not null`.execute(db);
  await sql`with linked as (select c.id, c.instance_id, c.short_name from customers c where c.linked_instance_id is not null),
    busy as (
      select k.id, l.id as carrier, l.short_name, k.supplier_id = l.id as own, count(*) as plans
      from linked l join contracts k on k.instance_id = l.instance_id and k.type = 'COLLECTION' and k.status = 'ACTIVE'
      join contract_plans p on p.contract_id = k.id group by k.id, l.id, l.short_name
    )
    update contracts k set supplier_id = b.carrier, name = 'Транспортирование ТКО, ' || b.short_name
    from (select * from busy where not own
      and (select coalesce(sum(plans), 0) from busy where own) < ${LEAST_PLANS} order by plans desc, id limit 2) b
    where k.id = b.id`.execute(db);
}

/** Adds terms to the linked carrier's contracts: a price per cubic metre, a confirmation mode, a tolerance. */
async function agreeTerms(db: Db): Promise<void> {
  const shared = sql`(select k.* from contracts k join customers c on c.id = k.supplier_id
    where c.linked_instance_id is not null and k.type = 'COLLECTION')`;
  await sql`insert into contract_collection_tariffs (instance_id, contract_id, garbage_type, type, unit, price, begin_date)
    select k.instance_id, k.id, g.code, 'PER_VOLUME', 'M3', 480 + ('x' || left(k.id::text, 2))::bit(8)::int, k.effective_date
    from ${shared} k join garbage_types g on g.instance_id = k.instance_id and g.code in ('MSW', 'PLASTIC', 'BULKY')
    where not exists (select from contract_collection_tariffs t where t.contract_id = k.id and t.garbage_type = g.code)`.execute(
    db,
  );
  await sql`insert into contract_confirm_modes (instance_id, contract_id, mode, after_days, begin_date)
    select k.instance_id, k.id, 'MANUAL', 10, k.effective_date from ${shared} k
    where not exists (select from contract_confirm_modes m where m.contract_id = k.id)`.execute(db);
  await sql`insert into contract_policies (instance_id, contract_id, name, effective_date, consideration_days, tolerance,
      status, send_time, reply_date, decision_time, decided_by)
    select k.instance_id, k.id, 'Согласование результатов вывоза', k.effective_date, 5, 10, 'ACCEPTED',
      k.effective_date - 10, k.effective_date - 5, k.effective_date - 6, 'ЧистоТранс' from ${shared} k
    where not exists (select from contract_policies p where p.contract_id = k.id)`.execute(db);
}

/** Leaves yesterday's last report of the linked carrier pending. */
async function reportLate(db: Db, yesterday: string): Promise<void> {
  await sql`update task_items set done_count = null, done_volume = null, visit_id = null where id = (
    select t.id from task_items t join contract_plans p on p.id = t.plan_id join contracts k on k.id = p.contract_id
    join customers c on c.id = k.supplier_id
    where c.linked_instance_id is not null and k.type = 'COLLECTION' and t.task_date <= ${yesterday}::date
    order by t.task_date desc, t.id limit 1)`.execute(db);
}

/** Makes carriers occasionally report a container more than was ordered. */
async function billMore(db: Db, today: string): Promise<void> {
  await sql`update task_items t set done_count = t.planned_count + 1,
      done_volume = t.planned_volume + c.volume
    from contract_plans p, contracts k, container_types c
    where p.id = t.plan_id and k.id = p.contract_id and k.type = 'COLLECTION' and t.done_count = t.planned_count
      and t.planned_count > 0 and t.task_date < ${today}::date
      and c.instance_id = t.instance_id and c.code = t.container_type
      and ('x' || left(md5(p.id || t.container_type || (t.task_date - ${today}::date)), 4))::bit(16)::int % 9 = 0`.execute(
    db,
  );
}

/** Approves results older than the working days of their agreement; the newest stay open. */
async function decide(db: Db, today: string): Promise<void> {
  await sql`update csoris c set status = 'APPROVED', approved_count = billed_count, approved_volume = billed_volume,
      decision = case when confirm_mode = 'AUTO' and control_date < ${today}::date then 'AUTO_BILLED' else 'AS_BILLED' end,
      decided_by = case when confirm_mode = 'AUTO' and control_date < ${today}::date then null else i.name end,
      decision_time = least(${today}::date::timestamp at time zone ${TIME_ZONE},
        (c.csori_date + 2 + ('x' || left(c.id::text, 2))::bit(8)::int % 3)::timestamptz + interval '10 hours'),
      version = 2
    from instances i
    where i.id = c.instance_id and c.status = 'AGREEMENT' and c.billed_count <= c.ordered_count
      and (c.csori_date < ${today}::date - 6 or confirm_mode = 'AUTO' and control_date < ${today}::date)`.execute(
    db,
  );
}

/** Adds claims about amounts billed above the order, in every status. */
async function claim(db: Db, today: string): Promise<void> {
  await sql`
    with over as (
      select c.*, row_number() over (partition by c.carrier_id order by c.csori_date desc, c.id) as n,
        k.linked_instance_id is not null as linked
      from csoris c join customers k on k.id = c.carrier_id
      where c.status = 'AGREEMENT' and c.billed_count > c.ordered_count and c.billed_volume > c.ordered_volume
    ), chosen as (
      select o.*, (array['UNDER_CONSIDERATION', 'NEW', 'SPECIFIED', 'DISCARDED', 'APPROVED', 'CANCELED', 'CHANGED'])[1 + n % 7] as state,
        md5('claim ' || o.id)::uuid as claim_id
      from over o where n <= 14
    ), claims as (
      insert into carrier_claims (id, instance_id, csori_id, shown_to_id, carrier_id, customer_id, stand_id, claim_date,
        csori_date, address, container_type, container_action, input, rule, reason, basis, ordered_count, ordered_volume,
        billed_count, billed_volume, price, expected_count, expected_volume, approved_count, approved_volume, status,
        control_date, closed, comment, discard_reason)
      select claim_id, instance_id, id, case when state = 'NEW' then customer_id else carrier_id end, carrier_id, customer_id,
        stand_id, least(csori_date + 1, ${today}::date - 1), csori_date, address, container_type, container_action,
        case when n % 3 = 0 then 'RULE' else 'MANUAL' end, case when n % 3 = 0 then 'VOLUME_EXCESS' end,
        case when n % 3 = 1 then 'NO_PHOTO' else 'VOLUME_OVERSTATED' end,
        case when n % 3 > 0 then 'По плану ' || ordered_count || ', предъявлено ' || billed_count || '. Заявки на дополнительный вывоз не было' end,
        ordered_count, ordered_volume, billed_count, billed_volume, price, ordered_count, ordered_volume,
        case when state = 'APPROVED' then ordered_count end, case when state = 'APPROVED' then ordered_volume end,
        state, case when state in ('UNDER_CONSIDERATION', 'SPECIFIED', 'CHANGED', 'NEW')
          then days_after(instance_id, ${today}::date, (n % 4)::int, 'WORKDAY')
          when state = 'DISCARDED' then days_after(instance_id, ${today}::date, 3, 'WORKDAY') end,
        false, null, case when state = 'DISCARDED' then 'Вывоз подтверждён весовой квитанцией' end
      from chosen order by chosen.carrier_id, n returning *
    ), said as (
      insert into carrier_claim_messages (instance_id, claim_id, message_time, party, author, action, text)
      select c.instance_id, c.id, least((c.claim_date + m.days)::timestamptz + interval '9 hours',
        ${today}::date::timestamp at time zone ${TIME_ZONE} - (3 - m.days) * interval '1 hour'), m.party,
        case when m.party = 'RO' then i.name else l.name end, m.action, m.text
      from claims c join instances i on i.id = c.instance_id
      join customers k on k.id = c.carrier_id left join instances l on l.id = k.linked_instance_id
      join (values
        (0, 'RO', 'submit', 'Просим подтвердить дополнительный контейнер', array['UNDER_CONSIDERATION', 'SPECIFIED', 'DISCARDED', 'APPROVED', 'CHANGED']),
        (1, 'CARRIER', 'specify', 'Приложите фото площадки до вывоза', array['SPECIFIED', 'CHANGED']),
        (2, 'RO', 'change', 'Фото приложено, количество по заявке', array['CHANGED']),
        (1, 'CARRIER', 'discard', 'Вывоз подтверждён весовой квитанцией', array['DISCARDED']),
        (1, 'CARRIER', 'approve', 'Согласны, лишний контейнер снят', array['APPROVED'])
      ) m (days, party, action, text, states) on c.status = any(m.states)
      where l.id is not null or m.party = 'RO'
    )
    update csoris c set status = case when h.state = 'APPROVED' then 'CORRECTION' else 'CLAIM' end, version = 2,
      control_date = case when c.control_date is not null then greatest(c.control_date, days_after(c.instance_id, ${today}::date, 2, 'WORKDAY')) end
    from chosen h where h.id = c.id and h.state not in ('NEW', 'CANCELED')`.execute(db);
}
