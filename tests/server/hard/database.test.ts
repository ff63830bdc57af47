/** The database may end connections, die or stop answering: the server stays up and answers 503 meanwhile. */
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../../server/database/connection.ts';
import { startEmbedded } from '../../../server/database/embedded.ts';
import { asPreparedStatement, executePrepared } from '../../../server/database/prepared.ts';
import {
  createTestDatabase,
  signIn,
  startTestServer,
  temporaryFolder,
  type Client,
  type TestServer,
} from '../support.ts';
import { limitsOf } from '../limits.ts';

describe('connections that the database ends', () => {
  let server: TestServer;
  let client: Client;
  let contract: { id: string; effectiveDate: string };
  beforeAll(async () => {
    server = await startTestServer({ scale: 0.02 });
    client = await signIn(server, 'manager');
    const page = await client.get<{ list: { id: string; effectiveDate: string }[] }>('/contract/paging', {
      count: 1,
      filter: { statuses: ['ACTIVE'] },
    });
    contract = page.body.list[0]!;
  });
  afterAll(() => server.close());

  it('in the middle of writes lose those writes and nothing else', async () => {
    const limit = limitsOf(contract);
    let sent = 0;
    const count = async () =>
      (await server.pool.query<{ n: number }>('select count(*) n from contract_limits')).rows[0]!.n;
    const before = await count();
    const statuses = new Set<number>();
    let acknowledged = 0;
    let writing = true;
    const writers = Array.from({ length: 6 }, async () => {
      while (writing) {
        const { status } = await client.post('/contract-limit', limit(sent++));
        statuses.add(status);
        if (status === 200) acknowledged += 1;
      }
    });
    for (let cut = 0; cut < 20; cut += 1) {
      const wanted = acknowledged + 5;
      await expect.poll(() => acknowledged >= wanted, { timeout: 20_000, interval: 1 }).toBe(true);
      await server.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and usename = 'application'`,
      );
    }
    writing = false;
    await Promise.all(writers);
    expect([...statuses].toSorted()).toEqual([200, 503]);
    expect(await count()).toBeGreaterThanOrEqual(before + acknowledged);
  });

  it('because of its own time limit, while a transaction waits, end that transaction only', async () => {
    const { applicationUrl } = await database();
    const { db, close } = connect(applicationUrl);
    const idle = db.transaction().execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 50`.execute(trx);
      const asked = () => sql`select 1`.execute(trx).then(() => 'answered', String);
      await expect.poll(asked, { interval: 200 }).not.toBe('answered');
      await sql`select 1`.execute(trx);
    });
    await expect(idle).rejects.toThrow('The database is unavailable: lost');
    expect(await db.selectNoFrom(() => sql.lit(1).as('one')).execute()).toEqual([{ one: 1 }]);
    await close();
  });
});

const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
async function database() {
  const made = await createTestDatabase();
  closing.push(() => made.close());
  return made;
}

/** A proxy to the database that can stop passing bytes, as a broken network does. */
async function tunnel(url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let swallowing = false;
  const proxy = createServer((near) => {
    const far = connectSocket(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('data', (bytes) => swallowing || to.write(bytes));
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const through = new URL(url);
  through.port = String(typeof address === 'object' && address ? address.port : 0);
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return { url: through.href, swallow: (on: boolean) => (swallowing = on) };
}

it('a database that swallows packets makes a query time out, and later ones succeed', async () => {
  const { url } = await database();
  const hole = await tunnel(url);
  const { db, close } = connect(hole.url, { max: 2, queryLimit: 200 });
  closing.push(close);
  const ask = () => db.selectNoFrom(() => sql.lit(1).as('one')).execute();
  const work = () =>
    db.transaction().execute((trx) => trx.selectNoFrom(() => sql.lit(1).as('one')).execute());
  await Promise.all([ask(), work()]);
  hole.swallow(true);
  const lost = await Promise.allSettled([ask(), work()]);
  expect(lost).toMatchObject([
    { status: 'rejected', reason: { code: 'DATABASE_UNAVAILABLE', reason: 'timeout' } },
    { status: 'rejected', reason: { code: 'DATABASE_UNAVAILABLE', reason: 'timeout' } },
  ]);
  hole.swallow(false);
  // A client that timed out is not reused: its old answer would be waited for.
  expect(await Promise.all([ask(), work()])).toEqual([[{ one: 1 }], [{ one: 1 }]]);
});

it('a database that refuses connections is unavailable; its own errors are passed on', async () => {
  const { url } = await database();
  const refusing = new URL(url);
  refusing.port = '1';
  const unreached = connect(refusing.href);
  closing.push(unreached.close);
  const query = ({ db }: typeof unreached) => sql`select 1/0`.execute(db);
  await expect(query(unreached)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE', reason: 'connect' });
  const missing = new URL(url);
  missing.pathname = '/missing';
  const unknown = connect(missing.href);
  closing.push(unknown.close);
  await expect(query(unknown)).rejects.toMatchObject({ code: '3D000' });
  const open = connect(url);
  closing.push(open.close);
  await expect(query(open)).rejects.toMatchObject({ code: '22012' });
});

it('a prepared statement is planned once per connection, whatever its values', async () => {
  const { url } = await database();
  const { db, close } = connect(url, { max: 1 });
  closing.push(close);
  const place = Symbol('place');
  const query = db.selectNoFrom(() => sql<string>`${place}::text`.as('one')).compile();
  const prepared = asPreparedStatement(query);
  expect((await executePrepared(db, prepared, place, 'a')).rows).toEqual([{ one: 'a' }]);
  // A transaction uses the same statements.
  const again = db.transaction().execute((trx) => executePrepared(trx, prepared, place, 'b'));
  expect((await again).rows).toEqual([{ one: 'b' }]);
  await db.executeQuery({ ...query, parameters: ['c'] });
  const { rows } = await sql`select name, statement from pg_prepared_statements`.execute(db);
  expect(rows).toEqual([{ name: prepared.statementName, statement: query.sql }]);
});

describe('the built-in database', () => {
  const { folder, remove } = temporaryFolder();
  afterAll(remove);

  it('is started again on the same port whenever it dies', async () => {
    const embedded = await startEmbedded({ dataDir: path.join(folder, 'pg') });
    closing.push(() => embedded.stop());
    const { pool, close } = connect(embedded.url);
    closing.push(close);
    for (let round = 0; round < 2; round += 1) {
      await pool.query('select 1');
      const { pid } = embedded;
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => embedded.pid, { timeout: 30_000 }).not.toBe(pid);
      await expect
        .poll(
          () =>
            pool.query('select 1 one').then(
              ({ rows }) => rows,
              () => 'away',
            ),
          { timeout: 30_000 },
        )
        .toEqual([{ one: 1 }]);
    }
  });

  it('stays down when it is stopped during a restart', async () => {
    const embedded = await startEmbedded({ dataDir: path.join(folder, 'stopped'), fsync: false });
    const { pid } = embedded;
    process.kill(pid, 'SIGKILL');
    await embedded.stop();
    const { pool, close } = connect(embedded.url);
    await expect(pool.query('select 1')).rejects.toThrow();
    await close();
  });
});
