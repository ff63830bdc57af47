/** Large, wrong, slow and aborted requests cost the server little, and each gets a specific error. */
import { connect as connectSocket, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadApi, loadLocales } from '../../../server/core/projectFiles.ts';
import { buildServer } from '../../../server/http/build.ts';
import { ROOT, signIn, startTestServer, Client, type ProblemReply, type TestServer } from '../support.ts';

const errors: unknown[] = [];
/** Operation and status of every reply. */
const answered = new Map<string, Set<number>>();
let server: TestServer;
let manager: Client;
beforeAll(async () => {
  server = await startTestServer({
    scale: 0.02,
    // Long enough for the large bodies of this file on a busy machine: this process also sends them.
    limits: { headersTimeout: 300, bodyTimeout: 2_000, connectionsPerAddress: 40 },
    onError: (error) => errors.push(error),
    trace: (id, status) => answered.set(id, (answered.get(id) ?? new Set()).add(status)),
  });
  manager = await signIn(server, 'manager');
});
afterAll(() => server.close());

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Sends raw bytes; `answer` is what was received when the server closed. */
function raw(bytes: string): { socket: Socket; answer: Promise<string> } {
  const socket = connectSocket(Number(new URL(server.url).port), '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  socket.on('error', () => undefined);
  socket.write(bytes);
  return { socket, answer: new Promise((resolve) => socket.once('close', () => resolve(text))) };
}

const LOGIN =
  'POST /api/v3/auth/login HTTP/1.1\r\nHost: x\r\nX-Requested-With: x\r\nContent-Type: application/json\r\n';

/** Processor time of `work` in milliseconds, including the client's: it does not grow with the load of the machine. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('wrong values by the thousand', () => {
  const lists: [string, string][] = [
    ['numbers', JSON.stringify({ limitIds: Array.from({ length: 400_000 }, () => 0) })],
    ['texts', JSON.stringify({ limitIds: Array.from({ length: 90_000 }, (_, i) => `x${i}`) })],
    ['unknown names', `{"limitIds":[]${Array.from({ length: 90_000 }, (_, i) => `,"x${i}":0`).join('')}}`],
    ['lists', `{"limitIds":[${'[[[]]],'.repeat(100_000)}0]}`],
    ['depth', `{"limitIds":${'['.repeat(400_000)}${']'.repeat(400_000)}}`],
    ['one long name', `{"${'x'.repeat(900_000)}":0}`],
  ];
  it.each(lists)('%s: the report is short and does not delay others', async (_name, body) => {
    let answer: Awaited<ReturnType<Client['post']>> | undefined;
    const cost = await costOf(async () => {
      answer = await manager.post('/contract-limit/balance', body as unknown as object);
    });
    expect(answer?.status).toBe(400);
    expect(JSON.stringify(answer?.body).length).toBeLessThan(30_000);
    expect(cost).toBeLessThan(1_500);
  });

  it('are reported up to a hundred, the rest as "and more"', async () => {
    const filter = { surprise: 1, ids: Array.from({ length: 150 }, () => 'x') };
    const { body } = await manager.get('/contract/paging', { filter });
    const told = body.details?.errors ?? [];
    expect(told.length).toBe(101);
    expect(told[0]!.field).toMatch(/^filter\./);
    expect(told.at(-1)).toMatchObject({ field: '', code: 'more' });
  });

  it('have a limit in a list of the address, too', async () => {
    const ids = Array.from({ length: 301 }, () => '00000000-0000-4000-8000-000000000000');
    const refused = await manager.get('/contract/paging', { filter: { ids } });
    expect(refused.body.details?.errors).toMatchObject([{ field: 'filter.ids', code: 'maxItems' }]);
    const taken = await manager.get('/contract/paging', { filter: { ids: ids.slice(1) } });
    expect(taken.status).toBe(200);
  });

  it('are refused before sign-in by a small limit of the body', async () => {
    const client = new Client(server.url);
    const login = (body: unknown) => client.post('/auth/login', body);
    expect((await login({ login: 'a', password: 'x'.repeat(20_000) })).status).toBe(413);
    expect((await login({ login: 'a', password: 'b' })).status).toBe(401);
  });
});

it('an API file whose request has a list without a maximum is refused at the start', () => {
  const api = loadApi(ROOT);
  const operation = api.operations.get('contractLimitBalance')!;
  const list = { type: 'array', items: { type: 'string' } } as const;
  const body = { type: 'object', properties: { deep: { anyOf: [{ type: 'null' }, list] } } } as const;
  api.operations.set(operation.id, { ...operation, body: body as never });
  expect(() => buildServer({ api, locales: loadLocales(ROOT), db: server.db })).toThrow(
    'body.deep of contractLimitBalance in schemas/api/contracts.json',
  );
});

describe('what no column can hold', () => {
  const contract = {
    number: 'N',
    name: 'N',
    type: { name: 'SERVICE', caption: '' },
    customer: { id: '00000000-0000-4000-8000-000000000000', name: '', shortName: '' },
    supplier: { id: '00000000-0000-4000-8000-000000000001', name: '', shortName: '' },
    effectiveDate: '2026-01-01',
  };
  const cases: [string, () => Promise<{ status: number; body: ProblemReply }>, string][] = [
    ['zero byte', () => manager.post('/contract', { ...contract, name: 'a\u0000' }), 'name'],
    [
      'deep zero byte',
      () => manager.post('/contract', { ...contract, type: { name: '\u0000' } }),
      'type.name',
    ],
    [
      'year 0',
      () => manager.post('/contract', { ...contract, effectiveDate: '0000-01-01' }),
      'effectiveDate',
    ],
    ['no character of XML', () => manager.post('/contract', { ...contract, name: 'a\uFFFE' }), 'name'],
    [
      'another one, in a list',
      () => manager.get('/contract/paging', { filter: { statuses: ['\uFFFF'] } }),
      'filter.statuses.0',
    ],
    ['zero byte in the address', () => manager.get('/contract/paging', { query: '\u0000' }), 'query'],
    [
      'year 0 in a filter',
      () => manager.get('/contract/paging', { filter: { dateFrom: '0000-01-01' } }),
      'filter.dateFrom',
    ],
    ['no JSON', () => manager.get('/contract/paging', { filter: '{' }), 'filter'],
  ];
  it.each(cases)('%s is reported with its field', async (_name, ask, field) => {
    const { status, body } = await ask();
    expect([status, body.details?.errors?.[0]?.field]).toEqual([400, field]);
  });

  it('is named in the error', async () => {
    const { body } = await manager.post('/contract', { ...contract, name: 'a\uFFFE' });
    expect(body.details?.errors?.[0]?.message).toContain('U+FFFE');
  });
});

describe('requests that do not end', () => {
  it('are ended with a problem that says so: slow headers, a slow body', async () => {
    const head = raw('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const body = raw(`${LOGIN}Content-Length: 1000\r\n\r\n{`);
    for (const answer of await Promise.all([head.answer, body.answer])) {
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect(answer).toContain('application/problem+json');
    }
  });

  it('are limited for each address', async () => {
    const open = Array.from({ length: 60 }, () => raw(`${LOGIN}Content-Length: 1000\r\n\r\n{`));
    const refused = await Promise.all(
      open.map(({ answer }) => answer.then((text) => (text === '' ? 1 : 0) as number)),
    );
    expect(refused.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(20);
    expect((await new Client(server.url).call<object>('GET', '/healthz')).status).toBe(200);
  });

  it('are no lost database when the client goes away', async () => {
    errors.length = 0;
    const gone = Array.from({ length: 20 }, () => raw(`${LOGIN}Content-Length: 1000\r\n\r\n{`));
    await manager.get('/system/heartbeat');
    for (const { socket } of gone) socket.resetAndDestroy();
    await manager.get('/system/heartbeat');
    await manager.get('/system/heartbeat');
    expect(errors).toEqual([]);
  });
});

describe('answers that say what was wrong', () => {
  const body = (text: string) => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as ProblemReply;
  it('405 has the allowed methods', async () => {
    const put = await manager.call('PUT', '/api/v3/contract', { body: {} });
    expect([put.status, put.headers.get('allow'), put.body.code]).toEqual([405, 'POST', 'method']);
    const one = await manager.call('PATCH', '/api/v3/contract/1');
    expect([one.status, one.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD']);
    expect((await manager.call('PUT', '/api/v3/nothing')).status).toBe(404);
  });

  it('431, 414 and a missing Host are problems', async () => {
    const large = raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`);
    const long = raw(`GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const middling = raw(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const nameless = raw('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    const statuses = [];
    for (const { answer } of [large, long, middling, nameless]) {
      const text = await answer;
      expect(text).toContain('application/problem+json');
      statuses.push([Number(text.slice(9, 12)), body(text).code]);
    }
    expect(statuses).toEqual([
      [431, 'headersTooLarge'],
      [414, 'tooLong'],
      [414, 'tooLong'],
      [400, 'badRequest'],
    ]);
  });

  it('a long id is an invalid id', async () => {
    for (const length of [101, 5000]) {
      const { status, body } = await manager.get(`/contract/${'a'.repeat(length)}`);
      expect([length, status, body.details?.errors?.[0]?.field]).toEqual([length, 400, 'contractId']);
    }
    expect((await new Client(server.url).get(`/contract/${'a'.repeat(5000)}`)).status).toBe(401);
  });
});

it('whatever was answered stands in the OpenAPI document', async () => {
  const reply = await (await signIn(server, 'admin')).call('GET', '/api/openapi.json');
  const { paths } = reply.body as unknown as {
    paths: Record<string, Record<string, { operationId: string; responses: object }>>;
  };
  const told = new Map(
    Object.values(paths).flatMap((item) =>
      Object.values(item).map(({ operationId, responses }) => [
        operationId,
        Object.keys(responses).map(Number),
      ]),
    ),
  );
  expect([...answered.get('authLogin')!].toSorted()).toEqual([200, 401, 408, 413]);
  for (const [id, statuses] of answered) expect(told.get(id)).toEqual(expect.arrayContaining([...statuses]));
});
