/** Transitions of results and claims that follow from other changes, and notifications of both parties. */
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

/** The acting account; undefined for a background job. */
export type Actor = Account | undefined;

type Entity = 'csori' | 'carrierClaim';
const TABLES: Readonly<Record<Entity, string>> = { csori: 'csoris', carrierClaim: 'carrier_claims' };
type RowOf<E extends Entity> = E extends 'csori' ? CsoriRow : ClaimRow;

const tableOf = (entity: Entity): string => TABLES[entity];

/** The database outside the scope, with dynamic table names. */
const whole = (trx: Db) => dynamic(trx.withoutPlugins() as ScopedDb);

/** Locks a row until the transaction ends. Reads outside the scope: the calling operation has checked access. */
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
 * Runs a transition of a row by the table of transitions and logs it. Throws 404 for a missing row and 409 for a state
 * from which the action is not allowed.
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

/** Notifies both parties; people of the other party are not named. */
export async function notifyBothParties(
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

/** Message of a party about a claim, and the action it belongs to. */
export interface Message {
  action: string;
  text?: string | null | undefined;
}

/** Adds a party's message to the thread of a claim. */
export async function addMessage(
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

/** Casts a generic record row to a row of the table. */
export const asCsori = (row: OwnRow | undefined) => row as unknown as CsoriRow;
export const asClaim = (row: OwnRow | undefined) => row as unknown as ClaimRow;
