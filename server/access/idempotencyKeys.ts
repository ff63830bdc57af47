/** Idempotency keys of requests that may be sent again, with the reply to the first one. */
import { sql } from 'kysely';
import { Problem } from '../core/problems.ts';
import type { Db } from '../database/connection.ts';

const KEPT_HOURS = 24;

/** A request and the idempotency key that the client sent with it. */
export interface Once {
  accountId: string;
  key: string;
  hash: Buffer;
}

/** Deletes expired keys. Safe to run twice, and on two servers at the same time. */
export async function cleanKeys(db: Db): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('create_time', '<', expired).execute();
}

const expired = sql<Date>`now() - make_interval(hours => ${KEPT_HOURS})`;

/**
 * Runs `work` unless its key is known. The key is written in the transaction of the change, so both are stored or
 * neither, and a concurrent second request waits for the first.
 */
export async function runOnce(db: Db, once: Once, work: (trx: Db) => Promise<unknown>): Promise<unknown> {
  const { accountId: account_id, key, hash: request_hash } = once;
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('idempotency_keys')
      .where('account_id', '=', account_id)
      .where('key', '=', key)
      .where('create_time', '<', expired)
      .execute();
    const fresh = await trx
      .insertInto('idempotency_keys')
      .values({ account_id, key, request_hash })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!fresh) return keptReply(trx, once);
    const reply = await work(trx);
    await trx
      .updateTable('idempotency_keys')
      .set({ reply: reply === undefined ? null : JSON.stringify(reply) })
      .where('account_id', '=', account_id)
      .where('key', '=', key)
      .execute();
    return reply;
  });
}

async function keptReply(db: Db, { accountId, key, hash }: Once): Promise<unknown> {
  const kept = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'reply'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (!kept.request_hash.equals(hash)) throw new Problem(422, 'idempotency');
  return kept.reply === null ? undefined : (JSON.parse(kept.reply) as unknown);
}
