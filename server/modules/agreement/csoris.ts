/**
 * Results of carriers (csori): one per stand, day, container type, action and contract. The operator approves what
 * the carrier bills, or submits a claim; the carrier corrects the result after an approved claim.
 *
 *   NEW ─► AGREEMENT ─► APPROVED
 *              │ ▲
 *              ▼ │
 *            CLAIM ─► CORRECTION
 */
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { invalid, Problem } from '../../core/problems.ts';
import type { Change } from '../../records/change.ts';
import { ref, word, type FieldMaker, type Reader } from '../../records/fields.ts';
import { condition, daysFrom, oneOf } from '../../records/filters.ts';
import { record } from '../../records/record.ts';
import { coded } from '../../records/rowFields.ts';
import type { Columns, OwnRow } from '../../records/rows.ts';
import { CONTRACT_NUMBER } from '../contracts/policies.ts';
import type { Waits } from '../../records/transition.ts';
import { waiting } from '../../records/waits.ts';
import { requireTab } from '../contracts/locks.ts';
import { tasksOfCarrierResult } from '../results/find.ts';
import { amount, computedWord, requireApprovable, todayAt } from './amounts.ts';
import { asCsori, move, notifyBothParties, type Actor, type CsoriRow } from './move.ts';
import { carrierTerms, claimUntil, policyOf, todayOfInstance } from './terms.ts';
import { takeFromLimits } from './usage.ts';

export interface Amounts {
  count: number;
  volume: number;
  comment?: string | null;
}

const customer = (column?: string) =>
  ref('customers', { id: 'id', name: 'name', shortName: 'short_name' }, 'short_name', column);

/** The current claim: the newest one visible to this account. A draft is visible only to the operator. */
const pretension: FieldMaker = (property) => ({
  columns: [],
  dictionaries: ['carrierClaimStatuses'],
  computed: ({
    instance,
  }: Reader) => sql`(select jsonb_build_object('id', c.id, 'number', c.number, 'status', c.status)
    from carrier_claims c where c.csori_id = t.id and (c.shown_to_id = c.carrier_id or c.instance_id = ${instance.id}
      or ${instance.type} = 'ADMINISTRATION') order by c.claim_date desc, c.number desc limit 1)`,
  show: (row, captions) => {
    const found = row[property] as { id: string; number: string; status: string } | null | undefined;
    return found ? { ...found, status: captions.value('carrierClaimStatuses', found.status) } : null;
  },
});

/** The newest incident of the result's tasks; `result` is the alias of the result: the row itself, or a joined one. */
export const incidentOf =
  (result: 't' | 'r', join = sql``): FieldMaker =>
  (property) => ({
    columns: [],
    dictionaries: ['incidentStatuses'],
    computed: () => sql`(select jsonb_build_object('id', i.id, 'number', i.number, 'status', i.status)
      from incidents i ${join} where i.instance_id = ${sql.ref(`${result}.instance_id`)}
        and i.task_item_id in (select k.id from ${tasksOfCarrierResult(result)})
      order by i.create_time desc, i.id limit 1)`,
    show: (row, captions) => {
      const found = row[property] as { id: string; number: string; status: string } | null | undefined;
      return found ? { ...found, status: captions.value('incidentStatuses', found.status) } : null;
    },
  });

/** Columns that identify a result in the to-do list: address, contract, day. */
const WAITS: Waits = {
  title: 'address',
  about: CONTRACT_NUMBER,
  day: 'csori_date',
  deadline: 'control_date',
};

/** Party that acts next; while a claim is considered, its state decides. */
const NEXT_PARTY = sql`case t.status when 'AGREEMENT' then 'RO' when 'NEW' then 'CARRIER' when 'CORRECTION' then 'CARRIER'
  when 'CLAIM' then (select case when c.status in ('UNDER_CONSIDERATION', 'CHANGED') then 'CARRIER' else 'RO' end
    from carrier_claims c where c.csori_id = t.id and c.status not in ('NEW', 'CANCELED')
    order by c.claim_date desc, c.number desc limit 1) end`;

const stand: FieldMaker = (property) => ({
  columns: ['stand_id', 'stand.name', 'stand.address'],
  joins: { stand: { table: 'visit_points', on: 'stand_id' } },
  show: (row) => ({
    id: row['stand_id'],
    name: row[`${property}.name`] ?? '',
    address: row[`${property}.address`] ?? '',
  }),
});

/** Whether the account is the operator's, not the carrier's: incidents are internal to the operator. */
const own: FieldMaker = (property) => ({
  columns: [],
  computed: ({ instance }) => sql`(t.instance_id = ${instance.id})`,
  show: (row) => row[property] === true,
});

/** Days until the control date; negative after it, null where nothing is open. */
export const daysLeft =
  (open: ReturnType<typeof sql<SqlBool>>): FieldMaker =>
  (property) => ({
    columns: [],
    computed: () => sql`case when ${open} then t.control_date - ${todayAt(sql.ref('t.instance_id'))} end`,
    show: (row) => row[property] ?? null,
  });

const UTC_DAY = sql`(now() at time zone 'UTC')::date`;

/** Filters by role: results as operator, or as carrier; an administration sees those of all operators. */
export const bySide = condition<'RO' | 'CARRIER'>(['instance_id'], (mode, { instance }) => {
  const own = sql<SqlBool>`t.instance_id = ${instance.id}`;
  if (instance.type === 'ADMINISTRATION') return mode === 'RO' ? undefined : sql<SqlBool>`false`;
  return mode === 'RO' ? own : sql<SqlBool>`t.instance_id <> ${instance.id}`;
});

/** The counterparty: for the operator the carrier, for the carrier the operator. */
export const byCounterparty = condition<string>(['carrier_id'], (id, _account, filter) =>
  filter['mode'] === 'CARRIER'
    ? sql<SqlBool>`t.customer_id = ${id}`
    : filter['mode'] === 'RO'
      ? sql<SqlBool>`t.carrier_id = ${id}`
      : sql<SqlBool>`${id} in (t.carrier_id, t.customer_id)`,
);

export const csoris = record('csori', {
  table: 'csoris',
  title: ['address', 'date'],
  fields: {
    date: 'csori_date',
    daysLeft: daysLeft(sql<SqlBool>`t.status <> 'APPROVED'`),
    nextParty: computedWord('agreementParties', () => NEXT_PARTY),
    stand,
    carrier: customer(),
    customer: customer(),
    contract: ref('contracts', { id: 'id', number: 'number' }, 'number'),
    containerType: coded('container_types'),
    containerAction: word('containerActions'),
    garbageType: coded('garbage_types'),
    ordered: amount('ordered'),
    billed: amount('billed'),
    firstBilled: amount('first'),
    approved: amount('approved'),
    status: word('csoriStatuses'),
    confirmMode: word('confirmModes'),
    pretension,
    incident: incidentOf('t'),
    own,
    decision: word('csoriDecisions'),
  },
  search: ['address'],
  filters: {
    mode: bySide,
    customerId: byCounterparty,
    // A control date is never before the day of its result, so it can serve as a lower bound as well.
    dateFrom: daysFrom('csori_date', { later: 'control_date' }),
    dateTo: condition<string>(['csori_date'], (day) => sql<SqlBool>`t.csori_date <= ${day}`),
    statuses: oneOf('status', 'text', ['csori_date', 'control_date']),
    carrierIds: oneOf('carrier_id', 'uuid', ['address', 'control_date']),
    containerTypes: oneOf('container_type'),
    waiting: waiting('status'),
    overdue: condition<boolean>(['control_date'], (only) =>
      only
        ? // Local dates differ from UTC's by at most a day: an index serves that range; few rows need the exact date.
          sql<SqlBool>`(t.status <> 'APPROVED' and t.control_date <= ${UTC_DAY} and (t.control_date < ${UTC_DAY} - 1
            or t.control_date < ${todayAt(sql.ref('t.instance_id'))}))`
        : undefined,
    ),
  },
  order: '+date',
  states: { column: 'status' },
  transitions: {
    list: 'csoriTransitions',
    captions: 'server.csori',
    of: {
      approve: {
        waits: WAITS,
        sets: (change) => approvedAs(change, asBilled(asCsori(change.before)), 'AS_BILLED'),
        effect: (row, { trx, account }) => afterApproval(trx, account, asCsori(row)),
      },
      approveWithChanges: {
        guard: requireMayChange,
        sets: (change) => approvedAs(change, change.input as Amounts, 'WITH_CHANGES'),
        effect: async (row, change) => {
          await afterApproval(change.trx, change.account, asCsori(row));
          await notifyChange(change, asCsori(row), 'CSORI_CHANGED');
        },
      },
      createClaim: {
        operation: 'carrierClaimSubmit',
        guard: ({ trx, before }) => requireClaimable(trx, asCsori(before)),
      },
      correct: {
        waits: WAITS,
        guard: requireWithinClaim,
        sets: ({ input }) => {
          const { count, volume, comment } = input as Amounts;
          const billed = { billed_count: count, billed_volume: volume };
          return { ...billed, comment: comment ?? null, control_date: LATER };
        },
        effect: (row, change) => notifyChange(change, asCsori(row), 'CSORI_CORRECTED'),
      },
      // Transitions of the current claim; screens offer them on the claim.
      changeClaim: { operation: 'carrierClaimChange', guard: requireClaimIn('SPECIFIED') },
      cancelClaim: {
        operation: 'carrierClaimCancel',
        guard: requireClaimIn('UNDER_CONSIDERATION', 'SPECIFIED', 'CHANGED'),
      },
    },
  },
});

/** Control date of a result that returns to the operator: not before the end of the next day. */
export const LATER = sql`case when control_date is not null then greatest(control_date,
  days_after(instance_id, ${todayAt(sql.ref('instance_id'))}, 1,
    (select k.days_kind from customers k where k.id = carrier_id))) end`;

const asBilled = ({ billed_count: count, billed_volume: volume }: CsoriRow): Amounts => ({
  count: count!,
  volume: volume!,
});

/** The columns of an approval. */
export function approval(actor: Actor, { count, volume, comment }: Amounts, decision: string): Columns {
  return {
    approved_count: count,
    approved_volume: volume,
    decision,
    decided_by: actor?.instance.name ?? null,
    decision_time: sql`now()`,
    ...(comment !== undefined && { comment }),
  };
}

const approvedAs = ({ account }: Change<undefined>, amounts: Amounts, decision: string) =>
  approval(account, amounts, decision);

/** Updates the usage of limits, and cancels drafts of claims about the result, which are no longer needed. */
export async function afterApproval(trx: Db, actor: Actor, row: CsoriRow): Promise<void> {
  await takeFromLimits(trx, row);
  const drafts = await trx
    .withoutPlugins()
    .selectFrom('carrier_claims')
    .select('id')
    .where('csori_id', '=', row.id)
    .where('status', '=', 'NEW')
    .execute();
  for (const { id } of drafts) await move(trx, actor, { entity: 'carrierClaim', id, action: 'cancel' });
}

export const eventValues = ({ csori_date: date, address }: CsoriRow) => ({ date, address });

const notifyChange = ({ trx, account }: Change<undefined>, row: CsoriRow, meta: string) =>
  notifyBothParties(trx, account, row, { entity: 'csori', meta, values: eventValues(row) });

/** Throws if a result may not be changed: the contract is locked, or the values exceed what the policy allows. */
async function requireMayChange({ trx, before, input }: Change<undefined>): Promise<void> {
  const row = asCsori(before);
  const contract = await trx
    .selectFrom('contracts')
    .select(['instance_id', 'management_locked'])
    .where('id', '=', row.contract_id)
    .executeTakeFirst();
  if (contract) await requireTab(trx, 'manage', contract);
  if (!row.billed_count || !row.billed_volume) throw new Problem(409, 'csoriNothingBilled');
  if (input === undefined) return;
  const policy = await policyOf(trx, row);
  requireApprovable(row, policy?.tolerance ?? 0, input as Amounts);
}

/** Throws unless a claim may be submitted: within the days of submission, about a result with billed amounts. */
export async function requireClaimable(trx: Db, row: CsoriRow): Promise<void> {
  if (!row.billed_count || !row.billed_volume) throw new Problem(409, 'csoriNothingBilled');
  const until = await claimUntil(trx, row, await carrierTerms(trx, row.carrier_id));
  if (until !== null && (await todayOfInstance(trx, row.instance_id)) > until)
    throw new Problem(409, 'claimTooLate', { values: { date: until } });
}

/** Throws unless the carrier's values are between those expected by the claim and those approved. */
async function requireWithinClaim({ trx, before, input }: Change<undefined>): Promise<void> {
  const claim = await approvedClaim(trx, asCsori(before).id);
  if (!claim) throw new Problem(409, 'transition');
  if (input === undefined) return;
  const { count, volume } = input as Amounts;
  const errors = [
    ...(count < claim.expected_count! || count > claim.approved_count!
      ? [range('count', 'server.csoriRule.withinClaim', claim.expected_count!, claim.approved_count!)]
      : []),
    ...(volume < claim.expected_volume! || volume > claim.approved_volume!
      ? [range('volume', 'server.csoriRule.withinClaim', claim.expected_volume!, claim.approved_volume!)]
      : []),
  ];
  if (errors.length > 0) throw invalid(...errors);
}

const range = (field: string, message: string, least: number, most: number) => ({
  field,
  code: 'range',
  message,
  values: { least, most },
});

/** Returns the approved claim that a correction is based on. */
export function approvedClaim(trx: Db, csoriId: string) {
  return trx
    .withoutPlugins()
    .selectFrom('carrier_claims')
    .selectAll()
    .where('csori_id', '=', csoriId)
    .where('status', '=', 'APPROVED')
    .orderBy('change_time', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function requireClaimIn(...states: string[]) {
  return async ({ trx, before }: Change<undefined>): Promise<void> => {
    const claim = await trx
      .selectFrom('carrier_claims')
      .select('id')
      .where('csori_id', '=', (before as OwnRow).id)
      .where('status', 'in', states as 'SPECIFIED'[])
      .executeTakeFirst();
    if (!claim) throw new Problem(409, 'transition');
  };
}
