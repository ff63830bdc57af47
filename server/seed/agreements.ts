/** Agreements of the parties of contracts: tariffs and policies. Random choices are derived from the contract's id. */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import { KINDS, tabsOf, type Tab } from '../modules/contracts/kinds.ts';
import { TIME_ZONE } from './ground.ts';

/** One of this many contracts has agreements. */
const ONE_OF = 3;

export async function seedAgreements(db: Db, today: Date): Promise<void> {
  const day = sql`${today.toISOString().slice(0, 10)}::date`;
  const chosen = sql`(select c.*, ('x' || left(c.id::text, 7))::bit(28)::int as chance from contracts c
    where ('x' || left(c.id::text, 7))::bit(28)::int % ${ONE_OF} = 0)`;
  await seedTariffs(db, chosen);
  await seedPolicies(db, chosen, day);
  await seedRules(db, chosen);
}

type Chosen = ReturnType<typeof sql>;

async function seedTariffs(db: Db, chosen: Chosen): Promise<void> {
  const garbage = sql`lateral (select g.code, g.density, row_number() over (order by md5(g.code || k.id)) as nth
    from garbage_types g where g.instance_id = k.instance_id order by 3 limit 2) g`;
  await sql`insert into contract_collection_tariffs (instance_id, contract_id, garbage_type, type, unit, price,
      max_density, excess_rule, begin_date, end_date)
    select k.instance_id, k.id, g.code, case when k.chance % 2 = 0 then 'PER_VOLUME' else 'PER_WEIGHT' end,
      case when k.chance % 2 = 0 then 'M3' else 'T' end, 180 + (k.chance / 8 % 900) + g.nth * 15.5,
      case when g.nth = 1 then coalesce(g.density, 200) + 50 end, case when g.nth = 1 then 'BY_WEIGHT' end,
      k.effective_date, k.expiration_date
    from ${chosen} k cross join ${garbage}`.execute(db);
  await sql`insert into contract_customer_tariffs (instance_id, contract_id, garbage_type, unit, price,
      max_density, excess_rule, begin_date, end_date)
    select k.instance_id, k.id, g.code, 'M3', 420 + (k.chance / 8 % 700) + g.nth * 10.25,
      case when g.nth = 1 then 300 end, case when g.nth = 1 then 'NOT_PAID' end, k.effective_date, k.expiration_date
    from ${chosen} k cross join ${garbage}`.execute(db);
}

/** One policy in force and one draft; where the other party has an instance, also one that awaits its answer. */
async function seedPolicies(db: Db, chosen: Chosen, day: Chosen): Promise<void> {
  await sql`insert into contract_policies (instance_id, contract_id, name, terms, effective_date, expiration_date,
      consideration_days, tolerance, status, send_time, reply_date, decision_time, decided_by)
    select k.instance_id, k.id, 'Согласование результатов вывоза', 'Результаты за сутки согласуются по данным телематики и фотофиксации.',
      k.effective_date, k.effective_date + 89, 3 + k.chance % 5, k.chance % 4 * 2.5,
      case when k.effective_date + 89 < ${day} then 'EXPIRED' else 'ACCEPTED' end,
      s.sent, s.sent + 5, s.sent + 4, c.short_name
    from ${chosen} k join instances i on i.id = k.instance_id
    join customers c on c.id = case when k.supplier_id = i.owner_customer_id then k.customer_id else k.supplier_id end
    cross join lateral (select least(k.effective_date - 10, ${day} - 5) as sent) s`.execute(db);
  await sql`insert into contract_policies (instance_id, contract_id, name, effective_date, consideration_days, tolerance,
      status, send_time, reply_date)
    select k.instance_id, k.id, 'Согласование объёмов', greatest(k.effective_date + 90, ${day}), 5, 5,
      case when c.id is null then 'STATUS_NOT_SET' else 'PROCEEDED' end,
      case when c.id is not null then ${day}::timestamp at time zone ${TIME_ZONE} end, case when c.id is not null then ${day} + 5 end
    from ${chosen} k left join lateral (select c.id from customers c
      where c.id in (k.customer_id, k.supplier_id) and c.linked_instance_id is not null limit 1) c on true
    where k.status = 'ACTIVE'`.execute(db);
}

async function seedRules(db: Db, chosen: Chosen): Promise<void> {
  await sql`insert into contract_incident_rules (instance_id, contract_id, rule, threshold, enabled)
    select k.instance_id, k.id, r.rule, r.threshold, k.chance % 5 > 0 from ${withTab(chosen, 'automatic-check-rules')} k
    cross join (values ('NOT_DONE', null), ('LATE', 60)) r (rule, threshold)`.execute(db);
  await sql`insert into contract_claim_rules (instance_id, contract_id, rule, reason, delay_days)
    select k.instance_id, k.id, r.rule, r.reason, k.chance % 4 from ${withTab(chosen, 'automatic-check-rules')} k
    cross join (values ('NOT_DONE', 'NOT_COLLECTED'), ('PARTIAL', 'PARTIALLY_COLLECTED')) r (rule, reason)`.execute(
    db,
  );
  await sql`insert into contract_recalc_rules (instance_id, contract_id, name, events, depth_days, begin_date, end_date)
    select k.instance_id, k.id, r.name, r.events, 3 + k.chance % 12, k.effective_date, k.expiration_date
    from ${withTab(chosen, 'recalc-visits')} k cross join (values ('Поздние данные телематики', array['TRACK_RECEIVED', 'PHOTO_RECEIVED']),
      ('Изменения договора', array['CONTRACT_CHANGED', 'PLAN_CHANGED'])) r (name, events)`.execute(db);
  await sql`insert into contract_transportations (instance_id, contract_id, carrier_id, visiting_rule, visit_rule,
      failure_action, begin_date, end_date)
    select k.instance_id, k.id, k.supplier_id, 'BY_VISIT', 'STOPPED_IN_ZONE', 'CREATE_INCIDENT', k.effective_date,
      k.expiration_date from ${withTab(chosen, 'transportation')} k`.execute(db);
}

/** Contracts whose kind has the tab. */
function withTab(chosen: Chosen, tab: Tab): Chosen {
  const kinds = KINDS.filter((kind) => tabsOf(kind).includes(tab));
  return sql`(select * from ${chosen} c where type = any(${kinds}::text[]))`;
}
