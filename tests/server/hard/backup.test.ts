/** A cold copy of the data folder is a backup: a server starts on it with all data, files included. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startEmbedded } from '../../../server/database/embedded.ts';
import { connect } from '../../../server/database/connection.ts';
import { temporaryFolder } from '../support.ts';

const { folder, remove } = temporaryFolder();
afterAll(remove);

async function run<T>(dataDir: string, work: (query: (text: string) => Promise<object[]>) => Promise<T>) {
  const database = await startEmbedded({ dataDir });
  const { pool, close } = connect(database.ownerUrl);
  try {
    return await work(async (text) => (await pool.query<object>(text)).rows);
  } finally {
    await close();
    await database.stop();
  }
}

it('a backup of a stopped server is restored by starting on it', async () => {
  const [original, copy] = [path.join(folder, 'original'), path.join(folder, 'copy')];
  await run(original, async (query) => {
    await query('create table kept as select n, md5(n::text) as text from generate_series(1, 1000) n');
  });
  execFileSync('cp', ['-a', original, copy]);
  await run(original, (query) => query('drop table kept'));
  const found = await run(copy, (query) =>
    query('select count(*)::int as rows, count(distinct text)::int as texts from kept'),
  );
  expect(found).toEqual([{ rows: 1000, texts: 1000 }]);
});
