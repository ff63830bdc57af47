/** Migrations run once, by one server at a time, and do not block writes. */
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type Connection } from '../../server/database/connection.ts';
import { migrate, type MigrateOptions } from '../../server/database/migrate.ts';
import { openDatabase } from '../../server/database/open.ts';
import { withOwnerLock } from '../../server/database/ownerLock.ts';
import { createFirstAccount } from '../../server/seed/firstAccount.ts';
import { CHEAP, createTestDatabase, ROOT, temporaryFolder } from './support.ts';
import type { TestDatabase } from './databases.ts';

const MIGRATIONS = path.join(ROOT, 'server/database/migrations');
const files = temporaryFolder();
afterAll(files.remove);

let database: TestDatabase;
let owner: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = connect(database.url);
});
afterAll(async () => {
  await owner.close();
  await database.close();
});
// Each test begins with an empty database.
beforeEach(async () => {
  await owner.pool.query(
    'drop schema public cascade; drop schema if exists pgboss cascade; create schema public',
  );
});

const run = (options: MigrateOptions = {}) => withOwnerLock(owner.pool, (client) => migrate(client, options));

/** A folder of migrations by their names; called again with the folder, it replaces files of the same names. */
function folderOf(migrations: Record<string, string>, folder = mkdtempSync(path.join(files.folder, 'own-'))) {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(migrations)) writeFileSync(path.join(folder, name), text);
  return folder;
}

const exists = async (relation: string) =>
  (await owner.pool.query<{ it: string | null }>('select to_regclass($1) it', [relation])).rows[0]!.it !==
  null;

it('run once each, and are never changed afterwards', async () => {
  const [first, second] = await Promise.all([run(), run()]);
  expect([...first, ...second]).toEqual(readdirSync(MIGRATIONS).toSorted());
  const good = { '1001_good.sql': 'create table good (id integer);' };
  const folder = folderOf({
    ...good,
    '1002_bad.sql': 'create table half (id integer); create table bad (id nonsense);',
  });
  await expect(run({ folder })).rejects.toThrow('nonsense');
  expect([await exists('good'), await exists('half')]).toEqual([true, false]);
  folderOf({ '1002_bad.sql': 'create table bad (id integer);' }, folder);
  expect(await run({ folder })).toEqual(['1002_bad.sql']);
  folderOf(
    {
      '1001_good.sql': 'create table better (id integer);',
      '0999_new.sql': 'create table new (id integer);',
    },
    folder,
  );
  await expect(run({ folder })).rejects.toThrow('1001_good.sql was changed');
  expect(await exists('new')).toBe(false);
});

describe('migrations with concurrent writes', () => {
  const insert = () => owner.pool.query('insert into parts values (1)');
  /** Leaves a transaction open with the locks of `statement` on the table. */
  async function hold(statement: string): Promise<() => Promise<void>> {
    const client = await owner.pool.connect();
    await client.query('begin');
    await client.query(statement);
    return async () => {
      await client.query('commit');
      client.release();
    };
  }
  const waits = (blocked: string) =>
    expect
      .poll(
        async () =>
          (
            await owner.pool.query(
              `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
              [`%${blocked}%`],
            )
          ).rowCount,
        { interval: 5 },
      )
      .toBeGreaterThan(0);

  beforeEach(() => owner.pool.query('create table parts (id integer)'));

  it('an index is built while rows are written', async () => {
    const folder = folderOf({
      '1001_index.sql': '-- concurrently\ncreate index concurrently parts_id on parts (id);\n',
    });
    const release = await hold('insert into parts values (0)');
    const ran = run({ folder });
    // It waits for the open transaction, and others write meanwhile.
    await waits('create index concurrently');
    await insert();
    await release();
    expect(await ran).toEqual(['1001_index.sql']);
    expect(await exists('parts_id')).toBe(true);
  });

  it('a migration waits only briefly for a lock, so that writes do not queue up behind it, and retries', async () => {
    const folder = folderOf({ '1001_column.sql': 'alter table parts add column name text;' });
    const release = await hold('select from parts');
    const ran = run({ folder, lockTimeoutMs: 50, pauseMs: 20, tries: 1_000 });
    await waits('alter table parts');
    // This write waits behind the migration until the migration times out.
    await insert();
    await release();
    expect(await ran).toEqual(['1001_column.sql']);
    expect((await owner.pool.query('select name from parts')).rows).toEqual([{ name: null }]);
  });

  it('a transaction that never ends is named in the end, and nothing is left half done', async () => {
    const folder = folderOf({
      '1001_column.sql': 'create table fresh (id integer); alter table parts add column name text;',
    });
    const release = await hold('select from parts');
    await expect(run({ folder, lockTimeoutMs: 20, pauseMs: 1, tries: 3 })).rejects.toThrow(
      /1001_column\.sql did not get its locks in 3 tries.*pg_stat_activity/,
    );
    expect(await exists('fresh')).toBe(false);
    await release();
  });

  it('an index that a server left half built is built again, and a valid one is kept', async () => {
    await owner.pool.query('insert into parts values (1), (1)');
    const unique = 'create unique index concurrently parts_one on parts (id)';
    await expect(owner.pool.query(unique)).rejects.toThrow('could not create unique index');
    await owner.pool.query('create index parts_kept on parts (id)');
    const kept = () => owner.pool.query(`select 'parts_kept'::regclass::oid`);
    const before = await kept();
    await owner.pool.query('truncate parts');
    const folder = folderOf({
      '1001_index.sql': `-- concurrently
        create index concurrently parts_kept on parts (id);
        -- One row an id.
        ${unique};
        drop index concurrently if exists parts_gone;`,
    });
    await run({ folder });
    expect((await kept()).rows).toEqual(before.rows);
    await insert();
    await expect(insert()).rejects.toThrow('parts_one');
  });

  it('a file marked as concurrent may contain indexes only', async () => {
    const folder = folderOf({ '1001_index.sql': '-- concurrently\nalter table parts add column name text;' });
    await expect(run({ folder })).rejects.toThrow(
      '1001_index.sql is marked "-- concurrently", so it may only hold',
    );
  });
});

it('three servers start at once on an empty database', async () => {
  const options = {
    url: database.applicationUrl,
    ownerUrl: database.url,
    dataDir: files.folder,
    prepare: async (db: Connection['db']) => void (await createFirstAccount(db, 'first password', CHEAP)),
  };
  const opened = await Promise.all([1, 2, 3].map(() => openDatabase(options)));
  const counts = opened.map(({ pool }) => pool.query('select count(*) n from accounts'));
  for (const { rows } of await Promise.all(counts)) expect(rows).toEqual([{ n: 1 }]);
  // Rights are granted again at every start.
  for (let round = 0; round < 3; round += 1) {
    opened.push(...(await Promise.all([1, 2, 3].map(() => openDatabase(options)))));
  }
  for (const { close } of opened) await close();
});
