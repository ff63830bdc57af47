/**
 * Agreement policies of a contract. The owner saves and sends one; the other side, an instance of its own, accepts
 * or rejects it. While it is under way or agreed nobody changes it.
 */
import { sql, type SqlBool } from 'kysely';
import { Problem } from '../../core/problems.ts';
import type { Change } from '../../records/change.ts';
import { word, type FieldMaker } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import type { Columns, OwnRow } from '../../records/rows.ts';
import { causeOf, recordEvent } from '../../records/recordEvent.ts';
import { contracts } from './contracts.ts';

/** Policies in these states are the owner's to change, to send and to delete. */
const OPEN_POLICIES: readonly unknown[] = ['STATUS_NOT_SET', 'REJECTED'];

/** The decision of the other side: a state that is one. */
const result: FieldMaker = (property) => ({
  ...word('contractPolicyResults', 'status')(property),
  show: (row, captions) => {
    const status = row['status'] as string;
    const decided = status === 'ACCEPTED' || status === 'REJECTED';
    return decided ? captions.value('contractPolicyResults', status) : null;
  },
});

/** Policies of contracts that are not in force are skipped. */
const ACTIVE = sql<SqlBool>`t.contract_id in (select c.id from contracts c where c.status = 'ACTIVE')`;

export const contractPolicies = record('contractPolicy', {
  table: 'contract_policies',
  parent: contracts,
  fields: { status: word('contractPolicyAgreementTypes'), result },
  search: ['name', 'terms', 'status'],
  order: '+effectiveDate',
  states: { column: 'status' },
  transitions: {
    list: 'contractPolicyTransitions',
    batch: 'contractPolicyBatch',
    captions: 'server.policy',
    of: {
      send: {
        waits: { title: 'name', where: sql<SqlBool>`${ACTIVE} and t.status = 'REJECTED'` },
        guard: requireMaySend,
        sets: sent,
        effect: eventOf('POLICY_SENT'),
      },
      accept: {
        waits: { title: 'name', deadline: 'reply_date', where: ACTIVE },
        guard: requireActive,
        sets: (change) => ({ ...decided(change), reject_reason: null }),
        effect: eventOf('POLICY_ACCEPTED'),
      },
      reject: {
        guard: requireActive,
        sets: (change) => ({
          ...decided(change),
          reject_reason: (change.input as { reason: string }).reason,
        }),
        effect: eventOf('POLICY_REJECTED'),
      },
    },
  },
  check: async ({ before }) => requireOpen(before),
  guard: async ({ action, before }) => (action === 'delete' ? requireOpen(before) : undefined),
});

function requireOpen(row: OwnRow | undefined): void {
  if (row && !OPEN_POLICIES.includes(row['status'])) throw new Problem(409, 'policyClosed');
}

async function requireActive({ parent }: Change<undefined>): Promise<void> {
  if (parent!['status'] !== 'ACTIVE') throw new Problem(409, 'policyOfIdleContract');
}

async function requireMaySend(change: Change<undefined>): Promise<void> {
  await requireActive(change);
  const { trx, parent } = change;
  const other = await trx
    .selectFrom('customers')
    .select('id')
    .where('id', 'in', [String(parent!['customer_id']), String(parent!['supplier_id'])])
    .where('linked_instance_id', 'is not', null)
    .executeTakeFirst();
  if (!other) throw new Problem(409, 'policyWithoutParty');
}

/** The day until which the other side answers is that of the instance of whoever sends. */
function sent({ account, before }: Change<undefined>): Columns {
  const { timeZone } = account.instance;
  return {
    send_time: sql`now()`,
    reply_date: sql`(now() at time zone ${timeZone})::date + ${before!['reply_days']}::int`,
    decided_by: null,
    decision_time: null,
    reject_reason: null,
    lapse_time: null,
  };
}

function decided({ account }: Change<undefined>): Columns {
  return { decided_by: account.instance.name, decision_time: sql`now()` };
}

function eventOf(meta: string) {
  return async (row: OwnRow, { trx, account }: Change<undefined>): Promise<void> => {
    await recordEvent(trx, {
      instanceId: row.instance_id,
      meta,
      ...causeOf(account, row.instance_id),
      entity: 'contractPolicy',
      entityId: row.id,
      values: {
        name: String(row['name']),
        party: account.instance.name,
        date: String(row['reply_date'] ?? ''),
      },
    });
  };
}
