/** Turns findings of the contracts' claim rules into claims on their due day; each finding is processed once. */
import { sql } from 'kysely';
import { transaction, type Db } from '../../database/connection.ts';
import { recordAndNotify } from './claims.ts';
import { insertClaim } from './makeClaim.ts';
import { lockRow, type CsoriRow } from './move.ts';
import { carrierTerms, claimUntil, todayOfInstance } from './terms.ts';

interface Finding {
  id: string;
  instance_id: string;
  rule: string;
  reason: string;
  csori_id: string;
}

/** Processes findings that are due and whose result exists; returns how many. */
export async function claimDueFindings(db: Db, instanceId: string): Promise<number> {
  const { rows } = await sql<Finding>`
    select f.id, f.instance_id, f.rule, f.reason, c.id as csori_id
    from contract_rule_findings f
    join task_items t on t.id = f.task_item_id
    join contract_plans p on p.id = t.plan_id
    join evacuation_points e on e.id = t.evacuation_point_id
    join csoris c on c.instance_id = f.instance_id and c.contract_id = p.contract_id and c.stand_id = e.stand_id
      and c.csori_date = t.task_date and c.container_type = t.container_type and c.container_action = t.container_action
    where f.instance_id = ${instanceId} and f.purpose = 'CLAIM' and c.status <> 'NEW'
      and f.due_date <= (select (now() at time zone i.time_zone)::date from instances i where i.id = ${instanceId})
      and not exists (select from carrier_claim_findings d where d.finding_id = f.id)
    order by f.due_date, f.id`.execute(db);
  let count = 0;
  for (const finding of rows) if (await take(db, finding)) count += 1;
  return count;
}

/** Processes one finding; returns false when another run already took it. */
function take(db: Db, { id, instance_id, rule, reason, csori_id }: Finding): Promise<boolean> {
  return transaction(db, async (trx) => {
    const row = await lockRow(trx, 'csori', csori_id);
    if (!row) return false;
    // The primary key of this row guarantees a single outcome: a concurrent run waits here, then finds it taken.
    const mine = await trx
      .insertInto('carrier_claim_findings')
      .values({ finding_id: id, instance_id, claim_id: null, outcome: 'DECIDED' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('finding_id')
      .executeTakeFirst();
    if (!mine) return false;
    const { outcome, claimId } = await outcomeOf(trx, row, rule, reason);
    await trx
      .updateTable('carrier_claim_findings')
      .set({ outcome, claim_id: claimId })
      .where('finding_id', '=', id)
      .execute();
    return true;
  });
}

type Outcome = 'SUBMITTED' | 'DRAFT' | 'JOINED' | 'NOTHING_BILLED' | 'DECIDED' | 'LATE';

async function outcomeOf(
  trx: Db,
  row: CsoriRow,
  rule: string,
  reason: string,
): Promise<{ outcome: Outcome; claimId: string | null }> {
  const none = (outcome: Outcome) => ({ outcome, claimId: null });
  const open = await trx
    .selectFrom('carrier_claims')
    .select('id')
    .where('csori_id', '=', row.id)
    .where('status', 'in', ['NEW', 'UNDER_CONSIDERATION', 'SPECIFIED', 'CHANGED'])
    .executeTakeFirst();
  if (open) return { outcome: 'JOINED', claimId: open.id };
  if (row.status !== 'AGREEMENT') return none('DECIDED');
  if (!row.billed_count || !row.billed_volume) return none('NOTHING_BILLED');
  const until = await claimUntil(trx, row, await carrierTerms(trx, row.carrier_id));
  if (until !== null && (await todayOfInstance(trx, row.instance_id)) > until) return none('LATE');
  const expected = expectedBy(rule, row);
  const values = { reason, basis: null, comment: null, input: 'RULE' as const, rule };
  if (!expected) {
    const draft = await insertClaim(trx, undefined, row, {
      ...values,
      expected_count: null,
      expected_volume: null,
      draft: true,
    });
    return { outcome: 'DRAFT', claimId: draft.id };
  }
  const claim = await insertClaim(trx, undefined, row, { ...values, ...expected });
  await recordAndNotify(trx, undefined, claim, { action: 'submit' }, 'CLAIM_SUBMITTED');
  return { outcome: 'SUBMITTED', claimId: claim.id };
}

/** Returns the amounts that a claim of the rule expects; undefined where a person has to enter them. */
function expectedBy(
  rule: string,
  row: CsoriRow,
): { expected_count: number; expected_volume: number } | undefined {
  if (rule === 'NOT_DONE' || rule === 'NO_VISIT') return { expected_count: 0, expected_volume: 0 };
  const more = row.billed_count! > row.ordered_count && row.billed_volume! > row.ordered_volume;
  if (more && rule !== 'LATE' && row.ordered_volume > 0)
    return { expected_count: row.ordered_count, expected_volume: row.ordered_volume };
  return undefined;
}
