/** A request that is sent twice takes effect once, and an action on a stale record changes nothing. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, startTestServer, type Client, type TestServer } from '../support.ts';
import { limitsOf } from '../limits.ts';

let server: TestServer;
let manager: Client;
let contract: { id: string; version: number; effectiveDate: string };
beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
  manager = await signIn(server, 'manager');
  const page = await manager.get<{ list: { id: string }[] }>('/contract/paging', {
    count: 1,
    filter: { statuses: ['ACTIVE'] },
  });
  contract = (await manager.get<typeof contract>(`/contract/${page.body.list[0]!.id}`)).body;
});
afterAll(() => server.close());

/** Each key has a separate limit, so that only a repetition is the same request. */
const numbers = new Map<string, number>();
const limit = (value: number, key: string = randomUUID()) => {
  if (!numbers.has(key)) numbers.set(key, numbers.size);
  return limitsOf(contract)(numbers.get(key)!, value);
};
const create = (key: string, value: number, client = manager) =>
  client.call<{ id: string; code?: string }>('POST', '/api/v3/contract-limit', {
    body: limit(value, client === manager ? key : `${key} of another`),
    headers: { 'Idempotency-Key': key },
  });
const count = async () =>
  (await server.pool.query<{ n: number }>('select count(*) n from contract_limits')).rows[0]!.n;

describe('Idempotency-Key', () => {
  it('returns the first reply to a repeated request, however many are concurrent', async () => {
    const before = await count();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(key, 1)));
    answers.push(await create(key, 1));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    expect(await count()).toBe(before + 1);
  });

  it('refuses another request with the same key', async () => {
    const key = randomUUID();
    expect((await create(key, 1)).status).toBe(200);
    const other = await create(key, 2);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency']);
  });

  it('is private to each account, and any request without one is new', async () => {
    const before = await count();
    const key = randomUUID();
    await create(key, 1);
    await create(key, 1, await signIn(server, 'admin'));
    await manager.post('/contract-limit', limit(1));
    await manager.post('/contract-limit', limit(1));
    expect(await count()).toBe(before + 4);
  });

  it('stores no refusal: a corrected request is carried out', async () => {
    const key = randomUUID();
    const gone = { ...limit(1), contractId: randomUUID() };
    const headers = { 'Idempotency-Key': key };
    expect((await manager.call('POST', '/api/v3/contract-limit', { body: gone, headers })).status).toBe(404);
    expect((await create(key, 3)).status).toBe(200);
  });

  it('keeps nothing that a password could be tested against', async () => {
    const admin = await signIn(server, 'admin');
    const add = async (password: string, lastName: string) => {
      const key = randomUUID();
      const body = { login: 'keyed', lastName, firstName: 'А', enabled: true, roles: [], password };
      const { status } = await admin.call('POST', '/api/v3/account', {
        body,
        headers: { 'Idempotency-Key': key },
      });
      expect(status).toBe(200);
      await server.pool.query("delete from accounts where login = 'keyed'");
      const { rows } = await server.pool.query<{ hash: string }>(
        `select encode(request_hash, 'hex') as hash from idempotency_keys where key = $1`,
        [key],
      );
      return rows[0]?.hash;
    };
    const first = await add('Kolodets-Fonar-7', 'Первый');
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await add('Zabor-Lampa-18-Sever', 'Первый')).toBe(first);
    expect(await add('Kolodets-Fonar-7', 'Второй')).not.toBe(first);
  });

  it('also applies to operations with a separate transaction', async () => {
    const admin = await signIn(server, 'admin');
    const word = { classifierType: 'vehicleGroups', captionRu: 'Вывоз листвы', captionEn: 'Leaves' };
    const sent = { body: word, headers: { 'Idempotency-Key': randomUUID() } };
    const [first, second] = [
      await admin.call<{ id: string; version: number }>('POST', '/api/v3/classifier', sent),
      await admin.call<{ id: string }>('POST', '/api/v3/classifier', sent),
    ];
    expect([first.status, second.status, second.body.id]).toEqual([200, 200, first.body.id]);
    const retire = (version: number) =>
      admin.call('DELETE', `/api/v3/classifier/value/${first.body.id}`, {
        headers: { 'If-Match': `"${version}"` },
      });
    expect((await retire(first.body.version + 1)).status).toBe(412);
    expect((await retire(first.body.version)).status).toBe(204);
  });

  it('expires after a day, and must be short and without spaces', async () => {
    const key = randomUUID();
    const first = await create(key, 1);
    await server.pool.query("update idempotency_keys set create_time = create_time - interval '25 hours'");
    expect((await create(key, 1)).body.id).not.toBe(first.body.id);
    expect((await create('x'.repeat(101), 1)).status).toBe(400);
    expect((await create('with space', 1)).status).toBe(400);
  });
});

describe('If-Match', () => {
  const act = (method: string, address: string, ifMatch: string) =>
    manager.call<{ version: number; code: string; details: { current: { version: number } } }>(
      method,
      `/api/v3${address}`,
      { headers: { 'If-Match': ifMatch } },
    );

  it('limits an action to the version that was read', async () => {
    const { version } = (await manager.get<{ version: number }>(`/contract/${contract.id}`)).body;
    for (const stale of [`"${version - 1}"`, `"${version + 1}"`, 'nonsense']) {
      const refused = await act('POST', `/contract/${contract.id}/block`, stale);
      expect([refused.status, refused.body.code]).toEqual([412, 'stale']);
      expect(refused.body.details.current.version).toBe(version);
    }
    const blocked = await act('POST', `/contract/${contract.id}/block`, `"${version}"`);
    expect([blocked.status, blocked.body.version]).toEqual([200, version + 1]);
    expect((await act('POST', `/contract/${contract.id}/unblock`, '*')).status).toBe(200);
  });

  it('limits a deletion in the same way', async () => {
    const { rows } = await server.pool.query<{ vehicle: string; contract_id: string }>(
      `select reg_number vehicle, c.id contract_id from vehicles v
       join contracts c on c.instance_id = v.instance_id and c.status = 'ACTIVE'
       join instances i on i.id = c.instance_id and i.name = 'ЭкоРегион' order by 1, 2 limit 1`,
    );
    const parent = { contractId: rows[0]!.contract_id };
    const made: [string, object][] = [
      ['/contract-limit', { ...limit(1), ...parent }],
      ['/contract-vehicle', { ...parent, regNumber: rows[0]!.vehicle, beginDate: '2026-01-01' }],
    ];
    for (const [address, body] of made) {
      const { id, version } = (await manager.post<{ id: string; version: number }>(address, body)).body;
      expect((await act('DELETE', `${address}/${id}`, `"${version + 1}"`)).status).toBe(412);
      expect((await act('DELETE', `${address}/${id}`, `"${version}"`)).status).toBe(204);
    }
    const { rows: districts } = await server.pool.query<{ id: string; version: number }>(
      `select d.id, d.version from contract_districts d join contracts c on c.id = d.contract_id
       join instances i on i.id = d.instance_id and i.name = 'ЭкоРегион'
       where c.status = 'ACTIVE' limit 1`,
    );
    const { id, version } = districts[0]!;
    expect((await act('DELETE', `/contract-district/${id}`, `"${version + 1}"`)).status).toBe(412);
    expect((await act('DELETE', `/contract-district/${id}`, `"${version}"`)).status).toBe(204);
  });
});

it('a contract has one primary vehicle', async () => {
  const { rows } = await server.pool.query<{ id: string; contract_id: string; other: string; begin: string }>(
    `select cv.id, cv.contract_id, cv.begin_date::text begin, (
       select v.reg_number from vehicles v where v.instance_id = cv.instance_id and v.id <> cv.vehicle_id limit 1) other
     from contract_vehicles cv join contracts c on c.id = cv.contract_id and c.status = 'ACTIVE'
     join instances i on i.id = cv.instance_id and i.name = 'ЭкоРегион' where cv.is_primary limit 1`,
  );
  const { contract_id: contractId, other: regNumber, begin: beginDate } = rows[0]!;
  const save = (body: object) =>
    manager.post<{ id: string; version: number; details?: { errors: object[] } }>('/contract-vehicle', {
      contractId,
      regNumber,
      beginDate,
      ...body,
    });
  const refused = await save({ primary: true });
  expect([refused.status, refused.body.details?.errors]).toMatchObject([400, [{ field: 'primary' }]]);
  const plain = (await save({ primary: false })).body;
  expect((await save({ id: plain.id, version: plain.version, primary: true })).status).toBe(400);
  const behind = server.pool.query('update contract_vehicles set is_primary = true where id = $1', [
    plain.id,
  ]);
  await expect(behind).rejects.toThrow('contract_vehicles_primary');
});
