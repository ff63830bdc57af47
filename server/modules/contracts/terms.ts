/**
 * Status of a contract by its term: it begins, ends or is renewed by the local date of its instance. A save applies it
 * at once, a job at midnight. Blocked and removed contracts keep their status.
 */
import { sql, type Expression } from 'kysely';
import type { Db } from '../../database/connection.ts';
import type { Change } from '../../records/change.ts';
import type { SaveOf } from '../../records/record.ts';
import type { Columns, OwnRow } from '../../records/rows.ts';
import { audit } from '../../records/saving.ts';
import { todayOf } from '../../records/today.ts';
import { recordEvent } from '../../records/recordEvent.ts';

/** Statuses that depend on the term alone. */
const OF_TERM = ['ACTIVE', 'INACTIVE', 'EXPIRED'] as const;
const EVENTS: Record<string, string> = {
  begin: 'CONTRACT_BEGUN',
  expire: 'CONTRACT_EXPIRED',
  renew: 'CONTRACT_RENEWED',
};

interface Term {
  begin: Expression<unknown>;
  end: Expression<unknown>;
  renewed: Expression<unknown>;
  today: Expression<unknown>;
}

const TERM: Term = {
  begin: sql.ref('c.effective_date'),
  end: sql.ref('c.expiration_date'),
  renewed: sql.ref('c.auto_renewal'),
  today: sql`(now() at time zone i.time_zone)::date`,
};

/** A contract with automatic renewal does not expire: the job extends it by a year. */
const stateOf = ({ begin, end, renewed, today }: Term) => sql<string>`case
  when ${begin} > ${today} then 'INACTIVE'
  when ${end} < ${today} and not ${renewed} then 'EXPIRED'
  else 'ACTIVE' end`;

/** Returns the status after a save or an unblock; no columns where the term does not decide. */
export function stateByTerm({
  action,
  before,
  body,
  instanceId,
}: Change<SaveOf<'contract'> | undefined>): Columns {
  const open = !before || OF_TERM.some((status) => status === before['status']);
  if (body ? !open : action !== 'unblock') return {};
  const begin = body ? body.effectiveDate : before!['effective_date'];
  const end = body ? (body.expirationDate ?? null) : before!['expiration_date'];
  const renewed = body ? body.autoRenewal === true : before!['auto_renewal'];
  const today = todayOf(sql`${instanceId}::uuid`);
  return {
    status: stateOf({
      begin: sql`${begin}::date`,
      end: sql`${end}::date`,
      renewed: sql`${renewed}::boolean`,
      today,
    }),
  };
}

/** Updates the status of contracts to the local date of their instances; returns how many it changed. */
export async function followTerms(db: Db): Promise<number> {
  const due = await db
    .selectFrom('contracts as c')
    .innerJoin('instances as i', 'i.id', 'c.instance_id')
    .select('c.id')
    .where('c.status', 'in', OF_TERM)
    .where((eb) => eb.or([sql<boolean>`c.status <> ${stateOf(TERM)}`, runOut]))
    .orderBy('c.id')
    .execute();
  let count = 0;
  for (const { id } of due) if (await follow(db, id)) count += 1;
  return count;
}

const runOut = sql<boolean>`c.auto_renewal and ${TERM.end} < ${TERM.today}`;

/** Updates one contract to the local date, unless it was changed meanwhile. */
function follow(db: Db, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('contracts')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const now = await trx
      .selectFrom('contracts as c')
      .innerJoin('instances as i', 'i.id', 'c.instance_id')
      .select([
        stateOf(TERM).as('status'),
        runOut.as('runOut'),
        // Several years if needed: the server may have been down for long.
        sql<string>`(c.expiration_date + make_interval(years => greatest(1,
          ceil((${TERM.today} - c.expiration_date) / 366.0)::int)))::date`.as('until'),
      ])
      .where('c.id', '=', id)
      .where('c.status', 'in', OF_TERM)
      .executeTakeFirst();
    if (!before || !now || (before.status === now.status && !now.runOut)) return false;
    const action = now.runOut ? 'renew' : now.status === 'EXPIRED' ? 'expire' : 'begin';
    const term = now.runOut && {
      old_effective_date: before.effective_date,
      old_expiration_date: before.expiration_date,
      expiration_date: now.until,
    };
    const version = before.version + 1;
    // A change of status by date does not affect the publication; a changed term does.
    const asPublished = !term && before.published_version === before.version;
    const after = await trx
      .updateTable('contracts')
      .set({
        status: now.status,
        ...term,
        version,
        ...(asPublished && { published_version: version }),
        change_time: new Date(),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, undefined, { entity: 'contract', action, before, after });
    await recordTermsEvent(trx, after, EVENTS[action]!);
    return true;
  });
}

const recordTermsEvent = (trx: Db, { id, instance_id: instanceId, number }: OwnRow, meta: string) =>
  recordEvent(trx, {
    instanceId,
    meta,
    source: 'JOB',
    sourceName: 'followTerms',
    entity: 'contract',
    entityId: id,
    values: { number: String(number) },
  });
