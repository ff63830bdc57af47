/** The process: its settings, its shutdown whatever clients do, a killed database, and what it reports about itself. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { isAlive } from '../../../server/database/lock.ts';
import { passwordFault } from '../../../server/access/passwordRules.ts';
import { Products } from '../product.ts';
import { Client, ROOT, signIn, startTestServer, temporaryFolder } from '../support.ts';

const { folder, remove } = temporaryFolder();
const products = new Products();
afterEach(() => products.endAll());
afterAll(remove);
const dataDir = path.join(folder, 'pg');
const small = { DATA_DIR: dataDir, SEED_SCALE: '0.02' };
const databasePid = () =>
  Number(readFileSync(path.join(dataDir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);

describe('settings', () => {
  it('are all checked before anything starts, and no password is printed', async () => {
    const server = await products.server({
      DATA_DIR: path.join(folder, 'never'),
      NODE_ENV: 'production',
      PORT: '70000',
      TRUST_PROXY: 'on',
      HTTPS: 'yes',
      SEED_SCALE: 'many',
      DATABASE_URL: 'mysql://role:geheim1@host/name',
      ADMIN_PASSWORD: 'geheim2',
      METRICS_TOKEN: 'geheim3',
    });
    expect(await server.ended).toBe(1);
    const names = [
      'PORT',
      'TRUST_PROXY',
      'HTTPS',
      'SEED_SCALE',
      'DATABASE_URL',
      'ADMIN_PASSWORD',
      'METRICS_TOKEN',
    ];
    for (const name of names) expect(server.output()).toContain(`  ${name} must`);
    expect(server.output()).not.toContain('geheim');
    expect(existsSync(path.join(folder, 'never'))).toBe(false);
  });

  it('have defaults', () => {
    expect(readConfig({}, '/x')).toMatchObject({
      port: 3000,
      seed: true,
      proxies: 0,
      secure: false,
      accessLog: false,
      lanes: { light: { slots: 3, perInstance: 2 }, heavy: { slots: 1, perInstance: 1 } },
    });
    const { lanes } = readConfig({ JOB_LANES: 'heavy=2/1, import=4/3' }, '/x');
    expect(lanes).toMatchObject({
      heavy: { slots: 2, perInstance: 1 },
      import: { slots: 4, perInstance: 3 },
    });
    expect(lanes['light']).toEqual({ slots: 3, perInstance: 2 });
    const production = readConfig({ NODE_ENV: 'production', TRUST_PROXY: '2', HTTPS: 'on' }, '/x');
    expect(production).toMatchObject({ seed: false, proxies: 2, secure: true, accessLog: true });
    expect(() => readConfig({ DATABASE_OWNER_URL: 'postgres://o@h/n' }, '/x')).toThrow('needs DATABASE_URL');
    for (const wrong of ['havy=1/1', 'heavy=0/1', 'heavy'])
      expect(() => readConfig({ JOB_LANES: wrong }, '/x')).toThrow(`JOB_LANES holds "${wrong}"`);
  });

  it('of maps and travel times are reported with their errors', () => {
    const faults = (env: NodeJS.ProcessEnv) => () => readConfig(env, '/x');
    const tiles = { MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png', MAP_ATTRIBUTION: '© Tiles' };
    expect(readConfig(tiles, '/x').map).toMatchObject({ tilesUrl: tiles.MAP_TILES_URL, demo: true });
    expect(
      readConfig({ NODE_ENV: 'production', OSRM_URL: 'http://osrm.example:5000/' }, '/x').travel,
    ).toEqual({
      osrmUrl: 'http://osrm.example:5000',
      roadFactor: 1.35,
      speed: 28,
      demo: false,
    });
    const style = { MAP_STYLE_URL: 'https://maps.example/style.json?key={key}' };
    expect(readConfig(style, '/x').map.styleUrl).toBe(style.MAP_STYLE_URL);
    expect(faults({ ...style, ...tiles })).toThrow('MAP_STYLE_URL and MAP_TILES_URL exclude each other');
    expect(faults({ ...tiles, MAP_ATTRIBUTION: '' })).toThrow('MAP_TILES_URL needs MAP_ATTRIBUTION');
    expect(faults({ ...tiles, MAP_TILES_URL: 'https://tiles.example/{z}/{x}' })).toThrow(
      'MAP_TILES_URL lacks {y}',
    );
    expect(faults({ MAP_STYLE_URL: 'style.json' })).toThrow(
      'must be an address like https://maps.example/style.json',
    );
    expect(faults({ OSRM_URL: 'osrm:5000' })).toThrow(
      'OSRM_URL must be an address like http://osrm.example:5000',
    );
    expect(faults({ TRAVEL_SPEED: '0', TRAVEL_ROAD_FACTOR: '0.5' })).toThrow(
      /TRAVEL_ROAD_FACTOR[\s\S]*TRAVEL_SPEED/,
    );
  });

  it('refuse a first password that is easy to guess', () => {
    const refused = [
      '1',
      'geheim',
      'password',
      'Passw0rd!',
      'P@ssw0rd123',
      'пароль2026',
      '12345678',
      'aaaaaaaa',
      'admin-admin',
      'Qwerty123',
    ];
    for (const password of refused)
      expect([password, passwordFault(password, 'admin')]).not.toEqual([password, undefined]);
    for (const password of ['correct horse battery', 'ключ от 7 морей', 'vK3-9xTq']) {
      expect([password, passwordFault(password, 'admin')]).toEqual([password, undefined]);
    }
  });
});

describe('SIGTERM', () => {
  it('ends the server within ten seconds, with unfinished requests of any kind; until then it answers', async () => {
    const { child, ended, url } = await products.server({ ...small, STOP_DELAY_MS: '2000' });
    const heads = [
      '',
      'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ',
      'POST /api/v3/auth/login HTTP/1.1\r\nHost: x\r\nX-Requested-With: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    ];
    const sockets = await Promise.all(
      heads.map((head) => {
        const socket = connectSocket(Number(new URL(url).port), '127.0.0.1');
        socket.on('error', () => undefined);
        return new Promise<typeof socket>((resolve) => socket.write(head, () => resolve(socket)));
      }),
    );
    await new Client(url).get('/system/heartbeat');
    const pid = databasePid();
    const started = Date.now();
    child.kill('SIGTERM');
    const client = new Client(url);
    await expect.poll(async () => (await client.call('GET', '/readyz')).status, { interval: 20 }).toBe(503);
    expect((await client.get('/system/heartbeat')).status).toBe(200);
    expect(await ended).toBe(0);
    expect(Date.now() - started).toBeLessThan(14_000);
    // The postmaster removes its lock file before its process exits.
    await expect.poll(() => isAlive(pid)).toBe(false);
    for (const socket of sockets) socket.destroy();
  });
});

it('a killed database is answered 503 with the time to wait, and recovers by itself', async () => {
  const { url, child } = await products.server({ ...small, ACCESS_LOG: 'on' });
  const client = await signIn({ url }, 'manager');
  const pid = databasePid();
  process.kill(pid, 'SIGKILL');
  const statuses = new Set<number>();
  await expect
    .poll(
      async () => {
        const { status, headers } = await client.get('/contract/paging', { count: 1 });
        statuses.add(status);
        if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        return status === 200 && databasePid() !== pid;
      },
      { timeout: 30_000, interval: 20 },
    )
    .toBe(true);
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses).toContain(503);
  expect(child.exitCode).toBe(null);
});

it('what npm started ends when npm is killed', async () => {
  // The project by links, with a build that is newer than its sources: nothing is built here.
  const project = path.join(folder, 'project');
  mkdirSync(path.join(project, 'dist'), { recursive: true });
  for (const name of readdirSync(ROOT)) {
    if (name !== 'dist') symlinkSync(path.join(ROOT, name), path.join(project, name));
  }
  writeFileSync(path.join(project, 'dist/index.html'), '');
  // npm, its shell and the script, each a separate process.
  const script = path.join(folder, 'npm.mjs');
  writeFileSync(
    script,
    `import { spawn } from 'node:child_process';
     spawn('/bin/sh', ['-c', '"$0" "$@"; exit $?', process.execPath, '.ci/start.mjs'], { stdio: 'inherit' });
     setInterval(() => undefined, 1000);`,
  );
  const npm = await products.start(
    process.execPath,
    [script],
    { ...small, npm_lifecycle_event: 'start' },
    { cwd: project },
  );
  const pid = databasePid();
  npm.child.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
  await expect
    .poll(
      () =>
        new Client(npm.url).call('GET', '/healthz').then(
          () => 'answers',
          () => 'gone',
        ),
      { timeout: 10_000 },
    )
    .toBe('gone');
});

describe('the server reports', () => {
  it('that it is alive and ready, and not ready when it stops or the database lacks a migration', async () => {
    const lifecycle = { stopping: false };
    const server = await startTestServer({ scale: 0.02, lifecycle });
    try {
      const client = new Client(server.url);
      const status = async (address: string) => (await client.call('GET', address)).status;
      expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200]);
      lifecycle.stopping = true;
      const stopping = await client.call('GET', '/readyz');
      expect([stopping.status, stopping.body.code]).toEqual([503, 'stopping']);
      expect(await status('/healthz')).toBe(200);
      lifecycle.stopping = false;
      await server.pool.query("delete from schema_migrations where name like '0020%'");
      expect(await status('/readyz')).toBe(503);
    } finally {
      await server.close();
    }
  });

  it('metrics, to this machine or to clients with the token', async () => {
    const word = 'a-word-for-the-figures';
    const server = await startTestServer({ scale: 0.02 });
    const guarded = await startTestServer({ scale: 0.02, metricsToken: word });
    try {
      const client = new Client(server.url);
      await client.get('/system/heartbeat');
      await client.get('/contract/paging');
      const { body, type } = await client.call<string>('GET', '/metrics');
      expect(type).toContain('version=0.0.4');
      expect(body).toContain('http_requests_total{operation="heartbeat",status="200"} 1');
      expect(body).toContain('http_requests_total{operation="contractPaging",status="401"} 1');
      expect(body).toMatch(/http_request_duration_seconds_bucket\{operation="heartbeat",le="\+Inf"\} 1/);
      for (const name of [
        'nodejs_eventloop_delay_seconds',
        'http_connections',
        'process_resident_memory_bytes',
      ]) {
        expect(body).toMatch(new RegExp(`^${name}(\\{.*\\})? \\d`, 'm'));
      }
      for (const line of body.trim().split('\n'))
        expect(line).toMatch(/^(# (HELP|TYPE) |\w+(\{.*\})? [\d.e+-]+$)/);
      const stranger = new Client(guarded.url);
      expect((await stranger.call('GET', '/metrics')).status).toBe(403);
      const headers = { Authorization: `Bearer ${word}` };
      expect((await stranger.call('GET', '/metrics', { headers })).status).toBe(200);
    } finally {
      await server.close();
      await guarded.close();
    }
  });

  it('a line of JSON an answer, without secrets', async () => {
    const { url, output, child, ended } = await products.server({ ...small, ACCESS_LOG: 'on' });
    const client = await signIn({ url }, 'manager');
    await client.get('/contract/paging', { query: 'geheim' });
    await client.post('/auth/login', { login: 'x', password: 'geheim' });
    child.kill('SIGTERM');
    await ended;
    const lines = output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event === 'request');
    expect(lines).toMatchObject([
      { level: 'info', operation: 'authLogin', status: 200, address: '127.0.0.1' },
      { path: '/api/v3/contract/paging', operation: 'contractPaging', status: 200, login: 'manager' },
      { operation: 'authLogin', status: 401 },
    ]);
    expect(output()).not.toContain('geheim');
    expect(output()).not.toContain(client.cookie!.slice(4));
  });
});

it('the list of common passwords is read from its file', () => {
  const words = readFileSync(path.join(ROOT, 'server/access/commonPasswords.txt'), 'utf8').trim().split('\n');
  expect(words.length).toBeGreaterThan(100);
  expect(new Set(words).size).toBe(words.length);
});
