/** A second server on a database, for tests that kill it: runs jobs and nothing else. */
import { connect } from '../../../server/database/connection.ts';
import { DEFAULT_FILE_SETTINGS } from '../../../server/files/settings.ts';
import { startJobs } from '../../../server/jobs/start.ts';
import { productKinds } from './productKinds.ts';
import { QUICK, TEST_KINDS } from './sampleJobs.ts';

const { pool, db } = connect(process.argv[2] ?? '', { max: 8 });
await startJobs({
  pool,
  db,
  files: DEFAULT_FILE_SETTINGS,
  kinds: [...TEST_KINDS, ...productKinds()],
  settings: QUICK,
  onError: console.error,
});
console.log('ready');
