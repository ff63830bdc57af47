/** Requests of one account do not make others wait: fair order, limits, and refusals with the time to retry. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makers } from '../../../server/core/threadPool.ts';
import { Turns } from '../../../server/core/turns.ts';
import { startSession } from '../../../server/access/sessions.ts';
import {
  signIn,
  startTestServer,
  type Answer,
  type Client,
  type ProblemReply,
  type TestServer,
} from '../support.ts';

let server: TestServer;
let reader: Client;
let manager: Client;
let readerId: string;
let contractId: string;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
  [reader, manager] = [await signIn(server, 'reader'), await signIn(server, 'manager')];
  const { rows } = await server.pool.query<{ id: string }>("select id from accounts where login = 'reader'");
  readerId = rows[0]!.id;
  const page = await reader.get<{ list: { id: string }[] }>('/contract/paging', { count: 1 });
  contractId = page.body.list[0]!.id;
});
afterAll(() => server.close());

const columns = JSON.stringify([{ label: 'Номер', path: 'number' }]);
const EXPORT = '/api/v3/contract/paging/export';
const exported = (client: Client) => client.call('GET', EXPORT, { query: { format: 'xlsx', columns } });
const printed = (client: Client) => client.get(`/contract/${contractId}/print`);

/** Returns replies to concurrent calls, none of which is carried out before the others are refused. */
async function whileBusy(calls: number, call: (client: Client) => Promise<Answer<ProblemReply>>) {
  const { release } = await makers.take(readerId);
  try {
    const answers: Answer<ProblemReply>[] = [];
    const asked = Array.from({ length: calls }, () => call(reader).then((answer) => answers.push(answer)));
    await expect.poll(() => answers.length).toBe(calls - 4);
    expect((await call(manager)).status).toBe(200);
    release();
    await Promise.all(asked);
    return answers;
  } finally {
    release();
  }
}

describe.each([
  ['exports', exported],
  ['prints', printed],
])('%s of one account', (_name, call) => {
  it('are made one at a time; a few wait, the others are refused with the time to retry', async () => {
    const answers = await whileBusy(7, call);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 429, 429, 429]);
    const [refused] = answers;
    expect([refused!.headers.get('retry-after'), refused!.body.code]).toEqual(['10', 'tooManyFiles']);
    expect(refused!.body.message).toContain('10 с');
  });
});

it('a client that disconnects frees its place', async () => {
  const { release } = await makers.take(readerId);
  try {
    const away = new AbortController();
    const headers = { 'x-requested-with': 'fetch', cookie: reader.cookie! };
    const address = `${server.url}${EXPORT}?${new URLSearchParams({ format: 'csv', columns }).toString()}`;
    const refused: number[] = [];
    const asked = Array.from({ length: 6 }, () =>
      fetch(address, { headers, signal: away.signal }).then(
        ({ status }) => refused.push(status),
        () => undefined,
      ),
    );
    await expect.poll(() => refused).toEqual([429, 429]);
    away.abort();
    await Promise.all(asked);
    await reader.get('/system/heartbeat');
    await reader.get('/system/heartbeat');
    const next = exported(reader);
    release();
    expect((await next).status).toBe(200);
  } finally {
    release();
  }
});

describe('jobs of one account', () => {
  afterEach(async () => {
    await server.pool.query('delete from jobs');
  });
  const start = (client: Client) =>
    client.call<{ id: string } & ProblemReply>('POST', EXPORT, { query: { format: 'csv', columns } });

  it('are limited to five, also when all are sent at once; another account has a separate limit', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => start(reader)));
    const refused = answers.filter(({ status }) => status === 429);
    expect([refused.length, answers.filter(({ status }) => status === 202).length]).toEqual([3, 5]);
    expect([refused[0]!.headers.get('retry-after'), refused[0]!.body.code]).toEqual(['30', 'tooManyJobs']);
    expect((await start(manager)).status).toBe(202);
    const { id } = answers.find(({ status }) => status === 202)!.body;
    expect((await reader.call('DELETE', `${EXPORT}/${id}`)).status).toBe(204);
    expect((await start(reader)).status).toBe(202);
  });
});

it('sessions of one account are a hundred at most; the least recently used one ends', async () => {
  const { rows } = await server.pool.query<{ id: string }>("select id from accounts where login = 'guest'");
  const oldest = await signIn(server, 'guest');
  const used = await signIn(server, 'guest');
  await server.pool.query(
    `update sessions set renew_time = now() - interval '1 minute' * case token_hash when sha256($2) then 2 else 1 end
     where account_id = $1`,
    [rows[0]!.id, Buffer.from(oldest.cookie!.slice('sid='.length))],
  );
  for (let n = 0; n < 99; n += 1)
    await startSession(server.db, rows[0]!.id, { address: '127.0.0.1', userAgent: undefined });
  const statuses = async () =>
    Promise.all(
      [oldest, used].map(async (client) => (await client.call('POST', '/api/v3/auth/renew')).status),
    );
  expect(await statuses()).toEqual([401, 200]);
});

describe('fair order', () => {
  const limits = { atOnce: 2, atOnceOfAccount: 1, waiting: 3, waitingOfAccount: 2 };
  it('alternates between accounts; no account gets two places while another waits', async () => {
    const turns = new Turns(limits);
    const told: string[] = [];
    const ends = new Map<string, () => void>();
    const take = (name: string, account: string) =>
      turns.take(account).then((end) => {
        told.push(name);
        ends.set(name, end);
      });
    await Promise.all([take('a1', 'a'), take('b1', 'b')]);
    const waiting = [take('a2', 'a'), take('a3', 'a'), take('c1', 'c')];
    await expect(turns.take('a')).rejects.toMatchObject({ status: 429 });
    await expect(turns.take('d')).rejects.toMatchObject({ status: 429 });
    ends.get('b1')!();
    await waiting[2];
    ends.get('a1')!();
    ends.get('a1')!();
    await waiting[0];
    ends.get('c1')!();
    expect(told).toEqual(['a1', 'b1', 'c1', 'a2']);
    ends.get('a2')!();
    await waiting[1];
  });

  it('skips aborted requests', async () => {
    const turns = new Turns(limits);
    const end = await turns.take('a');
    const gone = new AbortController();
    const waiting = turns.take('a', gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    const next = turns.take('a');
    end();
    (await next)();
  });
});
