/** Adds a job to the queue, in the caller's transaction. */
import { sql } from 'kysely';
import type { Account } from '../access/accounts.ts';
import type { Db } from '../database/connection.ts';
import { Problem } from '../core/problems.ts';
import type { JobKind } from './define.ts';
import { endJob } from './end.ts';
import { laneOf } from './lanes.ts';
import { QUEUE, RETRIES, sender, within } from './queue.ts';

/** Most waiting and running jobs of an account. */
const MOST_UNFINISHED = 5;
/** Seconds after which a refused job may be sent again. */
const RETRY_AFTER = 30;

/** Returns the job's id; it runs once the transaction is committed. Throws 429 when the account has too many. */
export async function enqueueJob(
  trx: Db,
  account: Account,
  kind: Pick<JobKind, 'kind' | 'lane' | 'heavy'>,
  input: object,
  most = MOST_UNFINISHED,
): Promise<string> {
  await requireFew(trx, account.id, most);
  const lane = laneOf(kind);
  // Raw SQL, because the order spans all instances. The first waiting job of an instance gets the rank of the first
  // jobs of the others, the second that of their second: instances take turns, however many jobs one of them sends.
  const rank = sql<number>`greatest(
    (select coalesce(max(rank), 0) from jobs where start_time is not null and lane = ${lane}),
    (select coalesce(max(rank) + 1, 0) from jobs
     where state = 'QUEUED' and lane = ${lane} and instance_id = ${account.instance.id}))`;
  const job = await trx
    .insertInto('jobs')
    .values({
      instance_id: account.instance.id,
      owner_id: account.id,
      kind: kind.kind,
      lane,
      input: JSON.stringify(input),
      rank,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sender.send(
    QUEUE,
    { jobId: job.id },
    { id: job.id, db: within(trx), retryLimit: RETRIES, retryBackoff: true },
  );
  return job.id;
}

/**
 * Throws when the account has too many jobs. The lock of the transaction makes concurrent requests count each other.
 */
async function requireFew(trx: Db, accountId: string, limit: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`jobs of ${accountId}`}, 0))`.execute(trx);
  const { count } = await trx
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', accountId)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirstOrThrow();
  if (count >= limit) throw new Problem(429, 'tooManyJobs', { values: { limit }, retryAfter: RETRY_AFTER });
}

/**
 * Cancels a job that has not ended, a running one within two seconds. Returns false when nothing was to be cancelled.
 */
export async function cancelJob(trx: Db, id: string): Promise<boolean> {
  if (!(await endJob(trx, id, { outcome: 'CANCELED' }))) return false;
  await sender.cancel(QUEUE, id, { db: within(trx) });
  return true;
}
