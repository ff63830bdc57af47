/**
 * Actions that contracts require where the facts do not confirm a visit, in addition to incidents and claims (areas C,
 * the value `failureActions` of a carrier in a contract): staff are notified, or the collection is rescheduled.
 */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { recordEvent } from '../../records/recordEvent.ts';
import { insertTaskItems } from '../tasks/taskItems.ts';

/** Findings per transaction. */
const AT_ONCE = 100;

interface Finding {
  id: string;
  instance_id: string;
  contract_id: string;
  purpose: 'RESCHEDULE' | 'NOTIFY';
  task_item_id: string;
  plan_id: string;
  container_type: string;
  task_date: string;
  /** The first day that can still be planned: tomorrow in the time zone of the instance. */
  next_day: string;
  number: string;
  address: string;
  vehicle_id: string | null;
  driver_id: string | null;
}

/**
 * Carries out findings with the purposes RESCHEDULE and NOTIFY, and returns how many. Findings are locked with SKIP
 * LOCKED and marked in the transaction that acts on them, so that two servers, or one that takes over from a killed
 * one, act once.
 */
export async function carryOutFailureActions(db: Db, instanceId: string): Promise<number> {
  for (let count = 0; ;) {
    const taken = await db.transaction().execute((trx) => takeSome(trx, instanceId));
    count += taken;
    if (taken < AT_ONCE) return count;
  }
}

async function takeSome(trx: Db, instanceId: string): Promise<number> {
  const { rows } = await sql<Finding>`
    select f.id, f.instance_id, f.contract_id, f.purpose, f.task_item_id, t.plan_id, t.container_type,
      f.task_date::text as task_date, ((now() at time zone n.time_zone)::date + 1)::text as next_day,
      k.number, coalesce(p.address, p.name) as address, u.vehicle_id, u.driver_id
    from contract_rule_findings f
    join instances n on n.id = f.instance_id
    join contracts k on k.id = f.contract_id
    join task_items t on t.id = f.task_item_id
    join evacuation_points e on e.id = t.evacuation_point_id
    join visit_points p on p.id = e.stand_id
    left join visits v on v.id = t.visit_id
    left join units u on u.id = v.unit_id
    where f.instance_id = ${instanceId} and f.purpose in ('RESCHEDULE', 'NOTIFY') and f.made_time is null
    order by f.due_date, f.id limit ${AT_ONCE} for update of f skip locked`.execute(trx);
  for (const finding of rows) {
    if (finding.purpose === 'NOTIFY') await recordFindingEvent(trx, finding, 'VISIT_NOT_CONFIRMED');
    else await reschedule(trx, finding);
    await trx
      .updateTable('contract_rule_findings')
      .set({ made_time: sql<Date>`now()` })
      .where('id', '=', finding.id)
      .execute();
  }
  return rows.length;
}

/**
 * Plans the same collection for tomorrow, unless a later task of the same plan and container type collects the waste
 * anyway: then staff are notified of that day.
 */
async function reschedule(trx: Db, finding: Finding): Promise<void> {
  const { instance_id: instanceId, next_day: day } = finding;
  // The nightly job may not have created tomorrow's tasks yet.
  await insertTaskItems(trx, instanceId, { from: day, to: day });
  const later = await trx
    .selectFrom('task_items')
    .select('task_date')
    .where('plan_id', '=', finding.plan_id)
    .where('container_type', '=', finding.container_type)
    .where('task_date', '>', finding.task_date)
    .orderBy('task_date')
    .limit(1)
    .executeTakeFirst();
  if (later) return recordFindingEvent(trx, finding, 'COLLECTION_FOLLOWS', later.task_date);
  await sql`insert into task_items (id, instance_id, task_date, evacuation_point_id, plan_id, container_type,
      container_action, time_from, time_to, planned_count, planned_volume)
    select md5(t.plan_id || ' ' || ${day} || ' ' || t.container_type)::uuid, t.instance_id, ${day}::date,
      t.evacuation_point_id, t.plan_id, t.container_type, t.container_action, t.time_from, t.time_to,
      t.planned_count, t.planned_volume
    from task_items t where t.id = ${finding.task_item_id} on conflict do nothing`.execute(trx);
  await recordFindingEvent(trx, finding, 'COLLECTION_RESCHEDULED', day);
}

async function recordFindingEvent(trx: Db, finding: Finding, meta: string, day?: string): Promise<void> {
  const { vehicle_id: vehicleId, driver_id: driverId } = finding;
  await recordEvent(trx, {
    instanceId: finding.instance_id,
    meta,
    source: 'JOB',
    sourceName: 'carryOutFailureActions',
    entity: 'contract',
    entityId: finding.contract_id,
    ...(vehicleId && { vehicleId }),
    ...(driverId && { driverId }),
    values: {
      number: finding.number,
      date: finding.task_date,
      address: finding.address,
      ...(day && { day }),
    },
  });
}
