/** All scheduled jobs of the product. */
import { cleanKeys } from '../access/idempotencyKeys.ts';
import { cleanFiles } from '../files/cleaning.ts';
import { cleanJobs } from '../jobs/cleaning.ts';
import type { CronKind } from '../jobs/cron.ts';
import { cleanReports } from '../reports/job.ts';
import { forgetAskers } from '../reports/sandbox.ts';
import { cleanSheets } from '../sheets/store.ts';
import { agreeResults } from './agreement/agreeResults.ts';
import { lapsePolicies } from './contracts/lapsePolicies.ts';
import { exchangeClosures } from './pointGroups/roadClosures.ts';
import { followTerms } from './contracts/terms.ts';
import { cleanTelematics, judgeAll } from './results/nightly.ts';
import { recalculate } from './results/recalculate.ts';
import { makeTaskItemsOfAll } from './tasks/taskItems.ts';

/** Sign-in attempts count for a quarter of an hour; rows are kept for a day. */
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
  { queue: 'clean-sheets', cron: '47 * * * *', run: (db) => cleanSheets(db) },
  {
    queue: 'clean-reports',
    cron: '57 * * * *',
    run: async (db) => {
      await cleanReports(db);
      await forgetAskers(db);
    },
  },
  { queue: 'clean-jobs', cron: '37 * * * *', run: (db) => cleanJobs(db) },
  { queue: 'clean-idempotency-keys', cron: '47 * * * *', run: (db) => cleanKeys(db) },
  { queue: 'exchange-closures', cron: '* * * * *', run: (db) => exchangeClosures(db) },
  // Hourly, because midnight comes at a different hour in each time zone.
  { queue: 'follow-terms', cron: '2 * * * *', run: (db) => followTerms(db) },
  { queue: 'lapse-policies', cron: '3 * * * *', run: (db) => lapsePolicies(db) },
  { queue: 'agree-results', cron: '12 * * * *', run: (db) => agreeResults(db) },
  // 22:00 in Moscow: the dispatcher finds the next day's tasks created.
  { queue: 'make-task-items', cron: '0 19 * * *', run: (db) => makeTaskItemsOfAll(db) },
  // 04:00 in Moscow: night shifts are over, and the dispatcher finds yesterday's results evaluated.
  { queue: 'judge-results', cron: '0 1 * * *', run: (db) => judgeAll(db) },
  { queue: 'recalculate-results', cron: '*/5 * * * *', run: (db) => recalculate(db) },
  { queue: 'clean-telematics', cron: '30 2 * * *', run: (db) => cleanTelematics(db) },
];
