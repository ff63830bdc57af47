/** Deletes jobs that ended long ago, with their results: a result is stored to be downloaded, not to be archived. */
import { sql } from 'kysely';
import { transaction, type Db } from '../database/connection.ts';
import { endJob } from './end.ts';
import { QUEUE } from './queue.ts';

const KEPT_DAYS = 14;
/** Minutes that an unfinished job may be missing from the queue before it counts as abandoned. */
const ABANDONED_MINUTES = 10;

/** Deletes old jobs and ends abandoned ones. Safe to run twice, and on two servers at the same time. */
export async function cleanJobs(db: Db): Promise<void> {
  await removeOld(db);
  await endAbandoned(db);
}

/** Ends jobs that are no longer in the queue, as when every try to write their end failed. */
async function endAbandoned(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select j.id from jobs j
    where j.state in ('QUEUED', 'RUNNING')
      and j.change_time < now() - make_interval(mins => ${ABANDONED_MINUTES})
      and not exists (
        select from pgboss.job q where q.name = ${QUEUE} and q.id = j.id and q.state <= 'active')`.execute(
    db,
  );
  const errors: unknown[] = [];
  for (const { id } of rows) {
    const end = transaction(db, (trx) => endJob(trx, id, { outcome: 'FAILED', errorKey: 'jobFailed' }));
    await end.catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} jobs cannot be ended`);
}

function removeOld(db: Db): Promise<void> {
  return transaction(db, async (trx) => {
    const deleted = await trx
      .deleteFrom('jobs')
      .where('end_time', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
      .returning('id')
      .execute();
    const ids = deleted.map(({ id }) => id);
    await trx
      .deleteFrom('files')
      .where('entity', '=', 'job')
      .where('entity_id', '=', sql<string>`any(${ids}::text[])`)
      .execute();
  });
}
