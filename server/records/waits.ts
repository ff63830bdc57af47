/** The to-do list: records in a state from which the account may take an action, by deadline. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { ApiCatalogue } from '../../engine/language/api.ts';
import type { Account } from '../access/accounts.ts';
import type { InstanceCall } from '../access/handler.ts';
import { sideOf } from '../access/operations.ts';
import type { Side } from '../access/reach.ts';
import { mayCall } from '../access/rights.ts';
import { anyOf } from '../database/paging.ts';
import type { BoundRecord, OwnFilter } from './bind.ts';
import type { Filter } from './filters.ts';
import { mayTake, operationOf, waysOf } from './possible.ts';
import { columnOf, columnRef, dynamic } from './rows.ts';
import type { Transition, Waits } from './transition.ts';
import type { AuditAction } from './auditKinds.ts';

/** A record that waits for the account. */
export interface Waiting {
  /** Name of the kind of record. */
  entity: string;
  /** Caption of the kind. */
  kind: string;
  id: string;
  version: number;
  /** The parent record, if there is one. */
  parentId: string | null;
  title: string;
  /** What it belongs to, as users know it. */
  about: string | null;
  /** The record's date. */
  day: string | null;
  /** The last day for the action; null without a deadline. */
  deadline: string | null;
  overdue: boolean;
  actions: { code: string; caption: string }[];
}

/** Number of waiting records of a kind. */
export interface WaitingCount {
  entity: string;
  caption: string;
  total: number;
  overdue: number;
}

/** The records of one kind that wait for one action, on its side. */
interface Question {
  record: BoundRecord;
  side: Side;
  waits: Waits;
  /** States from which that action can be taken. */
  from: string[];
  /** All actions of the account on this side, with the states from which they can be taken. */
  actions: { code: string; caption: string; from: string[] }[];
}

type Call = Pick<InstanceCall, 'scope' | 'account' | 'translate'>;

/** Returns the queries for waiting records: only those that the rights and sides of the account allow. */
export async function questionsOf(
  api: ApiCatalogue,
  records: readonly BoundRecord[],
  call: Call,
): Promise<Question[]> {
  const questions: Question[] = [];
  for (const record of records) {
    const { of, captions } = record.transitions!;
    const ways = await waysOf(call.scope.db, record.name);
    const mine = (Object.entries(of) as [AuditAction, Transition][]).flatMap(([code, { waits }]) => {
      const operation = operationOf(record, code, api);
      if (!mayTake(operation, call)) return [];
      const from = ways.filter(({ action }) => action === code).map((way) => way.from_status);
      const caption = call.translate(`${captions}.${code}`);
      return [{ code, caption, from, waits, side: sideOf(operation) }];
    });
    for (const { waits, from, side } of mine) {
      if (!waits) continue;
      const actions = mine
        .filter((one) => one.side === side)
        .map(({ code, caption, from: states }) => ({ code, caption, from: states }));
      questions.push({ record, side, waits, from, actions });
    }
  }
  return questions;
}

/**
 * The filter "waiting for me" of a list: records in a state from which the account may take an action on its side of
 * them. Actions with `waits` in the record's `transitions` count.
 *
 * @param column that of the state
 * @example filters: { waiting: waiting('status') }
 */
export function waiting(column: string): OwnFilter<boolean> {
  const filter: Filter<boolean> = { columns: [column], where: () => sql<SqlBool>`false` };
  return {
    ...filter,
    bind: (record, api) => ({
      ...filter,
      where: (only, account) => (only ? waitsFor(account, record, api) : undefined),
    }),
  };
}

function waitsFor(account: Account, record: BoundRecord, api: ApiCatalogue): Expression<SqlBool> {
  const everywhere = account.instance.type === 'ADMINISTRATION';
  const taken = Object.entries(record.transitions!.of) as [AuditAction, Transition][];
  const any = taken.flatMap(([action, { waits }]) => {
    const operation = operationOf(record, action, api);
    const side = sideOf(operation);
    if (!waits || !mayCall(operation, account) || (everywhere && side === 'linked')) return [];
    const own = sql<SqlBool>`t.instance_id = ${account.instance.id}`;
    const ofSide =
      everywhere || side === 'both' ? sql<SqlBool>`true` : side === 'own' ? own : sql<SqlBool>`not ${own}`;
    return sql<SqlBool>`(${columnRef(record.states!.column)} = any(array(
      select from_status from transitions where entity = ${record.name} and action = ${action}))
      and ${ofSide} and ${waits.where ?? sql<SqlBool>`true`})`;
  });
  return any.length > 0 ? sql<SqlBool>`(${sql.join(any, sql` or `)})` : sql<SqlBool>`false`;
}

/** Returns the `count` most urgent records. */
export async function readWaiting(question: Question, call: Call, count: number): Promise<Waiting[]> {
  const { record, waits, actions } = question;
  const { parent } = record.resource;
  const [deadline, late] = [deadlineOf(waits), overdue(waits, call)];
  const rows = await rowsThatWait(question, call)
    .select([
      sql<string>`t.id`.as('id'),
      sql<number>`t.version`.as('version'),
      sql<string>`${columnRef(record.states!.column)}`.as('state'),
      sql<string>`${columnRef(waits.title)}`.as('title'),
      sql<string | null>`${waits.about ?? sql`null::text`}`.as('about'),
      sql<string | null>`${waits.day ? columnRef(waits.day) : sql`null::date`}`.as('day'),
      sql<string | null>`${parent ? columnRef(columnOf(parent)) : sql`null::uuid`}`.as('parent_id'),
      sql<string | null>`${deadline}`.as('deadline'),
      sql<boolean>`${late}`.as('overdue'),
    ])
    .orderBy(deadline, (order) => order.asc().nullsLast())
    .orderBy(sql`t.id`)
    .limit(count)
    .execute();
  const kind = call.translate(`server.entity.${record.name}`);
  return rows.map(({ id, version, title, about, day, state, parent_id: parentId, deadline, overdue }) => ({
    entity: record.name,
    kind,
    id,
    version,
    parentId,
    title,
    about,
    day,
    deadline,
    overdue,
    actions: actions
      .filter(({ from }) => from.includes(state))
      .map(({ code, caption }) => ({ code, caption })),
  }));
}

/** Counts the waiting records, and those that are overdue. */
export async function countWaiting(question: Question, call: Call): Promise<WaitingCount> {
  const { record, waits } = question;
  const { total, late } = await rowsThatWait(question, call)
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where ${overdue(waits, call)})`.as('late'),
    ])
    .executeTakeFirstOrThrow();
  const caption = call.translate(`server.entity.${record.name}`);
  return { entity: record.name, caption, total, overdue: late };
}

function rowsThatWait({ record, side, waits, from }: Question, { scope }: Call) {
  const { db } = scope.on(side);
  let rows = dynamic(db)
    .selectFrom(`${record.table} as t`)
    .where(sql<SqlBool>`${columnRef(record.states!.column)} = ${anyOf(from, 'text')}`);
  for (const [name, value] of Object.entries(record.only ?? {})) rows = rows.where(`t.${name}`, '=', value);
  if (waits.where) rows = rows.where(waits.where);
  return rows;
}

const deadlineOf = ({ deadline }: Waits): Expression<unknown> =>
  deadline === undefined ? sql`null::date` : columnRef(deadline);

/** A day ends in the time zone of the account's instance. */
const overdue = (waits: Waits, { account }: Call): Expression<SqlBool> =>
  waits.deadline === undefined
    ? sql<SqlBool>`false`
    : sql<SqlBool>`coalesce(${deadlineOf(waits)} < (now() at time zone ${account.instance.timeZone})::date, false)`;
