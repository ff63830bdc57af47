/** Checks the tasks of a contract against its rules; each finding is stored once. */
import { sql } from 'kysely';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { Db } from '../../database/connection.ts';
import { readList } from '../../database/list.ts';
import { invalid, notFound, Problem } from '../../core/problems.ts';
import { loadCaptions } from '../../records/captions.ts';
import { requireContract } from './changes.ts';

/** Most days checked in one request. */
const MOST_DAYS = 92;
const DAY_MS = 86_400_000;

export const ruleHandlers = handlers({
  contractApplyRules: instanceHandler<'contractApplyRules'>(({ scope, account, body }) => {
    const { contractId, from, to } = body;
    if (Date.parse(to) - Date.parse(from) >= MOST_DAYS * DAY_MS)
      throw invalid({
        field: 'to',
        code: 'range',
        message: 'validation.tooManyDays',
        values: { days: MOST_DAYS },
      });
    return scope.transaction(async (trx) => {
      const contract = await trx
        .selectFrom('contracts')
        .select(['status', 'instance_id'])
        .where('id', '=', contractId)
        .forUpdate()
        .executeTakeFirst();
      if (!contract) throw notFound();
      if (contract.status === 'REMOVED')
        throw new Problem(409, 'removed', { message: 'server.contractRemoved' });
      return findFaults(trx, {
        contractId,
        instanceId: contract.instance_id,
        from,
        to,
        timeZone: account.instance.timeZone,
      });
    });
  }),

  contractRuleFindingPaging: instanceHandler<'contractRuleFindingPaging'>(
    async (call) => {
      const { scope, parameters, locale } = call;
      const { db } = scope;
      const { contractId } = parameters;
      await requireContract(db, contractId);
      const rows = db.selectFrom('contract_rule_findings as f').where('f.contract_id', '=', contractId);
      const shown = rows
        .leftJoin('task_items as t', 't.id', 'f.task_item_id')
        .leftJoin('evacuation_points as e', 'e.id', 't.evacuation_point_id')
        .leftJoin('visit_points as p', 'p.id', 'e.stand_id')
        .select(['f.id', 'f.task_date', 'f.rule', 'f.purpose', 'f.reason', 'f.due_date', 'p.address']);
      const sorts = { taskDate: { by: sql.ref('f.task_date') }, dueDate: { by: sql.ref('f.due_date') } };
      const order = parameters.order ?? '+taskDate';
      const captions = await loadCaptions(db, locale);
      return readList(db, call, { rows, shown, order, sorts, id: sql.ref('f.id') }, (row) => ({
        id: row.id,
        taskDate: row.task_date,
        rule: captions.value('checkRules', row.rule) as { name: 'LATE'; caption: string },
        purpose: row.purpose,
        reason: captions.optional('carrierClaimReasons', row.reason),
        dueDate: row.due_date,
        address: row.address,
      }));
    },
    ['taskDate', 'dueDate'],
  ),
});

interface RuleSelection {
  instanceId: string;
  /** One contract; otherwise all contracts in force. */
  contractId?: string | undefined;
  /** Days of tasks, both inclusive. */
  from: string;
  to: string;
  timeZone: string;
  /** Deletes earlier findings that nothing was made of yet and that no longer apply. */
  again?: boolean;
}

/**
 * Checks tasks against the rules; returns how many tasks were checked and how many findings are new. Of several visits
 * of a task, a successful one counts, with the earliest arrival among the successful ones.
 */
export async function findFaults(
  db: Db,
  requested: RuleSelection,
): Promise<{ checked: number; made: number }> {
  const { contractId = null, instanceId, from, to, timeZone, again = false } = requested;
  const { rows } = await sql<{ checked: string; made: string }>`
    with tasks as materialized (
      select t.*, p.contract_id, coalesce(w.status, v.status) as status,
        coalesce(w.arrive_time, v.arrive_time) at time zone ${timeZone} as arrived
      from contract_plans p join contracts k on k.id = p.contract_id
      join task_items t on t.plan_id = p.id left join visits v on v.id = t.visit_id
      left join lateral (
        select min(x.arrive_time) as arrive_time, max(x.status) as status from task_visits y join visits x on x.id = y.visit_id
        where y.task_item_id = t.id and x.status = 'SUCCESS'
      ) w on true
      where p.instance_id = ${instanceId} and t.task_date between ${from}::date and ${to}::date
        and (p.contract_id = ${contractId}::uuid or ${contractId}::uuid is null and k.status = 'ACTIVE')
        and t.task_date <= (now() at time zone ${timeZone})::date
    ), rules as (
      select contract_id, rule, 'INCIDENT' as purpose, null::text as reason, threshold, 0 as delay
      from contract_incident_rules where instance_id = ${instanceId} and enabled
      union all select contract_id, rule, 'CLAIM', reason, threshold, delay_days
      from contract_claim_rules where instance_id = ${instanceId} and enabled
    ), broken as materialized (
      select t.id, t.task_date, r.* from tasks t join rules r on r.contract_id = t.contract_id and case r.rule
        when 'NOT_DONE' then t.status in ('FAILED', 'REJECTED', 'CANCELED')
        when 'NO_VISIT' then t.visit_id is null and t.task_date < (now() at time zone ${timeZone})::date
        when 'PARTIAL' then t.done_count > 0 and t.done_count < t.planned_count
        when 'LATE' then t.arrived > t.task_date + t.time_to + r.threshold * interval '1 minute'
        when 'VOLUME_EXCESS' then t.done_volume > t.planned_volume * (1 + r.threshold / 100.0)
      end
    ), made as (
      insert into contract_rule_findings (instance_id, contract_id, task_item_id, task_date, purpose, rule, reason, due_date)
      select ${instanceId}::uuid, contract_id, id, task_date, purpose, rule, reason, task_date + delay from broken
      on conflict do nothing returning 1
    ), gone as (
      delete from contract_rule_findings f using tasks t
      where ${again} and f.task_item_id = t.id and f.contract_id = t.contract_id and f.made_time is null
        and not exists (select from broken b where b.id = f.task_item_id and b.purpose = f.purpose and b.rule = f.rule
          and b.reason is not distinct from f.reason)
        and not exists (select from task_visits w where w.task_item_id = t.id and w.confirmed is false)
    )
    select (select count(*) from tasks) as checked, (select count(*) from made) as made`.execute(db);
  return { checked: Number(rows[0]!.checked), made: Number(rows[0]!.made) };
}
