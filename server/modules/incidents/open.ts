/** Opens incidents: single ones manually, or for all due findings of check rules. */
import { sql } from 'kysely';
import { shortNameOf, type Account } from '../../access/accounts.ts';
import type { Db } from '../../database/connection.ts';
import type { Severity } from '../../database/tables/shared.ts';
import { causeOf, recordEvent, type NewEvent } from '../../records/recordEvent.ts';
import type { OwnRow } from '../../records/rows.ts';
import { audit } from '../../records/saving.ts';
import { settleApproval } from '../results/approval.ts';

/** Severity by incident type; other types have that of the event type. */
const SEVERITIES: Readonly<Record<string, Severity>> = {
  FIRE: 'DISASTER',
  NO_VISIT: 'HIGH',
  UNAUTHORISED_DUMP: 'HIGH',
  LATE: 'WARNING',
  VOLUME_EXCESS: 'WARNING',
};

export interface NewIncident {
  instanceId: string;
  type: string;
  taskItemId: string;
  taskVisitId?: string | null;
  visitId?: string | null;
  csori?: { date: string; id: string };
  findingId?: string;
  comment?: string | null;
}

/**
 * Opens an incident; without an account the system is its author. Numbers of an instance are consecutive without gaps:
 * concurrent calls wait for each other.
 */
export async function openIncident(
  trx: Db,
  account: Account | undefined,
  given: NewIncident,
): Promise<OwnRow> {
  const { instanceId } = given;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`incidents of ${instanceId}`}, 0))`.execute(trx);
  const own = account?.instance.id === instanceId;
  const row = await trx
    .insertInto('incidents')
    .values({
      instance_id: instanceId,
      number: sql<string>`(select lpad((coalesce(max(i.number), '0')::bigint + 1)::text, 6, '0')
        from incidents i where i.instance_id = ${instanceId})`,
      type: given.type,
      task_item_id: given.taskItemId,
      stand_id: sql<string>`(select e.stand_id from task_items i
        join evacuation_points e on e.id = i.evacuation_point_id where i.id = ${given.taskItemId})`,
      task_visit_id: given.taskVisitId ?? null,
      visit_id: given.visitId ?? null,
      csori_date: given.csori?.date ?? null,
      csori_id: given.csori?.id ?? null,
      finding_id: given.findingId ?? null,
      author: account ? shortNameOf(account) : null,
      author_id: account && own ? account.id : null,
      comment: given.comment ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(trx, account, { entity: 'incident', action: 'create', after: row });
  await settleApproval(trx, account, given.taskItemId);
  await notifyOpened(trx, account, row);
  return row as unknown as OwnRow;
}

interface Opened {
  id: string;
  instance_id: string;
  number: string;
  type: string;
  task_item_id: string;
  visit_id: string | null;
}

async function notifyOpened(trx: Db, account: Account | undefined, incident: Opened): Promise<void> {
  const place = await trx
    .selectFrom('task_items as t')
    .innerJoin('evacuation_points as e', 'e.id', 't.evacuation_point_id')
    .innerJoin('visit_points as p', 'p.id', 'e.stand_id')
    .leftJoin('visits as v', (join) => join.on('v.id', '=', incident.visit_id))
    .leftJoin('units as u', 'u.id', 'v.unit_id')
    .select(['p.name', 'p.address', 'u.vehicle_id', 'u.driver_id'])
    .select(
      sql<string>`(select c.caption_ru from classifiers c where c.dictionary = 'incidentTypes'
        and c.name = ${incident.type} order by c.instance_id nulls first limit 1)`.as('caption'),
    )
    .where('t.id', '=', incident.task_item_id)
    .executeTakeFirst();
  const severity = SEVERITIES[incident.type];
  const cause: Pick<NewEvent, 'source' | 'sourceName' | 'accountId'> = account
    ? causeOf(account, incident.instance_id)
    : { source: 'JOB', sourceName: 'makeIncidents' };
  await recordEvent(trx, {
    instanceId: incident.instance_id,
    meta: 'INCIDENT_OPENED',
    ...(severity && { severity }),
    ...cause,
    entity: 'incident',
    entityId: incident.id,
    ...(place?.vehicle_id && { vehicleId: place.vehicle_id }),
    ...(place?.driver_id && { driverId: place.driver_id }),
    values: {
      number: incident.number,
      type: place?.caption ?? incident.type,
      address: place?.address ?? place?.name ?? '',
    },
  });
}

/** Findings per transaction. */
const AT_ONCE = 100;

/**
 * Opens one incident for each due finding, by the local date of its instance. Findings are locked with SKIP LOCKED and
 * marked in the transaction that opens the incident, so two servers, or one that is killed and restarted, open each
 * incident once. Returns how many were opened. Findings with the purpose CLAIM are processed elsewhere.
 */
export async function makeIncidents(db: Db, instanceId: string): Promise<number> {
  let count = 0;
  for (;;) {
    const made = await db.transaction().execute((trx) => makeSome(trx, instanceId));
    count += made;
    if (made < AT_ONCE) return count;
  }
}

async function makeSome(trx: Db, instanceId: string): Promise<number> {
  const due = await trx
    .selectFrom('contract_rule_findings as f')
    .innerJoin('instances as i', 'i.id', 'f.instance_id')
    .innerJoin('task_items as t', 't.id', 'f.task_item_id')
    .select(['f.id', 'f.instance_id', 'f.rule', 'f.task_item_id', 't.visit_id'])
    .select(
      sql<
        string | null
      >`(select w.id from task_visits w where w.task_item_id = t.id and w.visit_id = t.visit_id)`.as(
        'task_visit_id',
      ),
    )
    .where('f.instance_id', '=', instanceId)
    .where('f.purpose', '=', 'INCIDENT')
    .where('f.made_time', 'is', null)
    .where(sql<boolean>`f.due_date <= (now() at time zone i.time_zone)::date`)
    .orderBy('f.due_date')
    .orderBy('f.id')
    .limit(AT_ONCE)
    .forUpdate('f')
    .skipLocked()
    .execute();
  for (const finding of due) {
    await openIncident(trx, undefined, {
      instanceId,
      type: finding.rule,
      taskItemId: finding.task_item_id,
      taskVisitId: finding.task_visit_id,
      visitId: finding.visit_id,
      findingId: finding.id,
    });
    await trx
      .updateTable('contract_rule_findings')
      .set({ made_time: sql<Date>`now()` })
      .where('id', '=', finding.id)
      .execute();
  }
  return due.length;
}
