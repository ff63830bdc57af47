/** The end of a job: its row, its record and the event of a failure, in one transaction. */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import { recordEvent } from '../records/recordEvent.ts';
import { AttemptOver } from './attempt.ts';
import { kindOf } from './declared.ts';
import type { JobEnd, Outcome } from './define.ts';

interface Ending {
  outcome: Outcome;
  errorKey?: string;
  /** Only this attempt may end the job. Without it, the job is ended whatever attempt is running. */
  attempt?: number;
}

/**
 * Ends a job and calls `ended` of its kind. Returns false, and writes nothing, when the job has already ended; throws
 * AttemptOver when another attempt has it.
 */
export async function endJob(transaction: Db, id: string, ending: Ending): Promise<boolean> {
  // The caller may reach fewer rows than the job writes.
  const trx = transaction.withoutPlugins();
  for (;;) {
    const job = await readOpen(trx, id);
    if (!job) return false;
    if (ending.attempt !== undefined && job.attempt !== ending.attempt) throw new AttemptOver();
    await sql`savepoint job_end`.execute(trx);
    if (await writeEnd(trx, job, ending)) break;
    // A report was written in between: `ended` is called again with the `partial` of that report.
    await sql`rollback to savepoint job_end`.execute(trx);
  }
  await sql`release savepoint job_end`.execute(trx);
  return true;
}

const readOpen = (trx: Db, id: string) =>
  trx
    .selectFrom('jobs')
    .select(['id', 'kind', 'input', 'instance_id', 'owner_id', 'partial', 'attempt', 'version'])
    .where('id', '=', id)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirst();

type Open = NonNullable<Awaited<ReturnType<typeof readOpen>>>;

/** Writes the record first, then the job's row; returns false when the job changed since it was read. */
async function writeEnd(
  trx: Db,
  { version, partial, instance_id: instanceId, owner_id: ownerId, ...read }: Open,
  { outcome, errorKey: key }: Ending,
): Promise<boolean> {
  const { id, kind, input } = read;
  const errorKey = key ?? null;
  const job = { id, kind, input, instanceId, ownerId };
  await kindOf(kind)?.ended?.({ trx, job, outcome, partial: partial ?? undefined, errorKey });
  const written = await trx
    .updateTable('jobs')
    .set({
      state: outcome,
      end_time: new Date(),
      error_key: errorKey,
      ...(outcome === 'DONE' && { progress: 1 }),
      version: version + 1,
      change_time: new Date(),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  if (written && outcome === 'FAILED') await writeFailure(trx, job);
  return written !== undefined;
}

/** Records the event JOB_FAILED: the owner may be offline. */
async function writeFailure(trx: Db, { id, kind, instanceId, ownerId }: JobEnd['job']): Promise<void> {
  await recordEvent(trx, {
    instanceId,
    meta: 'JOB_FAILED',
    source: 'JOB',
    sourceName: kind,
    entity: 'job',
    entityId: id,
    ...(ownerId && { accountId: ownerId }),
    values: { kind },
  });
}
