/** One attempt of a job: what it may still write, and its context. */
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
import { JobError, type JobContext, type Report, type ResultFile } from './define.ts';
import { Problem } from '../core/problems.ts';

/** Identifies an attempt; a later one has a higher number. */
export interface Attempt {
  id: string;
  attempt: number;
}

/** The job was cancelled, or another server has taken it over. */
export class AttemptOver extends Error {
  constructor() {
    super('The job is no longer this attempt’s');
    this.name = 'AttemptOver';
  }
}

/** Changes the job's row if it still belongs to this attempt; throws AttemptOver if not. */
export async function writeJob(
  db: Db,
  { id, attempt }: Attempt,
  values: Partial<{ state: 'QUEUED'; progress: number; partial: string }>,
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

/** Dependencies of an attempt. */
export interface Ground {
  db: Db;
  files: FileSettings;
  abort: AbortController;
  /** Whether the job should end; also changes while the handler blocks its thread. */
  stopped(): boolean;
}

/** Returns the context for a handler. Throws when the owner no longer exists. */
export async function createContext(ground: Ground, attempt: Attempt): Promise<JobContext> {
  const { db, files, abort, stopped } = ground;
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', attempt.id).executeTakeFirstOrThrow();
  const account = job.owner_id === null ? undefined : await readAccount(db, job.owner_id);
  if (!account) throw new JobError('jobOwner');
  return {
    job: { id: job.id, kind: job.kind, input: job.input, attempt: attempt.attempt },
    account,
    scope: new Scope(db, account, await readTables(db)),
    db,
    signal: abort.signal,
    stopped,
    restored: job.partial ?? undefined,
    report: (report, work) => writeReport(ground, attempt, report, work),
    saveResult: async (result) => {
      const { instance, id } = account;
      const owner = { instanceId: instance.id, timeZone: instance.timeZone, uploaderId: id };
      await saveResult(db, files, attempt, owner, result);
    },
  };
}

/** Writes a report. The record is written before the job's row, as at the end of a job. */
async function writeReport(
  { db, abort }: Ground,
  attempt: Attempt,
  { progress, partial }: Report,
  work?: (trx: Db) => Promise<void>,
): Promise<void> {
  abort.signal.throwIfAborted();
  try {
    await db.transaction().execute(async (trx) => {
      await work?.(trx);
      await writeJob(trx, attempt, {
        ...(progress !== undefined && { progress: Math.min(1, Math.max(0, progress)) }),
        ...(partial !== undefined && { partial: JSON.stringify(partial) }),
      });
    });
  } catch (error) {
    if (error instanceof AttemptOver) abort.abort(error);
    throw error;
  }
}

/** Fails the job without a retry: another attempt would not find more space. */
function noRoom(error: unknown): never {
  throw error instanceof Problem && error.status === 413 ? new JobError('jobNoRoom') : error;
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
    const id = await saveFile(db, files, { ...owner, ...field, name, mediaType, path, size }).catch(noRoom);
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
