/** Events for users, written in the transaction of their cause. */
import { sql } from 'kysely';
import { shortNameOf, type Account } from '../access/accounts.ts';
import { transaction, type Db } from '../database/connection.ts';
import { publishRow } from './publish.ts';
import type { EventSource, Severity } from '../database/tables/shared.ts';

export interface NewEvent {
  /** Null for an event of the product itself, which only an administration sees. */
  instanceId: string | null;
  /** Name of a row of `event_metas`. */
  meta: string;
  source: EventSource;
  /** Display name of the person or thing that caused it. */
  sourceName?: string;
  /** Unless given, the severity of the meta. */
  severity?: Severity;
  /** What it is about: name of the kind of record and its id. */
  entity?: string;
  entityId?: string;
  vehicleId?: string;
  driverId?: string;
  accountId?: string;
  /** Fills the placeholders of the meta's caption. */
  values?: Record<string, string | number>;
  time?: Date;
}

/** Returns the cause of a change by an account; one of another instance is named but not referenced by the event. */
export function causeOf(
  account: Account,
  instanceId: string,
): Pick<NewEvent, 'source' | 'sourceName' | 'accountId'> {
  const own = account.instance.id === instanceId;
  return { source: 'STATE', sourceName: shortNameOf(account), ...(own && { accountId: account.id }) };
}

/** Writes an event and returns its id. Throws for a meta that does not exist. */
export async function recordEvent(trx: Db, event: NewEvent): Promise<string> {
  const meta = await trx
    .selectFrom('event_metas')
    .select('severity')
    .where('name', '=', event.meta)
    .executeTakeFirst();
  if (!meta) throw new Error(`There is no event meta ${event.meta}`);
  const { id } = await trx
    .insertInto('events')
    .values({
      instance_id: event.instanceId,
      meta: event.meta,
      severity: event.severity ?? meta.severity,
      source_type: event.source,
      source_name: event.sourceName ?? null,
      entity: event.entity ?? null,
      entity_id: event.entityId ?? null,
      vehicle_id: event.vehicleId ?? null,
      driver_id: event.driverId ?? null,
      account_id: event.accountId ?? null,
      event_values: JSON.stringify(event.values ?? {}),
      ...(event.time && { event_time: event.time }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = { id, instance_id: event.instanceId as string };
  await publishRow(trx, 'event', row, { id, version: 1 });
  return id;
}

/**
 * Writes an event unless there was one with the same meta for the same record within `seconds`: an alarm is raised
 * once, however often its cause is repeated. Returns its id, or undefined when it was not written.
 */
export async function recordEventOnce(
  db: Db,
  event: NewEvent & { entity: string; entityId: string },
  seconds: number,
): Promise<string | undefined> {
  return transaction(db, async (trx) => {
    const { meta, entity, entityId } = event;
    // Two causes at the same moment wait for each other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${meta} ${entity} ${entityId}`}, 0))`.execute(
      trx,
    );
    const earlier = await trx
      .selectFrom('events')
      .select('id')
      .where('meta', '=', meta)
      .where('entity', '=', entity)
      .where('entity_id', '=', entityId)
      .where('event_time', '>', new Date(Date.now() - seconds * 1000))
      .limit(1)
      .executeTakeFirst();
    return earlier ? undefined : recordEvent(trx, event);
  });
}
