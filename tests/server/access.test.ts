import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccounts, demoInstances } from '../../server/seed/accounts.ts';
import { Client, NOBODY, ROOT, signIn, startTestServer, type TestServer } from './support.ts';
import { spec } from '../spec/spec.ts';

interface TableRow {
  id: string;
  method: string;
  path: string;
  permissions: string[];
  scope: string;
  /** Types of instance that may call the operation; all if not given. */
  instanceTypes?: string[] | undefined;
}

interface ResourceWords {
  path: string;
  key: string;
  permissions: string[] | { read: string[]; write: string[] };
  scope?: string | { read: string; write: string };
  instanceTypes?: string[];
  verbs?: string[];
  actions?: Record<string, { method?: string; permissions?: string[] }>;
}

/** The operations that a resource expands to, computed without the code under test. */
function resourceRows(name: string, resource: ResourceWords): TableRow[] {
  const { path: base, key, permissions, scope = 'instance', actions = {}, instanceTypes } = resource;
  const verbs = resource.verbs ?? ['paging', 'get', 'save', 'delete'];
  const row = (verb: string, method: string, address: string, given?: string[]) => ({
    id: name + verb.charAt(0).toUpperCase() + verb.slice(1),
    method,
    path: address,
    permissions:
      given ?? (Array.isArray(permissions) ? permissions : permissions[isRead(verb) ? 'read' : 'write']),
    scope: typeof scope === 'string' ? scope : scope[isRead(verb) ? 'read' : 'write'],
    instanceTypes,
  });
  const one = `${base}/{${key}}`;
  const places: Record<string, [string, string]> = {
    paging: ['GET', `${base}/paging`],
    get: ['GET', one],
    save: ['POST', base],
    delete: ['DELETE', one],
    history: ['GET', `${one}/history`],
  };
  return [
    ...verbs.map((verb) => row(verb, ...places[verb]!)),
    ...Object.entries(actions).map(([action, { method = 'POST', permissions: own }]) =>
      row(action, method, method === 'DELETE' ? one : `${one}/${kebab(action)}`, own),
    ),
  ];
}

const kebab = (word: string) => word.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const isRead = (verb: string) => ['paging', 'get', 'history'].includes(verb);

interface ApiFile {
  paths: Record<string, Record<string, Record<string, unknown>>>;
  'x-resource-defaults'?: Partial<ResourceWords>;
  'x-resources'?: Record<string, ResourceWords>;
  'x-dictionaries'?: Record<string, string | { path: string; permissions?: string[]; scope?: string }>;
}

/** The access table, read from the API files without the code under test. */
function accessTable(): TableRow[] {
  const folder = path.join(ROOT, 'schemas/api');
  return readdirSync(folder).flatMap((file) => {
    const {
      paths,
      'x-resource-defaults': shared,
      'x-resources': resources = {},
      'x-dictionaries': dictionaries = {},
    } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as ApiFile;
    const plain = Object.entries(paths).flatMap(([address, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        id: operation['operationId'] as string,
        method: method.toUpperCase(),
        path: address,
        permissions: operation['x-permissions'] as string[],
        scope: operation['x-scope'] as string,
        instanceTypes: operation['x-instance-types'] as string[] | undefined,
      })),
    );
    const told = Object.entries(resources).flatMap(([name, resource]) =>
      resourceRows(name, { ...shared, ...resource }),
    );
    const short = Object.entries(dictionaries).map(([id, one]) => {
      const dictionary = typeof one === 'string' ? { path: one } : one;
      return { id, method: 'GET', permissions: [], scope: 'session', ...dictionary };
    });
    return [...plain, ...told, ...short];
  });
}

/** Operations that every account of an instance may read: its own data, and what pages without a gate show. */
const OPEN_READS = [
  // Own profile, files, jobs, table preferences and events; files check their record, events their subject.
  'eventNotices',
  'eventPaging',
  'eventPreview',
  'fileAnalysisGet',
  'fileDownload',
  'fileDownloadByDate',
  'fileRotationGet',
  'fileThumbnail',
  'jobGet',
  'jobPaging',
  'preferencePaging',
  'profileGet',
  // Row counts and the to-do list cover only lists that the account may read.
  'rowCounts',
  'sessionStart',
  'toDo',
  // Names of places and kinds, which forms and filters of many pages offer.
  'dictionaryContainerTypes',
  'dictionaryDistricts',
  'dictionaryGarbageTypes',
  'dictionaryLocations',
  'dictionaryPointOwners',
  'dictionaryVisitPoints',
  // Every account sees the list, and the API files declare one gate for all reads of a record.
  'visitPointGet',
  'visitPointHistory',
  // The pages /visit-points and /tier/:tierId, and what their filters offer.
  'tierGet',
  'visitPointPaging',
  // Reading hypotheses and solutions needs no permission; only operators and carriers plan.
  'hypothesisCheckName',
  'hypothesisFaultList',
  'hypothesisGet',
  'hypothesisHistory',
  'hypothesisList',
  'hypothesisPaging',
  'solutionComparison',
  'solutionDescent',
  'solutionGet',
  'solutionMovePreview',
  'solutionMoveTargetList',
  'solutionPaging',
  'solutionPointGroupList',
  'solutionPositionList',
  'solutionSpanList',
  'solutionStopList',
  'solutionUnplanned',
  'solutionVRouteList',
  'vDayGet',
  'vDayList',
  'vTaskItemPaging',
  'vTaskItemStatistic',
  'vUnitGet',
  'vUnitPaging',
].toSorted();

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
});
afterAll(() => server.close());

function attempt(client: Client, row: TableRow, headers: Record<string, string> = {}) {
  const address = row.path.replace(/\{\w+\}/g, NOBODY);
  const body = row.method === 'GET' || row.method === 'DELETE' ? undefined : {};
  return client.call(row.method, address, { body, headers });
}

describe('the access table of the API files', () => {
  it('is what the server does, for every account and operation', { timeout: 240_000 }, async () => {
    const table = accessTable();
    const differences: string[] = [];
    const seen = new Set<number>();
    const ask = async (account?: (typeof demoAccounts)[number]) => {
      const known = account ? await signIn(server, account.login) : new Client(server.url);
      for (const row of table) {
        // Signing out would end the session that the next rows need.
        const client = row.id === 'authLogout' && account ? await signIn(server, account.login) : known;
        const { status, body } = await attempt(client, row);
        const type = demoInstances.find(({ key }) => key === account?.instance)?.type;
        const admitted =
          (!row.instanceTypes || row.instanceTypes.includes(type ?? '')) &&
          (row.permissions.length === 0 || row.permissions.some((p) => account?.permissions.includes(p)));
        const expected = row.scope === 'public' ? 0 : account === undefined ? 401 : admitted ? 0 : 403;
        const refused = status === 403 || (status === 401 && row.id !== 'authLogin') ? status : 0;
        if (refused !== expected) {
          differences.push(`${account?.login} ${row.id}: ${status} ${JSON.stringify(body)}, not ${expected}`);
        }
        seen.add(refused);
      }
    };
    const askers = [undefined, ...demoAccounts];
    await Promise.all(askers.map(ask));
    console.log(`access: ${askers.length * table.length} cells, ${differences.length} differ`);
    expect(differences).toEqual([]);
    expect([...seen].toSorted()).toEqual([0, 401, 403]);
    expect(table.length).toBe(server.api.operations.size);
  });

  it('lets an account without permissions read only what its screens show, and dictionary values', () => {
    const open = [...server.api.operations.values()]
      .filter(
        ({ method, permissions, scope }) =>
          method === 'GET' && scope !== 'public' && permissions.length === 0,
      )
      .map(({ id }) => id);
    const ofInstance = (id: string) => server.api.operations.get(id)!.scope !== 'session';
    expect(open.filter(ofInstance).toSorted()).toEqual(OPEN_READS);
    // Data of the product, the same for every account.
    const words = open.filter((id) => !ofInstance(id) && !id.startsWith('dictionary'));
    expect(words.toSorted()).toEqual([
      'appProperty',
      'appPropertyCcgOperationsBlocked',
      'mapInfo',
      'sessionList',
      'systemInfo',
    ]);
  });

  it('writes nothing by a permission that is named as a view', () => {
    const views = [...server.api.operations.values()].filter(
      ({ method, permissions }) =>
        method !== 'GET' &&
        permissions.length > 0 &&
        permissions.every((name) => /view|read_?only/i.test(name)),
    );
    expect(views.map(({ id }) => id)).toEqual([]);
  });

  it('refuses every write without the header that other sites cannot send', async () => {
    const writes = accessTable().filter((row) => row.method !== 'GET');
    const client = await signIn(server, 'manager');
    for (const row of writes) {
      const { status, body } = await attempt(client, row, { 'X-Requested-With': '' });
      expect([row.id, status, body.code]).toEqual([row.id, 403, 'csrf']);
    }
    expect(writes.length).toBeGreaterThan(10);
  });

  it('follows x-instance-types', async () => {
    spec('S-016', 'B-188', 'B-026');
    const { rows: kinds } = await server.pool.query<{ type: string }>(
      'select distinct type from instances order by type',
    );
    expect(kinds.map(({ type }) => type)).toEqual([
      'ADMINISTRATION',
      'CARRIER',
      'ECOLOGY',
      'GW_WEIGHER',
      'RO',
    ]);
    const { operations } = server.api;
    const operation = operations.get('customerPaging')!;
    const narrowed = await startTestServer({
      scale: 0.02,
      api: {
        ...server.api,
        operations: new Map(operations).set('customerPaging', { ...operation, instanceTypes: ['CARRIER'] }),
      },
    });
    try {
      const refused = await (await signIn(narrowed, 'manager')).get('/customer/paging');
      expect([refused.status, refused.body.code]).toEqual([403, 'instanceType']);
      expect((await (await signIn(narrowed, 'carrier')).get('/customer/paging')).status).toBe(200);
    } finally {
      await narrowed.close();
    }
  });
});

describe('records of another instance', () => {
  it('are all visible to an administration', async () => {
    const client = await signIn(server, 'administration');
    const { rows } = await server.pool.query<{ size: number }>('select count(*) size from contracts');
    const answer = await client.get<{ size: number }>('/contract/paging', { count: 0 });
    expect(answer.body.size).toBe(rows[0]!.size);
    const { rows: foreign } = await server.pool.query<{ id: string }>(
      `select c.id from contracts c join instances i on i.id = c.instance_id where i.name = 'ЭкоРегион' limit 1`,
    );
    expect((await client.get(`/contract/${foreign[0]!.id}`)).status).toBe(200);
    const one = await signIn(server, 'manager');
    const part = await one.get<{ size: number }>('/contract/paging', { count: 0 });
    expect(part.body.size).toBeLessThan(rows[0]!.size);
    expect(part.body.size).toBeGreaterThan(0);
  });
});

describe('sessions', () => {
  it('end with signing out', async () => {
    spec('POST /auth/logout');
    const client = await signIn(server, 'manager');
    const { cookie } = client;
    expect((await client.post('/auth/renew')).status).toBe(200);
    expect((await client.post('/auth/logout')).status).toBe(204);
    client.cookie = cookie;
    expect((await client.post('/auth/renew')).status).toBe(401);
    expect((await client.get('/contract/paging')).status).toBe(401);
  });

  it('expire, and a disabled account has none', async () => {
    const client = await signIn(server, 'guest');
    await server.pool.query(
      `update sessions set expire_time = now() - interval '1 second'
       where account_id = (select id from accounts where login = 'guest')`,
    );
    expect((await client.post('/auth/renew')).status).toBe(401);
    const other = await signIn(server, 'guest');
    await server.pool.query("update accounts set enabled = false where login = 'guest'");
    try {
      expect((await other.get('/system/info')).status).toBe(401);
      await expect(signIn(server, 'guest')).rejects.toThrow('cannot sign in');
    } finally {
      await server.pool.query("update accounts set enabled = true where login = 'guest'");
      await server.pool.query('delete from login_tries');
    }
  });

  it('are extended by requests', async () => {
    const client = await signIn(server, 'ecology');
    const account = "account_id = (select id from accounts where login = 'ecology')";
    await server.pool.query(
      `update sessions set renew_time = now() - interval '1 hour', expire_time = now() + interval '1 minute'
       where ${account}`,
    );
    const answer = await client.get('/system/info');
    expect(answer.headers.getSetCookie()[0]).toContain('sid=');
    const { rows } = await server.pool.query<{ longer: boolean }>(
      `select bool_or(expire_time > now() + interval '11 hours') longer from sessions where ${account}`,
    );
    expect(rows[0]!.longer).toBe(true);
  });

  it('are stored in a cookie that scripts cannot read, and in the database only as a hash', async () => {
    spec('POST /auth/login', 'POST /auth/renew');
    const client = new Client(server.url);
    const ofManager = async (what: string) => {
      const { rows } = await server.pool.query<{ value: number }>(
        `select ${what} as value from sessions where account_id = (select id from accounts where login = 'manager')`,
      );
      return Number(rows[0]!.value);
    };
    const before = await ofManager('count(*)');
    const answer = await client.post('/auth/login', { login: 'MANAGER ', password: 'demo' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      login: 'manager',
      lastName: 'Белова',
      permissions: expect.arrayContaining(['MANAGE_CONTRACTS']) as unknown,
    });
    expect(await ofManager('count(*)')).toBe(before + 1);
    await server.pool.query(
      `update sessions set renew_time = now() - interval '1 hour', expire_time = now() + interval '1 minute'
       where account_id = (select id from accounts where login = 'manager')`,
    );
    const renewed = await client.post('/auth/renew');
    expect([renewed.status, renewed.body]).toEqual([200, answer.body]);
    expect(await ofManager('max(extract(epoch from expire_time - now()))')).toBeGreaterThan(11 * 3600);
    const line = answer.headers.getSetCookie().find((each) => each.startsWith('sid=')) ?? '';
    expect(line).toMatch(/^sid=[\w-]{43};.*HttpOnly/);
    expect(line).toContain('SameSite=Lax');
    expect(line).toContain('Path=/');
    expect(line).not.toContain('Secure');
    const token = client.cookie!.slice(4);
    const { rows } = await server.pool.query<{ found: boolean }>(
      `select bool_or(encode(token_hash, 'escape') = $1 or token_hash = $2) found from sessions`,
      [token, Buffer.from(token, 'base64url')],
    );
    expect(rows[0]!.found).toBe(false);
  });

  it('start with one reply that combines four other replies', async () => {
    const settings = ['ccgsBlocked', 'base.url', 'no.such'];
    const other = new Client(server.url);
    expect((await other.get('/auth/start', { settings })).status).toBe(401);
    const client = new Client(server.url);
    const { body: account } = await client.post('/auth/login', { login: 'manager', password: 'demo' });
    const saved = await client.post('/preference', {
      screen: 'contracts',
      view: 'main',
      schemaVersion: 1,
      value: { size: 50 },
    });
    expect(saved.status).toBe(200);
    const { body: start, headers } = await client.get<{ settings: Record<string, string> }>('/auth/start', {
      settings,
    });
    const { body: page } = await client.get<{ list: { screen: string }[] }>('/preference/paging', {
      count: 100,
    });
    expect(page.list.map(({ screen }) => screen)).toContain('contracts');
    const texts: Record<string, string | null> = {};
    for (const name of settings.slice(0, 2))
      texts[name] = (await client.get<{ value: string | null }>(`/app-property/${name}`)).body.value;
    expect(start).toEqual({
      account,
      info: (await client.get('/system/info')).body,
      settings: Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== null)),
      preferences: expect.arrayContaining(page.list) as unknown,
    });
    expect(Object.keys(start.settings)).toContain('ccgsBlocked');
    expect(headers.getSetCookie()[0]).toContain('sid=');
  });

  it('are refused after five wrong passwords, with the time to wait', async () => {
    const client = new Client(server.url);
    const guess = (password: string) => client.post('/auth/login', { login: 'weigher', password });
    for (let i = 0; i < 5; i += 1) {
      const answer = await guess(`wrong${i}`);
      expect([answer.status, answer.body.code]).toEqual([401, 'credentials']);
    }
    const refused = await guess('demo');
    expect([refused.status, refused.body.code]).toEqual([429, 'tooManyTries']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect((await client.post('/auth/login', { login: 'carrier', password: 'demo' })).status).toBe(200);
    await server.pool.query("update login_tries set try_time = try_time - interval '16 minutes'");
    expect((await guess('demo')).status).toBe(200);
  });

  it('are also limited when the attempts are concurrent, and by address', async () => {
    const client = new Client(server.url);
    const guess = (login: string) => client.post('/auth/login', { login, password: 'wrong' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess('contracts')));
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5);
    await server.pool.query('delete from login_tries');
    const spread = await Promise.all(Array.from({ length: 60 }, (_, i) => guess(`unknown${i}`)));
    expect(spread.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(50);
    expect((await guess('another')).status).toBe(429);
    await server.pool.query('delete from login_tries');
  });
});

describe('errors', () => {
  it('are always problem details', async () => {
    const client = await signIn(server, 'manager');
    const cases: [string, string, object, number, string][] = [
      ['GET', '/api/v3/nothing', {}, 404, 'notFound'],
      ['GET', '/elsewhere', {}, 404, 'notFound'],
      ['PUT', '/api/v3/contract', { body: {} }, 405, 'method'],
      ['POST', '/api/v3/contract', { body: '{bad' }, 400, 'badRequest'],
      ['POST', '/api/v3/contract', { body: '{"__proto__":{}}' }, 400, 'badRequest'],
      [
        'POST',
        '/api/v3/contract',
        { body: 'x=1', headers: { 'Content-Type': 'text/plain' } },
        415,
        'mediaType',
      ],
      ['POST', '/api/v3/contract', { body: `"${'x'.repeat(1_100_000)}"` }, 413, 'tooLarge'],
      ['POST', '/api/v3/contract', {}, 400, 'validation'],
      ['GET', '/api/v3/contract/paging', { query: { filter: '{' } }, 400, 'validation'],
      ['GET', '/api/v3/contract/paging', { query: { surprise: 1 } }, 400, 'validation'],
      ['GET', '/api/v3/contract/%ZZ', {}, 400, 'badRequest'],
      ['GET', '/api/v3/contract/1', {}, 400, 'validation'],
      ['GET', `/api/v3/contract/${NOBODY}`, {}, 404, 'notFound'],
    ];
    for (const [method, address, sent, status, code] of cases) {
      const answer = await client.call(method, address, sent);
      expect([address, answer.status, answer.body.code]).toEqual([address, status, code]);
      expect(answer.type).toContain('application/problem+json');
      expect(answer.body.title.startsWith('server.')).toBe(false);
      expect(answer.body.message.startsWith('server.')).toBe(false);
    }
  });

  it('are in the language of the request', async () => {
    const client = await signIn(server, 'manager');
    const ask = async (language: string) =>
      (
        await client.call('POST', '/api/v3/customer', {
          body: { name: '', mail: 'x', claimSubmissionDays: 31, extra: 1 },
          headers: { 'Accept-Language': language },
        })
      ).body;
    const russian = await ask('ru-RU,ru;q=0.9,en;q=0.8');
    const english = await ask('en-US,en;q=0.9,ru;q=0.1');
    expect(russian.message).toBe('Проверьте заполнение полей');
    expect(english.message).toBe('Check the fields');
    const at = (body: typeof russian, field: string) =>
      body
        .details!.errors!.filter((error) => error.field === field)
        .map(({ code, message }) => [code, message]);
    spec('V-034', 'V-042');
    expect(at(russian, 'name')).toEqual([['required', 'Заполните поле']]);
    expect(at(russian, 'kind')).toEqual([['required', 'Заполните поле']]);
    expect(at(russian, 'claimSubmissionDays')).toEqual([['maximum', 'Допустимы значения от 0 до 30']]);
    expect(at(english, 'claimSubmissionDays')).toEqual([['maximum', 'Between 0 and 30']]);
    expect(at(russian, 'extra')).toEqual([['unknownField', 'Неизвестное поле']]);
    expect(at(russian, 'mail')[0]![0]).toBe('format');
  });
});
