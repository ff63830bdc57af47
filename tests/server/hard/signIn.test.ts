/** The number of tries is limited for the guesser, not for the owner of the password. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetTries, noteTry } from '../../../server/access/loginTries.ts';
import { loadLocales } from '../../../server/core/projectFiles.ts';
import { buildServer } from '../../../server/http/build.ts';
import { Client, ROOT, signIn, startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
/** The same product behind one proxy. */
let proxied: { url: string };
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
  const app = buildServer({ api: server.api, locales: loadLocales(ROOT), db: server.db, proxies: 1 });
  proxied = { url: await app.listen({ host: '127.0.0.1', port: 0 }) };
  closing.push(() => app.close());
});
afterAll(async () => {
  for (const close of closing) await close();
  await server.close();
});
beforeEach(async () => {
  await server.pool.query('delete from login_tries; delete from known_devices');
  await server.pool.query('alter table security_log disable trigger user; delete from security_log');
  await server.pool.query('alter table security_log enable trigger user');
});

const RIGHT = 'demo';
const later = (minutes: number) =>
  server.pool.query('update login_tries set try_time = try_time - make_interval(mins => $1)', [minutes]);

/** One try from an address, through the proxy. */
function attempt(
  address: string,
  login: string,
  password: string,
  { client = new Client(proxied.url), path = '/api/v3/auth/login', headers = {}, body = {} } = {},
) {
  return client.call('POST', path, {
    body: { login, password, ...body },
    headers: { 'X-Forwarded-For': address, ...headers },
  });
}

describe('twenty ways round the limit', () => {
  /**
   * Each makes the next try look as if another client made it. The result is the number of passwords that were checked.
   */
  const ways: [string, (i: number) => ReturnType<typeof attempt>][] = [
    ['nothing', () => attempt('203.0.113.7', 'manager', 'x')],
    ['a forwarded address in front', (i) => attempt(`10.0.0.${i}, 203.0.113.7`, 'manager', 'x')],
    ['many addresses in front', (i) => attempt(`${'10.1.1.1, '.repeat(i)}203.0.113.7`, 'manager', 'x')],
    ['no address in front', (i) => attempt(`unknown${i}, 203.0.113.7`, 'manager', 'x')],
    ['X-Real-IP', (i) => attempt('203.0.113.7', 'manager', 'x', { headers: { 'X-Real-IP': `10.0.0.${i}` } })],
    [
      'Forwarded',
      (i) => attempt('203.0.113.7', 'manager', 'x', { headers: { Forwarded: `for=10.0.0.${i}` } }),
    ],
    [
      'X-Client-IP',
      (i) => attempt('203.0.113.7', 'manager', 'x', { headers: { 'X-Client-IP': `10.0.0.${i}` } }),
    ],
    [
      'another host',
      (i) => attempt('203.0.113.7', 'manager', 'x', { headers: { 'X-Forwarded-Host': `h${i}` } }),
    ],
    [
      'the next address of the same line',
      (i) => attempt(`2001:db8:1:2::${(i + 1).toString(16)}`, 'manager', 'x'),
    ],
    [
      'the same address written out',
      (i) => attempt(i % 2 ? '2001:db8::9' : '2001:db8:0:0:0:0:0:9', 'manager', 'x'),
    ],
    ['capitals', (i) => attempt('203.0.113.7', i % 2 ? 'MANAGER' : 'Manager', 'x')],
    ['spaces', (i) => attempt('203.0.113.7', `${' '.repeat(i)}manager `, 'x')],
    [
      'another browser',
      (i) => attempt('203.0.113.7', 'manager', 'x', { headers: { 'User-Agent': `b${i}` } }),
    ],
    [
      'another language',
      (i) => attempt('203.0.113.7', 'manager', 'x', { headers: { 'Accept-Language': `l${i}` } }),
    ],
    ['a made-up session', (i) => attempt('203.0.113.7', 'manager', 'x', { headers: { Cookie: `sid=${i}` } })],
    [
      'a made-up device',
      (i) => attempt('203.0.113.7', 'manager', 'x', { headers: { Cookie: `device=${i}` } }),
    ],
    [
      'a number in the address',
      (i) => attempt('203.0.113.7', 'manager', 'x', { path: `/api/v3/auth/login?i=${i}` }),
    ],
    ['a slash at the end', () => attempt('203.0.113.7', 'manager', 'x', { path: '/api/v3/auth/login/' })],
    [
      'an overridden method',
      (i) => attempt('203.0.113.7', 'manager', 'x', { headers: { 'X-HTTP-Method-Override': `P${i}` } }),
    ],
    ['another field', (i) => attempt('203.0.113.7', 'manager', 'x', { body: { [`f${i}`]: 1 } })],
    [
      'an idempotency key',
      (i) => attempt('203.0.113.7', 'manager', 'x', { headers: { 'Idempotency-Key': `k${i}` } }),
    ],
  ];
  it.each(ways)('%s', async (_name, way) => {
    let looked = 0;
    for (let i = 0; i < 12; i += 1) if ((await way(i)).status === 401) looked += 1;
    expect(looked).toBeLessThanOrEqual(5);
  });

  it('concurrent tries', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => attempt('203.0.113.7', 'manager', 'x')),
    );
    expect(answers.filter(({ status }) => status === 401).length).toBe(5);
  });

  it('many addresses, one login', async () => {
    const answers = [];
    for (let i = 0; i < 40; i += 1) answers.push(await attempt(`198.51.100.${i}`, 'manager', 'x'));
    expect(answers.filter(({ status }) => status === 401).length).toBe(30);
  });

  it('many logins, one address', async () => {
    const answers = [];
    for (let i = 0; i < 60; i += 1) answers.push(await attempt('203.0.113.7', `user${i}`, 'x'));
    expect(answers.filter(({ status }) => status === 401).length).toBe(50);
  });

  it('signing in to the guesser’s own account in between', async () => {
    let looked = 0;
    for (let i = 0; i < 12; i += 1) {
      if ((await attempt('203.0.113.7', 'manager', 'x')).status === 401) looked += 1;
      expect((await attempt('203.0.113.7', 'guest', RIGHT)).status).toBe(200);
    }
    expect(looked).toBe(5);
  });

  it('a device that another account knows', async () => {
    const own = new Client(proxied.url);
    expect((await attempt('203.0.113.7', 'guest', RIGHT, { client: own })).status).toBe(200);
    expect(own.device).toBeDefined();
    let looked = 0;
    for (let i = 0; i < 12; i += 1) {
      if ((await attempt('203.0.113.7', 'manager', 'x', { client: own })).status === 401) looked += 1;
    }
    expect(looked).toBe(5);
  });
});

it('each try after the free ones waits longer, up to a quarter of an hour', async () => {
  const guess = { login: 'manager', address: '203.0.113.7', deviceId: undefined };
  const waits = [];
  for (let i = 0; i < 5; i += 1) expect(await noteTry(server.db, guess)).toBeUndefined();
  for (let i = 0; i < 6; i += 1) {
    const wait = await noteTry(server.db, guess);
    waits.push(wait);
    await later(15);
    expect(await noteTry(server.db, guess)).toBeUndefined();
  }
  expect(waits).toEqual([60, 120, 240, 480, 900, 900]);
  await forgetTries(server.db, guess);
  expect(await noteTry(server.db, guess)).toBeUndefined();
});

describe('the rightful owner', () => {
  it('signs in from a browser that the account knows while others guess', async () => {
    const own = new Client(proxied.url);
    expect((await attempt('192.0.2.1', 'manager', RIGHT, { client: own })).status).toBe(200);
    for (let i = 0; i < 60; i += 1) await attempt(`198.51.100.${i}`, 'manager', 'x');
    expect((await attempt('198.51.100.99', 'manager', RIGHT)).status).toBe(429);
    // Even from the address of a guesser.
    expect((await attempt('198.51.100.1', 'manager', RIGHT, { client: own })).status).toBe(200);
  });

  it('signs in with a new browser from an earlier address', async () => {
    expect((await attempt('192.0.2.1', 'manager', RIGHT)).status).toBe(200);
    for (let i = 0; i < 40; i += 1) await attempt(`198.51.100.${i}`, 'manager', 'x');
    for (let i = 0; i < 60; i += 1) await attempt('192.0.2.1', `user${i}`, 'x');
    expect((await attempt('192.0.2.1', 'manager', RIGHT)).status).toBe(200);
  });

  it('is limited by the browser alone, which still has a limit', async () => {
    const own = new Client(proxied.url);
    await attempt('192.0.2.1', 'manager', RIGHT, { client: own });
    const statuses = [];
    for (let i = 0; i < 14; i += 1) {
      statuses.push((await attempt(`192.0.2.${i}`, 'manager', 'x', { client: own })).status);
    }
    expect(statuses.filter((status) => status === 401).length).toBe(10);
  });
});

describe('the security log', () => {
  const events = async () =>
    (
      await server.pool.query<Record<string, string | null>>(
        'select event, login, address, operation, reason, user_agent, account_id from security_log order by id',
      )
    ).rows;

  it('has every sign-in, failure, refusal and sign-out: who, from where', async () => {
    const client = new Client(proxied.url);
    const headers = { 'User-Agent': 'test' };
    await attempt('192.0.2.1', 'Guest', 'wrong', { client, headers });
    await attempt('192.0.2.1', 'guest', RIGHT, { client, headers });
    const sent = { headers: { 'X-Forwarded-For': '192.0.2.1', ...headers } };
    expect((await client.call('GET', '/api/v3/contract/paging', sent)).status).toBe(403);
    await client.call('POST', '/api/v3/auth/logout', sent);
    const rows = await events();
    const who = { login: 'guest', address: '192.0.2.1', user_agent: 'test' };
    expect(rows).toMatchObject([
      { event: 'signInFailed', reason: 'credentials', ...who },
      { event: 'signIn', ...who },
      { event: 'refused', operation: 'contractPaging', reason: 'forbidden', ...who },
      { event: 'signOut', ...who },
    ]);
    // A failure is also visible to the administrator of the account.
    expect(rows[0]!['account_id']).toBe(rows[1]!['account_id']);
    expect(rows[1]!['account_id']).not.toBeNull();
    expect(JSON.stringify(rows)).not.toContain('wrong');
  });

  it('cannot be filled by repetition', async () => {
    for (let i = 0; i < 20; i += 1) await attempt('203.0.113.7', 'manager', 'x');
    const limited = (await events()).filter(({ event }) => event === 'signInLimited');
    expect(limited.length).toBe(1);
    const bare = new Client(server.url);
    for (let i = 0; i < 5; i += 1) {
      const { status } = await bare.call('POST', '/api/v3/auth/logout', {
        headers: { 'X-Requested-With': '' },
      });
      expect(status).toBe(403);
    }
    expect((await events()).filter(({ event }) => event === 'refused').length).toBe(1);
  });

  it('and the audit log are only added to, by the role of requests and by their owner', async () => {
    const manager = await signIn(server, 'manager');
    expect((await manager.post('/auth/logout')).status).toBe(204);
    for (const table of ['security_log', 'audit_log']) {
      for (const change of [
        `update ${table} set instance_id = null`,
        `delete from ${table}`,
        `truncate ${table}`,
      ]) {
        await expect(server.pool.query(change)).rejects.toThrow('only added');
        await expect(server.application.pool.query(change)).rejects.toThrow('permission denied');
      }
    }
  });
});

it('requests run as a role that is no superuser, owns nothing and makes no tables', async () => {
  const { rows } = await server.application.pool.query(
    `select r.rolsuper, r.rolcreaterole, r.rolcreatedb, r.rolbypassrls,
       (select count(*) from pg_class c where c.relowner = r.oid) owned
     from pg_roles r where r.rolname = current_user`,
  );
  expect(rows).toEqual([
    { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false, owned: 0 },
  ]);
  for (const change of [
    'create table own (id integer)',
    'alter table audit_log disable trigger user',
    'drop table audit_log',
    'update schema_migrations set name = name',
    "copy accounts to program 'cat'",
  ]) {
    await expect(server.application.pool.query(change)).rejects.toThrow(/permission denied|must be owner/);
  }
});

it('a session ends a week after it began, also when it is used', async () => {
  const client = await signIn(server, 'carrier');
  expect((await client.get('/system/info')).status).toBe(200);
  await server.pool.query("update sessions set create_time = now() - interval '6 days 23 hours'");
  expect((await client.get('/system/info')).status).toBe(200);
  await server.pool.query("update sessions set create_time = now() - interval '7 days 1 minute'");
  expect((await client.get('/system/info')).status).toBe(401);
});

it('signing out makes the browser clear its cache', async () => {
  const client = await signIn(server, 'carrier');
  expect((await client.post('/auth/logout')).headers.get('clear-site-data')).toBe('"cache"');
});

it('the host that a proxy passes on decides, not one that the client sends', async () => {
  const ask = (headers: Record<string, string>) =>
    new Client(proxied.url).call<{ instanceName: string }>('GET', '/api/v3/system/info/public', { headers });
  expect((await ask({ 'X-Forwarded-Host': 'ecoregion.localhost' })).body.instanceName).not.toBe('ЭкоРегион');
});
