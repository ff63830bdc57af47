/** Terms of agreement on a result: of its carrier, its contract, and the policy in force. */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';

/** What the operator stores about a carrier. */
export interface CarrierTerms {
  kind: string;
  submissionDays: number;
  considerationDays: number;
  /** Instance of the carrier, if it has one. */
  linkedInstance: string | null;
}

/** Reads outside the scope: the account may belong to the other party, which may not read its row at the operator. */
export async function carrierTerms(trx: Db, carrierId: string): Promise<CarrierTerms> {
  const row = await trx
    .withoutPlugins()
    .selectFrom('customers')
    .select(['days_kind', 'claim_submission_days', 'claim_consideration_days', 'linked_instance_id'])
    .where('id', '=', carrierId)
    .executeTakeFirstOrThrow();
  return {
    kind: row.days_kind,
    submissionDays: row.claim_submission_days,
    considerationDays: row.claim_consideration_days,
    linkedInstance: row.linked_instance_id,
  };
}

/** Returns the day that is `days` after `since`, or after today, by the calendar of the instance. */
export async function dayAfter(
  trx: Db,
  instanceId: string,
  days: number,
  kind: string,
  since?: string,
): Promise<string> {
  const { rows } = await sql<{ day: string }>`select days_after(i.id,
    coalesce(${since ?? null}::date, (now() at time zone i.time_zone)::date), ${days}::int, ${kind}) as day
    from instances i where i.id = ${instanceId}`.execute(trx.withoutPlugins());
  return rows[0]!.day;
}

/** Current date in the time zone of the instance. */
export const todayOfInstance = (trx: Db, instanceId: string): Promise<string> =>
  dayAfter(trx, instanceId, 0, 'CALENDAR');

/** Returns the deadline of the answer to a claim; null where the carrier has no agreed days. */
export async function answerDate(trx: Db, instanceId: string, terms: CarrierTerms): Promise<string | null> {
  const { considerationDays: days, kind } = terms;
  return days > 0 ? dayAfter(trx, instanceId, days, kind) : null;
}

/** Days for an appeal where the carrier has no agreed days of consideration. */
const APPEAL_DAYS = 3;
export const appealDate = (trx: Db, instanceId: string, { considerationDays, kind }: CarrierTerms) =>
  dayAfter(trx, instanceId, considerationDays || APPEAL_DAYS, kind);

/** Returns the last day on which a claim about a result may be submitted; null: until the result is approved. */
export async function claimUntil(
  trx: Db,
  csori: { instance_id: string; csori_date: string },
  { submissionDays: days, kind }: CarrierTerms,
): Promise<string | null> {
  return days > 0 ? dayAfter(trx, csori.instance_id, days, kind, csori.csori_date) : null;
}

/** Terms that the parties agreed on for a period. */
export interface Policy {
  name: string;
  effective_date: string;
  expiration_date: string | null;
  consideration_days: number;
  tolerance: number;
}

/** Returns the accepted agreement policy in force on the day; undefined without one. */
export async function policyOf(
  trx: Db,
  { contract_id, csori_date }: { contract_id: string; csori_date: string },
): Promise<Policy | undefined> {
  const { rows } = await sql<Policy>`
    select name, effective_date, expiration_date, consideration_days, tolerance from contract_policies
    where contract_id = ${contract_id} and status in ('ACCEPTED', 'EXPIRED')
      and daterange(effective_date, expiration_date, '[]') @> ${csori_date}::date
    order by status limit 1`.execute(trx.withoutPlugins());
  return rows[0];
}
