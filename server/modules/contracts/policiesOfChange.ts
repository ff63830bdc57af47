/**
 * Reopens agreement policies after a change of the contract: they were agreed with that party, for that term. A party
 * of an agreed policy cannot be replaced; unanswered policies, and those beyond an earlier end, become drafts again.
 */
import { sql } from 'kysely';
import { invalid } from '../../core/problems.ts';
import type { Change } from '../../records/change.ts';
import { causeOf, recordEvent } from '../../records/recordEvent.ts';
import type { SaveOf } from '../../records/record.ts';
import type { OwnRow } from '../../records/rows.ts';
import { audit } from '../../records/saving.ts';
import { earlierEnd } from './partTerms.ts';
import { notifyOtherParties } from './parties.ts';

/** States of policies that were agreed, whether still in force or not. */
const AGREED = ['ACCEPTED', 'EXPIRED'] as const;

const SIDES = [
  ['customer', 'customer_id'],
  ['supplier', 'supplier_id'],
] as const;

const changedSides = (before: OwnRow, after: (column: string) => unknown) =>
  SIDES.filter(([, column]) => before[column] !== after(column)).map(([side]) => side);

/** Throws if a save replaces a party of an agreed policy: that requires a new contract. */
export async function requireSidesFree({ trx, body, before }: Change<SaveOf<'contract'>>): Promise<void> {
  if (!before) return;
  const given: Record<string, string> = {
    customer_id: body.customer.id.toLowerCase(),
    supplier_id: body.supplier.id.toLowerCase(),
  };
  const changed = changedSides(before, (column) => given[column]);
  if (changed.length === 0) return;
  const agreed = await trx
    .selectFrom('contract_policies')
    .select('name')
    .where('contract_id', '=', before.id)
    .where('status', 'in', AGREED)
    .orderBy('effective_date', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!agreed) return;
  const values = { name: agreed.name };
  throw invalid(
    ...changed.map((field) => ({ field, code: 'sideAgreed', message: 'server.sideAgreed', values })),
  );
}

/** Reopens policies that no longer match what was sent or agreed, and notifies both parties. */
export async function reopenPolicies(row: OwnRow, change: Change<unknown>): Promise<void> {
  const { trx, account, before } = change;
  const sides = changedSides(before!, (column) => row[column]).length > 0;
  const to = earlierEnd(row, before!);
  if (!sides && to === null) return;
  const due = await trx
    .selectFrom('contract_policies')
    .selectAll()
    .where('contract_id', '=', row.id)
    .where((eb) =>
      eb.or([
        ...(sides ? [eb('status', 'in', ['PROCEEDED', 'REJECTED'])] : []),
        eb.and([
          eb('status', 'in', ['PROCEEDED', 'ACCEPTED']),
          sql<boolean>`greatest(effective_date, expiration_date) > ${to}::date`,
        ]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const policy of due) {
    const after = await trx
      .updateTable('contract_policies')
      .set({
        status: 'STATUS_NOT_SET',
        decided_by: null,
        decision_time: null,
        reject_reason: null,
        reply_date: null,
        version: policy.version + 1,
        change_time: sql<Date>`now()`,
      })
      .where('id', '=', policy.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, account, { entity: 'contractPolicy', action: 'reopen', before: policy, after });
    // Notify the previous party, too: it had received the policy.
    const event = {
      meta: 'POLICY_REOPENED',
      entity: 'contractPolicy',
      entityId: policy.id,
      values: { name: policy.name, number: String(row['number']) },
    };
    const { instance_id: instanceId } = row;
    await recordEvent(trx, { ...event, instanceId, ...causeOf(account, instanceId) });
    await notifyOtherParties(change, [before!, row], event);
  }
}
