/** A job that failed for good is an event: its owner may have gone home. */
import type { Db } from '../database/connection.ts';
import { recordEvent } from '../modules/events/recordEvent.ts';

/** Writes the event JOB_FAILED of a job, in the transaction that marks it so. */
export async function tellFailure(trx: Db, id: string): Promise<void> {
  const job = await trx
    .selectFrom('jobs')
    .select(['instance_id', 'owner_id', 'kind'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await recordEvent(trx, {
    instanceId: job.instance_id,
    meta: 'JOB_FAILED',
    source: 'JOB',
    sourceName: job.kind,
    entity: 'job',
    entityId: id,
    accountId: job.owner_id,
    values: { kind: job.kind },
  });
}
