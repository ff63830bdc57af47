/** Recalculation rules of contracts: on their events the results of the last days are evaluated again. */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { recordEvent } from '../../records/recordEvent.ts';
import { judgeResults, type Judgement } from './judge.ts';

/** An event, and the contracts that it concerns: those named, or those of the visits. */
export interface Cause {
  event:
    | 'CONTRACT_CHANGED'
    | 'PLAN_CHANGED'
    | 'CONTAINER_CHANGED'
    | 'TRACK_RECEIVED'
    | 'PHOTO_RECEIVED'
    | 'WEIGHING_CHANGED';
  contractIds?: readonly string[];
  visitIds?: readonly string[];
}

/** Rules for the event in force today, by the local date of the instance. */
const rulesFor = (event: string) => sql`contract_recalc_rules r join instances n on n.id = r.instance_id
  where ${event} = any (r.events)
    and daterange(r.begin_date, r.end_date, '[]') @> (now() at time zone n.time_zone)::date`;

/**
 * Requests another evaluation of results, where a rule of the contract requires it. It runs a little later, once for
 * any number of causes. Part of the transaction of its cause.
 */
export async function requestRecalculation(trx: Db, { event, contractIds, visitIds }: Cause): Promise<void> {
  await sql`insert into recalculations (instance_id, contract_id, event)
    select distinct r.instance_id, r.contract_id, ${event}::text from ${rulesFor(event)}
      and (r.contract_id = any (${[...(contractIds ?? [])]}::uuid[]) or r.contract_id in (
        select l.contract_id from task_visits w join task_items i on i.id = w.task_item_id
        join contract_plans l on l.id = i.plan_id where w.visit_id = any (${[...(visitIds ?? [])]}::uuid[])))
    on conflict (contract_id, event) do nothing`.execute(trx);
}

/** Processes all requests, each contract in a separate transaction; returns the outcomes. */
export async function recalculate(db: Db): Promise<Judgement[]> {
  const done: Judgement[] = [];
  for (;;) {
    const one = await db.transaction().execute(recalculateNext);
    if (!one) return done;
    done.push(one);
  }
}

/** Deletes the request in the transaction that processes it: a killed server leaves it to the next one. */
async function recalculateNext(trx: Db): Promise<Judgement | undefined> {
  const request = await trx
    .deleteFrom('recalculations')
    .where('id', '=', (eb) =>
      eb
        .selectFrom('recalculations')
        .select('id')
        .orderBy('create_time')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
  if (!request) return undefined;
  const { instance_id: instanceId, contract_id: contractId, event } = request;
  const { rows } = await sql<{ depth: number | null; today: string; from: string; number: string }>`
    select max(r.depth_days)::integer as depth, max(d.today)::text as today,
      (max(d.today) - coalesce(max(r.depth_days), 0)::integer)::text as from, max(k.number) as number
    from contracts k join instances n on n.id = k.instance_id
    cross join lateral (select (now() at time zone n.time_zone)::date as today) d
    left join contract_recalc_rules r on r.contract_id = k.id and ${event} = any (r.events)
      and daterange(r.begin_date, r.end_date, '[]') @> d.today
    where k.id = ${contractId}`.execute(trx);
  const { depth, today, from, number } = rows[0]!;
  const none: Judgement = { checked: 0, changed: 0, kept: 0, found: 0 };
  // The rule was removed meanwhile.
  if (depth === null) return none;
  const judged = await judgeResults(trx, { instanceId, contractId, from, to: today });
  await recordEvent(trx, {
    instanceId,
    meta: 'RESULTS_RECALCULATED',
    source: 'JOB',
    sourceName: 'recalculateResults',
    entity: 'contract',
    entityId: contractId,
    values: { number, from, to: today, checked: judged.checked, changed: judged.changed },
  });
  return judged;
}
