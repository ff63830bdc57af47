/** Puts a job into the queue, in the transaction of whoever asks for it. */
import { sql } from 'kysely';
import type { Account } from '../access/accounts.ts';
import type { Db } from '../database/connection.ts';
import type { JobKind } from './define.ts';
import { queueOf, RETRIES, sender, within } from './queue.ts';

/** Returns the job's id; it runs once the transaction is committed. */
export async function enqueueJob(
  trx: Db,
  account: Account,
  kind: Pick<JobKind, 'kind' | 'heavy'>,
  input: object,
): Promise<string> {
  const heavy = kind.heavy !== undefined;
  // Raw, for the order is that of all instances. One's first waiting job stands beside the first of the
  // others, the second beside the second: instances take turns, however many jobs one of them sends.
  const rank = sql<number>`greatest(
    (select coalesce(max(rank), 0) from jobs where start_time is not null and heavy = ${heavy}),
    (select coalesce(max(rank) + 1, 0) from jobs
     where state = 'QUEUED' and heavy = ${heavy} and instance_id = ${account.instance.id}))`;
  const job = await trx
    .insertInto('jobs')
    .values({
      instance_id: account.instance.id,
      owner_id: account.id,
      kind: kind.kind,
      heavy,
      input: JSON.stringify(input),
      rank,
    })
    .returning(['id', 'rank'])
    .executeTakeFirstOrThrow();
  const queue = queueOf(heavy);
  await sender.send(
    queue,
    { jobId: job.id },
    { id: job.id, db: within(trx), priority: -job.rank, retryLimit: RETRIES, retryBackoff: true },
  );
  return job.id;
}

/** Cancels a job that is not over; a running one is told within seconds. False when there was nothing to cancel. */
export async function cancelJob(trx: Db, id: string): Promise<boolean> {
  const job = await trx
    .updateTable('jobs')
    .set((eb) => ({
      state: 'CANCELED' as const,
      end_time: new Date(),
      version: eb('version', '+', 1),
      change_time: new Date(),
    }))
    .where('id', '=', id)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .returning('heavy')
    .executeTakeFirst();
  if (!job) return false;
  await sender.cancel(queueOf(job.heavy), id, { db: within(trx) });
  return true;
}
