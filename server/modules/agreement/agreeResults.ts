/** Hourly job on results and claims: creates, decides and closes what is due, by the local date of each instance. */
import { sql } from 'kysely';
import { errorFields, log } from '../../core/log.ts';
import { toProblem } from '../../core/problems.ts';
import { transaction, type Db } from '../../database/connection.ts';
import { audit } from '../../records/saving.ts';
import {
  afterConcession,
  afterRefusal,
  conceded,
  refused,
  release,
  recordAndNotify,
  publishTransition,
} from './claims.ts';
import { afterApproval, approval, approvedClaim, eventValues, type Amounts } from './csoris.ts';
import { claimDueFindings } from './findings.ts';
import { lockRow, move, notifyBothParties, type CsoriRow } from './move.ts';
import { makeCsoris, takeArrived } from './makeCsoris.ts';
import { dayAfter, todayOfInstance } from './terms.ts';

/** Results are created for this many past days, so that work planned or reported late is still included. */
const LAST_DAYS = 10;

/** Runs all steps for every instance; returns how many results and claims it created or changed. */
export async function agreeResults(db: Db): Promise<number> {
  const instances = await db
    .selectFrom('instances')
    .select('id')
    .where('owner_customer_id', 'is not', null)
    .orderBy('id')
    .execute();
  let count = 0;
  for (const { id } of instances) count += await agreeInstance(db, id);
  return count;
}

async function agreeInstance(db: Db, instanceId: string): Promise<number> {
  const [from, to] = await Promise.all(
    [-LAST_DAYS, -1].map((days) => dayAfter(db, instanceId, days, 'CALENDAR')),
  );
  const days = { from: from!, to: to! };
  return (
    (await makeCsoris(db, instanceId, days)) +
    (await takeArrived(db, instanceId, days)) +
    (await claimDueFindings(db, instanceId)) +
    (await endConsideration(db, instanceId)) +
    (await confirmDue(db, instanceId))
  );
}

/** Runs `work` for each row separately: skips rows decided meanwhile, and a failed row does not stop the others. */
async function each(ids: readonly { id: string }[], work: (id: string) => Promise<boolean>): Promise<number> {
  let count = 0;
  for (const { id } of ids) {
    try {
      if (await work(id)) count += 1;
    } catch (error) {
      if (toProblem(error).status >= 500) log('error', 'agreeResults', { id, ...errorFields(error) });
    }
  }
  return count;
}

/** Decides results past their control date: by their confirmation mode, or by the claim while a correction is due. */
export async function confirmDue(db: Db, instanceId: string): Promise<number> {
  const today = await todayOfInstance(db, instanceId);
  const due = await db
    .selectFrom('csoris')
    .select('id')
    .where('instance_id', '=', instanceId)
    .where('control_date', '<', today)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['NEW', 'CORRECTION']),
        eb.and([
          eb('status', '=', 'AGREEMENT'),
          eb('confirm_mode', 'in', ['AUTO', 'BY_PHOTO', 'BY_TELEMATICS']),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();
  return each(due, (id) => confirm(db, id, today));
}

function confirm(db: Db, id: string, today: string): Promise<boolean> {
  return transaction(db, async (trx) => {
    const row = await lockRow(trx, 'csori', id);
    if (!row?.control_date || row.control_date >= today) return false;
    if (row.status === 'NEW') {
      // A result that has not arrived by the control date counts as not done; the next run decides it.
      const none = { billed_count: 0, billed_volume: 0, first_count: 0, first_volume: 0 };
      await move(trx, undefined, { entity: 'csori', id, action: 'arrive' }, none);
      return true;
    }
    const decided = row.status === 'CORRECTION' ? await byClaim(trx, row) : await byMode(trx, row);
    if (!decided) return false;
    const { decision, ...amounts } = decided;
    const after = await move(
      trx,
      undefined,
      { entity: 'csori', id, action: 'confirm' },
      approval(undefined, amounts, decision),
    );
    await afterApproval(trx, undefined, after);
    await notifyBothParties(trx, undefined, after, {
      entity: 'csori',
      meta: 'CSORI_CONFIRMED',
      values: eventValues(after),
    });
    return true;
  });
}

type Decided = Amounts & { decision: string };

async function byClaim(trx: Db, { id }: CsoriRow): Promise<Decided | undefined> {
  const claim = await approvedClaim(trx, id);
  return claim && { count: claim.approved_count!, volume: claim.approved_volume!, decision: 'BY_CLAIM' };
}

/**
 * AUTO approves what was billed. BY_PHOTO does so if a photo of the visit exists. BY_TELEMATICS only proves that the
 * vehicle was there, so it approves no more than was ordered. Unproven results stay open, and so does MANUAL.
 */
async function byMode(trx: Db, row: CsoriRow): Promise<Decided | undefined> {
  const { billed_count: count, billed_volume: volume, confirm_mode: mode } = row;
  if (mode === 'AUTO') return { count: count!, volume: volume!, decision: 'AUTO_BILLED' };
  if (mode === 'BY_PHOTO' && (await wasPhotographed(trx, row)))
    return { count: count!, volume: volume!, decision: 'AUTO_BILLED' };
  if (mode === 'BY_TELEMATICS' && (await wasVisited(trx, row)))
    return {
      count: Math.min(count!, row.ordered_count),
      volume: Math.min(volume!, row.ordered_volume),
      decision: 'AUTO_ORDERED',
    };
  return undefined;
}

/** Whether a visit to the stand on that day has a photo. */
async function wasPhotographed(trx: Db, row: CsoriRow): Promise<boolean> {
  const { rows } = await sql`select 1 from visits v join visit_photos p on p.visit_id = v.id
    where v.instance_id = ${row.instance_id} and v.visit_point_id = ${row.stand_id} and v.visit_date = ${row.csori_date}
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Whether telematics shows a vehicle at the stand on that day. */
async function wasVisited(trx: Db, row: CsoriRow): Promise<boolean> {
  const { rows } = await sql`select 1 from visits v where v.instance_id = ${row.instance_id}
    and v.visit_point_id = ${row.stand_id} and v.visit_date = ${row.csori_date} and v.arrive_time is not null
    and v.status in ('SUCCESS', 'EMPTY') limit 1`.execute(trx);
  return rows.length > 0;
}

/** Closes overdue claims: unanswered ones by the setting, refused ones that were not appealed. */
export async function endConsideration(db: Db, instanceId: string): Promise<number> {
  const today = await todayOfInstance(db, instanceId);
  const due = await db
    .selectFrom('carrier_claims')
    .select('id')
    .where('instance_id', '=', instanceId)
    .where('control_date', '<', today)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['UNDER_CONSIDERATION', 'CHANGED']),
        eb.and([eb('status', '=', 'DISCARDED'), eb('closed', '=', false)]),
      ]),
    )
    .orderBy('id')
    .execute();
  const silence = await silenceOf(db, instanceId);
  return each(due, (id) => endClaim(db, id, { today, silence }));
}

type Silence = 'APPROVE' | 'DISCARD' | 'NONE';

/** Returns the instance's own setting, or else the product's. */
async function silenceOf(db: Db, instanceId: string): Promise<Silence> {
  const { rows } = await sql<{
    value: string | null;
  }>`select value from app_properties where name = 'claim.silence'
    and (instance_id is null or instance_id = ${instanceId}) order by instance_id is null limit 1`.execute(
    db,
  );
  const value = rows[0]?.value;
  return value === 'DISCARD' || value === 'NONE' ? value : 'APPROVE';
}

/** Reason of an automatic refusal; users read it in the thread of the claim. */
const NO_ANSWER = 'Срок рассмотрения истёк';

function endClaim(db: Db, id: string, { today, silence }: { today: string; silence: Silence }) {
  return transaction(db, async (trx): Promise<boolean> => {
    const claim = await lockRow(trx, 'carrierClaim', id);
    if (!claim?.control_date || claim.control_date >= today) return false;
    if (claim.status === 'DISCARDED') {
      // Not appealed: the refusal is final.
      if (claim.closed) return false;
      const after = await trx
        .updateTable('carrier_claims')
        .set({ closed: true, control_date: null, version: claim.version + 1, change_time: new Date() })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(trx, undefined, { entity: 'carrierClaim', action: 'close', before: claim, after });
      await release(trx, undefined, claim);
      return true;
    }
    if (claim.status !== 'UNDER_CONSIDERATION' && claim.status !== 'CHANGED') return false;
    if (silence === 'NONE') {
      // Reported once per deadline; a later deadline of the same claim is reported again.
      const reported = await trx
        .selectFrom('carrier_claim_messages')
        .select('id')
        .where('claim_id', '=', id)
        .where('action', '=', 'unanswered')
        .where('text', '=', claim.control_date)
        .executeTakeFirst();
      if (reported) return false;
      const message = { action: 'unanswered', text: claim.control_date };
      await recordAndNotify(trx, undefined, claim, message, 'CLAIM_UNANSWERED');
      return true;
    }
    await publishTransition(trx, undefined, claim, 'CLAIM_UNANSWERED');
    if (silence === 'APPROVE') {
      const after = await move(
        trx,
        undefined,
        { entity: 'carrierClaim', id, action: 'approve' },
        conceded(claim, {}),
      );
      await afterConcession(trx, undefined, after);
    } else {
      const after = await move(
        trx,
        undefined,
        { entity: 'carrierClaim', id, action: 'discard' },
        refused(claim, NO_ANSWER, true),
      );
      await afterRefusal(trx, undefined, after);
    }
    return true;
  });
}
