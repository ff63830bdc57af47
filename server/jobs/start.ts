/** Starts the jobs of a server. Several servers on one database share the work. */
import type pg from 'pg';
import type { Db } from '../database/connection.ts';
import type { FileSettings } from '../files/settings.ts';
import { keepWords } from '../records/captions.ts';
import { startCron } from './cron.ts';
import type { JobKind } from './define.ts';
import { tellFailure } from './failure.ts';
import { DEAD, openQueue } from './queue.ts';
import { Runner } from './runner.ts';
import { DEFAULT_JOB_SETTINGS, type JobSettings } from './settings.ts';

export interface JobsOptions {
  pool: pg.Pool;
  db: Db;
  files: FileSettings;
  kinds: readonly JobKind[];
  settings?: Partial<JobSettings>;
  onError?: (error: unknown) => void;
}

export interface Jobs {
  /** Ends within seconds; jobs that are not done go back into the queue. */
  stop(): Promise<void>;
}

/** Begins to take jobs. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { pool, db, files, kinds } = options;
  const settings = { ...DEFAULT_JOB_SETTINGS, ...options.settings };
  const onError = options.onError ?? (() => undefined);
  const url = pool.options.connectionString;
  if (!url) throw new Error('Jobs need the address of the database');
  keepWords(db);
  const boss = openQueue(pool, settings.maintenanceSeconds);
  boss.on('error', onError);
  await boss.start();
  await boss.work<{ jobId: string }>(DEAD, async (messages) => {
    for (const { data } of messages) await bury(db, data.jobId);
  });
  await startCron(boss, db, files);
  const runner = new Runner({ boss, pool, db, url, files, kinds, settings, onError });
  runner.start();
  return {
    stop: async () => {
      await runner.stop();
      await boss.stop({ graceful: true, timeout: 2_000 });
    },
  };
}

/** A job whose last server died: nobody else was there to say that it failed. */
async function bury(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const buried = await markFailed(trx, id);
    if (buried) await tellFailure(trx, id);
  });
}

async function markFailed(trx: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('jobs')
    .set((eb) => ({
      state: 'FAILED' as const,
      error_key: 'jobFailed',
      end_time: new Date(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
