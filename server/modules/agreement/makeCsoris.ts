/** Creates results of carriers from the tasks of a finished day, and updates those that arrive later. */
import { sql } from 'kysely';
import { transaction, type Db } from '../../database/connection.ts';
import { publishRow } from '../../records/publish.ts';
import { recordEvent } from '../../records/recordEvent.ts';
import { move } from './move.ts';

/** Days as `YYYY-MM-DD`, both inclusive. */
export interface Days {
  from: string;
  to: string;
}

/**
 * Sums of tasks by stand, day, container type, action and contract. A result has arrived when each of its tasks has a
 * count, or a visit that ended without one.
 */
const tasksOf = (instanceId: string, days: Days) => sql`
  select p.contract_id, e.stand_id, t.task_date, t.container_type, t.container_action,
    min(e.garbage_type) as garbage_type, sum(t.planned_count)::int as planned_count,
    sum(t.planned_volume) as planned_volume, coalesce(sum(t.done_count), 0)::int as done_count,
    coalesce(sum(t.done_volume), 0) as done_volume,
    bool_and(t.done_count is not null or coalesce(v.status in ('FAILED', 'EMPTY', 'REJECTED', 'CANCELED', 'MOVED'), false))
      as arrived
  from task_items t
  join contract_plans p on p.id = t.plan_id
  join evacuation_points e on e.id = t.evacuation_point_id
  left join visits v on v.id = t.visit_id
  where t.instance_id = ${instanceId} and t.task_date between ${days.from}::date and ${days.to}::date
  group by p.contract_id, e.stand_id, t.task_date, t.container_type, t.container_action`;

/**
 * Creates missing results of an instance for the given days: ordered = planned, billed = done by the carrier. The
 * carrier is the one of the contract's transportation on that day, else the supplier of a collection contract. The key
 * of the table prevents duplicates on a second run. Returns how many were created.
 */
export async function insertCsoris(db: Db, instanceId: string, days: Days): Promise<number> {
  const { numAffectedRows } = await sql`
    with tasks as materialized (${tasksOf(instanceId, days)}),
    agreed as (
      select t.*, k.instance_id, carrier.id as carrier_id, carrier.days_kind, i.owner_customer_id
      from tasks t
      join contracts k on k.id = t.contract_id
      join instances i on i.id = k.instance_id
      join customers carrier on carrier.id = coalesce(
        (select x.carrier_id from contract_transportations x where x.contract_id = k.id
          and x.carrier_id <> i.owner_customer_id and daterange(x.begin_date, x.end_date, '[]') @> t.task_date
          order by x.begin_date desc, x.id limit 1),
        case when k.type = 'COLLECTION' and k.supplier_id <> i.owner_customer_id then k.supplier_id end)
      where i.owner_customer_id is not null
    )
    insert into csoris (instance_id, csori_date, stand_id, contract_id, carrier_id, customer_id, container_type,
      container_action, garbage_type, address, ordered_count, ordered_volume, billed_count, billed_volume, first_count,
      first_volume, price, status, confirm_mode, control_date)
    select a.instance_id, a.task_date, a.stand_id, a.contract_id, a.carrier_id, a.owner_customer_id, a.container_type,
      a.container_action, a.garbage_type, p.address, a.planned_count, a.planned_volume,
      case when a.arrived then a.done_count end, case when a.arrived then a.done_volume end,
      case when a.arrived then a.done_count end, case when a.arrived then a.done_volume end,
      f.price, case when a.arrived then 'AGREEMENT' else 'NEW' end, m.mode,
      days_after(a.instance_id, a.task_date, coalesce(m.after_days, y.consideration_days), a.days_kind)
    from agreed a
    join visit_points p on p.id = a.stand_id
    left join lateral (select m.mode, m.after_days from contract_confirm_modes m
      where m.contract_id = a.contract_id and daterange(m.begin_date, m.end_date, '[]') @> a.task_date
        and coalesce(m.container_action, a.container_action) = a.container_action
        and coalesce(m.garbage_type, a.garbage_type) = a.garbage_type
      order by (m.container_action is not null)::int + (m.garbage_type is not null)::int desc, m.id limit 1) m on true
    left join lateral (select y.consideration_days from contract_policies y where y.contract_id = a.contract_id
      and y.status in ('ACCEPTED', 'EXPIRED') and daterange(y.effective_date, y.expiration_date, '[]') @> a.task_date
      order by y.status limit 1) y on true
    left join lateral (select f.price from contract_collection_tariffs f where f.contract_id = a.contract_id
      and f.garbage_type = a.garbage_type and f.unit = 'M3' and daterange(f.begin_date, f.end_date, '[]') @> a.task_date
      order by f.begin_date desc limit 1) f on true
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Hourly step of one instance for past days: creates missing results and returns how many. */
export function makeCsoris(db: Db, instanceId: string, days: Days): Promise<number> {
  return transaction(db, async (trx) => {
    const begin = await sql<{ now: Date }>`select now()`.execute(trx);
    const count = await insertCsoris(trx, instanceId, days);
    if (count === 0) return 0;
    await recordEvent(trx, {
      instanceId,
      meta: 'CSORIS_MADE',
      source: 'JOB',
      sourceName: 'agreeResults',
      values: { date: days.to, count },
    });
    // One message per carrier: open lists reload however many rows were created.
    const made = await trx
      .selectFrom('csoris')
      .selectAll()
      .distinctOn('carrier_id')
      .where('instance_id', '=', instanceId)
      .where('change_time', '>=', begin.rows[0]!.now)
      .orderBy('carrier_id')
      .execute();
    for (const row of made) await publishRow(trx, 'csori', row, { id: row.id, version: row.version });
    return count;
  });
}

/** Updates results that were incomplete at the end of their day and have arrived since. Returns how many. */
export async function takeArrived(db: Db, instanceId: string, days: Days): Promise<number> {
  const { rows } = await sql<{ id: string; count: number; volume: number }>`
    with tasks as materialized (${tasksOf(instanceId, days)})
    select c.id, t.done_count as count, t.done_volume as volume from csoris c
    join tasks t on t.contract_id = c.contract_id and t.stand_id = c.stand_id and t.task_date = c.csori_date
      and t.container_type = c.container_type and t.container_action = c.container_action
    where c.instance_id = ${instanceId} and c.status = 'NEW' and t.arrived order by c.id`.execute(db);
  for (const { id, count, volume } of rows) await arrive(db, id, { count, volume });
  return rows.length;
}

/** Bills a result that has arrived; it then waits for the operator's approval. */
export function arrive(db: Db, id: string, { count, volume }: { count: number; volume: number }) {
  return transaction(db, (trx) =>
    move(
      trx,
      undefined,
      { entity: 'csori', id, action: 'arrive' },
      {
        billed_count: count,
        billed_volume: volume,
        first_count: count,
        first_volume: volume,
      },
    ),
  );
}
