import { mkdirSync, writeFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../server/database/connection.ts';
import { loadApi, loadLocales } from '../../server/core/projectFiles.ts';
import { buildServer } from '../../server/http/build.ts';
import { publicHandler, sessionHandler } from '../../server/access/handler.ts';
import { localeOf } from '../../server/core/texts.ts';
import { createHandlers } from '../../server/modules/handlers.ts';
import { hashPassword, verifyPassword } from '../../server/access/passwords.ts';
import { CHEAP, Client, ROOT, signIn, startTestServer, temporaryFolder, type TestServer } from './support.ts';
import { spec } from '../spec/spec.ts';

const api = loadApi(ROOT);
const locales = loadLocales(ROOT);
const nowhere = connect('postgres://nobody:x@127.0.0.1:1/none');
const common = { api, locales, db: nowhere.db };
const build = { version: '1', revision: '1', revisionDate: '2026-01-01T00:00:00Z' };

describe('start checks', () => {
  afterAll(() => nowhere.close());

  it('report an operation without handler, a handler without operation, and a wrong scope', () => {
    const { contractGet, ...rest } = createHandlers(api, { build });
    expect(contractGet).toBeDefined();
    expect(() => buildServer({ ...common, handlers: rest })).toThrow(
      'contractGet of schemas/api/contracts.json',
    );
    const handlers = createHandlers(api, { build });
    const extra = { ...handlers, surprise: publicHandler(async () => undefined) };
    expect(() => buildServer({ ...common, handlers: extra })).toThrow('surprise');
    const wrong = { ...handlers, contractGet: sessionHandler(async () => undefined) };
    expect(() => buildServer({ ...common, handlers: wrong })).toThrow('contractGet has scope party');
    const unsorted = { ...handlers, contractPaging: { ...handlers['contractPaging']!, sorts: ['number'] } };
    expect(() => buildServer({ ...common, handlers: unsorted as never })).toThrow('cannot order by name');
  });

  // No server checks it again at its start.
  it('rely on valid schemas in the API files, which this test checks', () => {
    const ajv = new Ajv2020({ strict: false });
    const wrong = (place: string, schema: unknown) =>
      schema === undefined || ajv.validateSchema(schema as object) === true ? [] : [place];
    expect(wrong('slip', { type: 'strng' })).toEqual(['slip']);
    const operations = [...api.operations.values()].flatMap(({ id, parameters, body, reply }) => [
      ...parameters.flatMap(({ name, schema }) => wrong(`${id} ${name}`, schema)),
      ...wrong(`${id} body`, body),
      ...wrong(`${id} reply`, reply),
    ]);
    const components = Object.entries(api.schemas).flatMap(([name, schema]) => wrong(name, schema));
    expect([...operations, ...components]).toEqual([]);
  });

  it('an unreachable database is 503, without details', async () => {
    const errors: unknown[] = [];
    const app = buildServer({ ...common, onError: (error) => errors.push(error) });
    for (const url of ['/readyz', '/api/v3/system/heartbeat']) {
      const answer = await app.inject({ url });
      expect([url, answer.statusCode]).toEqual([url, 503]);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(answer.body).not.toMatch(/ECONN|127\.0\.0\.1|sql/i);
    }
    expect(errors.length).toBe(2);
    await app.close();
  });

  it('a defect is a 500 without details, and so is a reply outside its schema', async () => {
    const failing = {
      ...createHandlers(api, { build }),
      heartbeat: publicHandler(async () => {
        throw new Error('select secret from accounts');
      }),
      systemInfoPublic: publicHandler(async () => ({ version: 1 })),
    };
    const app = buildServer({
      ...common,
      handlers: failing,
      checkReplies: true,
    });
    for (const url of ['/api/v3/system/heartbeat', '/api/v3/system/info/public']) {
      const answer = await app.inject({ url });
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 500, 'internal']);
      expect(answer.body).not.toContain('secret');
    }
    await app.close();
  });
});

describe('a running server', () => {
  const { folder, remove } = temporaryFolder();
  let server: TestServer;
  beforeAll(async () => {
    mkdirSync(path.join(folder, 'assets'));
    writeFileSync(path.join(folder, 'index.html'), '<!doctype html><head><title>app</title></head>');
    const pages = [
      { path: '^/contracts/new/?$', files: [], requests: [] },
      {
        path: '^/contracts/[^/]+/?$',
        files: ['assets/contract-3c4d.js'],
        requests: ['/api/v3/a?b=1&c=2'],
        records: {
          path: '^/contracts/(?<contractId>(?!new(?:/|$))[^/]+)/?$',
          requests: ['/api/v3/c/{contractId}'],
        },
      },
    ];
    writeFileSync(path.join(folder, 'pages.json'), JSON.stringify(pages));
    writeFileSync(path.join(folder, 'assets/app-1a2b.js'), `export default '${'x'.repeat(3000)}';`);
    server = await startTestServer({ scale: 0.02, staticDir: folder });
  });
  afterAll(async () => {
    await server.close();
    remove();
  });
  const page = { headers: { Accept: 'text/html,*/*' } };

  it('serves the app: hashed files for ever, index.html for its addresses, nothing else', async () => {
    const client = new Client(server.url);
    const asset = await client.call<string>('GET', '/assets/app-1a2b.js');
    expect(asset.headers.get('cache-control')).toContain('immutable');
    expect(asset.type).toContain('javascript');
    for (const address of ['/', '/contracts/1', '/index.html']) {
      const answer = await client.call<string>('GET', address, page);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(answer.body).toContain('<title>app</title>');
      // What the page of an address needs is named in its head.
      const ahead =
        '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/v3/a?b=1&amp;c=2">' +
        '<link rel="modulepreload" crossorigin href="/assets/contract-3c4d.js"></head>';
      expect(answer.body.includes(ahead)).toBe(address === '/contracts/1');
    }
    expect((await client.call('GET', '/', { headers: { Accept: '*/*' } })).status).toBe(200);
    // Records are preloaded for the signed-in account, in the language of the browser.
    const signedIn = await signIn(server, 'manager');
    const told = async (address: string, language: string) => {
      const headers = { ...page.headers, 'Accept-Language': language };
      const { body } = await signedIn.call<string>('GET', address, { headers });
      return body.match(/hreflang="(\w+)" href="([^"]*)"/)?.slice(1) ?? [];
    };
    expect(await told('/contracts/5?tab=x', 'en-GB,en;q=0.9')).toEqual(['en', '/api/v3/c/5']);
    expect(await told('/contracts/"><b>', 'ru')).toEqual(['ru', expect.stringMatching(/^[^"<>]*$/)]);
    expect(await told('/contracts/new', 'ru')).toEqual([]);
    expect((await client.call('GET', '/assets/missing.js')).status).toBe(404);
    expect((await client.call('GET', '/api/v3/missing', page)).status).toBe(404);
    expect((await client.call('POST', '/contracts', page)).status).toBe(404);
    expect((await client.call('GET', '/..%2f..%2fetc%2fpasswd')).status).not.toBe(200);
  });

  it('sends the security headers with every reply', async () => {
    const client = new Client(server.url);
    for (const address of ['/', '/assets/app-1a2b.js', '/api/v3/system/info', '/nothing', '/healthz']) {
      const { headers } = await client.call('GET', address, page);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;" +
          "font-src 'self';connect-src 'self';object-src 'none';frame-ancestors 'none';" +
          "form-action 'self';base-uri 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('strict-transport-security')).toBe(null);
    }
  });

  it('compresses, keeps replies out of caches, and reports that it is healthy', async () => {
    spec('GET heartbeat');
    const client = await signIn(server, 'manager');
    const list = await client.get('/customer/paging', { count: 100 });
    expect(list.headers.get('content-encoding')).toMatch(/gzip|br|deflate/);
    expect(list.headers.get('cache-control')).toBe('no-store');
    expect((await client.call<object>('GET', '/healthz')).body).toEqual({ status: 'ok' });
    const beat = await client.get<{ time: string }>('/system/heartbeat');
    expect(Math.abs(Date.now() - Date.parse(beat.body.time))).toBeLessThan(60_000);
  });

  it('marks its cookies Secure, and binds them to its host, where only https is available', async () => {
    const app = buildServer({ ...common, db: server.db, secure: true });
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v3/auth/login',
      headers: { 'x-requested-with': 'x' },
      payload: { login: 'manager', password: 'demo' },
    });
    const lines = [answer.headers['set-cookie']].flat();
    expect(lines.map((line) => line?.split('=')[0])).toEqual(['__Host-device', '__Host-sid']);
    for (const line of lines) expect(line).toMatch(/Path=\/;.*HttpOnly; Secure; SameSite=Lax/);
    expect(answer.headers['strict-transport-security']).toContain('max-age=31536000');
    await app.close();
  });

  it('answers what is no HTTP with a problem', async () => {
    const { port } = new URL(server.url);
    const answer = await new Promise<string>((resolve) => {
      const socket = connectSocket(Number(port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => (text += String(chunk)));
      socket.on('close', () => resolve(text));
    });
    expect(answer).toContain('400 Bad Request');
    expect(answer).toContain('application/problem+json');
  });
});

it('passwords are salted and verified; wrong ones are rejected', async () => {
  const [one, two] = await Promise.all([hashPassword('demo', CHEAP), hashPassword('demo', CHEAP)]);
  expect(one).not.toBe(two);
  expect(await verifyPassword('demo', one)).toBe(true);
  expect(await verifyPassword('Demo', one)).toBe(false);
  expect(await verifyPassword('demo', '!')).toBe(false);
});

it('the locale of a request', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'ru'],
    ['', 'ru'],
    ['en', 'en'],
    ['en-US,en;q=0.9', 'en'],
    ['de,en;q=0.5', 'en'],
    ['ru;q=0.4,en;q=0.6', 'en'],
    ['de', 'ru'],
    ['*', 'ru'],
  ];
  for (const [header, locale] of cases) expect([header, localeOf(header)]).toEqual([header, locale]);
});

it('both locales of the server have the same texts with the same placeholders', () => {
  const own = (texts: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(texts)
        .filter(([key]) => /^(server|validation)\./.test(key))
        // Each language has its own plural forms.
        .map(([key, text]) => [
          key.replace(/_(one|few|many|other)$/, ''),
          (text.match(/\{\{\w+\}\}/g) ?? []).toSorted(),
        ]),
    );
  expect(own(locales.ru)).toEqual(own(locales.en));
  expect(Object.keys(own(locales.ru)).length).toBeGreaterThan(40);
});
