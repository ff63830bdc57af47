/** Agreement of results: both parties of every transition; the tests try to break each rule through the API. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreeResults, confirmDue, endConsideration } from '../../server/modules/agreement/agreeResults.ts';
import { claimDueFindings } from '../../server/modules/agreement/findings.ts';
import { insertCsoris, takeArrived } from '../../server/modules/agreement/makeCsoris.ts';
import { spec } from '../spec/spec.ts';
import { readPdf } from './contracts/pdfText.ts';
import { Listener } from './live/listener.ts';
import { meanwhile } from './meanwhile.ts';
import {
  dayOf,
  signIn,
  startTestServer,
  type Answer,
  type Client,
  type ProblemReply,
  type TestServer,
} from './support.ts';

interface Amount {
  count: number;
  volume: number;
  sum: number | null;
}
interface Csori {
  id: string;
  version: number;
  date: string;
  controlDate: string | null;
  status: { name: string };
  nextParty: { name: string } | null;
  decision: { name: string } | null;
  ordered: Amount;
  billed: Amount | null;
  approved: Amount | null;
  pretension: { id: string; status: { name: string } } | null;
}
interface Claim {
  id: string;
  version: number;
  number: string;
  csoriId: string;
  status: { name: string };
  nextParty: { name: string } | null;
  controlDate: string | null;
  expected: Amount | null;
  approved: Amount | null;
  author: string | null;
  attachments: { id: string; fileInfo: { name: string } }[];
  messages: { action: string; party: { name: string }; text: string | null }[];
}
interface Incident {
  id: string;
  number: string;
  tierId: string;
}
interface Page<T> {
  list: T[];
  size: number;
}
interface Task {
  id: string;
  csori: string;
  date: string;
}

let server: TestServer;
/** The operator's approver, its all-rights account, the carrier's, other carriers', and strangers. */
let ro: Client;
let admin: Client;
let carrier: Client;
let others: Client[];
let stranger: Client;
let ids: { instance: string; carrier: string; contract: string; stand: string; owner: string; type: string };

/** Each account signs in once. */
const signedIn = new Map<string, Promise<Client>>();
const as = (login: string): Promise<Client> => {
  const known = signedIn.get(login) ?? signIn(server, login);
  signedIn.set(login, known);
  return known;
};

/** Calls `work` for each item, several at once: the time is spent waiting for the database. */
const AT_ONCE = 6;
async function several<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const take = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

const one = async <T extends object>(text: string, values: unknown[] = []) =>
  (await server.pool.query<T>(text, values)).rows[0]!;
const codeOf = ({ status, body }: Pick<Answer<unknown>, 'status' | 'body'>) => [
  status,
  (body as Partial<ProblemReply>).code,
];
const fieldsOf = ({ status, body }: { status: number; body: ProblemReply }) => [
  status,
  body.details?.errors?.map(({ field }) => field),
];

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  [ro, admin, carrier, stranger] = (await Promise.all(
    ['agreement', 'admin', 'claims', 'manager2'].map(as),
  )) as [Client, Client, Client, Client];
  ids =
    await one(`select c.instance_id as instance, c.carrier_id as carrier, c.contract_id as contract, c.stand_id as stand,
    c.customer_id as owner, c.container_type as type from csoris c join customers k on k.id = c.carrier_id
    where k.linked_instance_id is not null order by c.id limit 1`);
  // Two more carriers of the operator, each an instance.
  const rivals = await server.pool.query<{ login: string }>(
    `with rivals as (
       select id, row_number() over (order by id) as n from customers
       where instance_id = $1 and linked_instance_id is null and id <> $2 order by id limit 2),
     linked as (update customers c set uuid_agreed = true,
       linked_instance_id = (select a.instance_id from accounts a where a.login = case r.n when 1 then 'weigher' else 'ecology' end)
       from rivals r where r.id = c.id returning c.id),
     granted as (insert into role_permissions select role_id, p from account_roles r join accounts a on a.id = r.account_id
       cross join unnest(array['RO_CARRIER_CLAIM_PROCESSING', 'RO_NEW_CLAIM', 'RO_ORDER_AGREEMENT', 'RO_CARRIER_EDIT_VOLUME']) p
       where a.login in ('weigher', 'ecology', 'manager2') returning 1)
     select count(*)::text as login from linked, granted`,
    [ids.instance, ids.owner],
  );
  expect(rivals.rows.length).toBe(1);
  others = await Promise.all(['weigher', 'ecology'].map(as));
  await server.pool.query(
    `update customers set days_kind = 'CALENDAR', claim_submission_days = 10, claim_consideration_days = 5 where id = $1`,
    [ids.carrier],
  );
  await server.pool.query('delete from contract_policies where contract_id = $1', [ids.contract]);
  await server.pool.query(
    `insert into contract_policies (instance_id, contract_id, name, effective_date, consideration_days, tolerance, status,
       send_time, reply_date, decision_time) values ($1, $2, 'Допуск', '2020-01-01', 5, 10, 'ACCEPTED', now(), now(), now())`,
    [ids.instance, ids.contract],
  );
});
afterAll(() => server.close());

/** A result in AGREEMENT: ordered 4, billed 6 of 1.1 cubic metres. Each has a separate day. */
let days = 0;
const STATES = ['NEW', 'AGREEMENT', 'APPROVED', 'CLAIM', 'CORRECTION'] as const;
beforeEach(async () => {
  const free = await one<{ n: number }>('select count(*)::int as n from csoris where stand_id = $1', [
    ids.stand,
  ]);
  days = Math.max(days, free.n);
});
const make = async (given: Record<string, unknown> = {}): Promise<Csori> =>
  csoriOf({ id: await insert(given) });
async function insert(given: Record<string, unknown> = {}): Promise<string> {
  days += 1;
  const row = {
    csori_date: null as string | null,
    ordered_count: 4,
    ordered_volume: 4.4,
    billed_count: 6 as number | null,
    billed_volume: 6.6 as number | null,
    status: 'AGREEMENT',
    price: 500,
    control_date: null,
    confirm_mode: null,
    carrier_id: ids.carrier,
    container_action: `T${days}`,
    ...given,
  };
  const { id } = await one<{ id: string }>(
    `insert into csoris (instance_id, csori_date, stand_id, contract_id, carrier_id, customer_id, container_type, container_action,
       garbage_type, address, ordered_count, ordered_volume, billed_count, billed_volume, first_count, first_volume, price,
       status, control_date, confirm_mode, approved_count, approved_volume, decision)
     select $1::uuid, coalesce($2::date, (now() at time zone 'Europe/Moscow')::date - 1), $3::uuid, $4::uuid, $5::uuid, $6::uuid, $7::text, $8::text, 'MSW', 'Тула, ул. Первомайская, д. 1', $9::int, $10::numeric, $11::int, $12::numeric, $11::int, $12::numeric,
       $13::numeric, $14::text, $15::date, $16::text, case when $14::text = 'APPROVED' then $11::int end, case when $14::text = 'APPROVED' then $12::numeric end,
       case when $14::text = 'APPROVED' then 'AS_BILLED' end returning id`,
    [
      ids.instance,
      row.csori_date,
      ids.stand,
      ids.contract,
      row.carrier_id,
      ids.owner,
      ids.type,
      row.container_action,
      row.ordered_count,
      row.ordered_volume,
      row.billed_count,
      row.billed_volume,
      row.price,
      row.status,
      row.control_date,
      row.confirm_mode,
    ],
  );
  return id;
}
const csoriOf = async ({ id }: { id: string }) => (await admin.get<Csori>(`/csori/${id}`)).body;
const claimOf = async ({ id }: { id: string }) => (await admin.get<Claim>(`/carrier-claim/${id}`)).body;

/** A multipart request. */
function form<T = Claim & ProblemReply>(client: Client, path: string, fields: object, files: File[] = []) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) body.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const file of files) body.append('files', file);
  return client.post<T>(path, body);
}
const ASKED = { reason: 'VOLUME_OVERSTATED', expectedCount: 4, expectedVolume: 4.4, comment: 'Заказано 4' };
const submit = (csori: Pick<Csori, 'id' | 'version'>, given: object = {}, client = ro) =>
  form(client, '/carrier-claim/submit', { csoriId: csori.id, version: csori.version, ...ASKED, ...given });
const claimed = async (given: Record<string, unknown> = {}) => {
  const csori = { id: await insert(given), version: 1 };
  const answer = await submit(csori);
  expect(answer.status).toBe(200);
  return { csori, claim: answer.body };
};
const act = <T = Claim>(client: Client, { id }: { id: string }, action: string, body: object = {}) =>
  client.post<T & ProblemReply>(`/carrier-claim/${id}/${action}`, body);
const discard = (client: Client, { id }: { id: string }, reason = 'Вывоз подтверждён') =>
  form(client, `/carrier-claim/${id}/discard`, { reason });
const specify = (client: Client, { id }: { id: string }, comment = 'Нет фото') =>
  form(client, `/carrier-claim/${id}/specify`, { comment });
const codes = async (client: Client, path: string, name: string, { id }: { id: string }) =>
  (await client.get<{ code: string }[]>(`${path}/transitions`, { [name]: [id] })).body.map(
    ({ code }) => code,
  );

describe('results', () => {
  it('are approved as billed by the operator with the permission, once, and use up the limits of the contract', async () => {
    spec(
      'GET csori',
      'POST csori approve',
      'GET csori transitions',
      'S-003',
      'B-166',
      'B-167',
      'B-168',
      'B-169',
    );
    const limit = await one<{ id: string }>(
      `insert into contract_limits (instance_id, contract_id, type, unit, value, period) values ($1, $2, 'VOLUME', 'M3', 1000, 'MONTH') returning id`,
      [ids.instance, ids.contract],
    );
    const csori = await make();
    expect(csori).toMatchObject({ nextParty: { name: 'RO' }, billed: { count: 6, volume: 6.6, sum: 3300 } });
    expect(await codes(ro, '/csori', 'csoriIds', csori)).toEqual([
      'approve',
      'approveWithChanges',
      'createClaim',
    ]);
    expect(await codes(carrier, '/csori', 'csoriIds', csori)).toEqual([]);
    expect((await carrier.post(`/csori/${csori.id}/approve`)).status).toBe(403);
    expect((await stranger.post(`/csori/${csori.id}/approve`)).status).toBe(404);
    const answers = await Promise.all([1, 2].map(() => ro.post<Csori>(`/csori/${csori.id}/approve`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await csoriOf(csori)).toMatchObject({
      status: { name: 'APPROVED' },
      approved: { count: 6, volume: 6.6 },
      decision: { name: 'AS_BILLED' },
      nextParty: null,
    });
    const used = await one<{ amount: string }>(
      'select amount::text from contract_limit_usage where limit_id = $1',
      [limit.id],
    );
    expect(Number(used.amount)).toBe(6.6);
    expect((await ro.get(`/csori/${csori.id}`, { date: csori.date })).status).toBe(200);
    expect((await ro.get(`/csori/${csori.id}`, { date: '2020-01-01' })).status).toBe(404);
    const stale = await ro.call('POST', `/api/v3/csori/${(await make()).id}/approve`, {
      headers: { 'If-Match': '"7"' },
    });
    expect(stale.status).toBe(412);
  });

  it('are approved with changes within the tolerance and 125 %', async () => {
    spec('POST csori approve-with-changes', 'csori manage-contract-policy', 'V-049', 'V-052', 'C-027');
    const change = async (count: number, volume: number, given: Csori) =>
      fieldsOf(await ro.post<ProblemReply>(`/csori/${given.id}/approve-with-changes`, { count, volume }));
    const csori = await make();
    const { body: policy } = await ro.get<object>(`/csori/${csori.id}/manage-contract-policy`, {
      date: csori.date,
    });
    expect(policy).toMatchObject({
      policy: { tolerance: 10 },
      mayApprove: true,
      leastVolume: 5.94,
      mostVolume: 8.25,
      leastCount: 6,
      mostCount: 8,
    });
    expect((await carrier.get<object>(`/csori/${csori.id}/manage-contract-policy`)).body).toMatchObject({
      mayApprove: false,
      reason: 'Согласует оператор',
    });
    expect(await change(6, 8.26, csori)).toEqual([400, ['volume']]);
    expect(await change(6, 5.9, csori)).toEqual([400, ['volume']]);
    expect(await change(0, 6.6, csori)).toEqual([400, ['count']]);
    expect(await change(6, 0, csori)).toEqual([400, ['volume']]);
    expect(await change(9, 6.6, csori)).toEqual([400, ['count']]);
    expect(await change(5, 6.6, csori)).toEqual([400, ['count']]);
    const listed = await ro.post<ProblemReply>(`/csori/${csori.id}/approve-with-changes`, {
      count: 6,
      volume: 9,
      billedVolume: 6.6,
    });
    expect(fieldsOf(listed)).toEqual([400, ['volume']]);
    expect((await ro.post(`/csori/${csori.id}/approve-with-changes`, { count: 6, volume: 6 })).status).toBe(
      200,
    );
    expect((await csoriOf(csori)).approved).toMatchObject({ count: 6, volume: 6, sum: 3000 });
    const nothing = await make({ billed_count: 0, billed_volume: 0 });
    expect(
      codeOf(await ro.post(`/csori/${nothing.id}/approve-with-changes`, { count: 1, volume: 1 })),
    ).toEqual([409, 'csoriNothingBilled']);
    await server.pool.query('update contracts set management_locked = true where id = $1', [ids.contract]);
    const locked = await make();
    expect(
      codeOf(await ro.post(`/csori/${locked.id}/approve-with-changes`, { count: 6, volume: 6.6 })),
    ).toEqual([409, 'managementLocked']);
    await server.pool.query('update contracts set management_locked = false where id = $1', [ids.contract]);
  });

  it('are approved 300 at once, five of them refused with their reasons', async () => {
    spec('POST csori approve list', 'M-057');
    const first = await insert();
    const copies = await server.pool.query<{ id: string }>(
      `insert into csoris (instance_id, csori_date, stand_id, contract_id, carrier_id, customer_id, container_type, container_action,
         garbage_type, address, ordered_count, ordered_volume, billed_count, billed_volume, first_count, first_volume, price, status)
       select instance_id, csori_date, stand_id, contract_id, carrier_id, customer_id, container_type, container_action || 'x' || n,
         garbage_type, address, ordered_count, ordered_volume, billed_count, billed_volume, first_count, first_volume, price, status
       from csoris, generate_series(1, 294) n where id = $1 returning id`,
      [first],
    );
    const made = [first, ...copies.rows.map(({ id }) => id)].map((id) => ({ id, version: 1 }));
    const refused = [
      await make({ status: 'APPROVED' }),
      await make({ status: 'NEW', billed_count: null, billed_volume: null }),
      await make({ status: 'CLAIM' }),
    ];
    const stale = await make();
    const rows = [...made, ...refused].map(({ id, version }) => ({ id, version }));
    rows.splice(
      7,
      0,
      { id: stale.id, version: 9 },
      { id: '00000000-0000-4000-8000-000000000000', version: 1 },
    );
    const { status, body } = await ro.post<{
      done: number;
      summary: string;
      rows: { id: string; status: number; reason: string | null; address: string }[];
    }>('/csori/approve-list', { rows });
    expect([status, body.done, body.rows.length]).toEqual([200, 295, 300]);
    expect(body.rows.filter((row) => row.status !== 200).map((row) => row.status)).toEqual([
      412, 404, 409, 409, 409,
    ]);
    expect(body.rows.filter((row) => row.status !== 200).every(({ reason }) => reason)).toBe(true);
    const approved = await one<{ n: number }>(
      `select count(*)::int as n from csoris where id = any($1) and status = 'APPROVED'`,
      [made.map(({ id }) => id)],
    );
    expect(approved.n).toBe(295);
    expect((await ro.post('/csori/approve-list', { rows: [...rows, rows[0]] })).status).toBe(400);
    await server.pool.query('delete from csoris where id = any($1)', [made.map(({ id }) => id)]);
  }, 60_000);

  it('are listed to both parties, to each its own, with totals that are the sums of the rows', async () => {
    spec(
      'GET csori/paging',
      'B-053',
      'B-054',
      'B-084',
      'B-085',
      'B-086',
      'B-012',
      '/csoris/carrier',
      '/csoris/customer',
    );
    const today = dayOf();
    const from = dayOf(Date.now() - 60 * 86_400_000);
    const list = async (client: Client, filter: object) =>
      (await client.get<Page<Csori>>('/csori/paging', { filter: JSON.stringify(filter), count: 200 })).body;
    const seen = await list(carrier, { mode: 'CARRIER', dateFrom: from, dateTo: today });
    const own = await list(ro, { mode: 'RO', customerId: ids.carrier, dateFrom: from, dateTo: today });
    expect(seen.size).toBeGreaterThan(10);
    expect(seen.list.map(({ id }) => id)).toEqual(own.list.map(({ id }) => id));
    expect((await list(carrier, { mode: 'RO' })).size).toBe(0);
    expect((await list(ro, { mode: 'CARRIER' })).size).toBe(0);
    for (const client of [ro, carrier]) {
      const filter = JSON.stringify({ customerId: ids.carrier, dateFrom: from, dateTo: today });
      const { body: totals } = await client.get<
        Record<'ordered' | 'billed' | 'approved' | 'disputed', Amount> & { results: number }
      >('/csori/totals', { filter });
      const rows = (await list(client, { customerId: ids.carrier, dateFrom: from, dateTo: today })).list;
      expect(totals.results).toBe(rows.length);
      for (const part of ['ordered', 'billed', 'approved'] as const)
        expect([part, totals[part].count, totals[part].volume]).toEqual([
          part,
          rows.reduce((sum, row) => sum + (row[part]?.count ?? 0), 0),
          expect.closeTo(
            rows.reduce((sum, row) => sum + (row[part]?.volume ?? 0), 0),
            3,
          ),
        ]);
      const disputed = rows.filter(({ status }) => ['CLAIM', 'CORRECTION'].includes(status.name));
      expect(totals.disputed.count).toBe(disputed.reduce((sum, row) => sum + row.billed!.count, 0));
    }
    const missing = await ro.get<ProblemReply>('/csori/totals', {
      filter: JSON.stringify({ dateFrom: from }),
    });
    expect(fieldsOf(missing)).toEqual([400, ['filter.dateTo']]);
    const long = await ro.get<ProblemReply>('/csori/totals', {
      filter: JSON.stringify({ dateFrom: '2026-01-01', dateTo: '2026-04-03' }),
    });
    expect(fieldsOf(long)).toEqual([400, ['filter.dateTo']]);
    expect(
      (
        await ro.get('/csori/totals', {
          filter: JSON.stringify({ dateFrom: '2026-01-01', dateTo: '2026-04-02' }),
        })
      ).status,
    ).toBe(200);
    const exported = await ro.call(
      'GET',
      '/api/v3/csori/paging/export?format=csv&columns=' +
        encodeURIComponent('[{"label":"Адрес","path":"address"}]') +
        '&timeZone=Europe/Moscow',
    );
    expect(exported.status).toBe(200);
  });
});

describe('claims', () => {
  it('go through every state, both parties alternating, and determine the state of the result', async () => {
    spec(
      'S-002',
      'B-161',
      'B-162',
      'B-163',
      'B-164',
      'B-165',
      'GET carrier-claim',
      'GET carrier-claim/paging',
    );
    spec(
      'claim actions: createClaim, changeClaim, cancelClaim, approveOrder, approveOrderWithChanges, correctOrder',
    );
    spec('GET carrier-claim transitions', 'GET carrier-claim by csori', 'POST carrier-claim submit');
    spec('POST carrier-claim specify', 'POST carrier-claim discard', 'POST carrier-claim change');
    spec(
      'POST carrier-claim approve',
      'POST carrier-claim cancel',
      'POST carrier-claim open',
      'POST csori correct',
    );
    const { csori, claim } = await claimed();
    const both = async () => [
      await codes(ro, '/carrier-claim', 'claimIds', claim),
      await codes(carrier, '/carrier-claim', 'claimIds', claim),
    ];
    expect(claim).toMatchObject({ status: { name: 'UNDER_CONSIDERATION' }, nextParty: { name: 'CARRIER' } });
    expect(await csoriOf(csori)).toMatchObject({
      status: { name: 'CLAIM' },
      nextParty: { name: 'CARRIER' },
      pretension: { id: claim.id },
    });
    expect(await both()).toEqual([['cancel'], ['approve', 'specify', 'discard']]);
    expect(await codes(ro, '/csori', 'csoriIds', csori)).toEqual(['cancelClaim']);
    expect((await specify(carrier, claim)).body.status.name).toBe('SPECIFIED');
    expect(await both()).toEqual([['change', 'cancel'], []]);
    expect(await codes(ro, '/csori', 'csoriIds', csori)).toEqual(['changeClaim', 'cancelClaim']);
    expect((await csoriOf(csori)).nextParty).toMatchObject({ name: 'RO' });
    const changed = await act(ro, claim, 'change', {
      expectedCount: 3,
      expectedVolume: 3.3,
      comment: 'Фото приложены',
    });
    expect(changed.body).toMatchObject({ status: { name: 'CHANGED' }, expected: { count: 3, volume: 3.3 } });
    expect((await discard(carrier, claim)).body.status.name).toBe('DISCARDED');
    expect(await both()).toEqual([['open'], []]);
    expect((await csoriOf(csori)).status.name).toBe('CLAIM');
    expect(codeOf(await act(ro, claim, 'open', {}))).toEqual([400, 'validation']);
    expect((await act(ro, claim, 'open', { comment: 'Не согласны' })).body.status.name).toBe(
      'UNDER_CONSIDERATION',
    );
    expect(fieldsOf(await act(carrier, claim, 'approve', { approvedCount: 2 }))).toEqual([
      400,
      ['approvedCount'],
    ]);
    expect(fieldsOf(await act(carrier, claim, 'approve', { approvedVolume: 6.6 }))).toEqual([
      400,
      ['approvedVolume'],
    ]);
    const agreed = await act(carrier, claim, 'approve', {
      approvedCount: 4,
      approvedVolume: 4.4,
      comment: 'Согласны на 4',
    });
    expect(agreed.body).toMatchObject({ status: { name: 'APPROVED' }, approved: { count: 4 } });
    expect(await csoriOf(csori)).toMatchObject({
      status: { name: 'CORRECTION' },
      nextParty: { name: 'CARRIER' },
    });
    expect(await codes(carrier, '/csori', 'csoriIds', csori)).toEqual(['correct']);
    const correct = (count: number, volume: number, client = carrier) =>
      client.post<ProblemReply>(`/csori/${csori.id}/correct`, { count, volume });
    expect(fieldsOf(await correct(5, 5.5))).toEqual([400, ['count', 'volume']]);
    expect(fieldsOf(await correct(2, 3.3))).toEqual([400, ['count']]);
    expect((await correct(4, 4.4, admin)).status).toBe(404);
    expect((await correct(4, 4.4)).status).toBe(200);
    expect(await csoriOf(csori)).toMatchObject({
      status: { name: 'AGREEMENT' },
      billed: { count: 4, volume: 4.4 },
    });
    expect((await ro.post(`/csori/${csori.id}/approve`)).status).toBe(200);
    const listed = await carrier.get<Claim[]>('/carrier-claim/by-csori', { csoriId: csori.id });
    expect(listed.body.map(({ id }) => id)).toEqual([claim.id]);
    expect(listed.body[0]!.messages.map(({ action, party }) => [action, party.name])).toEqual([
      ['submit', 'RO'],
      ['specify', 'CARRIER'],
      ['change', 'RO'],
      ['discard', 'CARRIER'],
      ['open', 'RO'],
      ['approve', 'CARRIER'],
    ]);
    const events = await server.pool.query<{ meta: string; n: number }>(
      'select meta, count(*)::int as n from events where entity_id = $1 group by meta order by meta',
      [claim.id],
    );
    expect(events.rows.map(({ meta, n }) => [meta, n])).toEqual(
      ['APPROVED', 'CHANGED', 'DISCARDED', 'OPENED', 'SPECIFIED', 'SUBMITTED'].map((name) => [
        `CLAIM_${name}`,
        2,
      ]),
    );
    // Names of the operator's staff are not shown to the carrier.
    expect([(await claimOf(claim)).author, listed.body[0]!.author]).toEqual(['Расчётова О. Ю.', null]);
  });

  it.each([
    ['V-047', { expectedCount: 6 }, 'expectedCount'],
    ['V-048', { expectedCount: -1 }, 'expectedCount'],
    ['V-050', { expectedVolume: 6.6 }, 'expectedVolume'],
    ['V-051', { expectedCount: 5 }, 'expectedCount'],
    ['V-052', { expectedVolume: 0 }, 'expectedVolume'],
    ['V-052', { expectedCount: 0 }, 'expectedVolume'],
    ['V-047', { expectedCount: 6, billedCount: 7, orderedCount: 7 }, 'expectedCount'],
    ['B-164', { reason: 'NOTHING' }, 'reason'],
  ])('%s: %j is refused at its field', async (id, given, field) => {
    spec(id);
    const csori = await make();
    expect(fieldsOf(await submit(csori, given))).toEqual([400, [field]]);
    expect((await csoriOf(csori)).status.name).toBe('AGREEMENT');
  });

  it('are accepted within the days of submission, with the current version, one at a time', async () => {
    const late = await make({
      csori_date: dayOf(Date.now() - 11 * 86_400_000),
    });
    expect(codeOf(await submit(late))).toEqual([409, 'claimTooLate']);
    const csori = await make();
    expect((await submit({ ...csori, version: 5 })).status).toBe(412);
    const answers = await Promise.all([
      submit(csori, { version: undefined }),
      submit(csori, { version: undefined }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    for (const status of ['NEW', 'APPROVED', 'CORRECTION'])
      expect(
        (
          await submit(
            await make(status === 'NEW' ? { status, billed_count: null, billed_volume: null } : { status }),
          )
        ).status,
      ).toBe(409);
    expect((await submit(await make({ billed_count: 0, billed_volume: 0 }))).body.code).toBe(
      'csoriNothingBilled',
    );
  });

  it('have files sent in their request or uploaded before, which only the two parties can read', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const picture = (name: string) => new File([png], name, { type: 'image/png' });
    const upload = new FormData();
    upload.append('file', picture('Заранее.png'));
    const before = await ro.post<{ id: string }>(
      '/file/upload?entity=carrierClaim&field=attachments',
      upload,
    );
    expect(before.status).toBe(200);
    const csori = await make();
    const answer = await form(
      ro,
      '/carrier-claim/submit',
      { csoriId: csori.id, ...ASKED, attachments: [{ id: before.body.id }] },
      [picture('Фото.png')],
    );
    expect([answer.status, answer.body.attachments?.map(({ fileInfo }) => fileInfo.name).toSorted()]).toEqual(
      [200, ['Заранее.png', 'Фото.png']],
    );
    const claim = answer.body;
    const answered = await form(
      carrier,
      `/carrier-claim/${claim.id}/specify`,
      { comment: 'Нужен акт', version: claim.version },
      [picture('Ответ.png')],
    );
    expect([answered.status, answered.body.attachments?.length]).toEqual([200, 3]);
    for (const { id } of answered.body.attachments) {
      expect((await carrier.call('GET', `/api/v3/file/download?fileId=${id}`)).status).toBe(
        (await ro.call('GET', `/api/v3/file/download?fileId=${id}`)).status,
      );
      for (const other of [...others, stranger])
        expect((await other.call('GET', `/api/v3/files/${id}`)).status).not.toBe(200);
    }
  });

  it('are withdrawn while unanswered, and the result returns to agreement', async () => {
    const { csori, claim } = await claimed({ control_date: '2026-01-01' });
    expect(codeOf(await act(carrier, claim, 'cancel'))).toEqual([403, 'forbidden']);
    expect((await act(ro, claim, 'cancel', { comment: 'Ошиблись' })).body.status.name).toBe('CANCELED');
    const back = await csoriOf(csori);
    expect(back.status.name).toBe('AGREEMENT');
    // The operator has a day at least.
    expect(back.controlDate! > dayOf()).toBe(true);
    expect(codeOf(await act(ro, claim, 'cancel'))).toEqual([409, 'transition']);
    expect((await submit(back)).status).toBe(200);
  });

  it('can be appealed once; the second refusal is final', async () => {
    const { csori, claim } = await claimed();
    await discard(carrier, claim);
    await act(ro, claim, 'open', { comment: 'Ещё раз' });
    await discard(carrier, claim, 'Окончательно');
    expect((await csoriOf(csori)).status.name).toBe('AGREEMENT');
    expect(codeOf(await act(ro, claim, 'open', { comment: 'И ещё' }))).toEqual([409, 'claimAppealed']);
    expect((await claimOf(claim)).nextParty).toBeNull();
  });

  describe('messages outside of a step', () => {
    const LONGEST = 1000;
    const write = (client: Client, { id }: { id: string }, text: unknown, version?: number) =>
      client.call<Claim & ProblemReply>('POST', `/api/v3/carrier-claim/${id}/message`, {
        body: { text },
        ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
      });
    const threadOf = async (client: Client, { id }: { id: string }) =>
      (await client.get<Claim>(`/carrier-claim/${id}`)).body.messages.map(
        ({ action, party, text }) => [action, party.name, text] as const,
      );

    it('are written by both parties, each is notified, and the state does not change', async () => {
      const { csori, claim } = await claimed();
      const windows = await Promise.all([Listener.open(ro), Listener.open(carrier)]);
      for (const window of windows)
        for (const name of ['event', 'carrierClaim']) await window.subscribe(`+${name}:*`);
      const first = await write(carrier, claim, '  Во сколько сняты фото?  ', claim.version);
      expect([first.status, first.body.status.name]).toEqual([200, 'UNDER_CONSIDERATION']);
      expect(first.body.version).toBe(claim.version + 1);
      for (const window of windows) {
        await window.hears(({ dto }) => dto?.id === claim.id);
        window.close();
      }
      // A party that answers without having seen the message gets the current claim.
      expect(codeOf(await write(ro, claim, 'Посмотрите фото', claim.version))).toEqual([412, 'stale']);
      expect((await write(ro, claim, 'В 9:40', first.body.version)).status).toBe(200);
      const expected = [
        ['submit', 'RO', ASKED.comment],
        ['message', 'CARRIER', 'Во сколько сняты фото?'],
        ['message', 'RO', 'В 9:40'],
      ];
      expect(await threadOf(ro, claim)).toEqual(expected);
      expect(await threadOf(carrier, claim)).toEqual(expected);
      const events = await server.pool.query<{ instance_id: string; caption: string }>(
        `select instance_id, event_values->>'party' as caption from events
         where entity_id = $1 and meta = 'CLAIM_MESSAGE'`,
        [claim.id],
      );
      // Each party is notified of each message and its author.
      expect(new Set(events.rows.map((row) => `${row.instance_id} ${row.caption}`)).size).toBe(4);
      expect(await csoriOf(csori)).toMatchObject({
        status: { name: 'CLAIM' },
        nextParty: { name: 'CARRIER' },
      });
      expect((await claimOf(claim)).controlDate).toBe(claim.controlDate);
    });

    it('cannot be written or read by anyone else', async () => {
      const { claim } = await claimed();
      expect((await write(carrier, claim, 'Между нами')).status).toBe(200);
      for (const other of [...others, stranger]) {
        expect(codeOf(await write(other, claim, 'Чужое'))).toEqual([404, 'notFound']);
        expect((await other.get(`/carrier-claim/${claim.id}`)).status).toBe(404);
      }
      const told = await server.pool.query<{ login: string }>(
        `select distinct a.login from events e join accounts a on a.instance_id = e.instance_id
         where e.entity_id = $1 and e.meta = 'CLAIM_MESSAGE' and a.login in
           ('agreement', 'claims', 'weigher', 'ecology', 'manager2') order by 1`,
        [claim.id],
      );
      expect(told.rows.map(({ login }) => login)).toEqual(['agreement', 'claims']);
      // An account without the permission for claims cannot write; an administration is neither party.
      expect((await write(await as('guest'), claim, 'Гость')).status).toBe(403);
      expect(codeOf(await write(await as('chief'), claim, 'Портал'))).toEqual([403, 'forbidden']);
      expect((await threadOf(ro, claim)).map(([, , text]) => text)).toEqual([ASKED.comment, 'Между нами']);
    });

    it('are refused at their field when empty or too long', async () => {
      const { claim } = await claimed();
      for (const text of ['', ' \n\t ', 'я'.repeat(LONGEST + 1)])
        expect([text.length, ...fieldsOf(await write(ro, claim, text))]).toEqual([
          text.length,
          400,
          ['text'],
        ]);
      expect((await write(ro, claim, 'я'.repeat(LONGEST))).status).toBe(200);
      expect((await claimOf(claim)).version).toBe(claim.version + 1);
    });

    it('are accepted in every open state, and in no other', async () => {
      const states = async (client: Client, claim: Claim, expected: unknown) =>
        expect([
          (await claimOf(claim)).status.name,
          codeOf(await write(client, claim, 'Ещё вопрос')),
        ]).toEqual(expected);
      const finished = [409, 'claimFinished'];
      const taken = [200, undefined];
      const { claim } = await claimed();
      await specify(carrier, claim);
      await states(ro, claim, ['SPECIFIED', taken]);
      await act(ro, claim, 'change', { expectedCount: 4, expectedVolume: 4.4 });
      await states(carrier, claim, ['CHANGED', taken]);
      await discard(carrier, claim);
      await states(ro, claim, ['DISCARDED', taken]);
      await states(carrier, claim, ['DISCARDED', taken]);
      await act(ro, claim, 'open', { comment: 'Ещё раз' });
      await discard(carrier, claim, 'Окончательно');
      await states(ro, claim, ['DISCARDED', finished]);
      await states(carrier, claim, ['DISCARDED', finished]);
      const { claim: approved } = await claimed();
      await act(carrier, approved, 'approve');
      await states(carrier, approved, ['APPROVED', finished]);
      const { claim: withdrawn } = await claimed();
      await act(ro, withdrawn, 'cancel');
      await states(ro, withdrawn, ['CANCELED', finished]);
      const refused = await write(ro, withdrawn, 'Поздно');
      expect(refused.body.message).toBe('Претензия завершена: переписка закрыта');
      // Only the operator sees a draft.
      const { claim: draft } = await claimed();
      await server.pool.query(
        "update carrier_claims set status = 'NEW', shown_to_id = customer_id where id = $1",
        [draft.id],
      );
      await states(ro, draft, ['NEW', [409, 'claimDraft']]);
      expect((await write(carrier, draft, 'Что это?')).status).toBe(404);
    });
  });

  it('are published live to both parties, and appear in the to-do list of the party that must act', async () => {
    const csori = await make();
    const windows = await Promise.all([Listener.open(ro), Listener.open(carrier)]);
    for (const window of windows)
      for (const name of ['csori', 'carrierClaim']) await window.subscribe(`+${name}:*`);
    const claim = (await submit(csori)).body;
    for (const window of windows) {
      await window.hears(({ dto }) => dto?.id === claim.id);
      await window.hears(({ dto }) => dto?.id === csori.id);
      window.close();
    }
    const waits = async (client: Client) =>
      (
        await client.get<{ items: { id: string; deadline: string | null; actions: { code: string }[] }[] }>(
          '/to-do',
          { entity: 'carrierClaim', limit: 200 },
        )
      ).body.items;
    const mine = (await waits(carrier)).find(({ id }) => id === claim.id);
    expect(mine).toMatchObject({ deadline: claim.controlDate });
    expect(mine!.actions.map(({ code }) => code)).toEqual(['approve', 'specify', 'discard']);
    expect((await waits(ro)).some(({ id }) => id === claim.id)).toBe(false);
    // Only actions that the current state allows are offered to the author.
    await specify(carrier, claim);
    const asked = (await waits(ro)).find(({ id }) => id === claim.id);
    expect(asked!.actions.map(({ code }) => code)).toEqual(['change', 'cancel']);
  });

  it('are filtered by "waiting for me" in each list: those that wait for that party, and nothing else', async () => {
    const { claim } = await claimed();
    const [dateFrom, dateTo] = ['2000-01-01', '2100-01-01'];
    for (const [client, mode] of [
      [ro, 'RO'],
      [carrier, 'CARRIER'],
    ] as const) {
      const { kinds } = (
        await client.get<{ kinds: { entity: string; total: number }[] }>('/to-do', { limit: 0 })
      ).body;
      for (const [entity, list] of [
        ['csori', '/csori/paging'],
        ['carrierClaim', '/carrier-claim/paging'],
      ] as const) {
        const filter = JSON.stringify({ mode, dateFrom, dateTo, waiting: true });
        const { body } = await client.get<{ size: number; list: { id: string }[] }>(list, {
          filter,
          count: 100,
        });
        expect([mode, entity, body.size]).toEqual([
          mode,
          entity,
          kinds.find((one) => one.entity === entity)?.total ?? 0,
        ]);
      }
    }
    const ofClaims = async (client: Client, mode: string) =>
      (
        await client.get<{ list: { id: string }[] }>('/carrier-claim/paging', {
          filter: JSON.stringify({ mode, waiting: true, statuses: ['UNDER_CONSIDERATION'] }),
          count: 100,
        })
      ).body.list.map(({ id }) => id);
    expect(await ofClaims(carrier, 'CARRIER')).toContain(claim.id);
    expect(await ofClaims(ro, 'RO')).toEqual([]);
  });
});

describe('state × side × permission', () => {
  const LOGINS = [
    'agreement',
    'admin',
    'claims',
    'weigher',
    'ecology',
    'manager2',
    'carrier',
    'guest',
  ] as const;
  const CLAIM_STATES = [
    'NEW',
    'UNDER_CONSIDERATION',
    'SPECIFIED',
    'DISCARDED',
    'APPROVED',
    'CHANGED',
    'CANCELED',
  ] as const;
  const isOwner = (login: string) => ['agreement', 'admin'].includes(login);
  const isLinked = (login: string) => login === 'claims';

  /** What each account may do, written out by hand. */
  const CSORI: Record<string, { from: string[]; who: (login: string) => boolean; body?: object }> = {
    approve: { from: ['AGREEMENT'], who: isOwner },
    'approve-with-changes': { from: ['AGREEMENT'], who: isOwner, body: { count: 6, volume: 6.6 } },
    correct: { from: ['CORRECTION'], who: isLinked, body: { count: 4, volume: 4.4 } },
  };
  const CLAIMS: Record<
    string,
    { from: string[]; who: (login: string) => boolean; body: object; multipart?: boolean }
  > = {
    approve: { from: ['UNDER_CONSIDERATION', 'CHANGED'], who: isLinked, body: {} },
    specify: {
      from: ['UNDER_CONSIDERATION', 'CHANGED'],
      who: isLinked,
      body: { comment: 'x' },
      multipart: true,
    },
    discard: {
      from: ['UNDER_CONSIDERATION', 'CHANGED'],
      who: isLinked,
      body: { reason: 'x' },
      multipart: true,
    },
    change: { from: ['SPECIFIED'], who: isOwner, body: { expectedCount: 4, expectedVolume: 4.4 } },
    open: { from: ['DISCARDED'], who: isOwner, body: { comment: 'x' } },
    cancel: { from: ['NEW', 'UNDER_CONSIDERATION', 'SPECIFIED', 'CHANGED'], who: isOwner, body: {} },
  };

  /** Puts a claim and its result into a state, bypassing the API. */
  async function claimIn(state: string) {
    const { csori, claim } = await claimed();
    await server.pool.query(
      `update carrier_claims set status = $2, shown_to_id = case when $2 = 'NEW' then customer_id else carrier_id end,
         discard_reason = case when $2 = 'DISCARDED' then 'x' end,
         approved_count = case when $2 = 'APPROVED' then expected_count end,
         approved_volume = case when $2 = 'APPROVED' then expected_volume end where id = $1`,
      [claim.id, state],
    );
    const result =
      state === 'APPROVED' ? 'CORRECTION' : ['NEW', 'CANCELED'].includes(state) ? 'AGREEMENT' : 'CLAIM';
    await server.pool.query('update csoris set status = $2 where id = $1', [csori.id, result]);
    return { csori, claim };
  }

  /** Accounts that are refused come first: they leave the state unchanged. */
  const inTurn = (who: (login: string) => boolean) =>
    LOGINS.toSorted((a, b) => Number(who(a)) - Number(who(b)));

  it('of results: every call by every account in every state', async () => {
    const differences: string[] = [];
    const clients = Object.fromEntries(
      await Promise.all(LOGINS.map(async (login) => [login, await as(login)] as const)),
    );
    const cases = Object.entries(CSORI).flatMap(([action, rule]) =>
      STATES.map((state) => ({ action, state, ...rule })),
    );
    await several(cases, async ({ action, state, from, who, body = {} }) => {
      let csori: Pick<Csori, 'id'>;
      if (state === 'CORRECTION') ({ csori } = await claimIn('APPROVED'));
      else
        csori = {
          id: await insert(
            state === 'NEW' ? { status: state, billed_count: null, billed_volume: null } : { status: state },
          ),
        };
      let done = false;
      for (const login of inTurn(who)) {
        const { status } = await clients[login]!.post(`/csori/${csori.id}/${action}`, body);
        const expected: boolean = !done && who(login) && from.includes(state);
        done ||= expected;
        if ((status === 200) !== expected) differences.push(`${login} ${action} ${state}: ${status}`);
        if (action !== 'approve') continue;
        const shown = (await clients[login]!.get(`/csori/${csori.id}`)).status === 200;
        if (shown !== (isOwner(login) || isLinked(login)))
          differences.push(`${login} sees ${state}: ${shown}`);
      }
      const after = await csoriOf(csori);
      if (!done && after.status.name !== state) differences.push(`${action} ${state} moved`);
    });
    expect(differences).toEqual([]);
  }, 120_000);

  it('of claims: every call by every account in every state', async () => {
    const differences: string[] = [];
    const clients = Object.fromEntries(
      await Promise.all(LOGINS.map(async (login) => [login, await as(login)] as const)),
    );
    const cases = Object.entries(CLAIMS).flatMap(([action, rule]) =>
      CLAIM_STATES.map((state) => ({ action, state, ...rule })),
    );
    await several(cases, async ({ action, state, from, who, body, multipart }) => {
      const { claim } = await claimIn(state);
      let done = false;
      for (const login of inTurn(who)) {
        const client = clients[login]!;
        const shown = action !== 'approve' || (await client.get(`/carrier-claim/${claim.id}`)).status === 200;
        const may = isOwner(login) || (isLinked(login) && state !== 'NEW');
        if (action === 'approve' && shown !== may) differences.push(`${login} sees ${state}: ${shown}`);
        const { status } = multipart
          ? await form(client, `/carrier-claim/${claim.id}/${action}`, body)
          : await act(client, claim, action, body);
        const expected: boolean = !done && who(login) && from.includes(state);
        done ||= expected;
        if ((status === 200) !== expected) differences.push(`${login} ${action} ${state}: ${status}`);
      }
    });
    expect(differences).toEqual([]);
  }, 120_000);

  it('nothing of one carrier is ever visible to another', async () => {
    const rivals = await server.pool.query<{ id: string; login: string }>(
      `select c.id, a.login from customers c join accounts a on a.instance_id = c.linked_instance_id
       where c.instance_id = $1 and a.login in ('weigher', 'ecology', 'claims')`,
      [ids.instance],
    );
    expect(rivals.rows.length).toBe(3);
    const of = new Map<string, string[]>();
    for (const { id, login } of rivals.rows) {
      const csori = await make({ carrier_id: id });
      const claim = (await submit(csori)).body;
      of.set(login, [csori.id, claim.id]);
    }
    for (const { login } of rivals.rows) {
      const client = await as(login);
      for (const path of ['/csori/paging', '/carrier-claim/paging']) {
        const seen = (await client.get<Page<{ id: string }>>(path, { count: 200 })).body.list.map(
          ({ id }) => id,
        );
        for (const [other, rows] of of)
          for (const id of rows) if (seen.includes(id)) expect([login, path, id]).toEqual([other, path, id]);
      }
      for (const [other, [csori, claim]] of of) {
        const asked = [
          `/csori/${csori}`,
          `/csori/${csori}/evidence`,
          `/csori/${csori}/manage-contract-policy`,
          `/csori/${csori}/history`,
          `/carrier-claim/${claim}`,
          `/carrier-claim/${claim}/history`,
          `/carrier-claim/by-csori?csoriId=${csori}`,
        ];
        for (const path of asked)
          expect([login, path, (await client.get(path)).status]).toEqual([
            login,
            path,
            login === other ? 200 : 404,
          ]);
        const offered = [
          ...(await codes(client, '/csori', 'csoriIds', { id: csori! })),
          ...(await codes(client, '/carrier-claim', 'claimIds', { id: claim! })),
        ];
        if (login !== other) expect(offered).toEqual([]);
      }
    }
  });
});

describe('scheduled jobs', () => {
  const DAY = 86_400_000;
  const iso = (days: number) => dayOf(Date.now() + days * DAY);

  it('results are made from tasks once a day, and their billed values arrive later', async () => {
    spec('S-003');
    await server.pool.query('delete from carrier_claim_findings');
    const task = await one<{ id: string; date: string }>(
      `select t.id, t.task_date::text as date from task_items t join contract_plans p on p.id = t.plan_id
       join contracts k on k.id = p.contract_id join csoris c on c.contract_id = k.id and c.csori_date = t.task_date
       join evacuation_points e on e.id = t.evacuation_point_id and e.stand_id = c.stand_id and c.container_type = t.container_type
         and c.container_action = t.container_action
       where c.carrier_id = $1 and c.status = 'AGREEMENT' and t.done_count > 0 and not exists (select from carrier_claims x where x.csori_id = c.id) limit 1`,
      [ids.carrier],
    );
    const key = `from csoris c using task_items t, evacuation_points e, contract_plans p where t.id = $1 and e.id = t.evacuation_point_id and p.id = t.plan_id
      and c.contract_id = p.contract_id and c.stand_id = e.stand_id and c.csori_date = t.task_date and c.container_type = t.container_type and c.container_action = t.container_action`;
    await server.pool.query(`delete ${key}`, [task.id]);
    await server.pool.query(
      'update task_items set done_count = null, done_volume = null, visit_id = null where id = $1',
      [task.id],
    );
    const period = { from: task.date, to: task.date };
    const made = await Promise.all([1, 2].map(() => insertCsoris(server.db, ids.instance, period)));
    expect(made.toSorted()).toEqual([0, 1]);
    const found = () =>
      one<{
        status: string;
        billed_count: number | null;
        ordered_count: number;
        planned_count: number;
        id: string;
      }>(
        `select c.*, t.planned_count ${key.replace('using task_items t', 'join task_items t on true').replace(', evacuation_points e', ' join evacuation_points e on true').replace(', contract_plans p', ' join contract_plans p on true')}`,
        [task.id],
      );
    expect(await found()).toMatchObject({ status: 'NEW', billed_count: null });
    expect(await takeArrived(server.db, ids.instance, period)).toBe(0);
    await server.pool.query(
      'update task_items set done_count = planned_count, done_volume = planned_volume where id = $1',
      [task.id],
    );
    expect(await takeArrived(server.db, ids.instance, period)).toBe(1);
    const arrived = await found();
    expect([arrived.status, arrived.billed_count]).toEqual(['AGREEMENT', arrived.ordered_count]);
  });

  it('the control date is counted in working days, over a holiday, or in calendar days', async () => {
    const after = async (since: string, count: number, kind: string) =>
      (
        await one<{ day: string }>('select days_after($1, $2, $3, $4)::text as day', [
          ids.instance,
          since,
          count,
          kind,
        ])
      ).day;
    expect(await after('2026-04-30', 1, 'WORKDAY')).toBe('2026-05-04');
    expect(await after('2026-05-08', 1, 'WORKDAY')).toBe('2026-05-12');
    expect(await after('2026-05-08', 1, 'CALENDAR')).toBe('2026-05-09');
    expect(await after('2026-12-31', 3, 'WORKDAY')).toBe('2027-01-13');
    expect(await after('2025-10-31', 1, 'WORKDAY')).toBe('2025-11-01');
    // A day of the operator takes precedence over the federal one.
    const own = await admin.post<{ id: string }>('/working-day', {
      day: '2026-05-12',
      name: 'Субботник',
      working: false,
    });
    expect(own.status).toBe(200);
    expect(await after('2026-05-08', 1, 'WORKDAY')).toBe('2026-05-13');
    const { body } = await admin.get<{ day: string; own: boolean }[]>('/working-day/calendar', {
      year: 2026,
    });
    expect(
      body.filter(({ day }) => day.startsWith('2026-05')).map(({ day, own: mine }) => [day, mine]),
    ).toEqual([
      ['2026-05-01', false],
      ['2026-05-09', false],
      ['2026-05-11', false],
      ['2026-05-12', true],
    ]);
    expect((await admin.post('/working-day', { day: '2026-05-12', name: 'Ещё раз' })).status).toBe(400);
    await admin.delete(`/working-day/${own.body.id}`);
  });

  it('the confirmation mode applies once the control date is over, and not on it', async () => {
    const due = { control_date: iso(-1) };
    const [auto, manual, none, today, silent] = [
      await make({ ...due, confirm_mode: 'AUTO' }),
      await make({ ...due, confirm_mode: 'MANUAL' }),
      // No visit of that day has a photo.
      await make({ ...due, csori_date: iso(-200), confirm_mode: 'BY_PHOTO' }),
      await make({ control_date: iso(1), confirm_mode: 'AUTO' }),
      await make({ ...due, status: 'NEW', billed_count: null, billed_volume: null, confirm_mode: 'AUTO' }),
    ];
    await Promise.all([confirmDue(server.db, ids.instance), confirmDue(server.db, ids.instance)]);
    const states = async () =>
      (await Promise.all([auto, manual, none, today, silent].map(csoriOf))).map(({ status }) => status.name);
    expect((await states()).slice(0, 4)).toEqual(['APPROVED', 'AGREEMENT', 'AGREEMENT', 'AGREEMENT']);
    await confirmDue(server.db, ids.instance);
    expect(await csoriOf(silent)).toMatchObject({
      status: { name: 'APPROVED' },
      approved: { count: 0, volume: 0 },
    });
    expect(await csoriOf(auto)).toMatchObject({ decision: { name: 'AUTO_BILLED' }, approved: { count: 6 } });
    // No correction was made: the claim's values.
    const { csori, claim } = await claimed();
    await act(carrier, claim, 'approve');
    await server.pool.query('update csoris set control_date = $2 where id = $1', [csori.id, iso(-1)]);
    await confirmDue(server.db, ids.instance);
    expect(await csoriOf(csori)).toMatchObject({
      decision: { name: 'BY_CLAIM' },
      approved: { count: 4, volume: 4.4 },
    });
  });

  it.each([
    ['APPROVE', 'APPROVED', 'CORRECTION'],
    ['DISCARD', 'DISCARDED', 'AGREEMENT'],
    ['NONE', 'UNDER_CONSIDERATION', 'CLAIM'],
  ])('silence by the setting %s leaves the claim %s', async (setting, state, result) => {
    const { csori, claim } = await claimed();
    await server.pool.query(`update app_properties set value = $1 where name = 'claim.silence'`, [setting]);
    expect(await endConsideration(server.db, ids.instance)).toBe(0);
    await server.pool.query('update carrier_claims set control_date = $2 where id = $1', [claim.id, iso(-1)]);
    await Promise.all([endConsideration(server.db, ids.instance), endConsideration(server.db, ids.instance)]);
    await endConsideration(server.db, ids.instance);
    expect([(await claimOf(claim)).status.name, (await csoriOf(csori)).status.name]).toEqual([state, result]);
    const told = await one<{ n: number }>(
      `select count(*)::int as n from events where entity_id = $1 and meta = 'CLAIM_UNANSWERED'`,
      [claim.id],
    );
    expect(told.n).toBe(2);
    await server.pool.query(`update app_properties set value = 'APPROVE' where name = 'claim.silence'`);
    await server.pool.query('update carrier_claims set control_date = null where id = $1', [claim.id]);
  });

  it('a claim whose time is extended while the job runs is left alone', async () => {
    const { claim } = await claimed();
    const until = (days: number) =>
      ['update carrier_claims set control_date = $2 where id = $1', claim.id, iso(days)] as const;
    const [text, ...values] = until(-1);
    await server.pool.query(text, values);
    // On the last day itself the other party may still answer.
    await meanwhile(server, [...until(0)], () => endConsideration(server.db, ids.instance));
    expect((await claimOf(claim)).status.name).toBe('UNDER_CONSIDERATION');
    await server.pool.query('update carrier_claims set control_date = null where id = $1', [claim.id]);
  });

  it('a refusal becomes final if it is not appealed in time', async () => {
    const { csori, claim } = await claimed();
    await discard(carrier, claim);
    await server.pool.query('update carrier_claims set control_date = $2 where id = $1', [claim.id, iso(-1)]);
    await endConsideration(server.db, ids.instance);
    expect((await csoriOf(csori)).status.name).toBe('AGREEMENT');
    expect(codeOf(await act(ro, claim, 'open', { comment: 'Поздно' }))).toEqual([409, 'claimClosed']);
  });

  /** Tasks of results in agreement without a claim. */
  const unclaimed = async () =>
    (
      await server.pool.query<Task>(
        `select t.id, c.id as csori, c.csori_date::text as date from task_items t join contract_plans p on p.id = t.plan_id
         join evacuation_points e on e.id = t.evacuation_point_id
         join csoris c on c.contract_id = p.contract_id and c.stand_id = e.stand_id and c.csori_date = t.task_date
           and c.container_type = t.container_type and c.container_action = t.container_action
         where c.carrier_id = $1 and c.status = 'AGREEMENT' and not exists (select from carrier_claims x where x.csori_id = c.id)
         order by c.csori_date desc, t.id`,
        [ids.carrier],
      )
    ).rows;
  const find = (task: string, rule: string, due: string) =>
    server.pool.query(
      `insert into contract_rule_findings (instance_id, contract_id, task_item_id, task_date, purpose, rule, reason, due_date)
       select t.instance_id, p.contract_id, t.id, t.task_date, 'CLAIM', $2, 'VOLUME_OVERSTATED', $3 from task_items t join contract_plans p on p.id = t.plan_id where t.id = $1`,
      [task, rule, due],
    );
  const claimsOf = async (csori: string) =>
    (
      await server.pool.query<{ status: string; input: string; expected_count: number | null }>(
        'select status, input, expected_count from carrier_claims where csori_id = $1',
        [csori],
      )
    ).rows;
  const daysToSubmit = (count: number) =>
    server.pool.query('update customers set claim_submission_days = $2 where id = $1', [ids.carrier, count]);

  it('findings of claim rules become claims on their day, once: immediately and after 30 days', async () => {
    spec('V-053', 'V-054', 'C-026');
    const tasks = (await unclaimed()).slice(0, 5);
    expect(tasks).toHaveLength(5);
    await server.pool.query(
      `update csoris set billed_count = ordered_count + 2, billed_volume = ordered_volume + 2, csori_date = csori_date where id = any($1)`,
      [tasks.map(({ csori }) => csori)],
    );
    await daysToSubmit(0);
    const [now, later, hand, twice, unsure] = tasks as [Task, Task, Task, Task, Task];
    await find(now.id, 'VOLUME_EXCESS', iso(0));
    await find(later.id, 'VOLUME_EXCESS', iso(30));
    await find(hand.id, 'LATE', iso(0));
    await find(twice.id, 'VOLUME_EXCESS', iso(0));
    await find(twice.id, 'PARTIAL', iso(0));
    // A claim that a person must submit is requested once, whatever else is found.
    await server.pool.query('update csoris set billed_count = ordered_count where id = $1', [unsure.csori]);
    await find(unsure.id, 'LATE', iso(0));
    await find(unsure.id, 'PARTIAL', iso(0));
    const runs = await Promise.all([1, 2, 3].map(() => claimDueFindings(server.db, ids.instance)));
    expect(runs.reduce((sum, n) => sum + n, 0)).toBe(6);
    expect(await claimsOf(now.csori)).toMatchObject([{ status: 'UNDER_CONSIDERATION', input: 'RULE' }]);
    expect(await claimsOf(later.csori)).toEqual([]);
    expect(await claimsOf(hand.csori)).toEqual([{ status: 'NEW', input: 'RULE', expected_count: null }]);
    expect((await claimsOf(twice.csori)).length).toBe(1);
    expect((await claimsOf(unsure.csori)).map(({ status }) => status)).toEqual(['NEW']);
    await server.pool.query(`update contract_rule_findings set due_date = $2 where task_item_id = $1`, [
      later.id,
      iso(0),
    ]);
    expect(await claimDueFindings(server.db, ids.instance)).toBe(1);
    expect((await claimsOf(later.csori)).length).toBe(1);
    // A person submits the draft; the carrier sees it only then.
    const draft = (await admin.get<Claim[]>('/carrier-claim/by-csori', { csoriId: hand.csori })).body[0]!;
    expect((await carrier.get(`/carrier-claim/${draft.id}`)).status).toBe(404);
    expect((await carrier.get<Csori>(`/csori/${hand.csori}`)).body.pretension).toBeNull();
    const { ordered } = await csoriOf({ id: hand.csori });
    const sent = await form(ro, '/carrier-claim/submit', {
      claimId: draft.id,
      version: draft.version,
      reason: 'LATE_VISIT',
      expectedCount: ordered.count,
      expectedVolume: ordered.volume,
    });
    expect([sent.status, sent.body.status?.name]).toEqual([200, 'UNDER_CONSIDERATION']);
    expect((await carrier.get(`/carrier-claim/${draft.id}`)).status).toBe(200);
    await daysToSubmit(10);
  });

  it('a finding made after the days of submission makes no claim', async () => {
    const late = (await unclaimed()).findLast(({ date }) => date < iso(-1))!;
    await daysToSubmit(1);
    await find(late.id, 'NO_VISIT', iso(0));
    expect(await claimDueFindings(server.db, ids.instance)).toBe(1);
    expect(await claimsOf(late.csori)).toEqual([]);
    await daysToSubmit(10);
  });

  it('the hourly job runs as a whole, and its second run changes nothing', async () => {
    await agreeResults(server.db);
    await agreeResults(server.db);
    expect(await agreeResults(server.db)).toBe(0);
  });
});

describe('beside results and claims', () => {
  it('an act of disagreement has both parties, their numbers, reasons and messages, and both can read it', async () => {
    spec('GET carrier-claim');
    const { csori, claim } = await claimed();
    await discard(carrier, claim, 'Вывоз подтверждён фото');
    await act(ro, claim, 'open', { comment: 'На фото другая площадка' });
    const print = (client: Client, { id }: { id: string }) =>
      fetch(`${client.url}/api/v3/carrier-claim/${id}/print`, {
        headers: { Cookie: client.cookie!, 'X-Requested-With': 'XMLHttpRequest', 'Accept-Language': 'ru' },
      });
    const bare = (text: string) => text.replace(/\s+/g, '');
    const textOf = async (client: Client) => {
      const answer = await print(client, claim);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const pieces = readPdf(Buffer.from(await answer.arrayBuffer()));
      return bare(pieces.map(({ text }) => text).join(''));
    };
    const parties = await server.pool.query<{ name: string; tin: string | null }>(
      'select name, tin from customers where id = any($1)',
      [[ids.owner, ids.carrier]],
    );
    const { body: shown } = await ro.get<{ contract: { number: string } }>(`/csori/${csori.id}`);
    const texts = [await textOf(ro), await textOf(carrier)];
    for (const text of texts) {
      for (const { name, tin } of parties.rows) expect(text).toContain(bare(`${name}${tin ?? ''}`));
      // Ordered, billed, recognised and accepted, and by which party; then the difference: 6 of 6.6 against 4 of 4.4.
      for (const line of [
        `Акт разногласий по претензии ${claim.number}`,
        shown.contract.number,
        'Заказано оператором 4 4,4 2 200,00 ₽',
        'Выставлено перевозчиком 6 6,6 3 300,00 ₽',
        'Признаёт оператор 4 4,4 2 200,00 ₽',
        'Принято перевозчиком — — —',
        'Разногласие сторон 2 2,2 1 100,00 ₽',
        'Завышен объём',
        'Заказано 4',
        'Вывоз подтверждён фото',
        'На фото другая площадка',
        'Подача',
        'Отклонение',
        'Обжалование',
      ])
        expect(text).toContain(bare(line));
      // People of the other party are not named.
      expect(text).not.toContain('Расчётова');
    }
    expect((await print(stranger, claim)).status).toBe(404);
    for (const other of others) expect((await print(other, claim)).status).toBe(404);
    await server.pool.query(
      `update carrier_claims set status = 'NEW', shown_to_id = customer_id, discard_reason = null where id = $1`,
      [claim.id],
    );
    expect(codeOf(await ro.get(`/carrier-claim/${claim.id}/print`))).toEqual([409, 'claimNotSubmitted']);
    expect((await print(carrier, claim)).status).toBe(404);
  });

  it('an incident is opened at the tasks of a result; incident, result and claim link to each other', async () => {
    spec('POST incident', 'GET incident by csori', 'V-046', 'S-001');
    const found = await one<{ id: string; date: string; task: string }>(
      `select c.id, c.csori_date::text as date, t.id as task from csoris c
       join evacuation_points e on e.stand_id = c.stand_id
       join task_items t on t.evacuation_point_id = e.id and t.task_date = c.csori_date
         and t.container_type = c.container_type and t.container_action = c.container_action
       join contract_plans p on p.id = t.plan_id and p.contract_id = c.contract_id
       where c.carrier_id = $1 and c.status = 'AGREEMENT' and c.billed_count > 0 and c.csori_date > (now() at time zone 'Europe/Moscow')::date - 9
         and not exists (select from incidents i where i.task_item_id = t.id)
         and not exists (select from carrier_claims x where x.csori_id = c.id)
       order by c.csori_date desc, c.id limit 1`,
      [ids.carrier],
    );
    const { id: csoriId, date } = found;
    const type = { name: 'NOT_DONE', caption: '' };
    const open = (client: Client, body: object) =>
      client.post<Incident & ProblemReply>('/incident', { date, csoriId, type, ...body });
    expect((await open(ro, {})).status).toBe(403);
    expect((await open(carrier, {})).status).toBe(403);
    expect((await open(admin, { date: '2020-01-01' })).status).toBe(404);
    expect((await open(admin, { csoriId: found.task })).status).toBe(404);
    const without = await make();
    expect(codeOf(await open(admin, { date: without.date, csoriId: without.id }))).toEqual([
      409,
      'csoriWithoutTasks',
    ]);
    const { status, body: incident } = await open(admin, {});
    expect(status).toBe(200);
    expect(incident).toMatchObject({ csori: { id: csoriId, date }, claim: null, tierId: found.task });
    expect(codeOf(await open(admin, {}))).toEqual([409, 'incidentOpen']);

    const claim = (
      await submit({ id: csoriId, version: undefined as never }, { expectedCount: 0, expectedVolume: 0 })
    ).body;
    expect(claim).toMatchObject({ csoriId, incident: { id: incident.id, number: incident.number } });
    expect((await admin.get<object>(`/incident/${incident.id}`)).body).toMatchObject({
      csori: { id: csoriId },
      claim: { id: claim.id, status: { name: 'UNDER_CONSIDERATION' } },
    });
    expect((await admin.get<object>(`/csori/${csoriId}`)).body).toMatchObject({
      own: true,
      incident: { id: incident.id },
      pretension: { id: claim.id },
    });
    expect((await carrier.get<object>(`/csori/${csoriId}`)).body).toMatchObject({ own: false });

    // An incident that was opened at the visit, or by a rule, belongs to the result as well.
    await server.pool.query('update incidents set csori_id = null, csori_date = null where id = $1', [
      incident.id,
    ]);
    expect((await admin.get<object>(`/incident/${incident.id}`)).body).toMatchObject({
      csori: { id: csoriId },
    });
    const listed = await admin.get<{ id: string }[]>('/incident/by-csori', { date, csoriId });
    expect(listed.body.map(({ id }) => id)).toEqual([incident.id]);
    expect((await admin.get('/incident/by-csori', { date: '2020-01-01', csoriId })).status).toBe(404);
  });

  it('balances of limits and mutual settlements change with approvals', async () => {
    spec('POST csori approve', 'POST csori correct');
    const { id: limitId } = await one<{ id: string }>(
      `insert into contract_limits (instance_id, contract_id, type, unit, value, period) values ($1, $2, 'COST', 'RUB', 100000, 'CONTRACT')
       returning id`,
      [ids.instance, ids.contract],
    );
    await admin.post('/contract-limit/balance', { limitIds: [limitId] });
    const limit = async () =>
      (await admin.get<{ balance: number; version: number }>(`/contract-limit/${limitId}`)).body;
    interface Settled {
      month: string;
      garbageType: { name: string };
      results: number;
      approved: Amount;
      disputed: Amount;
      open: Amount;
    }
    const csori = await make();
    const month = `${csori.date.slice(0, 8)}01`;
    const settled = async (client: Client) => {
      const { status, body } = await client.get<Settled[]>('/csori/settlements', {
        contractId: ids.contract,
      });
      expect(status).toBe(200);
      return body.find((row) => row.month === month && row.garbageType.name === 'MSW')!;
    };
    const [before, balance] = [await settled(admin), await limit()];
    // A carrier sees only its own, whoever else carries under the contract.
    const own = await one<{ n: number; sum: string }>(
      `select count(*)::int as n, sum(round(approved_volume * price, 2))::text as sum from csoris
       where contract_id = $1 and carrier_id = $2 and date_trunc('month', csori_date) = $3::date`,
      [ids.contract, ids.carrier, month],
    );
    const paid = await settled(carrier);
    expect([paid.results, paid.approved.sum]).toEqual([own.n, expect.closeTo(Number(own.sum), 2)]);
    const claim = (await submit(csori)).body;
    const disputed = await settled(admin);
    expect(disputed.disputed.sum).toBeCloseTo(before.disputed.sum! + 3300 || 3300, 2);
    expect(disputed.open.count).toBe(before.open.count - 6);
    await act(carrier, claim, 'approve');
    await carrier.post(`/csori/${csori.id}/correct`, { count: 4, volume: 4.4 });
    expect((await limit()).balance).toBe(balance.balance);
    expect((await ro.post(`/csori/${csori.id}/approve`)).status).toBe(200);
    // The carrier is paid for what it corrected to, and both views show it at once.
    const after = await settled(carrier);
    expect(after.approved.sum).toBeCloseTo((paid.approved.sum ?? 0) + 2200, 2);
    expect([after.results, after.approved.count]).toEqual([paid.results, paid.approved.count + 4]);
    expect(await limit()).toMatchObject({ balance: balance.balance - 2200, version: balance.version });
    const all = await one<{ sum: string }>(
      `select sum(round(approved_volume * price, 2))::text as sum from csoris where contract_id = $1`,
      [ids.contract],
    );
    const { body: rows } = await admin.get<Settled[]>('/csori/settlements', { contractId: ids.contract });
    expect(rows.reduce((sum, row) => sum + (row.approved.sum ?? 0), 0)).toBeCloseTo(Number(all.sum), 2);
    expect((await stranger.get('/csori/settlements', { contractId: ids.contract })).status).toBe(404);
  });
});

/** Steps of the walk; the audit `agreement` uses 5,000. */
const WALK = Number(process.env['WALK_STEPS'] ?? 80);
/** Steps over the same results, before all of them are approved. */
const ROUND = 80;
/** Steps between two cuts of all connections to the database. */
const KILL_EVERY = 40;

it(
  'a walk over the state machine leaves no number approved twice, and sums equal to the rows',
  async () => {
    // Two writers, stale versions, deadlines that pass, connections cut in the middle: whatever the order, the
    // database's
    // checks are met and every state has a way out.
    let seed = Number(process.env['SEED'] ?? 7);
    const random = (n: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
    const limit = await one<{ id: string }>(
      `insert into contract_limits (instance_id, contract_id, type, unit, value, period) values ($1, $2, 'VOLUME', 'M3', 1000000, 'DAY') returning id`,
      [ids.instance, ids.contract],
    );
    const all: string[] = [];
    let cut = 0;
    for (let walked = 0; walked < WALK; walked += ROUND) {
      const made: Csori[] = [];
      for (let n = 0; n < 12; n += 1)
        made.push(
          await make({ confirm_mode: n % 3 ? 'AUTO' : null, control_date: dayOf(Date.now() + 259_200_000) }),
        );
      for (let step = 0; step < Math.min(ROUND, WALK - walked); step += 1)
        cut += await walkOn(made, random, step);
      all.push(...made.map(({ id }) => id));
      await expectSound(made, all, limit.id);
    }
    if (WALK > ROUND) console.log(`${WALK} steps, ${cut} calls cut off`);
  },
  60_000 + WALK * 500,
);

/** Two concurrent actions on a result; returns how many were cut off. Throws when the server fails. */
async function walkOn(made: readonly Csori[], random: (n: number) => number, step: number): Promise<number> {
  const csori = made[random(made.length)]!;
  const now = await csoriOf(csori);
  const claim = now.pretension;
  const look = () => ro.get(`/csori/${csori.id}`);
  const deeds: (() => Promise<{ status: number; body: unknown }>)[] = [
    () => ro.post(`/csori/${csori.id}/approve`),
    () => submit({ ...now, version: now.version - random(2) }),
    () =>
      claim
        ? act(ro, claim, 'cancel')
        : ro.post(`/csori/${csori.id}/approve-with-changes`, { count: 6, volume: 6.6 }),
    () =>
      claim
        ? act(carrier, claim, 'approve')
        : carrier.post(`/csori/${csori.id}/correct`, { count: 4, volume: 4.4 }),
    () => (claim ? specify(carrier, claim) : look()),
    () => (claim ? act(ro, claim, 'change', { expectedCount: 4, expectedVolume: 4.4 }) : look()),
    () => (claim ? discard(carrier, claim) : look()),
    () => (claim ? act(ro, claim, 'open', { comment: 'x' }) : look()),
    () => carrier.post(`/csori/${csori.id}/correct`, { count: 4, volume: 4.4 }),
    // A deadline passes, and the scheduled job runs.
    () => overdue(csori.id),
  ];
  const kills = step % KILL_EVERY === KILL_EVERY - 1;
  const pair = [deeds[random(deeds.length)]!(), deeds[random(deeds.length)]!()];
  if (kills)
    await server.application.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where usename = current_user and datname = current_database() and pid <> pg_backend_pid()`,
    );
  const answers = await Promise.all(pair);
  if (kills) await reconnected();
  // A request that is cut off is answered with a request to retry.
  const faults = answers.filter(({ status }) => status >= 500 && !(kills && status === 503));
  expect(faults).toEqual([]);
  return answers.filter(({ status }) => status === 503).length;
}

/** A terminated connection may fail one more query, until the pool has removed it. */
async function reconnected(): Promise<void> {
  await expect
    .poll(async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => ro.get('/csori/transitions')));
      return answers.some(({ status }) => status === 503);
    })
    .toBe(false);
}

/** Lets the control dates of a result and its claim pass. */
async function overdue(id: string): Promise<{ status: number; body: unknown }> {
  await server.pool.query(
    `update csoris set control_date = current_date - 3 where id = $1 and control_date is not null`,
    [id],
  );
  await server.pool.query(
    `update carrier_claims set control_date = current_date - 3 where csori_id = $1 and control_date is not null`,
    [id],
  );
  await endConsideration(server.db, ids.instance);
  await confirmDue(server.db, ids.instance);
  return { status: 200, body: undefined };
}

/** Expects sums equal to the rows, nothing approved twice, and a way out of the state of each last result. */
async function expectSound(made: readonly Csori[], all: readonly string[], limitId: string): Promise<void> {
  const sum = await one<{ approved: string; used: string }>(
    `select (select coalesce(sum(approved_volume), 0)::text from csoris where id = any($1)) as approved,
       (select coalesce(sum(amount), 0)::text from contract_limit_usage where limit_id = $2) as used`,
    [all, limitId],
  );
  expect(Number(sum.used)).toBeCloseTo(Number(sum.approved), 3);
  const twice = await one<{ n: number }>(
    `select count(*)::int as n from (select entity_id from audit_log where entity = 'csori' and entity_id = any($1::text[])
       and action in ('approve', 'approveWithChanges', 'confirm') group by entity_id having count(*) > 1) x`,
    [all],
  );
  expect(twice.n).toBe(0);
  // Every open state offers an action to one of the two parties.
  for (const csori of made) {
    const now = await csoriOf(csori);
    if (now.status.name === 'APPROVED') continue;
    const offered = [
      ...(await codes(ro, '/csori', 'csoriIds', csori)),
      ...(await codes(carrier, '/csori', 'csoriIds', csori)),
      ...(now.pretension ? await codes(ro, '/carrier-claim', 'claimIds', now.pretension) : []),
      ...(now.pretension ? await codes(carrier, '/carrier-claim', 'claimIds', now.pretension) : []),
    ];
    expect([now.status.name, offered.length > 0]).toEqual([now.status.name, true]);
  }
}
