/** Rules of a contract: automatic checks, recalculation, transportation; the tests try to break each. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStandIn, type StandIn } from '../../../server/standIn/talon.ts';
import { spec } from '../../spec/spec.ts';
import { contractsBetween, type Ids, type Stands } from '../scope/contracts.ts';
import {
  dayOf,
  signIn,
  startTestServer,
  type Answer,
  type Client,
  type ProblemReply,
  type TestServer,
} from '../support.ts';

interface Saved {
  id: string;
  version: number;
}
interface Page<T> {
  list: T[];
  size: number;
}

let standIn: StandIn;
let server: TestServer;
let contracts: Record<Stands, Ids>;
let owner: Client;
let carrier: Client;
let stranger: Client;

beforeAll(async () => {
  standIn = await startStandIn();
  server = await startTestServer({ scale: 0.1, talonUrl: standIn.url });
  contracts = await contractsBetween(server);
  [owner, carrier, stranger] = await Promise.all([
    signIn(server, 'manager'),
    signIn(server, 'carrier'),
    signIn(server, 'manager2'),
  ]);
  // A kind that has every tab of rules.
  await server.pool.query("update contracts set type = 'COLLECTION' where id = $1", [shared()]);
  for (const table of ['incident_rules', 'claim_rules', 'recalc_rules', 'transportations'])
    await server.pool.query(`delete from contract_${table} where contract_id = $1`, [shared()]);
});
afterAll(async () => {
  standIn.stop();
  await server.close();
});

const shared = () => contracts.supplier['contract']!;
const word = (name: string) => ({ name, caption: '' });
const fields = ({ status, body }: Answer<ProblemReply>) => [
  status,
  body.details?.errors?.map(({ field }) => field) ?? body.code,
];

describe('rules that make incidents and claims', () => {
  it('exist once per contract, with the threshold that they need', async () => {
    spec('GET/POST incident creation rules', 'GET rule list');
    const { body: rules } = await owner.get<{ name: string }[]>('/contract-rule/list');
    expect(rules.map(({ name }) => name)).toEqual([
      'NOT_DONE',
      'NO_VISIT',
      'PARTIAL',
      'LATE',
      'VOLUME_EXCESS',
    ]);
    const save = (given: object) => owner.post('/incident-creation-rule', { contractId: shared(), ...given });
    const late = await owner.post<Saved>('/incident-creation-rule', {
      contractId: shared(),
      rule: word('LATE'),
      threshold: 30,
    });
    expect([late.status, late.body]).toMatchObject([200, { enabled: true, threshold: 30 }]);
    expect(fields(await save({ rule: word('LATE'), threshold: 60 }))).toEqual([400, ['rule']]);
    expect(fields(await save({ rule: word('NOT_DONE'), threshold: 5 }))).toEqual([400, ['threshold']]);
    expect(fields(await save({ rule: word('VOLUME_EXCESS') }))).toEqual([400, ['threshold']]);
    expect(fields(await save({ rule: word('RAIN') }))[0]).toBe(400);
    const page = await carrier.get<Page<object>>('/incident-creation-rule/paging', { contractId: shared() });
    expect(page.body).toEqual({ list: [late.body], size: 1 });
    expect((await carrier.delete(`/incident-creation-rule/${late.body.id}`)).status).toBe(403);
    expect((await stranger.delete(`/incident-creation-rule/${late.body.id}`)).status).toBe(404);
    expect((await owner.delete(`/incident-creation-rule/${late.body.id}`)).status).toBe(204);
  });

  it('make a claim immediately, or one to thirty days later', async () => {
    spec('GET/POST claim creation rules', 'V-053', 'V-054', 'C-026');
    const save = (delayDays: number, rule = 'NOT_DONE') =>
      owner.post('/claim-creation-rule', {
        contractId: shared(),
        rule: word(rule),
        reason: word('NOT_COLLECTED'),
        delayDays,
      });
    for (const days of [-1, 31, 1.5]) expect(fields(await save(days))).toEqual([400, ['delayDays']]);
    expect((await save(0)).status).toBe(200);
    expect((await save(30, 'PARTIAL')).status).toBe(200);
    expect(fields(await save(3))).toEqual([400, ['reason']]);
    await server.pool.query('delete from contract_claim_rules where contract_id = $1', [shared()]);
  });

  it('find violations once, each with the day on which an incident or a claim is made of it', async () => {
    spec('POST apply-rules');
    const day = '2026-03-10';
    const { rows } = await server.pool.query<{ instance: string; point: string; type: string; plan: string }>(
      `select e.instance_id as instance, e.id as point, c.container_type as type,
         (select p.id from contract_plans p where p.instance_id = e.instance_id and not exists (
            select from incidents n join task_items k on k.id = n.task_item_id where k.plan_id = p.id)
          limit 1) as plan
       from evacuation_points e join containers c on c.evacuation_point_id = e.id
       where e.instance_id = (select instance_id from contracts where id = $1) limit 1`,
      [shared()],
    );
    const { instance, point, type, plan } = rows[0]!;
    await server.pool.query('update contract_plans set contract_id = $2 where id = $1', [plan, shared()]);
    await server.pool.query('delete from task_items where plan_id = $1', [plan]);
    // Three containers planned; the count and volume done, and how late the vehicle arrived.
    const task = (date: string, done: number | null, volume: number | null) =>
      server.pool.query(
        `insert into task_items (id, instance_id, task_date, evacuation_point_id, plan_id, container_type, container_action,
           time_from, time_to, planned_count, planned_volume, done_count, done_volume)
         values (gen_random_uuid(), $1, $2, $3, $4, $5, 'EMPTY', '08:00', '12:00', 3, 3.3, $6, $7)`,
        [instance, date, point, plan, type, done, volume],
      );
    await task(day, 2, 2.2);
    await task('2026-03-11', 3, 4.4);
    await task('2026-03-12', 3, 3.3);
    const rule = (path: string, given: object) => owner.post(`/${path}`, { contractId: shared(), ...given });
    await rule('incident-creation-rule', { rule: word('PARTIAL') });
    await rule('incident-creation-rule', { rule: word('VOLUME_EXCESS'), threshold: 40 });
    await rule('incident-creation-rule', { rule: word('NO_VISIT'), enabled: false });
    await rule('claim-creation-rule', {
      rule: word('PARTIAL'),
      reason: word('PARTIALLY_COLLECTED'),
      delayDays: 3,
    });
    await rule('claim-creation-rule', {
      rule: word('VOLUME_EXCESS'),
      reason: word('VOLUME_OVERSTATED'),
      threshold: 30,
    });
    const apply = (client: Client, period = { from: '2026-03-01', to: '2026-03-31' }) =>
      client.post<{ checked: number; made: number }>('/contract-rule/apply-rules', {
        contractId: shared(),
        ...period,
      });
    // Two concurrent calls make nothing twice.
    const [first, second] = await Promise.all([apply(owner), apply(owner)]);
    expect([first.body.checked, second.body.checked, first.body.made + second.body.made]).toEqual([3, 3, 3]);
    const findings = await carrier.get<Page<{ dueDate: string; rule: { name: string }; purpose: string }>>(
      '/contract-rule/findings',
      { contractId: shared(), order: '-taskDate' },
    );
    const told = findings.body.list.map((one) => [one.rule.name, one.purpose, one.dueDate].join(' '));
    expect(told.toSorted()).toEqual([
      'PARTIAL CLAIM 2026-03-13',
      'PARTIAL INCIDENT 2026-03-10',
      'VOLUME_EXCESS CLAIM 2026-03-11',
    ]);
    expect((await apply(owner)).body).toEqual({ checked: 3, made: 0 });
    expect((await apply(owner, { from: '2026-03-01', to: '2026-02-01' })).status).toBe(400);
    expect((await apply(owner, { from: '2026-01-01', to: '2026-12-31' })).status).toBe(400);
    for (const client of [carrier, stranger]) expect((await apply(client)).status).toBe(404);
    expect((await stranger.get('/contract-rule/findings', { contractId: shared() })).status).toBe(404);
  });
});

it('an event has one recalculation rule on a day', async () => {
  spec('recalc-visits-rule sub-resource');
  const rule = (given: object = {}) => ({
    contractId: shared(),
    name: 'Треки',
    events: [word('TRACK_RECEIVED'), word('PHOTO_RECEIVED')],
    depthDays: 7,
    beginDate: '2026-01-01',
    endDate: '2026-06-30',
    ...given,
  });
  const save = (given?: object) =>
    owner.post<Saved & { events: { caption: string }[] }>('/recalc-visits-rule', rule(given));
  const made = await save();
  expect([made.status, made.body.events.map(({ caption }) => caption)]).toEqual([
    200,
    ['Получение трека с опозданием', 'Получение фотографии с опозданием'],
  ]);
  const crossing = { events: [word('PHOTO_RECEIVED')], beginDate: '2026-06-30', endDate: null };
  const refused = await owner.post('/recalc-visits-rule', rule(crossing));
  expect(fields(refused)).toEqual([400, ['events']]);
  expect(refused.body.details!.errors![0]!.message).toContain('Треки');
  expect((await save({ ...crossing, beginDate: '2026-07-01' })).status).toBe(200);
  expect((await save({ ...crossing, events: [word('PLAN_CHANGED')] })).status).toBe(200);
  // A rule does not conflict with itself; of two concurrent saves one waits for the other.
  expect((await save({ id: made.body.id, version: 1, depthDays: 14 })).status).toBe(200);
  const container = { events: [word('CONTAINER_CHANGED')] };
  const both = await Promise.all([save(container), save(container)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  for (const [given, field] of [
    [{ depthDays: 0 }, 'depthDays'],
    [{ depthDays: 91 }, 'depthDays'],
    [{ events: [] }, 'events'],
    [{ events: [word('RAIN')] }, 'events'],
    [{ endDate: '2025-12-31' }, 'endDate'],
  ] as const)
    expect(fields(await owner.post('/recalc-visits-rule', rule(given)))).toEqual([400, [field]]);
});

it('a carrier has one entry on a day, with what counts as a visit', async () => {
  const { rows } = await server.pool.query<{ id: string; name: string; shortName: string; home: boolean }>(
    `select c.id, c.name, c.short_name as "shortName", c.instance_id = k.instance_id as home
     from customers c, contracts k where k.id = $1 and (c.id = k.supplier_id or c.instance_id <> k.instance_id)
     order by home desc limit 2`,
    [shared()],
  );
  const [own, foreign] = rows.map(({ home: _, ...customer }) => customer);
  const save = (given: object = {}) =>
    owner.post('/contract-transportation', {
      contractId: shared(),
      carrier: own,
      visitingRule: word('BY_SENSORS'),
      sensorRule: word('LIFT_SENSOR'),
      failureAction: word('CREATE_INCIDENT'),
      beginDate: '2026-01-01',
      ...given,
    });
  expect((await save()).body).toMatchObject({
    carrier: own,
    sensorRule: { caption: 'Датчик подъёма контейнера' },
  });
  expect(fields(await save({ beginDate: '2027-01-01' }))).toEqual([409, 'periodCrosses']);
  expect(fields(await save({ carrier: foreign }))).toEqual([400, ['carrier']]);
  expect(fields(await save({ sensorRule: null }))).toEqual([400, ['sensorRule']]);
  expect(fields(await save({ visitRule: word('PASSED_BY') }))).toEqual([400, ['visitRule']]);
  expect(fields(await save({ visitingRule: word('BY_PHOTO') }))).toEqual([400, ['sensorRule']]);
});

describe('the talon integration', () => {
  const submit = (login: string, password = login) =>
    owner.post('/talon-integration/credentials', { contractId: shared(), login, password });
  const state = async () =>
    (await owner.get<{ state: { name: string } }>('/talon-integration', { contractId: shared() })).body.state
      .name;
  const list = (what: string, client = owner) =>
    client.get<Record<string, string>[]>(`/talon-integration/${what}`, { contractId: shared() });
  const events = async () => {
    const { rows } = await server.pool.query<{ failure: string }>(
      `select event_values ->> 'failure' as failure from events
       where meta = 'INTEGRATION_FAILED' and entity_id = $1 order by event_time`,
      [shared()],
    );
    return rows.map(({ failure }) => failure);
  };

  it('signs in, tests and lists; a failure is returned, stored and recorded as an event', async () => {
    spec('POST talon test', 'POST talon credential submit', 'GET talon visit points', 'GET talon ROs');
    spec('GET polygon contracts');
    expect(await state()).toBe('NOT_SET');
    expect(fields(await owner.post('/talon-integration/test', { contractId: shared() }))).toEqual([
      409,
      'talonNotSet',
    ]);
    expect(fields(await submit('demo', 'wrong'))).toEqual([409, 'talonRefused']);
    expect([await state(), await events()]).toEqual(['NOT_SET', []]);
    const accepted = await submit('demo');
    expect([accepted.status, accepted.body]).toMatchObject([
      200,
      { login: 'demo', state: { name: 'CONNECTED' } },
    ]);
    expect(JSON.stringify(accepted.body)).not.toContain('token');
    expect((await owner.post('/talon-integration/test', { contractId: shared() })).status).toBe(200);
    expect((await list('visit-points')).body.map(({ name }) => name)).toContain('Полигон «Северный»');
    expect((await list('ros')).body).toHaveLength(2);
    expect((await list('polygon-contracts')).body[1]).toMatchObject({
      beginDate: '2026-03-01',
      endDate: null,
    });
    // A wrong password leaves the working credentials unchanged, and is an event.
    expect(fields(await submit('demo', 'slip'))).toEqual([409, 'talonRefused']);
    expect([await state(), await events()]).toEqual(['CONNECTED', ['REFUSED']]);
    // Neither password nor token appears in the log.
    const { rows } = await server.pool.query<{ text: string }>(
      "select before::text || after::text as text from audit_log where entity = 'talonIntegration'",
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ text }) => text?.includes('token') || text?.includes('slip'))).toEqual([]);
    for (const client of [carrier, stranger]) {
      expect((await list('ros', client)).status).toBe(404);
      const body = { contractId: shared(), login: 'demo', password: 'demo' };
      expect((await client.post('/talon-integration/credentials', body)).status).toBe(404);
    }
  });

  it('reports a system that is slow, closes the connection, refuses, or is not there', async () => {
    const told = async (token: string) => {
      await server.pool.query('update contract_talon_links set token = $2 where contract_id = $1', [
        shared(),
        token,
      ]);
      const answer = await list('ros');
      return [...fields(answer as unknown as Answer<ProblemReply>), await state()];
    };
    expect(await told('slow')).toEqual([409, 'talonSlow', 'SLOW']);
    expect(await told('gone')).toEqual([409, 'talonGone', 'GONE']);
    expect(await told('other')).toEqual([409, 'talonRefused', 'REFUSED']);
    // It recovers by itself once the system answers.
    await server.pool.query("update contract_talon_links set token = 'demo' where contract_id = $1", [
      shared(),
    ]);
    expect((await owner.post('/talon-integration/test', { contractId: shared() })).status).toBe(200);
    expect(await state()).toBe('CONNECTED');
    standIn.stop();
    await expect.poll(async () => (await list('ros')).status).toBe(409);
    expect([await state(), await events()]).toEqual(['GONE', ['REFUSED']]);
  });
});

it('returns the reasons why vehicles cannot be managed', async () => {
  spec('GET can-manage-vehicles');
  const reasons = async (client: Client) => {
    const { body } = await client.get<{ allowed: boolean; reasons: { name: string }[] }>(
      `/contract/${shared()}/can-manage-vehicles`,
    );
    return [body.allowed, ...body.reasons.map(({ name }) => name)];
  };
  expect(await reasons(owner)).toEqual([true]);
  expect(await reasons(carrier)).toEqual([false, 'FOREIGN']);
  expect(await reasons(await signIn(server, 'admin'))).toEqual([true]);
  await server.pool.query('update contracts set management_locked = true where id = $1', [shared()]);
  await server.pool.query(
    `insert into app_properties (instance_id, name, value, type)
     select instance_id, 'commercial.manage.mode', 'READ_ONLY', 'Enum' from contracts where id = $1`,
    [shared()],
  );
  expect(await reasons(owner)).toEqual([false, 'MANAGEMENT_LOCKED', 'MANAGE_MODE']);
  expect((await stranger.get(`/contract/${shared()}/can-manage-vehicles`)).status).toBe(404);
  // The returned reasons are enforced.
  const { rows } = await server.pool.query<{ id: string }>(
    'select id from contract_vehicles where contract_id = $1 limit 1',
    [shared()],
  );
  expect(fields(await owner.delete(`/contract-vehicle/${rows[0]!.id}`))).toEqual([409, 'managementLocked']);
  await server.pool.query('update contracts set management_locked = false where id = $1', [shared()]);
  expect(fields(await owner.delete(`/contract-vehicle/${rows[0]!.id}`))).toEqual([409, 'manageMode']);
  await server.pool.query(
    "delete from app_properties where name = 'commercial.manage.mode' and value = 'READ_ONLY'",
  );
  expect((await owner.delete(`/contract-vehicle/${rows[0]!.id}`)).status).toBe(204);
});

it('checks whether a utilization contract can be carried out', async () => {
  spec('GET contract/utilization/{contractId}/check');
  const check = () =>
    owner.get<{ check: { name: string }; passed: boolean }[]>(`/contract/utilization/${shared()}/check`);
  await server.pool.query("update contracts set type = 'COLLECTION' where id = $1", [shared()]);
  expect((await check()).status).toBe(409);
  await server.pool.query(
    "update contracts set type = 'UTILIZATION', effective_date = (now() at time zone 'Europe/Moscow')::date - 5, expiration_date = null where id = $1",
    [shared()],
  );
  await server.pool.query('delete from contract_collection_tariffs where contract_id = $1', [shared()]);
  await server.pool.query('delete from contract_vehicles where contract_id = $1', [shared()]);
  const failed = async () =>
    (await check()).body.filter(({ passed }) => !passed).map((one) => one.check.name);
  expect(await failed()).toEqual(['TARIFF', 'VEHICLES', 'TALON']);
  const { body: garbage } = await owner.get<object[]>('/common/garbageTypes');
  const tariff = {
    contractId: shared(),
    garbageType: garbage[0],
    type: word('PER_WEIGHT'),
    unit: word('T'),
    price: 1,
  };
  const yesterday = dayOf(Date.now() - 86_400_000);
  expect((await owner.post('/collection-tariff', { ...tariff, beginDate: yesterday })).status).toBe(200);
  await server.pool.query(
    `with car as (insert into contract_vehicles (instance_id, contract_id, vehicle_id, begin_date)
       select k.instance_id, k.id, v.id, (now() at time zone 'Europe/Moscow')::date - 1 from contracts k
       join vehicles v on v.instance_id = k.instance_id where k.id = $1 limit 1 returning vehicle_id)
     delete from vehicle_polygon_tickets where vehicle_id = (select vehicle_id from car)`,
    [shared()],
  );
  expect(await failed()).toEqual(['TICKETS', 'TALON']);
});
