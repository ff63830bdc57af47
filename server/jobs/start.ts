/** Starts the jobs of a server. Several servers on one database share the work. */
import type pg from 'pg';
import type { ApiCatalogue } from '../../engine/language/api.ts';
import { originOf, type Db } from '../database/connection.ts';
import type { FileSettings } from '../files/settings.ts';
import { declareBroadcasts } from '../records/publish.ts';
import { keepWords } from '../records/captions.ts';
import { startCron, type CronKind } from './cron.ts';
import { declareKinds } from './declared.ts';
import type { JobKind } from './define.ts';
import { endJob } from './end.ts';
import { requireLanes } from './lanes.ts';
import { DEAD, openQueue } from './queue.ts';
import { Runner } from './runner.ts';
import { DEFAULT_JOB_SETTINGS, type JobSettings } from './settings.ts';

export interface JobsOptions {
  pool: pg.Pool;
  db: Db;
  files: FileSettings;
  api: ApiCatalogue;
  kinds: readonly JobKind[];
  cron: readonly CronKind[];
  settings?: Partial<JobSettings>;
  onError?: (error: unknown) => void;
}

export interface Jobs {
  /** Stops within seconds; unfinished jobs return to the queue. */
  stop(): Promise<void>;
}

/** Starts taking jobs. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { pool, db, files, api, kinds } = options;
  const settings = { ...DEFAULT_JOB_SETTINGS, ...options.settings };
  const onError = options.onError ?? (() => undefined);
  const url = pool.options.connectionString;
  if (!url) throw new Error('Jobs need the address of the database');
  const { embedded } = originOf(db);
  requireLanes(kinds, settings.lanes);
  declareKinds(kinds);
  declareBroadcasts(db, api);
  keepWords(db);
  const boss = openQueue(pool, settings.maintenanceSeconds);
  boss.on('error', onError);
  await boss.start();
  await boss.work<{ jobId: string }>(DEAD, async (messages) => {
    for (const { data } of messages) await bury(db, data.jobId);
  });
  await startCron(boss, options.cron, db, files);
  const runner = new Runner({ boss, pool, db, url, embedded, api, files, settings, onError });
  runner.start();
  return {
    stop: async () => {
      await runner.stop();
      await boss.stop({ graceful: true, timeout: 2_000 });
    },
  };
}

/** Ends a job whose last server died, so that no server was left to end it. */
async function bury(db: Db, id: string): Promise<void> {
  await db.transaction().execute((trx) => endJob(trx, id, { outcome: 'FAILED', errorKey: 'jobFailed' }));
}
