/** A request that is sent again with its `Idempotency-Key` changes nothing twice: it gets the first reply. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { ApiOperation } from '../../engine/language/api.ts';
import type { Db } from '../database/connection.ts';
import { givesFile } from './media.ts';
import { invalid, Problem } from './problems.ts';
import type { CheckedInput } from './validation.ts';

const HEADER = 'Idempotency-Key';
const KEPT_HOURS = 24;
const KEY = /^[\x21-\x7e]{1,100}$/;

/** What is asked for, under the key that the client gave it. */
export interface Once {
  accountId: string;
  key: string;
  hash: Buffer;
}

/** The key of a request that may change something; undefined when it has none. */
export function onceOf(
  request: FastifyRequest,
  operation: ApiOperation,
  accountId: string,
  input: CheckedInput,
): Once | undefined {
  const key = request.headers['idempotency-key'];
  // A file is a stream: it is not here yet to be compared, and none is kept as a reply.
  const streams = request.isMultipart() || givesFile(operation);
  if (key === undefined || request.method !== 'POST' || streams) return undefined;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw invalid({ field: HEADER, code: 'pattern', message: 'validation.pattern' });
  }
  const asked = JSON.stringify([operation.id, input.params, input.query, input.body]);
  return { accountId, key, hash: createHash('sha256').update(asked).digest() };
}

/**
 * Runs `work` unless its key is known. The key is written in the transaction of the change: both are there or
 * neither, and a second request at the same moment waits for the first.
 */
export async function runOnce(db: Db, once: Once, work: (trx: Db) => Promise<unknown>): Promise<unknown> {
  const { accountId: account_id, key, hash: request_hash } = once;
  await db
    .deleteFrom('idempotency_keys')
    .where('create_time', '<', sql<Date>`now() - make_interval(hours => ${KEPT_HOURS})`)
    .execute();
  return db.transaction().execute(async (trx) => {
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
