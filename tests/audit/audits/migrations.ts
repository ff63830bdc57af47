/**
 * Starts and migrations concurrent with each other and with writes: three servers on an empty database, a million rows.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Connection } from '../../../server/database/connection.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { withOwnerLock } from '../../../server/database/ownerLock.ts';
import { storeWords } from '../../../server/dictionaries/store.ts';
import { startTestCluster, type TestDatabase } from '../../server/databases.ts';
import type { Audit } from '../audit.ts';

const ROUNDS = 20;
const ROWS = 1_000_000;
const WRITERS = 4;
/** How long a migration may wait for a lock, and the writes behind it. */
const LONGEST_WRITE_MS = 1_000;

const audit: Audit = async (step) => {
  const failed = await step('starts', startTogether);
  const { writes, longest } = await step('writes', writeBeside);
  return [
    {
      what: `Three servers start at once on an empty database, ${ROUNDS} times`,
      goal: 'all three, each time',
      reached: failed.length === 0 ? 'all' : `${failed.length} failed: ${failed[0]}`,
      ok: failed.length === 0,
    },
    {
      what: `Writes beside migrations of a table of ${ROWS.toLocaleString('en')} rows: an index, and a column behind a long read`,
      goal: `none lost, none waits ≥ ${LONGEST_WRITE_MS} ms`,
      reached: `${writes} writes, the longest ${Math.round(longest)} ms`,
      ok: writes > 0 && longest < LONGEST_WRITE_MS,
    },
  ];
};
export default audit;

async function onCluster<T>(work: (cluster: TestDatabase, owner: Connection) => Promise<T>): Promise<T> {
  const cluster = await startTestCluster();
  const owner = connect(cluster.url, { queryLimit: 0 });
  try {
    return await work(cluster, owner);
  } finally {
    await owner.close();
    await cluster.close();
  }
}

function startTogether(): Promise<string[]> {
  return onCluster(async ({ url, applicationUrl }, owner) => {
    const failed: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `round_${round}`;
      await owner.pool.query(`create database ${name}`);
      const at = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href;
      const options = { url: at(applicationUrl), ownerUrl: at(url), dataDir: tmpdir(), prepare: storeWords };
      const starts = await Promise.allSettled([1, 2, 3].map(() => openDatabase(options)));
      for (const start of starts) {
        if (start.status === 'fulfilled') await start.value.close();
        else failed.push(String(start.reason));
      }
      await owner.pool.query(`drop database ${name} with (force)`);
    }
    return failed;
  });
}

function writeBeside(): Promise<{ writes: number; longest: number }> {
  return onCluster(async (_cluster, owner) => {
    const { pool } = owner;
    await pool.query('create table parts (id bigint generated always as identity primary key, name text)');
    await pool.query(`insert into parts (name) select md5(n::text) from generate_series(1, ${ROWS}) n`);
    const beside = writers(owner);
    const folder = mkdtempSync(path.join(tmpdir(), 'waste-migrations-'));
    try {
      writeFileSync(
        path.join(folder, '1_index.sql'),
        '-- concurrently\ncreate index concurrently parts_name on parts (name);\n' +
          'create index concurrently parts_letters on parts (substr(name, 1, 3), id);',
      );
      writeFileSync(path.join(folder, '2_column.sql'), 'alter table parts add column note text;');
      const reader = await pool.connect();
      // A snapshot that stays open: an index is not valid before it ends.
      await reader.query('begin isolation level repeatable read');
      await reader.query('select from parts limit 1');
      const ran = withOwnerLock(pool, (client) => migrate(client, { folder }));
      // The index build waits for this read, then the column does.
      await waitFor(owner, 'create index concurrently');
      await reader.query('commit');
      await reader.query('begin');
      await reader.query('select from parts limit 1');
      await waitFor(owner, 'alter table parts');
      setTimeout(() => void reader.query('commit').finally(() => reader.release()), 5_000);
      await ran;
    } finally {
      await beside.stop();
      rmSync(folder, { recursive: true });
    }
    const { times } = beside;
    const { rows } = await pool.query<{ n: number }>(`select count(*) n from parts where name = 'written'`);
    if (rows[0]!.n !== times.length) throw new Error(`${times.length - rows[0]!.n} writes were lost`);
    return { writes: times.length, longest: Math.max(...times) };
  });
}

/** Inserts rows until stopped; `times` are the milliseconds that each insert took. */
function writers({ pool }: Connection) {
  let writing = true;
  const times: number[] = [];
  const work = Array.from({ length: WRITERS }, async () => {
    while (writing) {
      const started = performance.now();
      await pool.query(`insert into parts (name) values ('written')`);
      times.push(performance.now() - started);
    }
  });
  return {
    times,
    stop: async () => {
      writing = false;
      await Promise.all(work);
    },
  };
}

async function waitFor({ pool }: Connection, statement: string): Promise<void> {
  const until = Date.now() + 2 * 60_000;
  for (;;) {
    const { rowCount } = await pool.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike $1`,
      [`%${statement}%`],
    );
    if (rowCount) return;
    if (Date.now() > until) throw new Error(`Nothing waits with ${statement}`);
    await sleep(20);
  }
}
