/** Every part of a contract through the API: saved, refused, checked by its rules, deleted. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spec } from '../spec/spec.ts';
import { signIn, startTestServer, type Client, type TestServer } from './support.ts';

interface Part {
  id: string;
  version: number;
  contractId: string;
  [property: string]: unknown;
}
interface Page {
  list: Part[];
  size: number;
}

let server: TestServer;
let manager: Client;
let reader: Client;
/** A contract of each requested kind, and places to refer to. */
const contracts = new Map<string, string>();
const places: Record<string, string> = {};
let sides: { id: string; name: string; shortName: string }[];
let counter = 0;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
  [manager, reader] = await Promise.all([signIn(server, 'manager'), signIn(server, 'reader')]);
  const page = await manager.get<{ list: typeof sides }>('/customer/paging', { count: 2 });
  sides = page.body.list.map(({ id, name, shortName }) => ({ id, name, shortName }));
  const own = `instance_id = (select id from instances where name = 'ЭкоРегион')`;
  const { rows } = await server.pool.query<{ type: string; id: string }>(
    `select distinct on (type) type, id from visit_points where ${own} order by type, id`,
  );
  for (const { type, id } of rows) places[type] = id;
  const points = await server.pool.query<{ id: string }>(
    `select e.id from evacuation_points e where e.${own}
       and not exists (select from contract_plans p where p.evacuation_point_id = e.id) order by id limit 2`,
  );
  places['EVACUATION'] = points.rows[0]!.id;
  places['EVACUATION_2'] = points.rows[1]!.id;
});
afterAll(() => server.close());

const word = (name: string) => ({ name, caption: '' });

async function contractOf(kind: string): Promise<string> {
  counter += 1;
  const { body } = await manager.post<{ id: string }>('/contract', {
    number: `P-${counter}`,
    name: 'Части договора',
    type: word(kind),
    customer: sides[0],
    supplier: sides[1],
    effectiveDate: '2026-01-01',
  });
  return body.id;
}

async function contract(kind = 'COLLECTION'): Promise<string> {
  const known = contracts.get(kind) ?? (await contractOf(kind));
  contracts.set(kind, known);
  return known;
}

interface Case {
  kind?: string;
  /** Calls of the specification that this part covers. */
  calls: string[];
  body: () => object;
  /** The properties that the saved record shows. */
  shows: object;
  /** A valid change. */
  change: object;
  /** Changes of a new record that are refused, each with the field of its error. */
  refused: [field: string, change: object][];
}

const PERIOD = { beginDate: '2026-03-01', endDate: '2026-03-31' };
const BACKWARDS: [string, object] = ['endDate', { beginDate: '2026-03-01', endDate: '2026-02-01' }];
const EVERYDAY = { excluded: false, kind: word('EVERYDAY') };

const CASES: Record<string, Case> = {
  'contract-limit': {
    calls: [],
    body: () => ({ type: word('VOLUME'), unit: 'M3', value: 12.5, period: 'DAY' }),
    shows: { type: { name: 'VOLUME', caption: 'Объём' }, unit: 'M3', period: 'DAY' },
    change: { period: 'MONTH', effectiveDate: '2026-01-01' },
    refused: [
      ['unit', { unit: 'KG' }],
      ['type', { period: 'MONTH' }],
      ['value', { value: 0 }],
      ['period', { period: 'MOON' }],
      ['expirationDate', { effectiveDate: '2026-03-01', expirationDate: '2026-02-01' }],
    ],
  },
  'confirm-mode': {
    calls: ['GET confirm-mode paging', 'POST confirm-mode'],
    body: () => ({ mode: word('AUTO'), afterDays: 20, containerAction: word('EMPTY'), ...PERIOD }),
    shows: { mode: { name: 'AUTO', caption: 'Автоматически' }, garbageType: null, afterDays: 20 },
    change: { afterDays: 30, garbageType: word('MSW') },
    refused: [
      BACKWARDS,
      ['afterDays', { afterDays: 31 }],
      ['mode', { mode: word('NEVER') }],
      ['garbageType', { garbageType: word('GOLD') }],
      // One confirmation mode on a day for one action and garbage type.
      ['beginDate', { garbageType: word('MSW'), beginDate: '2026-03-31', endDate: null }],
    ],
  },
  'container-group': {
    calls: ['container-group sub-resource'],
    body: () => ({
      name: 'Евро',
      containerTypes: [word('EURO_1100')],
      garbageType: word('MSW'),
      orderPolicy: word('DAILY'),
    }),
    shows: { name: 'Евро', orderPolicy: { name: 'DAILY', caption: 'Ежедневно' } },
    change: { containerTypes: [word('EURO_1100'), word('SKIP_8')], comment: 'И бункеры' },
    refused: [
      ['name', { containerTypes: [word('EURO_0660')] }],
      ['containerTypes', { name: 'Другая', containerTypes: [word('SKIP_8')] }],
      ['containerTypes', { name: 'Третья', containerTypes: [] }],
      ['containerTypes', { name: 'Третья', containerTypes: [word('BATHTUB')] }],
    ],
  },
  'area-rule': {
    calls: ['area-rule sub-resource', 'GET area-rule/list'],
    body: () => ({ name: 'Центр', priority: 1, active: true, district: word('CENTRAL') }),
    shows: { name: 'Центр', district: { name: 'CENTRAL', caption: 'Центральный район' }, sector: null },
    change: { priority: 2, residential: word('PRIVATE') },
    refused: [
      ['district', { priority: 5, district: null }],
      ['district', { priority: 5, district: word('REGION') }],
      ['priority', { priority: 2 }],
      ['priority', { priority: 0 }],
    ],
  },
  prototype: {
    calls: ['GET prototype paging', 'POST prototype', 'DELETE prototype'],
    body: () => ({
      name: 'Малая',
      standKind: word('OPEN'),
      garbageType: word('MSW'),
      containerType: word('EURO_1100'),
      containerCount: 3,
      regularity: word('DAILY'),
    }),
    shows: { name: 'Малая', containerCount: 3, surface: null },
    change: { containerCount: 4, surface: word('ASPHALT') },
    refused: [
      ['name', {}],
      ['containerCount', { name: 'Большая', containerCount: 0 }],
      ['containerType', { name: 'Большая', containerType: word('BATHTUB') }],
    ],
  },
  'customer-vehicle': {
    kind: 'UTILIZATION',
    calls: ['customer-vehicle sub-resource'],
    body: () => ({ regNumber: 'a 001 bc 71', model: 'КамАЗ', bodyVolume: 10.5, ...PERIOD }),
    shows: { regNumber: 'А001ВС71', bodyVolume: 10.5, driver: null },
    change: { driver: 'Иванов И. И.' },
    refused: [
      BACKWARDS,
      ['regNumber', { beginDate: '2026-03-31', endDate: null }],
      ['bodyVolume', { bodyVolume: -1 }],
    ],
  },
  'contract-document': {
    calls: [],
    body: () => ({ type: word('ACT'), name: 'Акт № 1', documentDate: '2026-02-01', files: [] }),
    shows: { type: { name: 'ACT', caption: 'Акт' }, files: [] },
    change: { number: '1/26', expirationDate: '2026-12-31' },
    refused: [
      ['expirationDate', { expirationDate: '2026-01-31' }],
      ['type', { type: word('NOVEL') }],
      ['files', { files: [{ id: randomUUID(), date: '2026-01-01', fileInfo: fileInfo() }] }],
    ],
  },
  'contract-subscription': {
    calls: [],
    body: () => ({
      recipient: 'Диспетчер',
      channel: word('EMAIL'),
      address: 'a@example.ru',
      events: [word('LIMIT_EXCEEDED'), word('CONTRACT_EXPIRES')],
    }),
    shows: { address: 'a@example.ru', active: true },
    change: { active: false },
    refused: [
      ['address', {}],
      ['address', { address: 'нет почты' }],
      ['address', { channel: word('SMS'), address: 'b@example.ru' }],
      ['events', { address: 'b@example.ru', events: [] }],
      ['events', { address: 'b@example.ru', events: [word('SUNRISE')] }],
    ],
  },
  'contract-restriction': {
    calls: [],
    body: () => ({ type: word('HOURS'), timeFrom: '22:00', timeTo: '23:30', beginDate: '2026-01-01' }),
    shows: { timeFrom: '22:00', timeTo: '23:30', maxMass: null },
    change: { timeTo: '23:45' },
    refused: [
      BACKWARDS,
      ['timeTo', { timeTo: '21:00' }],
      ['timeTo', { timeTo: null }],
      ['timeTo', { timeTo: '25:00' }],
      ['garbageType', { type: word('GARBAGE') }],
      ['containerType', { type: word('CONTAINER') }],
      ['vehicleType', { type: word('VEHICLE') }],
      ['maxMass', { type: word('MASS') }],
    ],
  },
  'contract-visit-point': {
    kind: 'UTILIZATION',
    calls: [],
    body: () => ({
      kind: 'UNLOADING',
      visitPointId: places['UNLOADING'],
      weighed: true,
      distance: 12.5,
      ...PERIOD,
    }),
    shows: { kind: 'UNLOADING', weighed: true, distance: 12.5 },
    change: { distance: 13 },
    refused: [
      BACKWARDS,
      ['visitPointId', { beginDate: '2026-03-31', endDate: null }],
      ['visitPointId', { kind: 'LOADING' }],
      ['visitPointId', { visitPointId: randomUUID() }],
    ],
  },
  plans: {
    calls: ['plans sub-resource'],
    body: () => ({
      evacuationPoint: places['EVACUATION'],
      containerAction: word('WASH'),
      periods: [
        {
          excluded: false,
          kind: word('NUMBERED_WEEKS'),
          weekDays: [word('MONDAY')],
          weeks: [word('LAST')],
          timeFrom: '07:00',
          timeTo: '12:00',
        },
        { excluded: true, kind: word('EVERYDAY'), beginDate: '2026-12-31', endDate: '2026-12-31' },
      ],
      ...PERIOD,
    }),
    shows: {
      schedule:
        'По неделям месяца: последняя неделя, понедельник, 07:00–12:00; (− Каждый день: 31.12.2026–31.12.2026)',
    },
    change: { periods: [EVERYDAY] },
    refused: [
      BACKWARDS,
      ['periods', { evacuationPoint: '', periods: [] }],
      ['evacuationPoint', { beginDate: '2026-03-31', endDate: null }],
    ],
  },
};

function fileInfo() {
  return {
    id: randomUUID(),
    name: 'a.pdf',
    mediaType: 'application/pdf',
    size: 1,
    width: null,
    height: null,
    rotation: 0,
  };
}

describe.each(Object.entries(CASES))('%s', (address, { kind, calls, body, shows, change, refused }) => {
  const url = `/${address}`;
  const whole = async (more: object = {}) => ({ contractId: await contract(kind), ...body(), ...more });

  it('is created, changed, checked by its rules, and deleted', async () => {
    if (calls.length > 0) spec(...calls);
    const made = await manager.post<Part>(url, await whole());
    expect([made.status, made.body]).toMatchObject([200, { version: 1, ...shows }]);
    const { id } = made.body;
    expect((await manager.get<Part>(`${url}/${id}`)).body).toEqual(made.body);
    const changed = await manager.post<Part>(url, await whole({ ...change, id, version: 1 }));
    expect([changed.status, changed.body.version]).toEqual([200, 2]);
    const stale = await manager.post(url, await whole({ ...change, id, version: 1 }));
    expect([stale.status, stale.body.details?.current]).toEqual([412, changed.body]);
    for (const [field, wrong] of refused) {
      const answer = await manager.post(url, await whole(wrong));
      const fields = answer.body.details?.errors?.map((error) => error.field.split('.')[0]);
      expect([wrong, answer.status, fields]).toEqual([wrong, 400, expect.arrayContaining([field])]);
    }
    const page = await manager.get<Page>(`${url}/paging`, { contractId: await contract(kind) });
    expect(page.body).toEqual({ list: [changed.body], size: 1 });
    const history = await manager.get<{
      size: number;
      list: { changes: { field: string; after: string | null }[] }[];
    }>(`${url}/${id}/history`);
    expect(history.body.size).toBe(2);
    const told = history.body.list
      .flatMap(({ changes }) =>
        // The kind of a visit point follows from its tab; no field shows it.
        changes
          .filter(({ field }) => field !== 'kind')
          .map(({ after }) => JSON.parse(after ?? 'null') as unknown),
      )
      .flat() as (string | { name?: string; caption?: string } | null)[];
    // Dictionary values and rows of lists appear by their captions, not by their codes.
    const isCode = (value: (typeof told)[number]) =>
      typeof value === 'string'
        ? /^[A-Z][A-Z0-9_]+$/.test(value)
        : value?.caption !== undefined && value.caption === value.name;
    expect(told.filter(isCode)).toEqual([]);
    expect((await reader.get(`${url}/${id}`)).status).toBe(200);
    for (const answer of [await reader.post(url, await whole()), await reader.delete(`${url}/${id}`)])
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
    expect((await manager.delete(`${url}/${id}`)).status).toBe(204);
    expect((await manager.get(`${url}/${id}`)).status).toBe(404);
  });

  it('is refused below a removed contract', async () => {
    const removed = await contractOf(kind ?? 'COLLECTION');
    await manager.delete(`/contract/${removed}`);
    const answer = await manager.post(url, await whole({ contractId: removed }));
    expect([answer.status, answer.body.code]).toEqual([409, 'removed']);
  });
});

it('a save that names a part of another contract does not find it', async () => {
  const body = CASES['contract-limit']!.body();
  const [own, other] = [await contractOf('COLLECTION'), await contractOf('COLLECTION')];
  const { body: made } = await manager.post<Part>('/contract-limit', { contractId: own, ...body });
  const moved = await manager.post('/contract-limit', {
    ...body,
    contractId: other,
    id: made.id,
    version: 1,
  });
  expect(moved.status).toBe(404);
  expect((await manager.get<Part>(`/contract-limit/${made.id}`)).body).toEqual(made);
});

it('a visit point that nothing says of weighing is saved as not weighed', async () => {
  const body = {
    contractId: await contract('UTILIZATION'),
    ...CASES['contract-visit-point']!.body(),
    weighed: undefined,
  };
  const { status, body: made } = await manager.post<Part>('/contract-visit-point', body);
  expect([status, made]).toMatchObject([200, { weighed: false }]);
  await manager.delete(`/contract-visit-point/${made.id}`);
});

describe('the kind of a contract', () => {
  it.each([
    ['plans', 'ACCOUNTING'],
    ['prototype', 'WASH'],
    ['customer-vehicle', 'COLLECTION'],
    ['contract-visit-point', 'MANAGE'],
  ])('%s: not possible in %s', async (address, kind) => {
    const answer = await manager.post(`/${address}`, {
      contractId: await contract(kind),
      ...CASES[address]!.body(),
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'kindLacksPart']);
  });
});

describe('schedules', () => {
  const plan = async (periods: object[]) =>
    manager.post<Part & { details?: { errors?: { field: string; code: string }[] } }>('/plans', {
      contractId: await contract(),
      evacuationPoint: places['EVACUATION_2'],
      containerAction: word('REPLACE'),
      beginDate: '2026-01-01',
      periods,
    });
  const weekly = (days: string[], more: object = {}) => ({
    excluded: false,
    kind: word('EVERY_WEEK'),
    weekDays: days.map(word),
    ...more,
  });
  const numbered = (weeks: string[]) => ({
    ...weekly(['FRIDAY']),
    kind: word('NUMBERED_WEEKS'),
    weeks: weeks.map(word),
  });

  it.each<[string, object[]]>([
    ['two every day', [EVERYDAY, EVERYDAY]],
    ['a week day twice', [weekly(['MONDAY', 'FRIDAY']), weekly(['FRIDAY'])]],
    ['every week over a numbered one', [weekly(['FRIDAY']), numbered(['THIRD'])]],
    [
      'hours that overlap',
      [
        weekly(['MONDAY'], { timeFrom: '08:00', timeTo: '12:00' }),
        weekly(['MONDAY'], { timeFrom: '11:59', timeTo: '13:00' }),
      ],
    ],
    [
      'days that overlap',
      [
        { ...EVERYDAY, endDate: '2026-05-01' },
        { ...EVERYDAY, beginDate: '2026-05-01' },
      ],
    ],
  ])('never cross: %s', async (_, periods) => {
    spec('V-070', 'S-011', 'B-183');
    const answer = await plan(periods);
    expect([answer.status, answer.body.details?.errors]).toMatchObject([
      400,
      [{ field: 'periods', code: 'periodCrosses' }],
    ]);
  });

  it.each<[string, string, object]>([
    ['hours', 'periods.0.timeTo', { ...EVERYDAY, timeFrom: '12:00', timeTo: '11:00' }],
    ['days', 'periods.0.endDate', { ...EVERYDAY, beginDate: '2026-02-01', endDate: '2026-01-01' }],
    ['no week days', 'periods.0.weekDays', weekly([])],
    ['no weeks', 'periods.0.weeks', numbered([])],
  ])('never run backwards or lack what their kind needs: %s', async (_, field, period) => {
    spec('V-071');
    const answer = await plan([period]);
    expect([answer.status, answer.body.details?.errors]).toMatchObject([400, [{ field }]]);
  });

  it('that touch are accepted, and a plan gets a separate schedule', async () => {
    const shared = await server.pool.query<{ id: string; schedule_id: string; contract_id: string }>(
      `select p.* from contract_plans p join instances i on i.id = p.instance_id join contracts c on c.id = p.contract_id
       where i.name = 'ЭкоРегион' and c.status <> 'REMOVED' and 1 < (select count(*) from contract_plans o where o.schedule_id = p.schedule_id)
       limit 1`,
    );
    const { id, schedule_id: before } = shared.rows[0]!;
    const old = (await manager.get<Part>(`/plans/${id}`)).body;
    const { evacuationPoint, schedule: _, ...rest } = old;
    const body = { ...rest, evacuationPoint: (evacuationPoint as { id: string }).id };
    const periods = [
      weekly(['MONDAY'], { timeFrom: '08:00', timeTo: '12:00' }),
      weekly(['MONDAY'], { timeFrom: '12:00', timeTo: '13:00' }),
      { ...weekly(['MONDAY']), excluded: true },
    ];
    const saved = await manager.post<Part>('/plans', { ...body, periods });
    expect(saved.status).toBe(200);
    const { rows } = await server.pool.query<{ schedule_id: string }>(
      'select schedule_id from contract_plans where id = $1',
      [id],
    );
    expect(rows[0]!.schedule_id).not.toBe(before);
    const kept = await server.pool.query('select 1 from schedule_periods where schedule_id = $1', [before]);
    expect(kept.rowCount).toBeGreaterThan(0);
    const again = await manager.post<Part>('/plans', {
      ...body,
      version: saved.body.version,
      periods: [EVERYDAY],
    });
    const now = await server.pool.query<{ schedule_id: string }>(
      'select schedule_id from contract_plans where id = $1',
      [id],
    );
    expect([again.status, now.rows[0]!.schedule_id]).toEqual([200, rows[0]!.schedule_id]);
    // The history has the old and the new schedule, though both are rows of another table.
    const history = await manager.get<{
      list: { changes: { field: string; before: string; after: string }[] }[];
    }>(`/plans/${id}/history`);
    const told = history.body.list
      .slice(0, 2)
      .map(({ changes }) => changes.find(({ field }) => field === 'schedule')!);
    expect(
      told.map(({ before, after }) => [before, after].map((text) => JSON.parse(text) as string)),
    ).toEqual([
      [saved.body['schedule'], again.body['schedule']],
      [old['schedule'], saved.body['schedule']],
    ]);
  });

  it('name their evacuation point in their history', async () => {
    const plan = { contractId: await contract(CASES['plans']!.kind), ...CASES['plans']!.body() };
    const { id } = (await manager.post<Part>('/plans', plan)).body;
    const history = await manager.get<{ list: { changes: { field: string; after: string }[] }[] }>(
      `/plans/${id}/history`,
    );
    const told = history.body.list[0]!.changes.find(({ field }) => field === 'evacuationPoint');
    expect(JSON.parse(told!.after)).toMatchObject({ name: expect.stringMatching(/\D/) as string });
  });
});

describe('vehicles of a contract', () => {
  it('are there once at a time, also when two saves are concurrent', async () => {
    spec('contract vehicle sub-resource');
    const contractId = await contractOf('COLLECTION');
    const { rows } = await server.pool.query<{ plate: string }>(
      `select reg_number plate from vehicles where instance_id = (select id from instances where name = 'ЭкоРегион') limit 1`,
    );
    const body = { contractId, regNumber: rows[0]!.plate, beginDate: '2026-01-01', endDate: '2026-06-30' };
    const answers = await Promise.all([1, 2, 3].map(() => manager.post('/contract-vehicle', body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const crossing = await manager.post('/contract-vehicle', {
      ...body,
      beginDate: '2026-06-30',
      endDate: null,
    });
    expect(crossing.body.details?.errors).toMatchObject([{ field: 'regNumber', code: 'periodCrosses' }]);
    const after = await manager.post('/contract-vehicle', {
      ...body,
      beginDate: '2026-07-01',
      endDate: null,
    });
    expect(after.status).toBe(200);
  });
});

describe('area rules of a contract', () => {
  it('are listed in their order, without inactive ones', async () => {
    const contractId = await contractOf('COLLECTION');
    for (const [priority, active] of [
      [3, true],
      [1, true],
      [2, false],
    ] as const)
      await manager.post('/area-rule', {
        contractId,
        name: `№ ${priority}`,
        priority,
        active,
        district: word('NORTHERN'),
      });
    const { body } = await reader.get<Part[]>('/area-rule/list', { contractId });
    expect(body.map(({ priority }) => priority)).toEqual([1, 3]);
  });
});

describe('visit points to choose from', () => {
  it('are those of a type and of an owner', async () => {
    spec('GET contract visit-points');
    const all = await reader.get<Part[]>('/contract/visit-points', { pointTypeName: 'UNLOADING' });
    const { rows } = await server.pool.query<{ n: number }>(
      `select count(*)::int n from visit_points where type = 'UNLOADING' and instance_id = (select id from instances where name = 'ЭкоРегион')`,
    );
    expect(all.body.length).toBe(rows[0]!.n);
    await server.pool.query('update visit_points set owner_customer_id = $2 where id = $1', [
      places['UNLOADING'],
      sides[0]!.id,
    ]);
    const owned = await reader.get<Part[]>('/contract/visit-points', {
      pointTypeName: 'UNLOADING',
      ownerId: sides[0]!.id,
    });
    expect(owned.body).toMatchObject([{ id: places['UNLOADING'], owner: sides[0] }]);
    expect((await reader.get('/contract/visit-points', { pointTypeName: 'MOON' })).status).toBe(400);
  });
});

describe('files of a contract', () => {
  const upload = (client: Client, contractId: string, name: string) => {
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n']), name);
    return client.post<Part & { code?: string }>(`/contract-file?contractId=${contractId}`, form);
  };

  it('are uploaded, listed, read and deleted', async () => {
    spec('GET contract files paging', 'POST contract file', 'DELETE contract file');
    const contractId = await contractOf('SERVICE');
    const sent = await upload(manager, contractId, 'Договор.pdf');
    expect([sent.status, sent.body]).toMatchObject([
      200,
      { contractId, name: 'Договор.pdf', document: { name: 'Договор.pdf' } },
    ]);
    const { id } = sent.body;
    const page = await reader.get<Page>('/contract-file/paging', { contractId, query: 'договор' });
    expect(page.body).toEqual({ list: [sent.body], size: 1 });
    expect((await reader.get(`/files/${id}`)).status).toBe(200);
    expect((await upload(reader, contractId, 'b.pdf')).status).toBe(403);
    expect((await reader.delete(`/contract-file/${id}`)).status).toBe(403);
    const document = (sent.body['document'] as { id: string }).id;
    const before = (await manager.get<Part>(`/contract-document/${document}`)).body;
    expect((await manager.delete(`/contract-file/${id}`)).status).toBe(204);
    expect((await manager.get(`/files/${id}`)).status).toBe(404);
    const after = (await manager.get<Part>(`/contract-document/${document}`)).body;
    expect([after.version, after['files']]).toEqual([before.version + 1, []]);
    await manager.delete(`/contract/${contractId}`);
    expect((await upload(manager, contractId, 'c.pdf')).body.code).toBe('removed');
  });
});

interface Told extends Part {
  number: string;
  status: { type: { name: string } };
  publication: { name: string };
  publishTime: string | null;
  transferEnabled: boolean;
  automaticCoupons: { name: string }[];
  managementLocked: boolean;
  locks: string[];
  lockedTabs: string[];
}

/** The properties that a save of the contract must send. */
const saved = (contract: Part) =>
  Object.fromEntries(
    ['id', 'version', 'number', 'name', 'type', 'customer', 'supplier', 'effectiveDate'].map((key) => [
      key,
      contract[key],
    ]),
  );

describe('publishing', () => {
  const faults = async (id: string) =>
    (
      await reader.call<{ tab: string; field: string; message: string }[]>(
        'POST',
        `/api/v3/contract/${id}/validate`,
      )
    ).body;

  it('is refused until the contract is complete, with tab and field; then it is as published until it changes', async () => {
    spec('POST publish', 'POST validate', 'B-175');
    await server.pool.query("update customers set status = 'ACTIVE' where id = any ($1)", [
      sides.map(({ id }) => id),
    ]);
    const id = await contractOf('COLLECTION');
    const found = await faults(id);
    expect(found.map(({ tab, field }) => `${tab} ${field}`)).toEqual([
      'info responsible',
      'manage signStatus',
      'plan evacuationPoint',
    ]);
    expect(found.every(({ message }) => /[а-я]{3}/.test(message))).toBe(true);
    // A read-only account gets the same; an account that is no party to the contract reads nothing.
    expect((await reader.get(`/contract/${id}/faults`)).body).toEqual(found);
    const stranger = await signIn(server, 'manager2');
    expect((await stranger.get(`/contract/${id}/faults`)).status).toBe(404);
    const refused = await manager.post(`/contract/${id}/publish`);
    expect([refused.status, refused.body.code]).toEqual([409, 'notPublishable']);
    for (const { message } of found) expect(refused.body.message).toContain(message);
    await manager.post('/contract-district', {
      contractId: id,
      district: word('CENTRAL'),
      share: 40,
      effectiveDate: '2026-01-01',
    });
    expect((await faults(id)).map(({ field }) => field)).toContain('share');
    await server.pool.query("update customers set status = 'BLOCKED' where id = $1", [sides[1]!.id]);
    expect((await faults(id)).map(({ field }) => field)).toContain('supplier');
    await server.pool.query("update customers set status = 'ACTIVE' where id = $1", [sides[1]!.id]);
    await server.pool.query('update contract_districts set share = 100 where contract_id = $1', [id]);
    await manager.post('/plans', {
      contractId: id,
      evacuationPoint: places['EVACUATION'],
      containerAction: word('DELIVER'),
      beginDate: '2026-01-01',
      periods: [EVERYDAY],
    });
    // A status that follows from the term changes with the dates; a blocked contract is unblocked in its header.
    for (const [status, field] of [
      ['INACTIVE', 'effectiveDate'],
      ['EXPIRED', 'expirationDate'],
      ['BLOCKED', 'status'],
    ]) {
      await server.pool.query('update contracts set status = $2 where id = $1', [id, status]);
      expect((await faults(id))[0]).toMatchObject({ tab: 'info', field });
    }
    await server.pool.query("update contracts set status = 'ACTIVE' where id = $1", [id]);
    const old = (await manager.get<Told>(`/contract/${id}`)).body;
    const body = saved(old);
    const more = { responsible: 'Белова А. П.', signStatus: word('SIGNED') };
    const ready = await manager.post<Told>('/contract', { ...body, ...more });
    expect(ready.body['signStatus']).toEqual({ name: 'SIGNED', caption: 'Подписан сторонами' });
    expect(await faults(id)).toEqual([]);
    expect(old.publication.name).toBe('NEVER');
    const done = await manager.post<Told>(`/contract/${id}/publish`);
    expect([done.status, done.body.publication.name]).toEqual([200, 'PUBLISHED']);
    expect(Date.parse(done.body.publishTime!)).toBeGreaterThan(Date.now() - 60_000);
    expect((await manager.post(`/contract/${id}/publish`)).body.code).toBe('alreadyPublished');
    // Changes of its parts count as well; the contract's own version stays, and it may be published again.
    const limit = { contractId: id, type: word('VOLUME'), unit: 'M3', value: 1, period: 'DAY' };
    expect((await manager.post('/contract-limit', limit)).status).toBe(200);
    const around = (await manager.get<Told>(`/contract/${id}`)).body;
    expect([around.publication.name, around.version]).toEqual(['CHANGED', done.body.version]);
    const again = await manager.post<Told>(`/contract/${id}/publish`);
    expect([again.status, again.body.publication.name]).toEqual([200, 'PUBLISHED']);
    const changed = await manager.post<Told>('/contract', {
      ...body,
      ...more,
      version: again.body.version,
      name: 'Новое',
    });
    expect(changed.body.publication.name).toBe('CHANGED');
    expect((await reader.post(`/contract/${id}/publish`)).status).toBe(403);
    await manager.delete(`/contract/${id}`);
    expect((await manager.post(`/contract/${id}/publish`)).body.code).toBe('removed');
  });
});

describe('switches of a contract', () => {
  it('turn the transfer of its data on and off', async () => {
    spec('POST toggle-transfer-enabled');
    const id = await contractOf('SERVICE');
    const toggle = async () => (await manager.post<Told>(`/contract/${id}/toggle-transfer-enabled`)).body;
    expect([(await toggle()).transferEnabled, (await toggle()).transferEnabled]).toEqual([true, false]);
    expect((await reader.post(`/contract/${id}/toggle-transfer-enabled`)).status).toBe(403);
  });

  it('turn automatic coupons of a type on and off, each once', async () => {
    spec('POST toggle-automatic-coupons/{type}');
    const id = await contractOf('SERVICE');
    const set = (type: string, automaticCoupons: boolean) =>
      manager.post<Told>(`/contract/toggle-automatic-coupons/${type}`, { id, automaticCoupons });
    await set('SINGLE', true);
    const both = await set('LIMITED', true);
    expect(both.body.automaticCoupons.map(({ name }) => name)).toEqual(['LIMITED', 'SINGLE']);
    expect((await set('LIMITED', true)).body.version).toBe(both.body.version);
    expect((await set('SINGLE', false)).body.automaticCoupons.map(({ name }) => name)).toEqual(['LIMITED']);
    expect((await set('MOON', true)).status).toBe(400);
    const { body } = await reader.get<{ type: { name: string }; automatic: boolean }[]>(
      `/contract/${id}/automatic-coupons`,
    );
    expect(body.filter(({ automatic }) => automatic).map(({ type }) => type.name)).toEqual(['LIMITED']);
  });
});

describe('locked parts of a contract', () => {
  const set = (name: string, value: string) =>
    server.pool.query(
      `update app_properties set value = $2 where name = $1
         and instance_id = (select instance_id from accounts where login = 'manager')`,
      [name, value],
    );
  const group = { name: 'Общая', orderPolicy: { name: 'BY_SCHEDULE', caption: '' } };

  it('are its container groups while the setting blocks them', async () => {
    spec('C-032');
    const id = await contractOf('COLLECTION');
    const { body: types } = await manager.get<object[]>('/common/containerTypes');
    const save = (more: object = {}) =>
      manager.post<Part>('/container-group', {
        ...group,
        contractId: id,
        containerTypes: types.slice(0, 1),
        ...more,
      });
    const made = await save();
    expect(made.status).toBe(200);
    await set('ccgsBlocked', 'true');
    for (const answer of [
      await save({ name: 'Ещё', containerTypes: types.slice(1, 2) }),
      await save({ id: made.body.id, version: 1, name: 'Другая' }),
      await manager.delete(`/container-group/${made.body.id}`),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'ccgsBlocked']);
    const told = await reader.get<Told>(`/contract/${id}`);
    expect([told.body.locks, told.body.lockedTabs]).toEqual([['CCGS_BLOCKED'], ['container-groups']]);
    await set('ccgsBlocked', 'false');
    expect((await save({ id: made.body.id, version: 1, name: 'Другая' })).body.version).toBe(2);
  });

  it('are collection management and vehicles while the contract is locked', async () => {
    spec('C-038');
    const id = await contractOf('COLLECTION');
    const lock = (client = manager) => client.post<Told>(`/contract/${id}/toggle-management-lock`);
    expect((await lock(reader)).status).toBe(403);
    const { body: locked } = await lock();
    expect([locked.managementLocked, locked.locks, locked.lockedTabs]).toEqual([
      true,
      ['MANAGEMENT_LOCKED'],
      ['manage', 'vehicles'],
    ]);
    const attempts: [string, object?][] = [
      [`/contract/${id}/toggle-transfer-enabled`],
      ['/contract/toggle-automatic-coupons/SINGLE', { id, automaticCoupons: true }],
      ['/contract', { ...saved(locked), signStatus: { name: 'SIGNED', caption: '' } }],
      ['/contract-vehicle', { contractId: id, regNumber: 'А001АА77', beginDate: '2026-01-01' }],
    ];
    for (const [url, body] of attempts) {
      const answer = await manager.post(url, body);
      expect([url, answer.status, answer.body.code]).toEqual([url, 409, 'managementLocked']);
    }
    const batch = await manager.post<{ allowed: boolean; reason: string }[]>('/contract/batch/preview', {
      action: 'enableTransfer',
      ids: [id],
    });
    expect([batch.body[0]!.allowed, batch.body[0]!.reason]).toEqual([
      false,
      expect.stringContaining('заблокировано'),
    ]);
    // The rest of the contract can still be changed, and the lock opened again.
    const renamed = await manager.post<Told>('/contract', { ...saved(locked), name: 'Другое' });
    expect([renamed.status, (await lock()).body.locks]).toEqual([200, []]);
    expect((await manager.post(...(attempts[0] as [string]))).status).toBe(200);
    const history = await manager.get<Page>(`/contract/${id}/history`);
    const entry = history.body.list.find(({ action }) => action === 'toggleLock');
    // Derived values (the locks, by their codes) are not logged as changes.
    expect(
      (entry!['changes'] as { field: string; after: string }[]).map(({ field, after }) => [field, after]),
    ).toEqual([['managementLocked', 'false']]);
  });
});

describe('an action on several contracts', () => {
  it('previews its effect, does it where possible, and gives the reason for the others', async () => {
    const ids = [
      await contractOf('SERVICE'),
      await contractOf('WASH'),
      await contractOf('SOIL'),
      await contractOf('SOIL'),
    ];
    const [active, blocked, removed] = ids;
    await manager.post(`/contract/${blocked}/block`);
    await manager.delete(`/contract/${removed}`);
    const body = { action: 'block', ids };
    type Row = { id: string; allowed: boolean; reason: string | null };
    const preview = await manager.post<Row[]>('/contract/batch/preview', body);
    const allowed = preview.body.filter((row) => row.allowed).map(({ id }) => id);
    expect(allowed.toSorted()).toEqual([active, ids[3]].toSorted());
    expect(preview.body.filter((row) => !row.allowed).every(({ reason }) => /[а-я]/.test(reason ?? ''))).toBe(
      true,
    );
    const result = await manager.post<{
      done: number;
      failures: { id: string; reason: string; status: { type: { name: string } } }[];
      summary: string;
    }>('/contract/batch', body);
    expect(result.body.done).toBe(2);
    expect(result.body.failures.map(({ id }) => id).toSorted()).toEqual([blocked, removed].toSorted());
    // Each with its reason and the current record.
    expect(result.body.failures.every(({ reason }) => /[а-я]/.test(reason))).toBe(true);
    expect(result.body.failures.map(({ status }) => status.type.name).toSorted()).toEqual([
      'BLOCKED',
      'REMOVED',
    ]);
    expect(result.body.summary).toBe('Выполнено: 2, не выполнено: 2');
    for (const id of [active, blocked, ids[3]])
      expect((await manager.get<Told>(`/contract/${id}`)).body.status.type.name).toBe('BLOCKED');
    const on = await manager.post<{ done: number }>('/contract/batch', { action: 'enableTransfer', ids });
    expect(on.body.done).toBe(3);
    expect((await manager.get<Told>(`/contract/${active}`)).body.transferEnabled).toBe(true);
    const coupons = { action: 'enableCoupons', couponType: 'SINGLE', ids };
    for (const odd of [
      { ...coupons, couponType: null },
      { ...body, couponType: 'SINGLE' },
    ])
      for (const url of ['/contract/batch/preview', '/contract/batch'])
        expect((await manager.post(url, odd)).body.details?.errors?.[0]).toMatchObject({
          field: 'couponType',
        });
    expect((await manager.post<{ done: number }>('/contract/batch', coupons)).body.done).toBe(3);
    const again = await manager.post<Row[]>('/contract/batch/preview', coupons);
    expect(again.body.map(({ allowed: may }) => may)).toEqual(Array(4).fill(false));
    const told = (await manager.get<Told>(`/contract/${active}`)).body.automaticCoupons;
    expect(told.map(({ name }) => name)).toEqual(['SINGLE']);
    const off = { ...coupons, action: 'disableCoupons' };
    expect((await manager.post<{ done: number }>('/contract/batch', off)).body.done).toBe(3);
    // Validation together returns what each returns alone.
    const valid = await manager.post<Row[]>('/contract/batch/validate', { ids });
    for (const { id, allowed: may, reason } of valid.body) {
      if (id === removed) {
        expect([may, reason]).toEqual([false, 'Договор удалён, изменить его нельзя']);
        continue;
      }
      const faults = await manager.post<{ message: string }[]>(`/contract/${id}/validate`);
      expect([may, reason]).toEqual([false, faults.body.map(({ message }) => message).join('; ')]);
    }
    // A read-only account may validate; changes are refused.
    expect((await reader.post('/contract/batch/validate', { ids })).status).toBe(200);
    expect((await reader.post('/contract/batch', body)).status).toBe(403);
    const foreign = await signIn(server, 'manager2');
    expect(
      (await foreign.post<{ done: number }>('/contract/batch', { action: 'unblock', ids })).body.done,
    ).toBe(0);
    expect((await manager.get<Told>(`/contract/${active}`)).body.status.type.name).toBe('BLOCKED');
  });
});

describe('routes of a contract', () => {
  it('are the days of units that carried out its plan', async () => {
    spec('GET contract routes');
    const { rows } = await server.pool.query<{ id: string; n: number }>(
      `select p.contract_id id, count(distinct (v.unit_id, v.visit_date))::int n from visits v
       join task_items i on i.visit_id = v.id join contract_plans p on p.id = i.plan_id
       join instances o on o.id = p.instance_id where o.name = 'ЭкоРегион' group by 1 order by 2 desc limit 1`,
    );
    const { id, n } = rows[0]!;
    const page = await reader.get<{ list: { date: string; visits: number; done: number }[]; size: number }>(
      '/contract/routes',
      {
        contractId: id,
        count: 50,
      },
    );
    expect(page.body.size).toBe(n);
    const dates = page.body.list.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    const later = await reader.get<Page>('/contract/routes', { contractId: id, dateFrom: dates[0] });
    expect(later.body.size).toBe(dates.filter((date) => date === dates[0]).length);
  });
});
