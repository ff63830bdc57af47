/**
 * Evaluates results by the facts. A contract declares for each carrier what counts as a visit: the track, a sensor, a
 * photo or a weighing. What the crew reported takes effect where the facts confirm it, and nothing does where they do
 * not. An approved result is not changed: the outcome of the facts is stored next to it.
 */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { recordEvent } from '../../records/recordEvent.ts';
import { findFaults } from '../contracts/applyRules.ts';
import { publishResults } from './publish.ts';
import { setting } from './settings.ts';

/** Which results to evaluate: those of an instance, or of one contract, by the days of their tasks, both inclusive. */
export interface ResultSelection {
  instanceId: string;
  contractId?: string;
  from: string;
  to: string;
}

export interface Judgement {
  /** Results that a carrier's rule applies to. */
  checked: number;
  /** Results whose figures changed. */
  changed: number;
  /** Approved results that differ from the facts since this run. */
  kept: number;
  /** New findings of check rules. */
  found: number;
}

interface Judged {
  task_item_id: string;
  contract_id: string;
  changed: boolean;
  differs: boolean;
}

/** Evaluates results in the transaction, and then applies the check rules of the contracts. */
export async function judgeResults(trx: Db, requested: ResultSelection): Promise<Judgement> {
  const { instanceId, contractId, from, to } = requested;
  const instance = await trx
    .selectFrom('instances')
    .select('time_zone')
    .where('id', '=', instanceId)
    .executeTakeFirstOrThrow();
  const radius = await setting(trx, 'results.trackRadius', instanceId);
  const stay = await setting(trx, 'results.staySeconds', instanceId);
  const { rows } = await sql<Judged & { checked: number }>`
    with results as materialized (
      select w.id, w.instance_id, w.task_item_id, w.visit_id, l.contract_id, w.reported_count, w.reported_volume,
        u.vehicle_id, u.begin_time, u.end_time, p.latitude, p.longitude, r.visiting_rule, r.visit_rule, r.sensor_rule,
        r.failure_action, result_is_approved(i) as approved, i.task_date
      from task_visits w
      join task_items i on i.id = w.task_item_id
      join contract_plans l on l.id = i.plan_id
      join visits v on v.id = w.visit_id
      join units u on u.id = v.unit_id
      join vehicles c on c.id = u.vehicle_id
      join evacuation_points e on e.id = i.evacuation_point_id
      join visit_points p on p.id = e.stand_id
      join contract_transportations r on r.contract_id = l.contract_id and r.carrier_id = c.carrier_customer_id
        and daterange(r.begin_date, r.end_date, '[]') @> i.task_date
      where w.instance_id = ${instanceId} and w.task_date between ${from}::date and ${to}::date
        and (${contractId ?? null}::uuid is null or l.contract_id = ${contractId ?? null}::uuid)
        and v.status = 'SUCCESS'
    ), seen as (
      select t.*, case t.visiting_rule
        when 'BY_PHOTO' then exists (select from visit_photos f where f.visit_id = t.visit_id)
        when 'BY_WEIGHING' then exists (select from weighings g where g.vehicle_id = t.vehicle_id and g.status <> 'ANNULLED'
          and g.weigh_time between t.begin_time and t.end_time)
        when 'BY_SENSORS' then exists (select from telematic_events s where s.vehicle_id = t.vehicle_id
          and s.begin_time between t.begin_time and t.end_time and s.kind <> 'PARKING'
          and (t.sensor_rule = 'ANY_SENSOR' or s.sensor = t.sensor_rule
            or t.sensor_rule = 'LIFT_SENSOR' and s.kind = 'LIFT')
          and metres_between(s.latitude, s.longitude, t.latitude, t.longitude) <= ${radius})
        else case when t.visit_rule in ('STOPPED_IN_ZONE', 'STAYED_IN_ZONE') then exists (
            select from telematic_events s where s.vehicle_id = t.vehicle_id and s.kind = 'PARKING'
              and s.begin_time between t.begin_time and t.end_time
              and metres_between(s.latitude, s.longitude, t.latitude, t.longitude) <= ${radius}
              and (t.visit_rule = 'STOPPED_IN_ZONE'
                or s.end_time - s.begin_time >= ${stay} * interval '1 second'))
          else exists (
            select from track_points k where k.instance_id = t.instance_id and k.vehicle_id = t.vehicle_id
              and k.point_time between t.begin_time and t.end_time
              and metres_between(k.latitude, k.longitude, t.latitude, t.longitude)
                <= ${radius} * case when t.visit_rule = 'PASSED_BY' then 3 else 1 end) end
        end as confirmed
      from results t
    ), judged as (
      select s.*, case when confirmed then reported_count else 0 end as count,
        case when confirmed then reported_volume else 0 end as volume from seen s
    ), changed as (
      update task_visits w set confirmed = j.confirmed, judged_count = j.count, judged_volume = j.volume, judge_time = now(),
        done_count = case when j.approved then w.done_count else j.count end,
        done_volume = case when j.approved then w.done_volume else j.volume end,
        version = w.version + 1, change_time = now()
      from judged j, task_visits o where w.id = j.id and o.id = w.id
        and (w.confirmed, w.judged_count, w.judged_volume::numeric) is distinct from (j.confirmed, j.count, j.volume::numeric)
      returning w.id, o.done_count is distinct from w.done_count or o.done_volume::numeric is distinct from w.done_volume::numeric
          as figures,
        j.approved and w.done_count is distinct from j.count as differs
    ), faulty as (
      -- What the contract says is to be made of a visit that the facts do not confirm.
      insert into contract_rule_findings
        (instance_id, contract_id, task_item_id, task_date, purpose, rule, reason, due_date)
      select distinct instance_id, contract_id, task_item_id, task_date,
        case failure_action when 'CREATE_CLAIM' then 'CLAIM' when 'CREATE_INCIDENT' then 'INCIDENT'
          else failure_action end, 'NOT_DONE',
        case failure_action when 'CREATE_CLAIM' then 'NOT_COLLECTED' end, task_date
      from judged where not confirmed
        and failure_action in ('CREATE_CLAIM', 'CREATE_INCIDENT', 'RESCHEDULE', 'NOTIFY')
      on conflict do nothing
    )
    select j.task_item_id, j.contract_id, coalesce(c.figures, false) as changed, coalesce(c.differs, false) as differs
    from judged j left join changed c on c.id = j.id`.execute(trx);
  const found = await findFaults(trx, { ...requested, timeZone: instance.time_zone, again: true });
  await publishResults(
    trx,
    rows.filter(({ changed, differs }) => changed || differs).map((row) => row.task_item_id),
  );
  await notifyOfDifferences(trx, instanceId, rows);
  return {
    checked: rows.length,
    changed: rows.filter(({ changed }) => changed).length,
    kept: rows.filter(({ differs }) => differs).length,
    found: found.made,
  };
}

/** Records one event per contract whose approved results differ from the facts. */
async function notifyOfDifferences(trx: Db, instanceId: string, rows: readonly Judged[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { contract_id, differs } of rows)
    if (differs) counts.set(contract_id, (counts.get(contract_id) ?? 0) + 1);
  for (const [contractId, count] of counts) {
    const { number } = await trx
      .selectFrom('contracts')
      .select('number')
      .where('id', '=', contractId)
      .executeTakeFirstOrThrow();
    await recordEvent(trx, {
      instanceId,
      meta: 'RESULT_DIFFERS',
      source: 'JOB',
      sourceName: 'judgeResults',
      entity: 'contract',
      entityId: contractId,
      values: { number, count },
    });
  }
}
