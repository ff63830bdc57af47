/** Moves of results and claims that follow from something else, within its transaction; and who is told of them. */
import { sql, type Selectable } from 'kysely';
import { shortNameOf, type Account } from '../../access/accounts.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { notFound } from '../../core/problems.ts';
import type { Db } from '../../database/connection.ts';
import { recordEvent } from '../../records/recordEvent.ts';
import { dynamic, type Columns, type OwnRow } from '../../records/rows.ts';
import { audit, nextStatus } from '../../records/saving.ts';
import type { ClaimTable, CsoriTable } from '../../database/tables/carrierResults.ts';
import { carrierTerms } from './terms.ts';
import type { AuditAction } from '../../records/auditKinds.ts';

export type CsoriRow = Selectable<CsoriTable>;
export type ClaimRow = Selectable<ClaimTable>;

/** Who acts: an account, or by the clock nobody. */
export type Actor = Account | undefined;

type Entity = 'csori' | 'carrierClaim';
const TABLES: Readonly<Record<Entity, string>> = { csori: 'csoris', carrierClaim: 'carrier_claims' };
type RowOf<E extends Entity> = E extends 'csori' ? CsoriRow : ClaimRow;

const tableOf = (entity: Entity): string => TABLES[entity];

/** The database past the scope, its tables named by data. */
const whole = (trx: Db) => dynamic(trx.withoutPlugins() as ScopedDb);

/** A row, locked until the transaction ends; reads past the scope, which the record that led here has passed. */
export async function lockRow<E extends Entity>(
  trx: Db,
  entity: E,
  id: string,
): Promise<RowOf<E> | undefined> {
  const row = await whole(trx)
    .selectFrom(tableOf(entity))
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as RowOf<E> | undefined;
}

/**
 * Takes an action on a row by the table of transitions, with its trace in the log. Throws 404 for a row that is not
 * there and 409 for a state that the action does not start from.
 */
export async function move<E extends Entity>(
  trx: Db,
  actor: Actor,
  what: { entity: E; id: string; action: AuditAction },
  sets: Columns | ((before: RowOf<E>) => Columns | Promise<Columns>) = {},
): Promise<RowOf<E>> {
  const { entity, id, action } = what;
  const before = await lockRow(trx, entity, id);
  if (!before) throw notFound();
  const status = await nextStatus(trx, entity, action, before.status);
  const columns = typeof sets === 'function' ? await sets(before) : sets;
  const values = { ...columns, status, version: before.version + 1, change_time: sql`now()` };
  const after = (await whole(trx)
    .updateTable(tableOf(entity))
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as RowOf<E>;
  await audit(trx.withoutPlugins(), actor, { entity, action, before, after });
  return after;
}

/** Tells both parties; people of the other one are not named. */
export async function tellBoth(
  trx: Db,
  actor: Actor,
  row: { id: string; instance_id: string; carrier_id: string },
  what: { entity: Entity; meta: string; values: Record<string, string | number> },
): Promise<void> {
  const { linkedInstance } = await carrierTerms(trx, row.carrier_id);
  const everybody = trx.withoutPlugins();
  for (const instanceId of [row.instance_id, ...(linkedInstance ? [linkedInstance] : [])]) {
    const own = actor?.instance.id === instanceId;
    await recordEvent(everybody, {
      instanceId,
      meta: what.meta,
      source: actor ? 'STATE' : 'JOB',
      sourceName: actor ? (own ? shortNameOf(actor) : actor.instance.name) : 'agreeResults',
      ...(own && { accountId: actor.id }),
      entity: what.entity,
      entityId: row.id,
      values: { party: actor?.instance.name ?? '', ...what.values },
    });
  }
}

/** What a party said about a claim, and with which action. */
export interface Message {
  action: string;
  text?: string | null | undefined;
}

/** Adds what a party said about a claim. */
export async function say(
  trx: Db,
  actor: Actor,
  claim: { id: string; instance_id: string },
  message: Message,
): Promise<void> {
  const party = !actor ? 'SYSTEM' : actor.instance.id === claim.instance_id ? 'RO' : 'CARRIER';
  await trx
    .withoutPlugins()
    .insertInto('carrier_claim_messages')
    .values({
      instance_id: claim.instance_id,
      claim_id: claim.id,
      party,
      author: actor?.instance.name ?? '',
      action: message.action,
      text: message.text?.trim() || null,
    })
    .execute();
}

/** A row of the machinery of records as the table has it. */
export const asCsori = (row: OwnRow | undefined) => row as unknown as CsoriRow;
export const asClaim = (row: OwnRow | undefined) => row as unknown as ClaimRow;
