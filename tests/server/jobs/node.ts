/**
 * A second server on a database, for tests that kill it: runs jobs and nothing else; kinds of the product on request.
 */
import { connect } from '../../../server/database/connection.ts';
import { loadApi } from '../../../server/core/projectFiles.ts';
import { DEFAULT_FILE_SETTINGS } from '../../../server/files/settings.ts';
import { startJobs } from '../../../server/jobs/start.ts';
import { CRON_KINDS } from '../../../server/modules/cronKinds.ts';
import { ROOT } from '../support.ts';
import { QUICK, TEST_KINDS } from './sampleJobs.ts';

const [, , url = '', product] = process.argv;
const kinds = product ? (await import('./productKinds.ts')).productKinds() : [];
const { pool, db } = connect(url, { max: 8 });
await startJobs({
  pool,
  db,
  files: DEFAULT_FILE_SETTINGS,
  api: loadApi(ROOT),
  kinds: [...TEST_KINDS, ...kinds],
  cron: CRON_KINDS,
  settings: QUICK,
  onError: console.error,
});
console.log('ready');
