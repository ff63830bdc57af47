/**
 * Agreement policies of a contract. The owner saves and sends one; the other side, an instance of its own, accepts
 * or rejects it. While it is under way or agreed nobody changes it.
 */
import { sql } from 'kysely';
import { Problem } from '../../http/problems.ts';
import type { Change } from '../../records/change.ts';
import { word, type FieldMaker } from '../../records/fields.ts';
import { record, type SaveOf } from '../../records/record.ts';
import type { Columns, OwnRow } from '../../records/rows.ts';
import { causeOf, recordEvent } from '../events/recordEvent.ts';
import { contracts } from './contracts.ts';

type Save = SaveOf<'contractPolicy'>;

/** Policies in these states are the owner's to change, to send and to delete. */
export const OPEN_POLICIES: readonly unknown[] = ['STATUS_NOT_SET', 'REJECTED'];

/** The decision of the other side: a state that is one. */
const result: FieldMaker = (property) => ({
  ...word('contractPolicyResults', 'status')(property),
  show: (row, captions) => {
    const status = row['status'] as string;
    const decided = status === 'ACCEPTED' || status === 'REJECTED';
    return decided ? captions.value('contractPolicyResults', status) : null;
  },
});

export const contractPolicies = record('contractPolicy', {
  table: 'contract_policies',
  parent: contracts,
  fields: { status: word('contractPolicyAgreementTypes'), result },
  search: ['name', 'terms', 'status'],
  order: '+effectiveDate',
  states: { column: 'status' },
  check: async ({ before }) => requireOpen(before),
  guard: requireMayAct,
  sets: columnsOf,
  after: tellOfPolicy,
});

function requireOpen(row: OwnRow | undefined): void {
  if (row && !OPEN_POLICIES.includes(row['status'])) throw new Problem(409, 'policyClosed');
}

async function requireMayAct({ trx, action, before, parent }: Change<undefined>): Promise<void> {
  if (action === 'delete') return requireOpen(before);
  if (parent!['status'] !== 'ACTIVE') throw new Problem(409, 'policyOfIdleContract');
  if (action !== 'send') return;
  const other = await trx
    .selectFrom('customers')
    .select('id')
    .where('id', 'in', [String(parent!['customer_id']), String(parent!['supplier_id'])])
    .where('linked_instance_id', 'is not', null)
    .executeTakeFirst();
  if (!other) throw new Problem(409, 'policyWithoutParty');
}

/** What an action leaves beside the state; a day is that of the instance of whoever acts. */
function columnsOf({ account, action, before, input }: Change<Save | undefined>): Columns {
  const { name, timeZone } = account.instance;
  const decided = { decided_by: name, decision_time: sql`now()` };
  switch (action) {
    case 'send':
      return {
        send_time: sql`now()`,
        reply_date: sql`(now() at time zone ${timeZone})::date + ${before!['reply_days']}::int`,
        ...UNDECIDED,
      };
    case 'accept':
      return { ...decided, reject_reason: null };
    case 'reject':
      return { ...decided, reject_reason: (input as { reason: string }).reason };
    default:
      return {};
  }
}

const UNDECIDED = { decided_by: null, decision_time: null, reject_reason: null, lapse_time: null };

const EVENTS: Record<string, string> = {
  send: 'POLICY_SENT',
  accept: 'POLICY_ACCEPTED',
  reject: 'POLICY_REJECTED',
};

async function tellOfPolicy(row: OwnRow, { trx, account, action }: Change<Save | undefined>): Promise<void> {
  const meta = EVENTS[action];
  if (!meta) return;
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
}
