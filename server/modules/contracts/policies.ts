/**
 * Agreement policies of a contract. The owner saves and sends one; the other party, with its own instance, accepts or
 * rejects it. While it is sent or accepted it cannot be changed.
 */
import { sql, type SqlBool } from 'kysely';
import { invalid, Problem } from '../../core/problems.ts';
import { OF_CONTRACT } from '../../records/auditKinds.ts';
import type { Change } from '../../records/change.ts';
import { word, type FieldMaker } from '../../records/fields.ts';
import { record, type SaveOf } from '../../records/record.ts';
import type { Columns, OwnRow } from '../../records/rows.ts';
import { causeOf, recordEvent } from '../../records/recordEvent.ts';
import { printedDay, todayOf } from '../../records/today.ts';
import { waiting } from '../../records/waits.ts';
import { contracts } from './contracts.ts';
import { notifyOtherParties } from './parties.ts';
import { termOf } from './partTerms.ts';

/** States in which the owner may change, send and delete a policy. */
const OPEN_POLICIES: readonly unknown[] = ['STATUS_NOT_SET', 'REJECTED'];

/** Decision of the other party: the status, if it is a decision. */
const result: FieldMaker = (property) => ({
  ...word('contractPolicyResults', 'status')(property),
  show: (row, captions) => {
    const status = row['status'] as string;
    const decided = status === 'ACCEPTED' || status === 'REJECTED';
    return decided ? captions.value('contractPolicyResults', status) : null;
  },
});

/** States of contracts whose policies can be agreed: in force, or not yet in force. */
const AGREEABLE: readonly unknown[] = ['ACTIVE', 'INACTIVE'];

/** Condition for policies that can still be agreed; others are no longer in the to-do list. */
const OPEN = sql<SqlBool>`t.contract_id in (select c.id from contracts c where c.status in ('ACTIVE', 'INACTIVE'))
  and (t.expiration_date is null or t.expiration_date >= ${todayOf(sql.ref('t.instance_id'))})`;

/** Number of the contract of a row; `t` is the row's table. */
export const CONTRACT_NUMBER = sql`(select c.number from contracts c where c.id = t.contract_id)`;

export const contractPolicies = record('contractPolicy', {
  table: 'contract_policies',
  labels: ['policy'],
  title: [OF_CONTRACT, 'name'],
  parent: contracts,
  fields: { status: word('contractPolicyAgreementTypes'), result },
  search: ['name', 'terms', 'status'],
  filters: { waiting: waiting('status') },
  order: '+effectiveDate',
  states: { column: 'status' },
  transitions: {
    list: 'contractPolicyTransitions',
    batch: 'contractPolicyBatch',
    captions: 'server.policy',
    of: {
      send: {
        waits: {
          title: 'name',
          about: CONTRACT_NUMBER,
          where: sql<SqlBool>`${OPEN} and t.reject_reason is not null`,
        },
        guard: requireMaySend,
        sets: sent,
        effect: async (row, change) => {
          await eventOf('POLICY_SENT')(row, change);
          await notifyOtherParties(change, [change.parent!], {
            ...subjectOf(row, change),
            meta: 'POLICY_RECEIVED',
          });
        },
      },
      accept: {
        waits: { title: 'name', about: CONTRACT_NUMBER, deadline: 'reply_date', where: OPEN },
        guard: requireAgreeable,
        sets: (change) => ({ ...decided(change), reject_reason: null }),
        effect: eventOf('POLICY_ACCEPTED'),
      },
      reject: {
        guard: requireParent,
        sets: (change) => ({
          ...decided(change),
          reject_reason: (change.input as { reason: string }).reason,
        }),
        effect: eventOf('POLICY_REJECTED'),
      },
    },
  },
  check: async (change) => {
    requireOpen(change.before);
    await requireDaysAhead(change);
  },
  // A rejected policy that is changed becomes a draft until it is sent: the new version was not rejected.
  sets: ({ body, before }) => (body && before?.['status'] === 'REJECTED' ? { status: 'STATUS_NOT_SET' } : {}),
  guard: async ({ action, before }) => (action === 'delete' ? requireOpen(before) : undefined),
});

function requireOpen(row: OwnRow | undefined): void {
  if (row && !OPEN_POLICIES.includes(row['status'])) throw new Problem(409, 'policyClosed');
}

async function requireParent({ parent }: Change<undefined>): Promise<void> {
  if (!AGREEABLE.includes(parent!['status'])) throw new Problem(409, 'policyOfIdleContract');
}

/** Whether a last day is in the past in the time zone of the owner's instance. */
async function isOver({ trx, instanceId }: Change, day: unknown): Promise<boolean> {
  if (!day) return false;
  const { rows } = await sql<{ over: boolean }>`
    select ${day}::date < ${todayOf(sql`${instanceId}::uuid`)} as over`.execute(trx);
  return rows[0]!.over;
}

async function requireDaysAhead(change: Change<SaveOf<'contractPolicy'>>): Promise<void> {
  if (await isOver(change, change.body.expirationDate))
    throw invalid({ field: 'expirationDate', code: 'policyOver', message: 'server.policyOver' });
}

/** Throws for a policy that is over or outlasts its contract, which may have changed since the draft was saved. */
async function requireAgreeable(change: Change<undefined>): Promise<void> {
  await requireParent(change);
  const { before, parent } = change;
  const [begin, end] = [String(before!['effective_date']), before!['expiration_date'] as string | null];
  if (await isOver(change, end)) throw new Problem(409, 'policyOver');
  const { from, to } = termOf(parent!);
  if (begin < from || (to !== null && (end ?? begin) > to)) {
    const values = { from: printedDay(from), to: to === null ? '…' : printedDay(to) };
    throw new Problem(409, 'policyOutsideTerm', { values });
  }
}

async function requireMaySend(change: Change<undefined>): Promise<void> {
  await requireAgreeable(change);
  const { trx, parent } = change;
  const other = await trx
    .selectFrom('customers')
    .select('id')
    .where('id', 'in', [String(parent!['customer_id']), String(parent!['supplier_id'])])
    .where('linked_instance_id', 'is not', null)
    .executeTakeFirst();
  if (!other) throw new Problem(409, 'policyWithoutParty');
}

/** Columns of a sent policy; the reply date counts from the local date of the sender's instance. */
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
  return async (row: OwnRow, change: Change<undefined>): Promise<void> => {
    const { trx, account } = change;
    const { instance_id: instanceId } = row;
    await recordEvent(trx, { ...subjectOf(row, change), instanceId, meta, ...causeOf(account, instanceId) });
  };
}

/** Subject and values of an event about a policy. */
const subjectOf = (row: OwnRow, { account, parent }: Change<undefined>) => ({
  entity: 'contractPolicy',
  entityId: row.id,
  values: {
    name: String(row['name']),
    number: String(parent!['number']),
    party: account.instance.name,
    date: printedDay(String(row['reply_date'] ?? '')),
  },
});
