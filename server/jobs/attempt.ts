/** One taking of a job: what it may still write, and what it works with. */
import { readTables } from '../database/knownTables.ts';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readAccount } from '../access/accounts.ts';
import { Scope } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { saveFile } from '../files/save.ts';
import type { FileSettings } from '../files/settings.ts';
import { spoolPath } from '../files/spool.ts';
import { JobError, type JobContext, type ResultFile } from './define.ts';

/** Names one taking: a later one has a higher number. */
export interface Attempt {
  id: string;
  attempt: number;
}

/** The job was cancelled, or another server has it now. */
export class AttemptOver extends Error {
  constructor() {
    super('The job is no longer this attempt’s');
    this.name = 'AttemptOver';
  }
}

/** Changes the job's row, if it still is this attempt's; throws AttemptOver if not. */
export async function writeJob(
  db: Db,
  { id, attempt }: Attempt,
  values: Partial<{
    state: 'QUEUED' | 'DONE' | 'FAILED';
    progress: number;
    partial: string | null;
    error_key: string;
    end_time: Date;
  }>,
): Promise<void> {
  const written = await db
    .updateTable('jobs')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), change_time: new Date() }))
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'RUNNING')
    .returning('id')
    .executeTakeFirst();
  if (!written) throw new AttemptOver();
}

/** What the handler of a kind gets. Throws when the owner is gone. */
export async function createContext(
  db: Db,
  files: FileSettings,
  attempt: Attempt,
  abort: AbortController,
): Promise<JobContext> {
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', attempt.id).executeTakeFirstOrThrow();
  const account = await readAccount(db, job.owner_id);
  if (!account) throw new JobError('jobOwner');
  const write = async (values: Parameters<typeof writeJob>[2]) => {
    abort.signal.throwIfAborted();
    try {
      await writeJob(db, attempt, values);
    } catch (error) {
      if (error instanceof AttemptOver) abort.abort(error);
      throw error;
    }
  };
  return {
    job: { id: job.id, kind: job.kind, input: job.input, attempt: attempt.attempt },
    account,
    scope: new Scope(db, account, await readTables(db)),
    db,
    signal: abort.signal,
    restored: job.partial ?? undefined,
    progress: (part) => write({ progress: Math.min(1, Math.max(0, part)) }),
    keep: (partial) => write({ partial: JSON.stringify(partial) }),
    saveResult: async (result) => {
      const { instance, id } = account;
      const owner = { instanceId: instance.id, timeZone: instance.timeZone, uploaderId: id };
      await saveResult(db, files, attempt, owner, result);
    },
  };
}

async function saveResult(
  db: Db,
  files: FileSettings,
  attempt: Attempt,
  owner: { instanceId: string; timeZone: string; uploaderId: string },
  { name, mediaType, content }: ResultFile,
): Promise<void> {
  const path = await spoolPath();
  try {
    await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600 }));
    const { size } = await stat(path);
    const field = { entity: 'job', field: 'result' };
    const id = await saveFile(db, files, { ...owner, ...field, name, mediaType, path, size });
    await db.transaction().execute(async (trx) => {
      await writeJob(trx, attempt, {});
      await trx.deleteFrom('files').where('entity', '=', 'job').where('entity_id', '=', attempt.id).execute();
      await trx
        .updateTable('files')
        .set({ entity_id: attempt.id, claim_time: new Date() })
        .where('id', '=', id)
        .execute();
    });
  } finally {
    await rm(path, { force: true });
  }
}
