/** Jobs that are long over go, with what they made: a result is there to be fetched, not to be kept. */
import { sql } from 'kysely';
import { transaction, type Db } from '../database/connection.ts';

const KEPT_DAYS = 14;

/** Removes them. Safe to run twice, and on two servers at once. */
export function cleanJobs(db: Db): Promise<void> {
  return transaction(db, async (trx) => {
    const gone = await trx
      .deleteFrom('jobs')
      .where('end_time', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
      .returning('id')
      .execute();
    const ids = gone.map(({ id }) => id);
    await trx
      .deleteFrom('files')
      .where('entity', '=', 'job')
      .where('entity_id', '=', sql<string>`any(${ids}::text[])`)
      .execute();
  });
}
