/** Work by the clock: each once for all servers. None of it does harm when it runs twice. */
import type PgBoss from 'pg-boss';
import type { Db } from '../database/connection.ts';
import { cleanFiles } from '../files/cleaning.ts';
import type { FileSettings } from '../files/settings.ts';
import { lapsePolicies } from '../modules/contracts/lapsePolicies.ts';
import { followTerms } from '../modules/contracts/terms.ts';
import { makeTaskItemsOfAll } from '../modules/tasks/taskItems.ts';
import { cleanJobs } from './cleaning.ts';

export interface CronKind {
  /** Name of its queue, made by a migration. */
  queue: string;
  /** Minute, hour, day, month, weekday; UTC. */
  cron: string;
  run(db: Db, files: FileSettings): Promise<unknown>;
}

/** Tries of sign-in count for a quarter of an hour; a day is kept. */
const LOGIN_TRIES_MS = 24 * 60 * 60 * 1000;

export const CRON_KINDS: readonly CronKind[] = [
  { queue: 'clean-files', cron: '7 * * * *', run: (db, files) => cleanFiles(db, files) },
  {
    queue: 'clean-sessions',
    cron: '17 * * * *',
    run: (db) => db.deleteFrom('sessions').where('expire_time', '<', new Date()).execute(),
  },
  {
    queue: 'clean-login-tries',
    cron: '27 * * * *',
    run: (db) =>
      db
        .deleteFrom('login_tries')
        .where('try_time', '<', new Date(Date.now() - LOGIN_TRIES_MS))
        .execute(),
  },
  { queue: 'clean-jobs', cron: '37 * * * *', run: (db) => cleanJobs(db) },
  // Every hour, for midnight comes at another one in each zone.
  { queue: 'follow-terms', cron: '2 * * * *', run: (db) => followTerms(db) },
  { queue: 'lapse-policies', cron: '3 * * * *', run: (db) => lapsePolicies(db) },
  // Ten in the evening in Moscow: the dispatcher finds the next day made.
  { queue: 'make-task-items', cron: '0 19 * * *', run: (db) => makeTaskItemsOfAll(db) },
];

/** Registers the clock and the work. */
export async function startCron(boss: PgBoss, db: Db, files: FileSettings): Promise<void> {
  for (const { queue, cron, run } of CRON_KINDS) {
    await boss.work(queue, { pollingIntervalSeconds: 10 }, async () => {
      await run(db, files);
    });
    await boss.schedule(queue, cron);
  }
}
