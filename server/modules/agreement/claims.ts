/**
 * Claims of the operator about results. The author submits, changes, withdraws and appeals once; the carrier requests
 * details, approves or refuses. Each step also moves the result.
 *
 *   NEW ─► UNDER_CONSIDERATION ─► SPECIFIED ─► CHANGED ─► APPROVED | DISCARDED
 *                   ▲                                         │
 *                   └───────────────── open, once ────────────┘
 */
import { sql, type SqlBool } from 'kysely';
import { shortNameOf } from '../../access/accounts.ts';
import { invalid, Problem } from '../../core/problems.ts';
import type { Db } from '../../database/connection.ts';
import type { BoundRecord } from '../../records/bind.ts';
import type { Change } from '../../records/change.ts';
import { ref, word, type FieldMaker } from '../../records/fields.ts';
import { condition, equals, oneOf } from '../../records/filters.ts';
import { publishRow } from '../../records/publish.ts';
import { record } from '../../records/record.ts';
import { write } from '../../records/save.ts';
import { coded, files } from '../../records/rowFields.ts';
import type { Columns } from '../../records/rows.ts';
import type { Waits } from '../../records/transition.ts';
import { waiting } from '../../records/waits.ts';
import { amount, computedWord, requireLess } from './amounts.ts';
import { byCounterparty, bySide, daysLeft, incidentOf, LATER } from './csoris.ts';
import {
  asClaim,
  move,
  addMessage,
  notifyBothParties,
  type Actor,
  type ClaimRow,
  type Message,
} from './move.ts';

/** States in which the author may withdraw: the carrier has not answered finally. */
const OPEN = sql<SqlBool>`(t.status in ('NEW', 'UNDER_CONSIDERATION', 'SPECIFIED', 'CHANGED')
  or t.status = 'DISCARDED' and not t.closed and not t.appealed)`;

/** Columns that identify a claim in the to-do list: number, address, day of the result. */
const WAITS: Waits = {
  title: 'number',
  about: sql.ref('t.address'),
  day: 'csori_date',
  deadline: 'control_date',
};

const NEXT_PARTY = sql`case when t.status in ('UNDER_CONSIDERATION', 'CHANGED') then 'CARRIER'
  when ${OPEN} then 'RO' end`;

const customer = ref('customers', { id: 'id', name: 'name', shortName: 'short_name' }, 'short_name');

const stand: FieldMaker = () => ({
  columns: ['stand_id', 'stand.name', 'stand.address'],
  joins: { stand: { table: 'visit_points', on: 'stand_id' } },
  show: (row) => ({
    id: row['stand_id'],
    name: row['stand.name'] ?? '',
    address: row['stand.address'] ?? '',
  }),
});

const csori: FieldMaker = () => ({
  columns: ['csori_id', 'csori_date', 'address'],
  show: (row) => ({ id: row['csori_id'], date: row['csori_date'], address: row['address'] }),
});

/** Messages of both parties. */
const messages: FieldMaker = (property) => ({
  columns: [],
  dictionaries: ['agreementParties'],
  computed:
    () => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'time', m.message_time, 'party', m.party,
      'author', m.author, 'action', m.action, 'text', m.text) order by m.message_time, m.id), '[]')
    from carrier_claim_messages m where m.claim_id = t.id and m.instance_id = t.instance_id)`,
  show: (row, captions) =>
    ((row[property] ?? []) as { time: string; party: string }[]).map((message) => ({
      ...message,
      time: new Date(message.time).toISOString(),
      party: captions.value('agreementParties', message.party),
    })),
});

/** Name of the author or the answering person; people of the other party are not named. */
const person =
  (column: string): FieldMaker =>
  (property) => ({
    columns: [],
    computed: ({
      instance,
    }) => sql`case when t.instance_id = ${instance.id} or ${instance.type} = 'ADMINISTRATION'
      then ${sql.ref(`t.${column}`)} end`,
    show: (row) => row[property] ?? null,
  });

interface Given {
  comment?: string | null;
  reason?: string;
  expectedCount?: number;
  expectedVolume?: number;
  basis?: string | null;
  approvedCount?: number | null;
  approvedVolume?: number | null;
}
const given = ({ input }: Change<undefined>) => (input ?? {}) as Given;

export const carrierClaims = record('carrierClaim', {
  table: 'carrier_claims',
  labels: ['claim'],
  fields: {
    date: 'claim_date',
    csori,
    csoriId: 'csori_id',
    csoriDate: 'csori_date',
    stand,
    carrier: customer,
    customer,
    containerType: coded('container_types'),
    containerAction: word('containerActions'),
    input: word('claimInputs'),
    rule: word('checkRules'),
    reason: word('carrierClaimReasons'),
    ordered: amount('ordered'),
    billed: amount('billed'),
    expected: amount('expected'),
    approved: amount('approved'),
    status: word('carrierClaimStatuses'),
    daysLeft: daysLeft(OPEN),
    nextParty: computedWord('agreementParties', () => NEXT_PARTY),
    author: person('author'),
    responsible: person('responsible'),
    attachments: files('carrierClaim'),
    incident: incidentOf('r', sql`join csoris r on r.id = t.csori_id`),
    messages,
  },
  search: ['number', 'address'],
  filters: {
    mode: bySide,
    customerId: byCounterparty,
    dateFrom: condition<string>(['csori_date'], (day) => sql<SqlBool>`t.csori_date >= ${day}`),
    dateTo: condition<string>(['csori_date'], (day) => sql<SqlBool>`t.csori_date <= ${day}`),
    statuses: oneOf('status', 'text', ['claim_date']),
    carrierIds: oneOf('carrier_id', 'uuid'),
    standId: equals('stand_id', ['claim_date']),
    reasons: oneOf('reason', 'text', ['claim_date']),
    waiting: waiting('status'),
  },
  order: '+date',
  states: { column: 'status' },
  transitions: {
    list: 'carrierClaimTransitions',
    captions: 'server.claim',
    of: {
      submit: { waits: WAITS },
      approve: {
        waits: WAITS,
        guard: async (change) => requireConcession(change),
        sets: (change) => conceded(asClaim(change.before), given(change)),
        effect: (row, { trx, account, input }) => afterConcession(trx, account, asClaim(row), input as Given),
      },
      specify: {
        sets: () => ({ control_date: ANSWER }),
        effect: (row, change) =>
          recordAndNotify(change.trx, change.account, asClaim(row), messageOf(change), 'CLAIM_SPECIFIED'),
      },
      discard: {
        sets: (change) => refused(asClaim(change.before), given(change).reason ?? ''),
        effect: (row, { trx, account, input }) =>
          afterRefusal(trx, account, asClaim(row), (input as Given | undefined)?.comment),
      },
      change: {
        waits: WAITS,
        guard: async ({ before, input }) => {
          if (input !== undefined) requireLess(asClaim(before), input as Required<Given>);
        },
        sets: (change) => {
          const { expectedCount, expectedVolume, basis } = given(change);
          return {
            expected_count: expectedCount,
            expected_volume: expectedVolume,
            ...(basis !== undefined && { basis }),
            control_date: ANSWER,
          };
        },
        effect: (row, change) =>
          recordAndNotify(change.trx, change.account, asClaim(row), messageOf(change), 'CLAIM_CHANGED'),
      },
      open: {
        guard: async ({ before }) => {
          const { appealed, closed } = asClaim(before);
          if (appealed) throw new Problem(409, 'claimAppealed');
          if (closed) throw new Problem(409, 'claimClosed');
        },
        sets: () => ({ appealed: true, control_date: ANSWER }),
        effect: (row, change) =>
          recordAndNotify(change.trx, change.account, asClaim(row), messageOf(change), 'CLAIM_OPENED'),
      },
      cancel: {
        sets: () => ({ control_date: null }),
        effect: async (row, { trx, account, before, input }) => {
          const claim = asClaim(row);
          const message = { action: 'cancel', text: (input as Given | undefined)?.comment };
          // A draft has not changed the result, and the other party has not seen it.
          if (before!['status'] === 'NEW') return addMessage(trx, account, claim, message);
          await release(trx, account, claim);
          await recordAndNotify(trx, account, claim, message, 'CLAIM_CANCELED');
        },
      },
    },
  },
});

const TERMS = sql`customers k where k.id = carrier_id`;

/** Deadline of the next answer: the carrier's days of consideration; null where none are agreed. */
export const ANSWER = sql`(select case when k.claim_consideration_days > 0 then days_after(carrier_claims.instance_id,
    (select (now() at time zone i.time_zone)::date from instances i where i.id = carrier_claims.instance_id),
    k.claim_consideration_days, k.days_kind) end
  from ${TERMS})`;

/** Deadline of an appeal: as many days as for an answer, three where none are agreed. */
const APPEAL = sql`(select days_after(carrier_claims.instance_id,
    (select (now() at time zone i.time_zone)::date from instances i where i.id = carrier_claims.instance_id),
    coalesce(nullif(k.claim_consideration_days, 0), 3), k.days_kind)
  from ${TERMS})`;

/** Columns of an approved claim: the given values, or else the expected ones. */
export function conceded(claim: ClaimRow, { approvedCount, approvedVolume }: Given): Columns {
  return {
    approved_count: approvedCount ?? claim.expected_count,
    approved_volume: approvedVolume ?? claim.expected_volume,
    control_date: null,
  };
}

function requireConcession({ before, input }: Change<undefined>): void {
  if (input === undefined) return;
  const claim = asClaim(before);
  const { approved_count: count, approved_volume: volume } = conceded(claim, input as Given);
  const fault = (field: string, least: number, most: number) => ({
    field,
    code: 'range',
    message: 'server.claimRule.concession',
    values: { least, most },
  });
  const errors = [
    ...((count as number) < claim.expected_count! || (count as number) >= claim.billed_count
      ? [fault('approvedCount', claim.expected_count!, claim.billed_count)]
      : []),
    ...((volume as number) < claim.expected_volume! || (volume as number) >= claim.billed_volume
      ? [fault('approvedVolume', claim.expected_volume!, claim.billed_volume)]
      : []),
  ];
  if (errors.length > 0) throw invalid(...errors);
}

/** Returns the result to the carrier, which corrects what it billed. */
export async function afterConcession(trx: Db, actor: Actor, claim: ClaimRow, input?: Given): Promise<void> {
  await move(trx, actor, { entity: 'csori', id: claim.csori_id, action: 'concede' }, { control_date: LATER });
  await recordAndNotify(trx, actor, claim, { action: 'approve', text: input?.comment }, 'CLAIM_APPROVED');
}

/** Columns of a refused claim; a refusal after an appeal, or by the job, is final. */
export const refused = (
  { appealed }: { appealed: boolean },
  reason: string,
  forGood: boolean = appealed,
): Columns => ({ discard_reason: reason, closed: forGood, control_date: forGood ? null : APPEAL });

export async function afterRefusal(
  trx: Db,
  actor: Actor,
  claim: ClaimRow,
  comment?: string | null,
): Promise<void> {
  const text = [claim.discard_reason, comment].filter(Boolean).join('. ');
  if (claim.closed) await release(trx, actor, claim);
  await recordAndNotify(trx, actor, claim, { action: 'discard', text }, 'CLAIM_DISCARDED');
}

/** Returns the result to the operator, who has at least one day to decide. */
export async function release(trx: Db, actor: Actor, { csori_id: id }: ClaimRow): Promise<void> {
  await move(trx, actor, { entity: 'csori', id, action: 'release' }, { control_date: LATER });
}

/**
 * Publishes the live messages of a transition to both parties: for the claim, and for its result, which contains the
 * claim's state and next party.
 */
export async function publishTransition(trx: Db, actor: Actor, claim: ClaimRow, meta: string): Promise<void> {
  const { number, address, csori_date: date } = claim;
  await notifyBothParties(trx, actor, claim, {
    entity: 'carrierClaim',
    meta,
    values: { number, address, date },
  });
  const whole = trx.withoutPlugins();
  const result = await whole
    .selectFrom('csoris')
    .selectAll()
    .where('id', '=', claim.csori_id)
    .executeTakeFirstOrThrow();
  await publishRow(whole, 'csori', result, { id: result.id, version: result.version });
}

/** Adds a party's message to the thread of a claim, and notifies both parties of the action. */
export async function recordAndNotify(
  trx: Db,
  actor: Actor,
  claim: ClaimRow,
  message: Message,
  meta: string,
): Promise<void> {
  await addMessage(trx, actor, claim, message);
  await publishTransition(trx, actor, claim, meta);
}

const messageOf = (change: Change<undefined>): Message => ({
  action: change.action,
  text: given(change).comment,
});

/**
 * Adds a message for the other party to the thread of a claim, outside its transitions: increments the version, keeps
 * the state. The row is locked. Throws 400 at `text` for an empty message, 409 for a draft, which the other party does
 * not see, and for a finished claim.
 */
export async function writeMessage(
  record: BoundRecord,
  change: Change<undefined>,
  text: string,
): Promise<void> {
  const { status, closed } = asClaim(change.before);
  if (status === 'NEW') throw new Problem(409, 'claimDraft');
  if (status === 'APPROVED' || status === 'CANCELED' || closed) throw new Problem(409, 'claimFinished');
  if (!text.trim()) throw invalid({ field: 'text', code: 'required', message: 'validation.required' });
  const row = await write(record, change, () => ({}));
  const { trx, account, action } = change;
  await recordAndNotify(trx, account, asClaim(row), { action, text }, 'CLAIM_MESSAGE');
}

/** Returns the author of a claim in the form that the other party may see. */
export const authorOf = (actor: Actor): string | null => (actor ? shortNameOf(actor) : null);
