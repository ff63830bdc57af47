/**
 * Agreement policies of a contract. The owner saves and sends one; the other side, an instance of its own, accepts
 * or rejects it. While it is under way or agreed nobody changes it.
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
import { tellOthers } from './parties.ts';
import { termOf } from './partTerms.ts';

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

/** Contracts whose policies are agreed: those in force, and those that will be. */
const AGREEABLE: readonly unknown[] = ['ACTIVE', 'INACTIVE'];

/** Ends the waiting for policies that can no longer be agreed. */
const OPEN = sql<SqlBool>`t.contract_id in (select c.id from contracts c where c.status in ('ACTIVE', 'INACTIVE'))
  and (t.expiration_date is null or t.expiration_date >= ${todayOf(sql.ref('t.instance_id'))})`;

/** Of the contract that a row belongs to, the row's table being called `t`. */
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
          await tellOthers(change, [change.parent!], {
            ...told(row, change),
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
  // What was rejected and is written anew is a draft until it is sent: nobody rejected that.
  sets: ({ body, before }) => (body && before?.['status'] === 'REJECTED' ? { status: 'STATUS_NOT_SET' } : {}),
  guard: async ({ action, before }) => (action === 'delete' ? requireOpen(before) : undefined),
});

function requireOpen(row: OwnRow | undefined): void {
  if (row && !OPEN_POLICIES.includes(row['status'])) throw new Problem(409, 'policyClosed');
}

async function requireParent({ parent }: Change<undefined>): Promise<void> {
  if (!AGREEABLE.includes(parent!['status'])) throw new Problem(409, 'policyOfIdleContract');
}

/** A last day that is over, as the owner's instance counts days. */
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

/** Refuses a policy that is over or outlasts its contract; the contract may have changed since the draft was saved. */
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
  return async (row: OwnRow, change: Change<undefined>): Promise<void> => {
    const { trx, account } = change;
    const { instance_id: instanceId } = row;
    await recordEvent(trx, { ...told(row, change), instanceId, meta, ...causeOf(account, instanceId) });
  };
}

/** What an event says of a policy. */
const told = (row: OwnRow, { account, parent }: Change<undefined>) => ({
  entity: 'contractPolicy',
  entityId: row.id,
  values: {
    name: String(row['name']),
    number: String(parent!['number']),
    party: account.instance.name,
    date: printedDay(String(row['reply_date'] ?? '')),
  },
});
