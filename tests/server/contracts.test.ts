import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { meanwhile } from './meanwhile.ts';
import { signIn, startTestServer, type Client, type ProblemReply, type TestServer } from './support.ts';
import { KINDS, tabsOf } from '../../server/modules/contracts/kinds.ts';
import { followTerms } from '../../server/modules/contracts/terms.ts';
import { spec } from '../spec/spec.ts';

interface Word {
  name: string;
  caption: string;
}
interface Contract {
  id: string;
  version: number;
  number: string;
  name: string;
  type: Word;
  customer: { id: string; name: string; shortName: string };
  supplier: { id: string; name: string; shortName: string };
  segment: Word | null;
  effectiveDate: string;
  expirationDate: string | null;
  autoRenewal: boolean;
  status: { type: Word; reason: string | null };
  changeTime: string;
  changedBy: string | null;
}
interface Page<T = Contract> {
  list: T[];
  size: number;
}
interface Part {
  id: string;
  version: number;
  contractId: string;
  balance: number | null;
  share: number;
  regNumber: string;
}

let server: TestServer;
let manager: Client;
let customers: { id: string; name: string; shortName: string }[];
let counter = 0;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.4, today: '2026-05-15' });
  manager = await signIn(server, 'manager');
  const page = await manager.get<Page<(typeof customers)[number]>>('/customer/paging', { count: 5 });
  customers = page.body.list.map(({ id, name, shortName }) => ({ id, name, shortName }));
});
afterAll(() => server.close());

const OWN = "instance_id = (select id from instances where name = 'ЭкоРегион')";
const OWNER = "(select owner_customer_id from instances where name = 'ЭкоРегион')";

function draft(change: object = {}) {
  counter += 1;
  return {
    number: `T-${counter}`,
    name: 'Проверочный договор',
    type: { name: 'SERVICE', caption: '' },
    customer: customers[0],
    supplier: customers[1],
    effectiveDate: '2026-01-01',
    expirationDate: '2046-12-31',
    ...change,
  };
}

async function create(change: object = {}): Promise<Contract> {
  const answer = await manager.post<Contract>('/contract', draft(change));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

const saved = ({ id, version, number, name, type, customer, supplier, effectiveDate }: Contract) => ({
  id,
  version,
  number,
  name,
  type,
  customer,
  supplier,
  effectiveDate,
});

async function ids(query: Record<string, unknown>): Promise<string[]> {
  const answer = await manager.get<Page>('/contract/paging', { count: -1, ...query });
  expect(answer.status).toBe(200);
  expect(answer.body.size).toBe(answer.body.list.length);
  return answer.body.list.map(({ id }) => id);
}

async function sqlIds(where: string, order = 'id'): Promise<string[]> {
  const { rows } = await server.pool.query<{ id: string }>(
    `select c.id from contracts c where c.${OWN} and (${where}) order by ${order}`,
  );
  return rows.map(({ id }) => id);
}

describe('filters of the contract list', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ['types', { types: ['COLLECTION', 'WASH'] }, "type in ('COLLECTION', 'WASH')"],
    ['no types', { types: [] }, 'false'],
    ['statuses', { statuses: ['BLOCKED', 'REMOVED'] }, "status in ('BLOCKED', 'REMOVED')"],
    ['segment', { segment: 'RETAIL' }, "segment = 'RETAIL'"],
    ['dateFrom', { dateFrom: '2026-06-01' }, "expiration_date is null or expiration_date >= '2026-06-01'"],
    ['dateTo', { dateTo: '2024-06-01' }, "effective_date <= '2024-06-01'"],
    [
      'both dates',
      { dateFrom: '2025-01-01', dateTo: '2025-01-31' },
      "daterange(effective_date, expiration_date, '[]') && daterange('2025-01-01', '2025-01-31', '[]')",
    ],
    ['expiresFrom', { expiresFrom: '2027-03-01' }, "expiration_date >= '2027-03-01'"],
    ['expiresTo', { expiresTo: '2026-03-01' }, "expiration_date <= '2026-03-01'"],
    [
      'the last day within a period',
      { expiresFrom: '2026-06-01', expiresTo: '2027-03-31' },
      "expiration_date between '2026-06-01' and '2027-03-31'",
    ],
    ['autoRenewal', { autoRenewal: true }, 'auto_renewal'],
    ['no autoRenewal', { autoRenewal: false }, 'not auto_renewal'],
    ['all kinds', { kind: 'ALL' }, 'true'],
    ['kind of customer', { kind: 'CUSTOMER' }, `customer_id = ${OWNER}`],
    ['kind of supplier', { kind: 'SUPPLIER' }, `supplier_id = ${OWNER}`],
    // Midnight in Moscow is 21:00 of the day before in UTC.
    ['changedSince', { changedSince: '2026-03-01' }, "change_time >= '2026-02-28T21:00:00Z'"],
    [
      'several at once',
      { types: ['GENERATION'], statuses: ['ACTIVE'], autoRenewal: false, kind: 'SUPPLIER' },
      `type = 'GENERATION' and status = 'ACTIVE' and not auto_renewal and supplier_id = ${OWNER}`,
    ],
  ];
  it.each(cases)('%s', async (name, filter, where) => {
    spec('GET contract/paging');
    const expected = await sqlIds(where);
    expect((await ids({ filter })).toSorted()).toEqual(expected.toSorted());
    const all = await sqlIds('true');
    // A filter that matches all rows, or none, proves nothing.
    if (name !== 'no types') expect(expected.length).toBeGreaterThan(0);
    if (name !== 'all kinds') expect(expected.length).toBeLessThan(all.length);
  });

  it('changedSince takes the day in the zone of the instance', async () => {
    const [first, second] = await sqlIds('true');
    const set = (id: string | undefined, time: string) =>
      server.pool.query('update contracts set change_time = $2 where id = $1', [id, time]);
    await set(first, '2030-01-09T20:59:59Z');
    await set(second, '2030-01-09T21:00:00Z');
    expect(await ids({ filter: { changedSince: '2030-01-10' } })).toEqual([second]);
  });

  it('parties and ids', async () => {
    const { rows } = await server.pool.query<{ id: string; customer_id: string; supplier_id: string }>(
      `select id, customer_id, supplier_id from contracts where ${OWN} and customer_id <> ${OWNER} limit 3`,
    );
    const { customer_id: customerId, supplier_id: supplierId } = rows[0]!;
    const byCustomer = await sqlIds(`customer_id = '${customerId}'`);
    expect((await ids({ filter: { customerId } })).toSorted()).toEqual(byCustomer.toSorted());
    const bySupplier = await sqlIds(`supplier_id = '${supplierId}'`);
    expect((await ids({ filter: { supplierId } })).toSorted()).toEqual(bySupplier.toSorted());
    const wanted = rows.map(({ id }) => id);
    expect((await ids({ filter: { ids: wanted } })).toSorted()).toEqual(wanted.toSorted());
  });

  it('search matches numbers, names and customers, and treats wildcards as plain characters', async () => {
    const percent = await create({ name: 'Скидка 100% на вывоз', number: 'Я_1/7' });
    expect(await ids({ query: '100% на' })).toEqual([percent.id]);
    expect(await ids({ query: 'я_1' })).toEqual([percent.id]);
    // The index finds the rows by the number alone; they must still contain the whole text.
    const numbered = await create({ name: 'Участок 54811 у реки', number: 'ЮЯ-2025/48133-7' });
    for (const query of ['ЮЯ-2025/48133', 'юя-2025/4813', '/48133-7', 'участок 5481', 'УЧАСТОК 54811 у'])
      expect(await ids({ query }), query).toEqual([numbered.id]);
    for (const query of [
      'Ю-2025/48133',
      '2024/48133',
      '48133/7',
      'участки 54811',
      'участок 548_1',
      '54811 48133',
    ])
      expect(await ids({ query }), query).toEqual([]);
    expect(await ids({ query: '%%' })).toEqual([]);
    expect(await ids({ query: '\\' })).toEqual([]);
    const found = await ids({ query: 'берёзка' });
    const expected = await sqlIds(
      `name ilike '%берёзка%' or number ilike '%берёзка%'
       or exists (select 1 from customers k where k.id = customer_id and k.short_name ilike '%берёзка%')`,
    );
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(found.length).toBeGreaterThan(0);
  });

  it('unknown values of the filter are refused', async () => {
    const answer = await manager.get('/contract/paging', { filter: { statuses: ['ACTIV'], kinds: [] } });
    expect(answer.status).toBe(400);
    expect(answer.body.details?.errors?.map((error) => error.field).toSorted()).toEqual([
      'filter.kinds',
      'filter.statuses.0',
    ]);
  });
});

describe('order and pages', () => {
  const columns: Record<string, string> = {
    number: 'number',
    name: 'name',
    effectiveDate: 'effective_date',
    expirationDate: 'expiration_date',
    changeTime: 'change_time',
    customer: '(select short_name from customers k where k.id = customer_id)',
    supplier: '(select short_name from customers k where k.id = supplier_id)',
    type: "(select caption_ru from classifiers w where dictionary = 'contractTypes' and w.name = c.type)",
    status:
      "(select caption_ru from classifiers w where dictionary = 'contractStatuses' and w.name = c.status)",
    segment: "(select caption_ru from classifiers w where dictionary = 'segments' and w.name = c.segment)",
  };

  it('every field of x-sort, up and down', async () => {
    const fields = server.api.operations.get('contractPaging')!.sort;
    expect(fields.toSorted()).toEqual(Object.keys(columns).toSorted());
    for (const field of fields) {
      for (const [sign, direction] of [
        ['-', 'asc'],
        ['+', 'desc'],
      ]) {
        const expected = await sqlIds('true', `${columns[field]} ${direction} nulls last, id ${direction}`);
        expect([field, sign, await ids({ order: `${sign}${field}` })]).toEqual([field, sign, expected]);
      }
    }
  });

  it('pages have every row once, whatever the order', async () => {
    for (const order of [undefined, '+status', '-segment']) {
      const seen: string[] = [];
      const all = await ids({ order });
      for (let page = 0; page * 37 < all.length; page += 1) {
        const answer = await manager.get<Page>('/contract/paging', { page, count: 37, order });
        expect(answer.body.size).toBe(all.length);
        seen.push(...answer.body.list.map(({ id }) => id));
      }
      expect(seen).toEqual(all);
    }
  });

  it('count 0 returns the size alone, and a page behind the end is empty', async () => {
    const size = (await sqlIds('true')).length;
    const none = await manager.get<Page>('/contract/paging', { count: 0 });
    expect(none.body).toEqual({ list: [], size });
    const behind = await manager.get<Page>('/contract/paging', { page: 9999, count: 10 });
    expect(behind.body).toEqual({ list: [], size });
    const plain = await manager.get<Page>('/contract/paging');
    expect(plain.body.list.length).toBe(10);
  });

  it('other orders are refused', async () => {
    for (const order of ['+comment', 'number', '+', ' number', '+number;']) {
      const answer = await manager.get('/contract/paging', { order });
      expect([order, answer.status, answer.body.details?.errors?.[0]?.field]).toEqual([order, 400, 'order']);
    }
  });
});

describe('saving', () => {
  it.each(['позвонить Ивану', '12', '+7 900 000-00-00 после шести'])(
    'takes no phone like "%s"',
    async (contactPhone) => {
      const { status, body } = await manager.post<Contract & ProblemReply>(
        '/contract',
        draft({ contactPhone }),
      );
      expect([status, body.details?.errors]).toMatchObject([
        400,
        [{ field: 'contactPhone', message: expect.stringContaining('цифрами') as string }],
      ]);
    },
  );

  it('writes everything, and the next read returns it', async () => {
    spec('GET contract');
    const body = draft({
      code1c: '1C-7',
      segment: { name: 'RETAIL', caption: 'ignored' },
      autoRenewal: true,
      responsible: 'Белова А. П.',
      contactPhone: '+7 900 000-00-00',
      comment: 'Заметка',
    });
    const { body: made } = await manager.post<Contract>('/contract', body);
    expect(made).toMatchObject({
      ...body,
      version: 1,
      type: { name: 'SERVICE', caption: 'Обслуживание' },
      segment: { name: 'RETAIL', caption: 'Торговля' },
      status: { type: { name: 'ACTIVE', caption: 'Действует' }, reason: null },
      changedBy: 'Белова А. П.',
    });
    expect((await manager.get<Contract>(`/contract/${made.id}`)).body).toEqual(made);
  });

  it('keeps the old validity next to the new one, until it changes again', async () => {
    const made = await create();
    const old = async () => {
      const { rows } = await server.pool.query(
        'select old_effective_date as begin, old_expiration_date as end from contracts where id = $1',
        [made.id],
      );
      return rows[0];
    };
    const save = (change: object) => manager.post<Contract>('/contract', { ...saved(made), ...change });
    expect((await save({ name: 'Новое имя', expirationDate: '2046-12-31' })).status).toBe(200);
    expect(await old()).toEqual({ begin: null, end: null });
    expect((await save({ version: 2, expirationDate: null })).status).toBe(200);
    expect(await old()).toEqual({ begin: '2026-01-01', end: '2046-12-31' });
    expect((await save({ version: 3, effectiveDate: '2026-02-01', expirationDate: null })).status).toBe(200);
    expect(await old()).toEqual({ begin: '2026-01-01', end: null });
  });

  it('needs the version, increments it, and refuses a stale one with the current record', async () => {
    const made = await create();
    const missing = await manager.post('/contract', { ...saved(made), version: undefined });
    expect([missing.status, missing.body.details?.errors?.[0]?.field]).toEqual([400, 'version']);
    const first = await manager.post<Contract>('/contract', { ...saved(made), name: 'Первый' });
    expect([first.status, first.body.version, first.body.name]).toEqual([200, 2, 'Первый']);
    const second = await manager.post('/contract', { ...saved(made), name: 'Второй' });
    expect([second.status, second.body.code]).toEqual([412, 'stale']);
    expect(second.body.details?.current).toEqual(first.body);
    const now = await manager.get<Contract>(`/contract/${made.id}`);
    expect(now.body).toEqual(first.body);
  });

  it('lets one of many concurrent saves win', async () => {
    const made = await create();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => manager.post('/contract', { ...saved(made), name: `Гонка ${i}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)]);
    const limit = await manager.post<Part>('/contract-limit', limitOf(made.id));
    const again = await Promise.all(
      [1, 2, 3].map((value) =>
        manager.post('/contract-limit', { ...limitOf(made.id), id: limit.body.id, version: 1, value }),
      ),
    );
    expect(again.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
  });

  it('checks the rules across fields', async () => {
    const period = await manager.post('/contract', draft({ expirationDate: '2025-01-01' }));
    expect(period.status).toBe(400);
    expect(period.body.details?.errors).toMatchObject([{ field: 'expirationDate', code: 'rule' }]);
    const sides = await manager.post('/contract', draft({ supplier: customers[0] }));
    expect(sides.body.details?.errors).toMatchObject([{ field: 'supplier', code: 'rule' }]);
    const person = await manager.post('/customer', {
      kind: { name: 'INDIVIDUAL', caption: '' },
      name: 'А',
      shortName: 'А',
      daysKind: 'WORKDAY',
      claimSubmissionDays: 0,
      claimConsiderationDays: 0,
    });
    expect(person.body.details?.errors).toMatchObject([{ field: 'personLastName', code: 'rule' }]);
    const made = await create();
    const limit = await manager.post('/contract-limit', {
      ...limitOf(made.id),
      effectiveDate: '2026-02-01',
      expirationDate: '2026-01-01',
    });
    expect(limit.body.details?.errors).toMatchObject([{ field: 'expirationDate', code: 'rule' }]);
  });

  it('refuses values that their dictionary lacks, and unknown parties', async () => {
    const segment = await manager.post('/contract', draft({ segment: { name: 'MOON', caption: '' } }));
    expect(segment.body.details?.errors).toMatchObject([{ field: 'segment', code: 'unknownValue' }]);
    const unknown = { id: '00000000-0000-4000-8000-000000000000', name: '', shortName: '' };
    const supplier = await manager.post('/contract', draft({ supplier: unknown }));
    expect(supplier.body.details?.errors).toMatchObject([{ field: 'supplier', code: 'unknownValue' }]);
  });

  it('keeps numbers and tax numbers unique within the instance', async () => {
    const made = await create();
    const twice = await manager.post('/contract', draft({ number: made.number }));
    expect(twice.status).toBe(400);
    expect(twice.body.details?.errors).toMatchObject([{ field: 'number', code: 'duplicate' }]);
    await manager.delete(`/contract/${made.id}`);
    expect((await manager.post('/contract', draft({ number: made.number }))).status).toBe(200);
    const firm = {
      kind: { name: 'LEGAL', caption: '' },
      name: 'Фирма',
      shortName: 'Фирма',
      tin: '7700000009',
      registrationCode: '770001001',
      daysKind: 'CALENDAR',
      claimSubmissionDays: 1,
      claimConsiderationDays: 2,
    };
    const first = await manager.post<{ contractCount: number; status: object }>('/customer', firm);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ contractCount: 0, status: { type: { name: 'ACTIVE' } } });
    const second = await manager.post('/customer', firm);
    expect(second.body.details?.errors).toMatchObject([{ field: 'tin', code: 'duplicate' }]);
    const branch = await manager.post('/customer', { ...firm, registrationCode: '770001002' });
    expect(branch.status).toBe(200);
    const elsewhere = await signIn(server, 'manager2');
    expect((await elsewhere.post('/customer', firm)).status).toBe(200);
  });

  it('logs who changed what, in the same transaction', async () => {
    const made = await create();
    await manager.post('/contract', { ...saved(made), name: 'Новое имя' });
    await manager.post(`/contract/${made.id}/block`);
    await manager.post('/contract', saved(made));
    const { rows } = await server.pool.query(
      `select action, account_login, before->>'name' was, after->>'name' now, before->>'status' from_status,
         after->>'status' to_status from audit_log where entity_id = $1 order by id`,
      [made.id],
    );
    const common = { account_login: 'manager' };
    expect(rows).toMatchObject([
      { ...common, action: 'create', was: null, now: 'Проверочный договор' },
      { ...common, action: 'save', was: 'Проверочный договор', now: 'Новое имя' },
      { ...common, action: 'block', from_status: 'ACTIVE', to_status: 'BLOCKED' },
    ]);
  });
});

describe('the permission to change a contract', () => {
  it('is in the property `editing`, and every write follows it', async () => {
    const made = await create();
    const reader = await signIn(server, 'reader');
    type Told = { editing: Word; tabs: string[] };
    const told = async (client: Client) => (await client.get<Told>(`/contract/${made.id}`)).body.editing;
    expect(await told(manager)).toEqual({ name: 'ALLOWED', caption: 'Изменение разрешено' });
    expect((await told(reader)).name).toBe('NO_RIGHT');
    const limit = await manager.post<Part>('/contract-limit', limitOf(made.id));
    const parts = ['limit', 'district', 'vehicle'];
    for (const part of parts)
      expect((await reader.get(`/contract-${part}/paging`, { contractId: made.id })).status).toBe(200);
    expect((await reader.get(`/contract-limit/${limit.body.id}`)).status).toBe(200);
    const refused = [
      await reader.post('/contract', saved(made)),
      await reader.post('/contract-limit', limitOf(made.id)),
      await reader.post('/contract-limit/balance', { limitIds: [limit.body.id] }),
      await reader.delete(`/contract-limit/${limit.body.id}`),
      await reader.post(`/contract/${made.id}/block`),
      await reader.delete(`/contract/${made.id}`),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [403, 'forbidden']),
    );
    await manager.delete(`/contract/${made.id}`);
    expect((await told(manager)).name).toBe('REMOVED');
    expect((await told(reader)).name).toBe('REMOVED');
  });

  it('is FOREIGN for the other party', async () => {
    const carrier = await signIn(server, 'carrier');
    const page = await carrier.get<{ list: { id: string; editing: Word; status: { type: Word } }[] }>(
      '/contract/paging',
      { count: -1 },
    );
    const words = new Map(page.body.list.map((one) => [one.editing.name, one]));
    expect([...words.keys()].toSorted()).toEqual(['ALLOWED', 'FOREIGN', 'REMOVED']);
    expect((await carrier.post(`/contract/${words.get('FOREIGN')!.id}/block`)).body.code).toBe('ownersOnly');
  });
});

describe('the kind of a contract', () => {
  it.each(KINDS)('%s has the tabs of its kind', async (kind) => {
    spec('S-015', 'B-187');
    const made = await create({ type: { name: kind, caption: '' } });
    const { tabs } = (await manager.get<{ tabs: string[] }>(`/contract/${made.id}`)).body;
    expect(tabs).toEqual([...tabsOf(kind)]);
    expect(new Set(tabs).size).toBe(tabs.length);
    expect(tabs).toContain('info');
  });
});

describe('a customer', () => {
  const word = (name: string) => ({ name, caption: '' });
  const common = {
    name: 'Новый',
    shortName: 'Новый',
    daysKind: 'WORKDAY',
    claimSubmissionDays: 0,
    claimConsiderationDays: 0,
  };
  const LEGAL = { ...common, kind: word('LEGAL'), tin: '7712345671', registrationCode: '771201001' };
  const TRADER = {
    ...common,
    kind: word('SOLE_TRADER'),
    tin: '771234567859',
    personLastName: 'Лосев',
    personFirstName: 'Пётр',
    registrationNumber: '304500116000157',
  };
  const PERSON = { ...common, kind: word('INDIVIDUAL'), personLastName: 'Лосев' };

  it.each<[string, object, string]>([
    ['a legal entity without tax number', { ...LEGAL, tin: null }, 'tin'],
    ['a legal entity with that of a person', { ...LEGAL, tin: '771234567859' }, 'tin'],
    [
      'a legal entity with the number of a trader',
      { ...LEGAL, registrationNumber: '304500116000157' },
      'registrationNumber',
    ],
    ['a legal entity with a slip in its tax number', { ...LEGAL, tin: '7712345672' }, 'tin'],
    ['a trader with a slip in the tax number', { ...TRADER, tin: '771234567869' }, 'tin'],
    [
      'a legal entity with a slip in its number',
      { ...LEGAL, registrationNumber: '1027700132196' },
      'registrationNumber',
    ],
    [
      'a trader with a slip in the number',
      { ...TRADER, registrationNumber: '304500116000167' },
      'registrationNumber',
    ],
    ['a trader without name', { ...TRADER, personFirstName: null }, 'personFirstName'],
    ['a trader with the tax number of a company', { ...TRADER, tin: '7712345671' }, 'tin'],
    ['a trader with a registration code', { ...TRADER, registrationCode: '771201001' }, 'registrationCode'],
    [
      'a trader with the number of a company',
      { ...TRADER, registrationNumber: '1027700132195' },
      'registrationNumber',
    ],
    ['a person without name', { ...PERSON, personLastName: null }, 'personLastName'],
    ['an unknown tariff', { ...LEGAL, tariffKind: word('FREE') }, 'tariffKind'],
    [
      'a container type twice',
      { ...LEGAL, containerPolicies: [policy('EURO_1100'), policy('EURO_1100')] },
      'containerPolicies',
    ],
  ])('is refused: %s', async (_, body, field) => {
    const answer = await manager.post('/customer', body);
    expect([answer.status, answer.body.details?.errors]).toMatchObject([400, [{ field }]]);
  });

  function policy(type: string, name = 'DAILY') {
    return { containerType: word(type), policy: word(name) };
  }

  it('requires what its kind requires, and how its containers are ordered', async () => {
    spec('GET customer', 'POST customer');
    for (const body of [LEGAL, TRADER, PERSON]) {
      const more = {
        extraIdentifier: 'ЛС-1',
        tariffKind: word('WEIGHT'),
        confirmationMode: word('MANUAL'),
        containerPolicies: [policy('SKIP_8', 'BY_REQUEST'), policy('EURO_1100')],
      };
      const made = await manager.post<{ id: string; version: number }>('/customer', { ...body, ...more });
      expect([made.status, made.body]).toMatchObject([
        200,
        {
          extraIdentifier: 'ЛС-1',
          tariffKind: { name: 'WEIGHT', caption: 'По массе' },
          containerPolicies: [
            { containerType: { name: 'EURO_1100' }, policy: { name: 'DAILY', caption: 'Ежедневно' } },
            { containerType: { name: 'SKIP_8' }, policy: { name: 'BY_REQUEST', caption: 'По заявке' } },
          ],
        },
      ]);
      const { id, version } = made.body;
      expect((await manager.get(`/customer/${id}`)).body).toEqual(made.body);
      const none = await manager.post<{ containerPolicies: object[] }>('/customer', { ...body, id, version });
      expect(none.body.containerPolicies).toEqual([]);
    }
  });

  it('has contracts as customer and as supplier', async () => {
    const partyId = customers[0]!.id;
    const expected = await sqlIds(`customer_id = '${partyId}' or supplier_id = '${partyId}'`);
    expect((await ids({ filter: { partyId } })).toSorted()).toEqual(expected.toSorted());
    expect(expected.length).toBeGreaterThan(0);
  });
});

describe('the states of a contract', () => {
  const allowed: Record<string, Record<string, string>> = {
    ACTIVE: { block: 'BLOCKED', delete: 'REMOVED' },
    BLOCKED: { unblock: 'ACTIVE', delete: 'REMOVED' },
    INACTIVE: { delete: 'REMOVED' },
    EXPIRED: { delete: 'REMOVED' },
    REMOVED: {},
  };
  it.each(Object.keys(allowed))('%s', async (from) => {
    spec(
      'S-005',
      'POST contract/{contractId}/block',
      'POST contract/{contractId}/unblock',
      'DELETE contract/{contractId}',
    );
    for (const action of ['block', 'unblock', 'delete']) {
      const made = await create();
      await server.pool.query('update contracts set status = $2 where id = $1', [made.id, from]);
      const answer =
        action === 'delete'
          ? await manager.delete<Contract & { code?: string }>(`/contract/${made.id}`)
          : await manager.post<Contract & { code?: string }>(`/contract/${made.id}/${action}`);
      const to = allowed[from]?.[action];
      if (to) {
        expect([answer.status, answer.body.status.type.name, answer.body.version]).toEqual([200, to, 2]);
      } else {
        expect([action, answer.status, answer.body.code]).toEqual([action, 409, 'transition']);
        const now = await manager.get<Contract>(`/contract/${made.id}`);
        expect(now.body.status.type.name).toBe(from);
      }
    }
  });

  it('follow from its term: at a save, when it is unblocked, and by the scheduled job', async () => {
    const state = async ({ id }: { id: string }) =>
      (await manager.get<Contract>(`/contract/${id}`)).body.status.type.name;
    const from = (effectiveDate: string, expirationDate: string | null = null) => ({
      effectiveDate,
      expirationDate,
    });
    const made = await create(from('2046-01-01'));
    expect(made.status.type.name).toBe('INACTIVE');
    expect(await state(await create(from('2020-01-01', '2020-12-31')))).toBe('EXPIRED');
    expect(await state(await create({ ...from('2020-01-01', '2020-12-31'), autoRenewal: true }))).toBe(
      'ACTIVE',
    );
    const begun = await manager.post<Contract>('/contract', { ...saved(made), ...from('2020-01-01') });
    expect(begun.body.status.type.name).toBe('ACTIVE');
    // A blocked contract stays blocked whatever its dates; they count once it is unblocked.
    await manager.post(`/contract/${made.id}/block`);
    const blocked = await manager.post<Contract>('/contract', {
      ...saved(made),
      version: 3,
      ...from('2046-01-01'),
    });
    expect(blocked.body.status.type.name).toBe('BLOCKED');
    expect((await manager.post<Contract>(`/contract/${made.id}/unblock`)).body.status.type.name).toBe(
      'INACTIVE',
    );

    // It is active on its last day, not on the next; it starts on its first day.
    const [first, last, renewed] = [await create(), await create(), await create({ autoRenewal: true })];
    const dates = (text: string) =>
      server.pool.query(
        `update contracts c set status = case c.id when $1 then 'INACTIVE' else 'ACTIVE' end,
           effective_date = case c.id when $1 then d.day + 1 else d.day - 364 end,
           expiration_date = case c.id when $1 then null else d.day end
         from (select (now() at time zone 'Europe/Moscow')::date ${text} as day) d where c.id in ($1, $2, $3)`,
        [first.id, last.id, renewed.id],
      );
    const states = () => Promise.all([first, last, renewed].map(state));
    await server.pool.query(
      'update contracts set published_version = version, publish_time = now() where id = any ($1)',
      [[first.id, last.id, renewed.id]],
    );
    await dates('');
    await followTerms(server.application.db);
    expect(await states()).toEqual(['INACTIVE', 'ACTIVE', 'ACTIVE']);
    await dates('- 1');
    // Twice at once, as two servers would.
    await Promise.all([followTerms(server.application.db), followTerms(server.application.db)]);
    expect(await states()).toEqual(['ACTIVE', 'EXPIRED', 'ACTIVE']);
    const { rows } = await server.pool.query<{ later: boolean; kept: boolean }>(
      `select expiration_date = (old_expiration_date + interval '1 year')::date as later,
         old_effective_date = effective_date as kept from contracts where id = $1`,
      [renewed.id],
    );
    expect(rows).toEqual([{ later: true, kept: true }]);
    // A status change by date leaves a publication unchanged; a changed term does not.
    const publications = [first, last, renewed].map(async ({ id }) => {
      const { body } = await manager.get<{ publication: { name: string } }>(`/contract/${id}`);
      return body.publication.name;
    });
    expect(await Promise.all(publications)).toEqual(['PUBLISHED', 'PUBLISHED', 'CHANGED']);
    const { body } = await manager.get<{ list: { action: string }[] }>(`/contract/${last.id}/history`);
    expect(body.list.map(({ action }) => action)).toEqual(['expire', 'create']);
    const told = await server.pool.query<{ meta: string }>(
      "select meta from events where entity_id in ($1, $2, $3) and source_type = 'JOB' order by meta",
      [first.id, last.id, renewed.id],
    );
    expect(told.rows.map(({ meta }) => meta)).toEqual([
      'CONTRACT_BEGUN',
      'CONTRACT_EXPIRED',
      'CONTRACT_RENEWED',
    ]);
  });

  it('a contract that is blocked while the job runs stays blocked', async () => {
    const { id } = await create();
    await server.pool.query(
      `update contracts set status = 'ACTIVE', effective_date = d.day - 365, expiration_date = d.day - 1
       from (select (now() at time zone 'Europe/Moscow')::date as day) d where id = $1`,
      [id],
    );
    await meanwhile(
      server,
      [`update contracts set status = 'BLOCKED', version = version + 1 where id = $1`, id],
      () => followTerms(server.application.db),
    );
    const { body } = await manager.get<Contract>(`/contract/${id}`);
    expect(body.status.type.name).toBe('BLOCKED');
  });

  it('a removed contract cannot be changed, nor can its parts', async () => {
    const made = await create();
    const limit = await manager.post<Part>('/contract-limit', limitOf(made.id));
    await manager.delete(`/contract/${made.id}`);
    const answers = [
      await manager.post('/contract', { ...saved(made), version: 2 }),
      await manager.post('/contract-limit', limitOf(made.id)),
      await manager.delete(`/contract-limit/${limit.body.id}`),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([409, 'removed']));
  });
});

function limitOf(contractId: string) {
  return { contractId, type: { name: 'VOLUME', caption: '' }, unit: 'M3', value: 100, period: 'CONTRACT' };
}

describe('parts of a contract', () => {
  it('the balance of a limit is what its period has left', async () => {
    spec('GET contract-limit', 'POST contract-limit', 'POST contract-limit balance calculation');
    const made = await create();
    const make = async (change: object) =>
      (await manager.post<Part>('/contract-limit', { ...limitOf(made.id), ...change })).body;
    const whole = await make({});
    const today = await make({ period: 'DAY' });
    const fresh = await make({ value: 7.5, period: 'YEAR' });
    for (const limit of [whole, today]) {
      await server.pool.query(
        `insert into contract_limit_usage (limit_id, instance_id, usage_date, amount)
         select $1, instance_id, (now() at time zone 'Europe/Moscow')::date - ago, 10.25
         from contracts, generate_series(0, 1) ago where id = $2`,
        [limit.id, made.id],
      );
    }
    const limitIds = [today.id, whole.id, fresh.id];
    const answer = await manager.post('/contract-limit/balance', { limitIds });
    expect(answer.body).toEqual([
      { limitId: today.id, balance: 89.75 },
      { limitId: whole.id, balance: 79.5 },
      { limitId: fresh.id, balance: 7.5 },
    ]);
    const stored = await manager.get<Part & { balanceTime: string }>(`/contract-limit/${whole.id}`);
    expect(stored.body).toMatchObject({ balance: 79.5, version: 2 });
    spec('GET contract-limit paging');
    const page = await manager.get<Page<Part & { balance: number }>>('/contract-limit/paging', {
      contractId: made.id,
      order: '-balance',
    });
    expect(page.body.list.map(({ balance }) => balance)).toEqual([7.5, 79.5, 89.75]);
    expect(Date.now() - Date.parse(stored.body.balanceTime)).toBeLessThan(60_000);
  });

  it('districts are chosen from the tree of locations', async () => {
    spec('B-138');
    interface Node {
      name: string;
      caption: string;
      isSelectable: boolean;
      children: Node[];
    }
    const { body: roots } = await manager.get<Node[]>('/common/districts/tree');
    const all = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...all(node.children)]);
    const { rows } = await server.pool.query<{ name: string; caption: string; isSelectable: boolean }>(
      `select code as name, name as caption, kind = 'DISTRICT' as "isSelectable" from locations where ${OWN}`,
    );
    const told = all(roots).map(({ name, caption, isSelectable }) => ({ name, caption, isSelectable }));
    expect(told).toHaveLength(rows.length);
    expect(told).toEqual(expect.arrayContaining(rows));
    const region = all(roots).find(({ isSelectable }) => !isSelectable)!;
    expect(region.children.length).toBeGreaterThan(0);
    // What cannot be chosen is also refused.
    const made = await create();
    const save = (name: string) =>
      manager.post('/contract-district', {
        contractId: made.id,
        district: { name, caption: '' },
        share: 1,
        effectiveDate: '2026-01-01',
      });
    expect((await save(region.name)).status).toBe(400);
    expect((await save('CENTRAL')).status).toBe(200);
    expect((await manager.get('/common/districts/CENTRAL')).body).toMatchObject({ name: 'CENTRAL' });
    expect((await manager.get(`/common/districts/${region.name}`)).status).toBe(404);
  });

  it('shares of districts are 100 percent at most, also when saved concurrently', async () => {
    spec('district sub-resource');
    const made = await create();
    const share = (value: number, change: object = {}) =>
      manager.post<Part & { details?: { errors?: object[] } }>('/contract-district', {
        contractId: made.id,
        district: { name: 'CENTRAL', caption: '' },
        share: value,
        effectiveDate: '2026-01-01',
        ...change,
      });
    const first = await share(60);
    expect(first.status).toBe(200);
    const over = await share(40.01);
    expect(over.status).toBe(400);
    expect(over.body.details?.errors).toMatchObject([{ field: 'share', code: 'shareTotal' }]);
    const race = await Promise.all([share(30), share(30), share(30)]);
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const { id, version } = first.body;
    expect((await share(70, { id, version })).status).toBe(200);
    expect((await share(71, { id, version: version + 1 })).status).toBe(400);
  });

  it('vehicles are found by their plate, in either alphabet', async () => {
    const made = await create();
    const { rows } = await server.pool.query<{ reg_number: string }>(
      `select reg_number from vehicles where ${OWN} order by reg_number limit 1`,
    );
    const plate = rows[0]!.reg_number;
    const latin = plate.replace(/[А-Я]/g, (letter) => 'ABEKMHOPCTYX'['АВЕКМНОРСТУХ'.indexOf(letter)]!);
    const save = (regNumber: string) =>
      manager.post<Part & { details?: { errors?: object[] } }>('/contract-vehicle', {
        contractId: made.id,
        regNumber,
        beginDate: '2026-01-01',
      });
    const answer = await save(latin.toLowerCase());
    expect([answer.status, answer.body.regNumber]).toEqual([200, plate]);
    const unknown = await save('Х000ХХ00');
    expect(unknown.status).toBe(400);
    expect(unknown.body.details?.errors).toMatchObject([
      { field: 'regNumber', message: expect.stringMatching(/^ТС Х000ХХ00 нет в реестре/) as string },
    ]);
    const foreign = await server.pool.query<{ reg_number: string }>(
      `select reg_number from vehicles where not (${OWN})
       and reg_number not in (select reg_number from vehicles where ${OWN}) limit 1`,
    );
    expect((await save(foreign.rows[0]!.reg_number)).status).toBe(400);
  });

  it.each(['limit', 'district', 'vehicle'])('the %s list orders by every field and finds', async (part) => {
    const { rows } = await server.pool.query<{ contract_id: string }>(
      `select contract_id from contract_${part}s where ${OWN} group by 1 order by count(*) desc, 1 limit 1`,
    );
    const contractId = rows[0]!.contract_id;
    const id = `contract${part[0]!.toUpperCase()}${part.slice(1)}Paging`;
    for (const field of server.api.operations.get(id)!.sort) {
      const read = async (sign: string) =>
        (await manager.get<Page<Part>>(`/contract-${part}/paging`, { contractId, order: `${sign}${field}` }))
          .body;
      const [up, down] = [await read('-'), await read('+')];
      expect(up.list.length).toBeGreaterThan(1);
      expect(up.list.map((row) => row.id).toSorted()).toEqual(down.list.map((row) => row.id).toSorted());
    }
    const none = await manager.get<Page>(`/contract-${part}/paging`, { contractId, query: 'нет такого' });
    expect(none.body).toEqual({ list: [], size: 0 });
  });

  it('parts are deleted once', async () => {
    const made = await create();
    const limit = await manager.post<Part>('/contract-limit', limitOf(made.id));
    expect((await manager.delete(`/contract-limit/${limit.body.id}`)).status).toBe(204);
    expect((await manager.delete(`/contract-limit/${limit.body.id}`)).status).toBe(404);
  });
});

describe('other operations', () => {
  it('dictionaries speak the language of the request', async () => {
    const read = async (language: string) =>
      (
        await manager.call<Word[]>('GET', '/api/v3/common/segments', {
          headers: { 'Accept-Language': language },
        })
      ).body.find(({ name }) => name === 'RETAIL')?.caption;
    expect([await read('ru'), await read('en'), await read('de')]).toEqual([
      'Торговля',
      'Retail',
      'Торговля',
    ]);
    spec('GET common/contract/sign-statuses', 'GET common/contract/contract-report-modes');
    spec('GET common/contract/failure-actions');
    const words = async (path: string) => (await manager.get<Word[]>(path)).body.map(({ name }) => name);
    expect(await words('/common/contract/sign-statuses')).toContain('SIGNED');
    expect(await words('/common/failure-actions')).toContain('CREATE_INCIDENT');
    expect((await words('/common/contract/contract-report-modes')).length).toBeGreaterThan(1);
  });

  it('customers: filters, search and carriers match SQL', async () => {
    spec('GET customer/paging', 'GET customer/carriers');
    const find = async (query: Record<string, unknown>) =>
      (await manager.get<Page<{ id: string }>>('/customer/paging', { count: -1, ...query })).body.list
        .map(({ id }) => id)
        .toSorted();
    const expected = async (where: string) => {
      const { rows } = await server.pool.query<{ id: string }>(
        `select id from customers c where c.${OWN} and (${where})`,
      );
      expect(rows.length).toBeGreaterThan(0);
      return rows.map(({ id }) => id).toSorted();
    };
    expect(await find({ filter: { vip: true } })).toEqual(await expected('vip'));
    expect(await find({ filter: { kinds: ['SOLE_TRADER'] } })).toEqual(
      await expected("kind = 'SOLE_TRADER'"),
    );
    expect(await find({ filter: { statuses: ['BLOCKED', 'INACTIVE'] } })).toEqual(
      await expected("status in ('BLOCKED', 'INACTIVE')"),
    );
    const { rows } = await server.pool.query<{ tin: string }>(
      `select tin from customers where ${OWN} and tin is not null limit 1`,
    );
    const part = rows[0]!.tin.slice(2, 8);
    const columns = ['name', 'short_name', 'tin', 'registration_code', 'code'];
    expect(await find({ query: part })).toEqual(
      await expected(columns.map((column) => `${column} like '%${part}%'`).join(' or ')),
    );
    const carriers = await manager.get<{ id: string }[]>('/customer/carriers');
    expect(carriers.body.map(({ id }) => id).toSorted()).toEqual(
      await expected(
        "exists (select 1 from contracts k where k.supplier_id = c.id and k.type = 'COLLECTION' and k.status <> 'REMOVED')",
      ),
    );
  });

  it('settings: the instance takes precedence over the default, an unknown one is missing', async () => {
    spec('GET app-property by name', 'GET app-property ccg-operations-blocked', 'C-032');
    const read = () => manager.get<{ value: string }>('/app-property/ccgsBlocked');
    expect((await read()).body).toEqual({ name: 'ccgsBlocked', value: 'false', type: 'Boolean' });
    const short = await manager.get<{ value: string }>('/app-property/ccg-operations-blocked');
    expect(short.body.value).toBe('false');
    const other = await signIn(server, 'manager2');
    expect((await other.get<{ value: string }>('/app-property/ccgsBlocked')).body.value).toBe('true');
    expect((await manager.get('/app-property/none')).status).toBe(404);
  });

  it('system information is public, by host name, and of the account', async () => {
    spec('GET public system info', 'GET system info', 'B-005', 'B-024', 'B-025', 'C-022');
    const info = async (host?: string) =>
      (
        await manager.call<{ instanceName: string; instanceType: string }>(
          'GET',
          '/api/v3/system/info/public',
          host ? { headers: { Host: host } } : {},
        )
      ).body;
    const open = await info();
    expect(open).toMatchObject({ instanceName: 'Портал', instanceType: 'NONE' });
    // The build is not revealed before sign-in.
    expect(Object.keys(open).filter((name) => /version|revision/i.test(name))).toEqual([]);
    const own = await manager.get<object>('/system/info');
    expect(own.body).toMatchObject({
      version: '0.13.0',
      instanceName: 'ЭкоРегион',
      instanceType: 'RO',
      timeZone: 'Europe/Moscow',
    });
    await server.pool.query(
      `insert into host_instances select '127.0.0.1', id from instances where name = 'ЧистоТранс'`,
    );
    expect(await info()).toMatchObject({ instanceName: 'ЧистоТранс', instanceType: 'CARRIER' });
    await server.pool.query(`delete from host_instances where host = '127.0.0.1'`);
  });
});
