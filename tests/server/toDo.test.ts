/** The to-do list: what waits for which party of agreement policies. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadApi } from '../../server/core/projectFiles.ts';
import { createHandlers, records } from '../../server/modules/handlers.ts';
import { Listener } from './live/listener.ts';
import { contractsBetween } from './scope/contracts.ts';
import { ROOT, signIn, startTestServer, type Client, type TestServer } from './support.ts';

interface ToDo {
  total: number;
  overdue: number;
  kinds: { entity: string; caption: string; total: number; overdue: number }[];
  items: {
    entity: string;
    id: string;
    version: number;
    parentId: string | null;
    title: string;
    deadline: string | null;
    overdue: boolean;
    actions: { code: string; caption: string }[];
  }[];
}
interface Policy {
  id: string;
  version: number;
  replyDate: string | null;
}

let server: TestServer;
let contractId: string;
let owner: Client;
let carrier: Client;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  const contracts = await contractsBetween(server);
  contractId = contracts.customer['contract']!;
  await server.pool.query('delete from contract_policies');
  await server.pool.query(
    "update contracts set effective_date = '2026-01-01', expiration_date = null where id = $1",
    [contractId],
  );
  [owner, carrier] = await Promise.all([signIn(server, 'manager'), signIn(server, 'carrier')]);
});
afterAll(() => server.close());

const toDo = async (client: Client, query = {}) => (await client.get<ToDo>('/to-do', query)).body;
const make = async (name: string, effectiveDate: string) =>
  (
    await owner.post<Policy>('/contract-policy', {
      contractId,
      name,
      effectiveDate,
      expirationDate: effectiveDate.replace('-01-01', '-12-31'),
      considerationDays: 5,
    })
  ).body;

it('lists what waits for the other party until it answers, then for the owner, each with its deadline', async () => {
  const first = await make('Первая', '2031-01-01');
  const second = await make('Вторая', '2032-01-01');
  expect([await toDo(owner), await toDo(carrier)]).toMatchObject([{ total: 0 }, { total: 0 }]);
  const sent = (await owner.post<Policy>(`/contract-policy/${first.id}/send`)).body;
  await owner.post(`/contract-policy/${second.id}/send`);
  await server.pool.query(
    `update contract_policies set reply_date = (now() at time zone 'Europe/Moscow')::date - 3 where id = $1`,
    [second.id],
  );
  const { number } = (await owner.get<{ number: string }>(`/contract/${contractId}`)).body;
  const waiting = await toDo(carrier);
  expect([waiting.total, waiting.overdue, waiting.items.map(({ title }) => title)]).toEqual([
    2,
    1,
    ['Вторая', 'Первая'],
  ]);
  expect(waiting.kinds).toEqual([
    { entity: 'contractPolicy', caption: 'Политика согласования', total: 2, overdue: 1 },
  ]);
  expect(waiting.items[1]).toEqual({
    entity: 'contractPolicy',
    kind: 'Политика согласования',
    id: first.id,
    version: sent.version,
    parentId: contractId,
    title: 'Первая',
    about: number,
    day: null,
    deadline: sent.replyDate,
    overdue: false,
    actions: [
      { code: 'accept', caption: 'Согласовать' },
      { code: 'reject', caption: 'Отклонить' },
    ],
  });
  // Counts alone, another kind, and nothing for the party that sent.
  expect(await toDo(carrier, { limit: 0 })).toMatchObject({ total: 2, items: [] });
  expect(await toDo(carrier, { entity: 'contract' })).toMatchObject({ total: 0, items: [] });
  expect((await toDo(owner)).total).toBe(0);
  await carrier.post(`/contract-policy/${first.id}/reject`, { reason: 'Много дней' });
  expect((await toDo(carrier)).total).toBe(1);
  expect((await toDo(owner)).items).toMatchObject([
    { id: first.id, deadline: null, actions: [{ code: 'send' }] },
  ]);
});

it('names the parent of each waiting record, and the day of a result', async () => {
  const reviewer = await signIn(server, 'admin');
  const day = expect.stringMatching(/^\d{4}-/) as string;
  for (const [entity, about, of] of [
    ['csori', /^ЭР-\d{4}\//, day],
    ['carrierClaim', /, /, day],
    ['incident', /, /, null],
  ] as const) {
    const { items } = await toDo(reviewer, { entity, limit: 5 });
    expect([entity, items.length > 0]).toEqual([entity, true]);
    for (const item of items)
      expect(item).toMatchObject({ about: expect.stringMatching(about) as string, day: of });
  }
});

it('lists nothing for accounts without the permission, nor for strangers', async () => {
  for (const login of ['guest', 'manager2', 'reader', 'chief'])
    expect([
      login,
      (await toDo(await signIn(server, login), { entity: 'contractPolicy' })).items.filter(
        ({ deadline }) => deadline,
      ),
    ]).toEqual([login, []]);
});

it('the list of a contract has a filter for what waits for the user', async () => {
  const waitingFor = async (client: Client) =>
    (
      await client.get<{ list: { id: string }[] }>('/contract-policy/paging', {
        contractId,
        filter: JSON.stringify({ waiting: true }),
        count: 100,
      })
    ).body.list.map(({ id }) => id);
  const policy = await make('Для списка', '2034-01-01');
  expect(await waitingFor(carrier)).not.toContain(policy.id);
  await owner.post(`/contract-policy/${policy.id}/send`);
  for (const client of [carrier, owner]) {
    const all = (await toDo(client, { entity: 'contractPolicy', limit: 200 })).items;
    const own = all.filter(({ parentId }) => parentId === contractId).map(({ id }) => id);
    expect((await waitingFor(client)).toSorted()).toEqual(own.toSorted());
  }
  expect(await waitingFor(carrier)).toContain(policy.id);
  expect(await waitingFor(owner)).not.toContain(policy.id);
  await carrier.post(`/contract-policy/${policy.id}/accept`);
  expect(await waitingFor(carrier)).not.toContain(policy.id);
});

it('a contract that is not active has nothing waiting', async () => {
  await owner.post(`/contract/${contractId}/block`);
  expect([(await toDo(owner)).total, (await toDo(carrier)).total]).toEqual([0, 0]);
  await owner.post(`/contract/${contractId}/unblock`);
  expect((await toDo(carrier)).total).toBe(1);
});

it('each party gets a message when something begins or ends waiting for it', async () => {
  const made = await make('Третья', '2033-01-01');
  const windows = await Promise.all([Listener.open(owner), Listener.open(carrier)]);
  for (const window of windows) await window.subscribe('+contractPolicy:*');
  await owner.post(`/contract-policy/${made.id}/send`);
  await carrier.post(`/contract-policy/${made.id}/accept`);
  for (const window of windows) {
    await window.hears(({ dto }) => dto?.id === made.id && dto.version === 3);
    expect(window.messages().flatMap(({ dto }) => (dto?.id === made.id ? [dto.version] : []))).toEqual([
      2, 3,
    ]);
    window.close();
  }
});

it('the screen links to every waiting kind, and follows its live messages', () => {
  const screen = readFileSync(path.join(ROOT, 'screens/to-do/to-do.screen.json'), 'utf8');
  const waiting = records.filter(({ transitions }) =>
    Object.values(transitions?.of ?? {}).some(({ waits }) => waits),
  );
  expect(waiting.length).toBeGreaterThan(0);
  for (const { name } of waiting) {
    expect(screen).toContain(`row.entity == '${name}'`);
    expect(JSON.stringify(JSON.parse(screen))).toContain(`"broadcast":"${name}"`);
  }
});

it('a waiting kind without live messages stops the server at its start', () => {
  const api = loadApi(ROOT);
  const toDoOperation = api.operations.get('toDo')!;
  const silent = {
    ...api,
    operations: new Map([...api.operations, ['toDo', { ...toDoOperation, live: [] }] as const]),
  };
  const build = { version: '0', revision: 'test', revisionDate: '2026-11-20T00:00:00Z' };
  expect(() => createHandlers(silent, { build })).toThrow(
    'x-live of the operation toDo lacks contractPolicy',
  );
});
