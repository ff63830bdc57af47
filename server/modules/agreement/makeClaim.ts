/** Creates claims: manually and by the rules of contracts. A draft is visible only to the operator. */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { audit } from '../../records/saving.ts';
import { ANSWER, authorOf } from './claims.ts';
import { move, type Actor, type ClaimRow, type CsoriRow } from './move.ts';
import { answerDate, carrierTerms, claimUntil, todayOfInstance } from './terms.ts';

export interface ClaimValues {
  reason: string;
  basis: string | null;
  comment: string | null;
  expected_count: number | null;
  expected_volume: number | null;
}

/** Creates a claim about a locked result. Without expected amounts, or as a draft, it waits for its author. */
export async function insertClaim(
  trx: Db,
  actor: Actor,
  row: CsoriRow,
  values: ClaimValues & { input: 'MANUAL' | 'RULE'; rule: string | null; draft?: boolean },
): Promise<ClaimRow> {
  const { draft = false, ...given } = values;
  const terms = await carrierTerms(trx, row.carrier_id);
  const { instance_id } = row;
  const after = await trx
    .withoutPlugins()
    .insertInto('carrier_claims')
    .values({
      ...given,
      instance_id,
      csori_id: row.id,
      shown_to_id: draft ? row.customer_id : row.carrier_id,
      carrier_id: row.carrier_id,
      customer_id: row.customer_id,
      stand_id: row.stand_id,
      claim_date: await todayOfInstance(trx, instance_id),
      csori_date: row.csori_date,
      address: row.address,
      container_type: row.container_type,
      container_action: row.container_action,
      ordered_count: row.ordered_count,
      ordered_volume: row.ordered_volume,
      billed_count: row.billed_count!,
      billed_volume: row.billed_volume!,
      price: row.price,
      status: draft ? 'NEW' : 'UNDER_CONSIDERATION',
      control_date: draft ? await claimUntil(trx, row, terms) : await answerDate(trx, instance_id, terms),
      author: authorOf(actor),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(trx.withoutPlugins(), actor, {
    entity: 'carrierClaim',
    action: draft ? 'create' : 'submit',
    after,
  });
  if (!draft) await move(trx, actor, { entity: 'csori', id: row.id, action: 'createClaim' });
  return after;
}

/** Submits a draft; the result is locked, and its currently billed amounts are copied. */
export async function submitDraft(
  trx: Db,
  actor: Actor,
  draft: ClaimRow,
  row: CsoriRow,
  values: ClaimValues,
): Promise<ClaimRow> {
  const after = await move(trx, actor, { entity: 'carrierClaim', id: draft.id, action: 'submit' }, () => ({
    ...values,
    shown_to_id: draft.carrier_id,
    billed_count: row.billed_count,
    billed_volume: row.billed_volume,
    claim_date: sql`(select (now() at time zone i.time_zone)::date from instances i where i.id = carrier_claims.instance_id)`,
    control_date: ANSWER,
    author: draft.author ?? authorOf(actor),
    responsible: authorOf(actor),
  }));
  await move(trx, actor, { entity: 'csori', id: row.id, action: 'createClaim' });
  return after;
}
