/** Agreements of two parties: parties, terms, drafts, units; the tests try to break each rule through the API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERIODS } from '../../../server/modules/contracts/partTerms.ts';
import { lapsePolicies } from '../../../server/modules/contracts/lapsePolicies.ts';
import { saveSchemaOf } from '../../../server/records/bind.ts';
import { partsOf } from '../../../server/print/tabs.ts';
import { savedOf } from '../saved.ts';
import { contractsBetween, type Ids } from '../scope/contracts.ts';
import {
  signIn,
  startTestServer,
  type Answer,
  type Client,
  type ProblemReply,
  type TestServer,
} from '../support.ts';
import { readdirSync, readFileSync } from 'node:fs';

interface Row {
  id: string;
  version: number;
  [property: string]: unknown;
}
interface Page {
  list: Row[];
  size: number;
}

let server: TestServer;
let ids: Ids;
let contractId: string;
let owner: Client;
let carrier: Client;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  ids = (await contractsBetween(server)).supplier;
  contractId = ids['contract']!;
  [owner, carrier] = await Promise.all([signIn(server, 'manager'), signIn(server, 'carrier')]);
  await server.pool.query('delete from contract_policies where contract_id = $1', [contractId]);
  await term('2026-01-01', '2030-12-31');
});
afterAll(() => server.close());

/** Sets the term, whatever the contract has. */
async function term(from: string, to: string | null, renewal = false): Promise<void> {
  await server.pool.query(
    'update contracts set effective_date = $2, expiration_date = $3, auto_renewal = $4 where id = $1',
    [contractId, from, to, renewal],
  );
}

const faults = ({ status, body }: Answer<unknown>) => [
  status,
  ...((body as ProblemReply).details?.errors ?? []).map(({ field, code }) => `${field} ${code}`),
];
const codeOf = ({ status, body }: Answer<unknown>) => [status, (body as ProblemReply).code];
const contract = async () => (await owner.get<Row>(`/contract/${contractId}`)).body;
const saveContract = async (change: object) =>
  owner.post<Row>('/contract', { ...savedOf(server.api, 'contract', await contract()), ...change });

const policy = (given: object = {}) =>
  owner.post<Row>('/contract-policy', {
    contractId,
    name: 'Порядок согласования',
    effectiveDate: '2028-01-01',
    expirationDate: '2028-12-31',
    considerationDays: 5,
    ...given,
  });
const send = ({ id }: Row) => owner.post<Row>(`/contract-policy/${id}/send`);
const accept = ({ id }: Row) => carrier.post<Row>(`/contract-policy/${id}/accept`);
const gone = () => server.pool.query('delete from contract_policies where contract_id = $1', [contractId]);
const statusOf = async ({ id }: Row) =>
  ((await owner.get<Row>(`/contract-policy/${id}`)).body['status'] as { name: string }).name;
const events = async (id: string) =>
  (
    await server.pool.query<{ meta: string; instance: string; values: Record<string, string> }>(
      `select e.meta, i.name as instance, e.event_values as values from events e join instances i on i.id = e.instance_id
       where entity_id = $1 order by e.event_time, i.name desc`,
      [id],
    )
  ).rows;

describe('parts of a contract', () => {
  it('with a period are all known, each with its dates', () => {
    const { api } = server;
    const dated = [...api.resources.values()]
      .filter(({ parent, name }) => parent === 'contractId' && name !== 'contractDocument')
      .filter((resource) => {
        const { properties = {} } = api.schemas[saveSchemaOf(resource)] ?? {};
        return 'beginDate' in properties || 'effectiveDate' in properties;
      })
      .map(({ name }) => name);
    expect(dated.length).toBeGreaterThan(10);
    expect(Object.keys(PERIODS)).toEqual(expect.arrayContaining(dated));
  });

  it('lie within its term: a date outside is refused at its field, an existing one may stay', async () => {
    const tried: string[] = [];
    for (const [name, { begin, end }] of Object.entries(PERIODS)) {
      const resource = server.api.resources.get(name)!;
      const path = resource.path.replace('/api/v3', '');
      if (!ids[name] || name === 'contractPolicy') continue;
      const { body: record } = await owner.get<Row>(`${path}/${ids[name]}`);
      const save = (days: object) => owner.post(path, { ...savedOf(server.api, name, record), ...days });
      const none = end ? { [end]: null } : {};
      expect([name, ...faults(await save({ [begin]: '2025-12-31', ...none }))]).toEqual([
        name,
        400,
        `${begin} outsideTerm`,
      ]);
      if (end)
        expect([name, ...faults(await save({ [begin]: '2026-01-01', [end]: '2031-01-01' }))]).toEqual([
          name,
          400,
          `${end} outsideTerm`,
        ]);
      tried.push(name);
    }
    expect(tried.length).toBeGreaterThan(9);
    // A part that is outside the term after the first day moved may be saved unchanged.
    await term('2029-01-01', '2030-12-31');
    const { body: limit } = await owner.get<Row>(`/contract-limit/${ids['contractLimit']}`);
    await server.pool.query(
      "update contract_limits set effective_date = '2026-02-01', expiration_date = null where id = $1",
      [limit.id],
    );
    const kept = {
      ...savedOf(server.api, 'contractLimit', limit),
      effectiveDate: '2026-02-01',
      expirationDate: null,
    };
    expect((await owner.post('/contract-limit', kept)).status).toBe(200);
    // A contract that renews itself has no last day.
    await term('2026-01-01', '2030-12-31', true);
    const { body: now } = await owner.get<Row>(`/contract-limit/${ids['contractLimit']}`);
    const late = { ...savedOf(server.api, 'contractLimit', now), expirationDate: '2031-06-30' };
    expect((await owner.post('/contract-limit', late)).status).toBe(200);
    await term('2026-01-01', '2030-12-31');
  });

  it('end with a contract that ends earlier; parts that begin later must be deleted first', async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      `update contract_collection_tariffs set begin_date = '2026-01-01', end_date = '2030-12-31' where id = $1 returning id`,
      [ids['contractCollectionTariff']],
    );
    await server.pool.query(`delete from contract_collection_tariffs where contract_id = $1 and id <> $2`, [
      contractId,
      rows[0]!.id,
    ]);
    for (const { table, begin } of Object.values(PERIODS)) {
      const column = begin === 'beginDate' ? 'begin_date' : 'effective_date';
      await server.pool.query(
        `update ${table} set ${column} = '2026-01-01' where contract_id = $1 and ${column} > '2026-01-01'`,
        [contractId],
      );
    }
    await server.pool.query(
      `update contract_limits set effective_date = '2030-07-01', expiration_date = null where id = $1`,
      [ids['contractLimit']],
    );
    expect(faults(await saveContract({ expirationDate: '2030-06-30' }))).toEqual([
      400,
      'expirationDate partsLater',
    ]);
    expect((await contract())['expirationDate']).toBe('2030-12-31');
    await server.pool.query(`update contract_limits set effective_date = null where id = $1`, [
      ids['contractLimit'],
    ]);
    expect((await saveContract({ expirationDate: '2030-06-30' })).status).toBe(200);
    const path = `/collection-tariff/${rows[0]!.id}`;
    expect((await owner.get<Row>(path)).body['endDate']).toBe('2030-06-30');
    const { body: history } = await owner.get<{ list: { changes: object[] }[] }>(`${path}/history`);
    expect(history.list[0]!.changes).toContainEqual({
      field: 'endDate',
      before: '"2030-12-31"',
      after: '"2030-06-30"',
    });
    await term('2026-01-01', '2030-12-31');
  });
});

describe('an agreement policy', () => {
  it('that is over, or beyond the contract, is refused at save, send and accept', async () => {
    expect(faults(await policy({ effectiveDate: '2026-01-01', expirationDate: '2026-02-01' }))).toEqual([
      400,
      'expirationDate policyOver',
    ]);
    expect(faults(await policy({ effectiveDate: '2010-01-01', expirationDate: '2010-02-01' }))).toEqual([
      400,
      'effectiveDate outsideTerm',
      'expirationDate outsideTerm',
    ]);
    const { body: made } = await policy();
    const days = (from: string, to: string) =>
      server.pool.query(
        'update contract_policies set effective_date = $2, expiration_date = $3 where id = $1',
        [made.id, from, to],
      );
    const offered = async (client: Client) =>
      (await client.get<object[]>('/contract-policy/transitions', { policyIds: [made.id] })).body.length;
    await days('2026-01-01', '2026-02-01');
    expect([codeOf(await send(made)), await offered(owner)]).toEqual([[409, 'policyOver'], 0]);
    await days('2030-01-01', '2031-02-01');
    expect([codeOf(await send(made)), await offered(owner)]).toEqual([[409, 'policyOutsideTerm'], 0]);
    await days('2028-01-01', '2028-12-31');
    expect((await send(made)).status).toBe(200);
    await days('2026-01-01', '2026-02-01');
    expect(codeOf(await accept(made))).toEqual([409, 'policyOver']);
    expect(await statusOf(made)).toBe('PROCEEDED');
    // The scheduled job expires it, although it is unanswered: it cannot be sent again.
    expect(await lapsePolicies(server.application.db)).toBeGreaterThan(0);
    expect(await statusOf(made)).toBe('EXPIRED');
    await gone();
  });

  it('is agreed before the contract begins', async () => {
    await server.pool.query("update contracts set status = 'INACTIVE' where id = $1", [contractId]);
    const { body: made } = await policy();
    expect((await send(made)).status).toBe(200);
    expect((await accept(made)).status).toBe(200);
    await server.pool.query("update contracts set status = 'ACTIVE' where id = $1", [contractId]);
    await gone();
  });

  it('is its owner’s alone until it is sent, wherever the other party looks', async () => {
    const { body: made } = await policy({ name: 'Черновик владельца' });
    const seen = async () => {
      const page = await carrier.get<Page>('/contract-policy/paging', { contractId });
      const one = await carrier.get(`/contract-policy/${made.id}`);
      const history = await carrier.get(`/contract-policy/${made.id}/history`);
      const counts = await carrier.get<(number | null)[]>('/row-counts', {
        lists: JSON.stringify([{ operation: 'contractPolicyPaging', with: { contractId } }]),
      });
      return [page.body.size, one.status, history.status, counts.status === 200 ? counts.body[0] : undefined];
    };
    const before = await seen();
    expect(before.slice(0, 3)).toEqual([0, 404, 404]);
    await send(made);
    expect((await seen()).slice(0, 3)).toEqual([1, 200, 200]);
    await carrier.post(`/contract-policy/${made.id}/reject`, { reason: 'Много дней' });
    expect((await carrier.get(`/contract-policy/${made.id}`)).status).toBe(200);
    // Edited, it is a draft again: the other party rejected another text.
    const { body: rejected } = await owner.get<Row>(`/contract-policy/${made.id}`);
    await owner.post('/contract-policy', {
      ...savedOf(server.api, 'contractPolicy', rejected),
      terms: 'Новые условия',
    });
    expect((await seen()).slice(0, 3)).toEqual([0, 404, 404]);
    const waiting = await owner.get<{ items: Row[] }>('/to-do');
    expect(waiting.body.items.map(({ id }) => id)).toContain(made.id);
    await gone();
  });

  it('tells the party that must answer by a separate event, in days that people read', async () => {
    const { body: made } = await policy({ name: 'К ответу' });
    const { body: sent } = await send(made);
    const [year, month, day] = String(sent['replyDate']).split('-');
    const told = await events(made.id);
    expect(told.map(({ meta, instance }) => [meta, instance])).toEqual([
      ['POLICY_SENT', 'ЭкоРегион'],
      ['POLICY_RECEIVED', 'ЧистоТранс'],
    ]);
    expect(told[1]!.values).toMatchObject({ name: 'К ответу', date: `${day}.${month}.${year}` });
    const page = await carrier.get<{ list: { text: string }[] }>('/event/paging', { count: 5 });
    expect(page.body.list[0]!.text).toContain('ждёт вашего ответа');
    await gone();
  });

  it('keeps the side that agreed; one that has not answered may be replaced', async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      `select c.id from customers c join contracts k on k.instance_id = c.instance_id
       where k.id = $1 and c.id not in (k.customer_id, k.supplier_id) and c.linked_instance_id is null
         and c.status = 'ACTIVE' order by c.id limit 1`,
      [contractId],
    );
    const other = { supplier: { id: rows[0]!.id, name: '', shortName: '' } };
    const { body: agreed } = await policy();
    await send(agreed);
    await accept(agreed);
    expect(faults(await saveContract(other))).toEqual([400, 'supplier sideAgreed']);
    // An expired policy was agreed all the same.
    await server.pool.query("update contract_policies set status = 'EXPIRED' where id = $1", [agreed.id]);
    expect(faults(await saveContract(other))).toEqual([400, 'supplier sideAgreed']);
    await gone();
    const { body: waiting } = await policy();
    await send(waiting);
    const { supplier } = await contract();
    expect((await saveContract(other)).status).toBe(200);
    expect(await statusOf(waiting)).toBe('STATUS_NOT_SET');
    // Both parties are notified, including the one that can no longer see it.
    const told = (await events(waiting.id)).filter(({ meta }) => meta === 'POLICY_REOPENED');
    expect(told.map(({ instance }) => instance)).toEqual(['ЭкоРегион', 'ЧистоТранс']);
    await saveContract({ supplier });
    await gone();
  });

  it('that outlasts a shortened contract must be agreed again', async () => {
    const { body: agreed } = await policy({ effectiveDate: '2028-01-01', expirationDate: '2028-12-31' });
    const { body: within } = await policy({ effectiveDate: '2027-01-01', expirationDate: '2027-12-31' });
    for (const one of [agreed, within]) {
      await send(one);
      await accept(one);
    }
    expect((await saveContract({ expirationDate: '2028-06-30' })).status).toBe(200);
    expect([await statusOf(agreed), await statusOf(within)]).toEqual(['STATUS_NOT_SET', 'ACCEPTED']);
    expect(codeOf(await send(agreed))).toEqual([409, 'policyOutsideTerm']);
    await term('2026-01-01', '2030-12-31');
    await gone();
  });
});

describe('units and limits', () => {
  const word = (name: string) => ({ name, caption: '' });

  it('follow their kinds', async () => {
    await server.pool.query('delete from contract_limits where contract_id = $1', [contractId]);
    const limit = (type: string, unit: string) =>
      owner.post('/contract-limit', { contractId, type: word(type), unit, value: 5, period: 'MONTH' });
    const fits: Record<string, string> = { VOLUME: 'M3', WEIGHT: 'KG', COST: 'RUB', VISITS: 'PCS' };
    for (const [type, unit] of Object.entries(fits)) {
      for (const wrong of Object.values(fits).filter((one) => one !== unit))
        expect([type, wrong, ...faults(await limit(type, wrong))]).toEqual([type, wrong, 400, 'unit rule']);
      expect((await limit(type, unit)).status).toBe(200);
      expect(faults(await limit(type, unit))).toEqual([400, 'type duplicate']);
    }
    await server.pool.query('delete from contract_collection_tariffs where contract_id = $1', [contractId]);
    const garbage = (await owner.get<{ name: string; caption: string }[]>('/common/garbageTypes')).body[0];
    const tariff = (type: string, unit: string) =>
      owner.post('/collection-tariff', {
        contractId,
        garbageType: garbage,
        type: word(type),
        unit: word(unit),
        price: 5,
        beginDate: '2026-01-01',
      });
    const takes = [
      ['PER_CONTAINER', 'PCS', 'M3'],
      ['PER_VOLUME', 'M3', 'T'],
      ['PER_WEIGHT', 'T', 'VISIT'],
      ['PER_VISIT', 'VISIT', 'MONTH'],
      ['FIXED', 'MONTH', 'KG'],
    ] as const;
    for (const [type, unit, wrong] of takes) {
      expect([type, ...faults(await tariff(type, wrong))]).toEqual([type, 400, 'unit rule']);
      expect([type, (await tariff(type, unit)).status]).toEqual([type, 200]);
    }
  });

  it('a limit of another time is a separate limit', async () => {
    await server.pool.query('delete from contract_limits where contract_id = $1', [contractId]);
    const limit = (effectiveDate: string | null, expirationDate: string | null) =>
      owner.post('/contract-limit', {
        contractId,
        type: word('VOLUME'),
        unit: 'M3',
        value: 5,
        period: 'MONTH',
        effectiveDate,
        expirationDate,
      });
    expect((await limit('2026-01-01', '2026-12-31')).status).toBe(200);
    expect((await limit('2027-01-01', null)).status).toBe(200);
    expect(faults(await limit(null, '2026-06-30'))).toEqual([400, 'type duplicate']);
    expect(faults(await limit(null, null))).toEqual([400, 'type duplicate']);
  });
});

describe('the printed contract and the pages', () => {
  /** Every property that a layout shows, ranges included. */
  function shownBy(item: unknown): string[] {
    if (typeof item === 'string') return [item];
    if (Array.isArray(item)) return item.flatMap(shownBy);
    const { field, from, to, rows } = item as {
      field?: string;
      from?: string;
      to?: string;
      rows?: unknown[];
    };
    return [field, from, to].filter((one) => one !== undefined).concat((rows ?? []).flatMap(shownBy));
  }

  it('the printed contract has every field that the forms of its tabs have, including its term', () => {
    const folder = 'screens/contracts/contract';
    const printed = partsOf(folder, 'contract', 'contract').flatMap((part) =>
      'facts' in part ? part.facts.flatMap(({ fields }) => fields) : [],
    );
    const forms = readdirSync(folder).flatMap((name) => {
      const { parent, view } = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as {
        parent?: string;
        view?: { of?: string; layout?: unknown[] };
      };
      return parent === 'contract' && view?.of === 'contract' ? (view.layout ?? []).flatMap(shownBy) : [];
    });
    expect(forms).toContain('expirationDate');
    expect(forms.filter((field) => !printed.includes(field))).toEqual([]);
  });

  it('a planned point is named by its stand and address, in the list, the details and the search', async () => {
    const { body: page } = await owner.get<Page>('/plans/paging', { contractId });
    const { name } = page.list[0]!['evacuationPoint'] as { name: string };
    const { body: offered } = await owner.get<{ list: { name: string }[] }>('/common/evacuation-points', {
      query: name.slice(0, 8),
    });
    expect(offered.list.map((one) => one.name)).toContain(name);
    const found = await owner.get<Page>('/plans/paging', { contractId, query: name.slice(0, 8) });
    expect(found.body.list.map(({ id }) => id)).toContain(page.list[0]!.id);
  });
});
