import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql, type Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../server/access/scope.ts';
import { connect } from '../../server/database/connection.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../server/database/embedded.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openDatabase } from '../../server/database/open.ts';
import { withOwnerLock } from '../../server/database/ownerLock.ts';
import { loadApi, loadLocales } from '../../server/core/projectFiles.ts';
import { buildServer } from '../../server/http/build.ts';
import { createFirstAccount } from '../../server/seed/firstAccount.ts';
import { seed } from '../../server/seed/seed.ts';
import {
  CHEAP,
  Client,
  createTestDatabase,
  ROOT,
  scopeOf,
  signIn,
  startTestServer,
  temporaryFolder,
  type TestServer,
} from './support.ts';

const HOLDER = fileURLToPath(new URL('./holder.ts', import.meta.url));

/** Starts a database in a separate process; resolves when it runs. */
async function startHolder(dataDir: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', HOLDER, dataDir], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Not at `exit`, when the last errors may not have been read yet.
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const started = await Promise.race([
    new Promise<{ pid: number; url: string }>((resolve) => {
      child.stdout.once('data', (chunk) => resolve(JSON.parse(String(chunk))));
    }),
    ended.then(() => undefined),
  ]);
  return { child, ended, started, errors: () => errors };
}

describe('the built-in database', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  const open: EmbeddedDatabase[] = [];
  const start = async () => {
    const database = await startEmbedded({ dataDir: path.join(folder.folder, 'pg'), fsync: false });
    open.push(database);
    return database;
  };
  beforeAll(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    for (const database of open.splice(0)) await database.stop();
  });
  afterAll(() => folder.remove());

  it('keeps its data over a restart, sessions included', async () => {
    const dataDir = path.join(folder.folder, 'restart');
    const run = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
      const database = await openDatabase({ dataDir, fsync: false });
      await seed(database.db, { scale: 0.02, passwordCost: CHEAP });
      const app = buildServer({ api: loadApi(ROOT), locales: loadLocales(ROOT), db: database.db });
      try {
        return await work(await app.listen({ host: '127.0.0.1', port: 0 }));
      } finally {
        await app.close();
        await database.close();
      }
    };
    const read = (client: Client) => client.get<{ list: object[] }>('/customer/paging', { count: -1 });
    const [cookie, before] = await run(async (url) => {
      const client = await signIn({ url }, 'manager');
      return [client.cookie, (await read(client)).body] as const;
    });
    const after = await run(async (url) => {
      const client = new Client(url);
      client.cookie = cookie;
      return (await read(client)).body;
    });
    expect(after).toEqual(before);
    expect(before.list.length).toBeGreaterThan(100);
  });

  it('is taken over with everything that was committed when the server was killed', async () => {
    const dataDir = path.join(folder.folder, 'pg');
    const holder = await startHolder(dataDir);
    expect(holder.started).toBeDefined();
    const first = connect(holder.started!.url);
    await first.pool.query('create table kept (n integer)');
    await first.pool.query('insert into kept select generate_series(1, 1000)');
    await first.close();
    holder.child.kill('SIGKILL');
    await holder.ended;
    const database = await start();
    expect([database.adopted, database.pid]).toEqual([true, holder.started!.pid]);
    const second = connect(database.ownerUrl);
    const { rows } = await second.pool.query('select count(*) n from kept');
    expect(rows).toEqual([{ n: 1000 }]);
    await second.close();
  });

  it('is refused to a second server with a message that names the first', async () => {
    const database = await start();
    const holder = await startHolder(path.join(folder.folder, 'pg'));
    expect(await holder.ended).not.toBe(0);
    expect(holder.errors()).toContain(`is in use by another server (process ${process.pid})`);
    const { pool, close } = connect(database.url);
    expect((await pool.query('select 1 one')).rows).toEqual([{ one: 1 }]);
    await close();
  });

  it('stops on SIGTERM to its server, and starts again', async () => {
    const dataDir = path.join(folder.folder, 'pg');
    const holder = await startHolder(dataDir);
    holder.child.kill('SIGTERM');
    expect(await holder.ended).toBe(0);
    expect(existsSync(path.join(dataDir, 'cluster/postmaster.pid'))).toBe(false);
    expect((await start()).adopted).toBe(false);
  });

  it('starts after a power cut left a pid file that names another process', async () => {
    const dataDir = path.join(folder.folder, 'pg');
    await (await start()).stop();
    open.pop();
    writeFileSync(path.join(dataDir, 'cluster/postmaster.pid'), `${process.pid}\n/x\n0\n5432\n`);
    writeFileSync(path.join(dataDir, 'server.lock'), JSON.stringify({ pid: process.pid, started: '1' }));
    expect((await start()).adopted).toBe(false);
  });

  it.runIf(process.getuid?.() === 0)(
    'moves to where its user can reach it when a parent folder is not accessible',
    async () => {
      const closed = path.join(folder.folder, 'closed');
      mkdirSync(closed, { mode: 0o700 });
      const lines: string[] = [];
      const database = await startEmbedded({
        dataDir: path.join(closed, 'pg'),
        fsync: false,
        log: (line) => lines.push(line),
      });
      open.push(database);
      expect(database.dataDir.startsWith(closed)).toBe(false);
      expect(lines.join()).toContain(database.dataDir);
      const { pool, close } = connect(database.url);
      expect((await pool.query('select 1 one')).rows).toEqual([{ one: 1 }]);
      await close();
      await database.stop();
      open.pop();
      rmSync(path.dirname(database.dataDir), { recursive: true });
    },
  );

  it('refuses connections without its password', async () => {
    const { url, ownerUrl } = await start();
    for (const address of [url, ownerUrl]) {
      const stranger = new URL(address);
      stranger.password = 'guess';
      const { pool, close } = connect(stranger.href);
      await expect(pool.query('select 1')).rejects.toThrow('password authentication failed');
      await close();
    }
    for (const file of ['password', 'application.password']) {
      expect(readFileSync(path.join(folder.folder, 'pg', file), 'utf8')).toHaveLength(48);
    }
  });
});

it('an empty database gets one administrator, once', async () => {
  const database = await createTestDatabase();
  const { pool, db, close } = connect(database.url);
  await withOwnerLock(pool, (client) => migrate(client));
  const app = buildServer({ api: loadApi(ROOT), locales: loadLocales(ROOT), db, checkReplies: true });
  try {
    expect(await createFirstAccount(db, 'first', CHEAP)).toBe(true);
    expect(await createFirstAccount(db, 'second', CHEAP)).toBe(false);
    const client = new Client(await app.listen({ host: '127.0.0.1', port: 0 }));
    const enter = (password: string) => client.post('/auth/login', { login: 'admin', password });
    expect((await enter('second')).status).toBe(401);
    expect((await enter('first')).status).toBe(200);
    expect((await client.get<object>('/contract/paging')).body).toEqual({ list: [], size: 0 });
  } finally {
    await app.close();
    await close();
    await database.close();
  }
});

describe('the scope of an account', () => {
  let server: TestServer;
  let scope: Scope;
  let other: string;
  beforeAll(async () => {
    server = await startTestServer({ scale: 0.1 });
    const accounts = await server.db
      .selectFrom('accounts')
      .select('id')
      .where('login', '=', 'manager')
      .execute();
    scope = await scopeOf(server.db, accounts[0]!.id);
    const rows = await server.db
      .selectFrom('instances')
      .select('id')
      .where('name', '=', 'Чистый край')
      .execute();
    other = rows[0]!.id;
  });
  afterAll(() => server.close());

  it('narrows reads: plain, with "or", aliased, joined, nested, in a transaction', async () => {
    const { db } = scope;
    const plain = await db.selectFrom('contracts').select('instance_id').distinct().execute();
    expect(plain).toEqual([{ instance_id: scope.instanceId }]);
    const either = await db
      .selectFrom('contracts as c')
      .select('c.instance_id')
      .where(sql<boolean>`c.version = 1 or true`)
      .distinct()
      .execute();
    expect(either).toEqual(plain);
    const nested = await db
      .selectFrom('instances as i')
      .select((eb) => [
        'i.id',
        eb
          .selectFrom('contracts as c')
          .whereRef('c.instance_id', '=', 'i.id')
          .select(eb.fn.countAll<number>().as('n'))
          .as('n'),
      ])
      .execute();
    expect(nested.filter(({ n }) => (n ?? 0) > 0).map(({ id }) => id)).toEqual([scope.instanceId]);
    const raw = await sql<{ n: number }>`select count(*) n from (${db
      .selectFrom('contracts')
      .select('id')
      .where('instance_id', '=', other)}) x`.execute(db);
    expect(raw.rows).toEqual([{ n: 0 }]);
    const within = await scope.transaction((trx) =>
      trx.selectFrom('customers').select('id').where('instance_id', '=', other).execute(),
    );
    expect(within).toEqual([]);
  });

  it('narrows every table that has a column for the instance, and refuses an unknown table', async () => {
    const db = scope.db as unknown as Kysely<Record<string, { instance_id: string }>>;
    const { rows } = await server.pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'instance_id'`,
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const { name } of rows) {
      const { sql: text } = db.selectFrom(name).select('instance_id').compile();
      const own = `"${name}"."instance_id" = $1`;
      const orAll = ['app_properties', 'classifiers', 'roles'].includes(name);
      expect(text).toContain(orAll ? `where ("${name}"."instance_id" is null or ${own}` : `where ${own}`);
    }
    expect(() => db.selectFrom('contract').select('instance_id').compile()).toThrow(
      'contract, which is no table',
    );
    const insert = db.insertInto('contractz').values({ instance_id: scope.instanceId! });
    expect(() => insert.compile()).toThrow('contractz');
  });

  it('narrows writes and refuses rows for another instance', async () => {
    const count = async () =>
      (await server.pool.query(`select count(*) n from vehicles where instance_id <> '${other}'`)).rows;
    const before = await server.pool.query(
      `select * from vehicles where instance_id = '${other}' order by id`,
    );
    const others = await count();
    await scope.db.updateTable('vehicles').set({ model: 'X' }).execute();
    const removed = await scope.db.deleteFrom('vehicles').where('instance_id', '=', other).executeTakeFirst();
    expect(Number(removed.numDeletedRows)).toBe(0);
    const after = await server.pool.query(
      `select * from vehicles where instance_id = '${other}' order by id`,
    );
    expect(after.rows).toEqual(before.rows);
    expect(await count()).toEqual(others);
    const vehicle = { reg_number: 'А000АА00', model: 'X', type: 'TIPPER' };
    const insert = (instance_id: string) =>
      scope.db
        .insertInto('vehicles')
        .values({ ...vehicle, instance_id })
        .execute();
    await expect(insert(other)).rejects.toThrow('another instance');
    await insert(scope.instanceId!);
  });

  it('cannot be bypassed by a key: records of two instances never refer to each other', async () => {
    const insert = server.pool.query(
      `insert into contracts (instance_id, number, name, type, customer_id, supplier_id, effective_date)
       select $1, 'mix', 'mix', 'SERVICE', owner_customer_id, (select max(id::text)::uuid from customers where instance_id = i.id),
         '2026-01-01' from instances i where name = 'Чистый край'`,
      [scope.instanceId],
    );
    await expect(insert).rejects.toThrow('foreign key');
  });
});
