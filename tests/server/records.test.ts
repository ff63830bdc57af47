import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiCatalogue } from '../../engine/language/api.ts';
import { sql, type SqlBool } from 'kysely';
import { readAccount, type Account } from '../../server/access/accounts.ts';
import { Scope } from '../../server/access/scope.ts';
import { readTables } from '../../server/database/knownTables.ts';
import type { Handler, Handlers } from '../../server/access/handler.ts';
import { PAGE_LIMITS, type PageLimits } from '../../server/core/paging.ts';
import { bindRecord } from '../../server/records/bind.ts';
import { word } from '../../server/records/fields.ts';
import { requireFit, requireTables } from '../../server/records/fit.ts';
import { bindRecords, recordHandlers } from '../../server/records/handlers.ts';
import { STRATEGIES } from '../../server/records/paging/page.ts';
import type { RecordKind, RecordName } from '../../server/records/record.ts';
import { records } from '../../server/modules/handlers.ts';
import { signIn, startTestServer, type Client, type TestServer } from './support.ts';

interface Change {
  field: string;
  before: string | null;
  after: string | null;
}
interface Entry {
  account: { login: string; name: string };
  action: string;
  time: string;
  changes: Change[];
}
interface Page<T> {
  list: T[];
  size: number;
  sizeExact?: boolean;
}
interface Contract {
  id: string;
  version: number;
  number: string;
}

/** Lists are long from a hundredth of the usual sizes on: the strategies are the same, with fewer rows to insert. */
const LIMITS: PageLimits = { ...PAGE_LIMITS, exact: 200, deepest: 2_000, sorted: 300, drivingRows: 30 };

let server: TestServer;
let manager: Client;
let sides: { id: string; name: string; shortName: string }[];

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1, pageLimits: LIMITS });
  manager = await signIn(server, 'manager');
  const { body } = await manager.get<Page<(typeof sides)[number]>>('/customer/paging', { count: 3 });
  sides = body.list.map(({ id, name, shortName }) => ({ id, name, shortName }));
});
afterAll(() => server.close());

const draft = (number: string) => ({
  number,
  name: 'Проверочный договор',
  type: { name: 'SERVICE', caption: '' },
  customer: sides[0],
  supplier: sides[1],
  effectiveDate: '2026-01-01',
});

async function create(number: string): Promise<Contract> {
  const answer = await manager.post<Contract>('/contract', draft(number));
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('history', () => {
  it('shows who changed what, newest first, in the shape of the record and the language of the request', async () => {
    const made = await create('H-1');
    const segment = { name: 'RETAIL', caption: '' };
    const saved = { ...draft('H-1'), id: made.id, version: 1, segment, supplier: sides[2] };
    expect((await manager.post('/contract', saved)).status).toBe(200);
    await manager.post(`/contract/${made.id}/block`);
    const history = async (language: string) =>
      (
        await manager.call<Page<Entry>>('GET', `/api/v3/contract/${made.id}/history`, {
          headers: { 'Accept-Language': language },
        })
      ).body;
    const { list, size } = await history('ru');
    expect([size, list.map(({ action }) => action)]).toEqual([3, ['block', 'save', 'create']]);
    const [block, save, first] = list as [Entry, Entry, Entry];
    expect(block.account).toEqual({ login: 'manager', name: 'Белова А. П.' });
    expect(block.changes).toEqual([
      {
        field: 'status',
        before: '{"type":{"name":"ACTIVE","caption":"Действует"},"reason":null}',
        after: '{"type":{"name":"BLOCKED","caption":"Заблокирован"},"reason":null}',
      },
    ]);
    expect(save.changes).toEqual([
      { field: 'supplier', before: JSON.stringify(sides[1]), after: JSON.stringify(sides[2]) },
      { field: 'segment', before: null, after: '{"name":"RETAIL","caption":"Торговля"}' },
    ]);
    const fields = first.changes.map(({ field }) => field);
    expect(fields).toContain('number');
    expect(fields).not.toContain('version');
    expect(first.changes.every(({ before, after }) => before === null && after !== null)).toBe(true);
    expect((await history('en')).list[0]!.changes[0]!.after).toContain('"Blocked"');
    const paged = await manager.get<Page<Entry>>(`/contract/${made.id}/history`, { page: 1, count: 2 });
    expect([paged.body.size, paged.body.list.map(({ action }) => action)]).toEqual([3, ['create']]);
  });

  it('is readable by accounts that can read the record, and no others', async () => {
    const made = await create('H-2');
    const elsewhere = await signIn(server, 'manager2');
    expect((await elsewhere.get(`/contract/${made.id}/history`)).status).toBe(404);
    const guest = await signIn(server, 'guest');
    expect((await guest.get(`/contract/${made.id}/history`)).status).toBe(403);
  });
});

/** Returns a function that calls handlers as the server does. */
async function caller(handlers: Handlers, as: Partial<Account> = {}) {
  const { rows } = await server.pool.query<{ id: string }>("select id from accounts where login = 'manager'");
  const account = { ...(await readAccount(server.db, rows[0]!.id))!, ...as };
  const { db } = server.application;
  const asksNothing = () => Promise.reject(new Error('asks nothing else'));
  const scope = new Scope(db, account, await readTables(db));
  return (id: string, parameters: object) =>
    (handlers[id] as Extract<Handler, { scope: 'instance'; body: 'json' }>).run({
      account,
      scope,
      operations: { require: () => undefined, read: asksNothing, count: asksNothing },
      parameters,
      body: undefined,
      locale: 'ru',
      translate: (key) => key,
      request: { address: '', host: '', userAgent: undefined, sessionToken: undefined },
      setSession: () => undefined,
      setDevice: () => undefined,
    });
}

describe('the time of a change', () => {
  it('advances with every save and action: the last changed record comes first', async () => {
    const [first, second] = [await create('T-1'), await create('T-2')];
    const time = async (id: string) =>
      Date.parse((await manager.get<{ changeTime: string }>(`/contract/${id}`)).body.changeTime);
    const made = await time(first.id);
    expect(made).toBeLessThanOrEqual(await time(second.id));
    const saved = { ...draft('T-1'), id: first.id, version: 1, segment: { name: 'RETAIL', caption: '' } };
    expect((await manager.post('/contract', saved)).status).toBe(200);
    expect(await time(first.id)).toBeGreaterThan(await time(second.id));
    await manager.post(`/contract/${second.id}/block`);
    expect(await time(second.id)).toBeGreaterThan(await time(first.id));
  });
});

describe('actions', () => {
  it('fail with their side effects', async () => {
    const { id } = await create('V-2');
    const told: unknown[] = [];
    const contract = records.find(({ name }) => name === 'contract')!;
    const after: RecordKind['after'] = async (row, { action, before }) => {
      told.push([action, before?.['status'], row['status']]);
      if (action === 'unblock') throw new Error('not so');
    };
    const run = await caller(recordHandlers(server.api, [{ ...contract, after }]));
    await run('contractBlock', { contractId: id });
    await expect(run('contractUnblock', { contractId: id })).rejects.toThrow('not so');
    expect(told).toEqual([
      ['block', 'ACTIVE', 'BLOCKED'],
      ['unblock', 'BLOCKED', 'ACTIVE'],
    ]);
    const { body } = await manager.get<{ version: number; status: object }>(`/contract/${id}`);
    expect(body).toMatchObject({ version: 2, status: { type: { name: 'BLOCKED' } } });
    expect((await manager.get<Page<Entry>>(`/contract/${id}/history`)).body.size).toBe(2);
  });
});

describe('long lists', () => {
  const paging = (query: Record<string, unknown>) => manager.get<Page<Contract>>('/contract/paging', query);

  it('are counted up to a limit, paged down to another, and returned whole up to the first', async () => {
    const whole = await paging({ count: -1 });
    expect([whole.status, whole.body.list.length]).toEqual([200, whole.body.size]);
    const missing = LIMITS.sorted + 1 - whole.body.size;
    expect(missing).toBeGreaterThan(0);
    await server.pool.query(
      `insert into contracts (instance_id, number, name, type, customer_id, supplier_id, effective_date)
       select c.instance_id, 'long-' || n, case when n % 2 = 0 then 'even' else 'odd' end, 'SERVICE', $1, $2, '2026-01-01'
       from customers c, generate_series(1, $3::int) n where c.id = $1`,
      [sides[0]!.id, sides[1]!.id, missing],
    );
    const first = await paging({ count: 5 });
    expect(first.body).toMatchObject({ size: LIMITS.exact, sizeExact: false });
    expect(first.body.list.length).toBe(5);
    // It is long for this account alone.
    const other = await signIn(server, 'manager2');
    const theirs = await other.get<Page<Contract>>('/contract/paging', { count: 5 });
    expect(theirs.body.size).toBeLessThan(LIMITS.exact);
    expect(theirs.body.sizeExact).toBeUndefined();
    expect((await paging({ count: 0 })).body).toEqual({ list: [], size: LIMITS.exact, sizeExact: false });
    const all = await paging({ count: -1 });
    expect([all.status, all.body]).toMatchObject([400, { code: 'narrowFilter' }]);
    const exact = await paging({ count: 5, query: 'even' });
    expect(exact.body.size).toBe(Math.floor(missing / 2));
    expect(exact.body.sizeExact).toBeUndefined();
    expect((await paging({ page: LIMITS.deepest / 10, count: 10 })).status).toBe(200);
    const deep = await paging({ page: LIMITS.deepest / 10 + 1, count: 10 });
    expect([deep.status, deep.body]).toMatchObject([400, { code: 'narrowFilter' }]);
  });

  const orders = (fields: readonly string[]) => fields.flatMap((field) => [`+${field}`, `-${field}`]);
  async function expectOneOrder(order: string): Promise<void> {
    const ids: string[] = [];
    for (const page of [0, 1, 12, 25]) {
      const { body } = await paging({ page, count: 10, order });
      expect([order, page, body.list.length, body.sizeExact]).toEqual([order, page, 10, false]);
      ids.push(...body.list.map(({ id }) => id));
    }
    const short = await paging({ count: 40, order, filter: { ids } });
    expect([order, ...short.body.list.map(({ id }) => id)]).toEqual([order, ...ids]);
  }

  it('have the same order when they are long, read from an index, and when they are short, sorted', async () => {
    for (const order of orders(server.api.resources.get('contract')!.sort ?? [])) await expectOneOrder(order);
  });

  it('are sorted by joined tables, with few or many rows', async () => {
    const counted = async (tie: string) => {
      const { rows } = await server.pool.query<{ count: number }>(
        `select count(distinct ${tie})::int from contracts
         where instance_id = (select instance_id from accounts where login = 'manager')`,
      );
      return rows[0]!.count;
    };
    await server.pool.query(
      `with made as (
         insert into customers (instance_id, kind, name, short_name)
         select c.instance_id, c.kind, 'one of many', 'one of many ' || n % 15 from customers c, generate_series(1, 40) n
         where c.id = $1 returning id, instance_id)
       insert into contracts (instance_id, number, name, type, customer_id, supplier_id, effective_date)
       select m.instance_id, 'many-' || m.id || n, 'many', 'SERVICE', m.id, $1, '2026-01-01'
       from made m, generate_series(1, 2) n`,
      [sides[0]!.id],
    );
    expect(await counted('customer_id')).toBeGreaterThan(LIMITS.drivingRows);
    expect(await counted('supplier_id')).toBeLessThan(LIMITS.drivingRows);
    for (const order of orders(['customer', 'supplier'])) await expectOneOrder(order);
  });

  it('match SQL where an index covers each part of a filter in the order of the page', async () => {
    const [type, side, automatic] = ['n % 2', 'n / 2 % 2', 'n / 4 % 2'].map((bit) => `(${bit} = 0)`);
    const client = await server.pool.connect();
    try {
      // Names that many rows share, so that ids decide; open dates; values unevenly distributed over the names.
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query(
        `insert into contracts
           (instance_id, number, name, type, customer_id, supplier_id, effective_date, expiration_date, auto_renewal)
         select i.id, 'part-' || n, case when ${type} then 'wash ' else 'soil ' end || n % 90,
           case when ${type} then 'WASH' else 'SOIL' end,
           case when ${side} then i.owner_customer_id else $2::uuid end,
           case when ${side} then $2::uuid else i.owner_customer_id end,
           '2020-01-01', case when n % 5 > 0 then date '2024-01-01' + (n * 7919 % 900) end, ${automatic}
         from customers c join instances i on i.id = c.instance_id, generate_series(1, 3400) n where c.id = $1`,
        [sides[0]!.id, sides[1]!.id],
      );
      await client.query('commit');
    } finally {
      client.release();
    }
    await server.pool.query('analyze contracts');
    const owner = '(select owner_customer_id from instances i where i.id = contracts.instance_id)';
    const cases: [filter: Record<string, unknown>, where: string, field: string][] = [
      [{ types: ['WASH', 'ACCOUNTING'] }, "type in ('WASH', 'ACCOUNTING')", 'name'],
      [{ types: ['SOIL'] }, "type = 'SOIL'", 'name'],
      [{ types: ['WASH', 'SOIL'], autoRenewal: true }, "type in ('WASH', 'SOIL') and auto_renewal", 'name'],
      [{ kind: 'CUSTOMER' }, `customer_id = ${owner}`, 'name'],
      [
        { types: ['WASH', 'SOIL'], kind: 'CUSTOMER' },
        `type in ('WASH', 'SOIL') and customer_id = ${owner}`,
        'name',
      ],
      [{ customerId: sides[1]!.id }, `customer_id = '${sides[1]!.id}'`, 'name'],
      [{ supplierId: sides[1]!.id }, `supplier_id = '${sides[1]!.id}'`, 'name'],
      [
        { dateFrom: '2025-06-01' },
        "(expiration_date is null or expiration_date >= '2025-06-01')",
        'expirationDate',
      ],
      [
        { dateFrom: '2025-06-01', dateTo: '2021-01-01', types: ['WASH', 'SOIL'] },
        `(expiration_date is null or expiration_date >= '2025-06-01') and effective_date <= '2021-01-01'
           and type in ('WASH', 'SOIL')`,
        'expirationDate',
      ],
    ];
    for (const [filter, where, field] of cases)
      for (const sign of ['+', '-'])
        for (const page of [0, 60]) {
          const order = `${sign}${field}`;
          const direction = sign === '+' ? 'desc' : 'asc';
          const column = { name: 'name', expirationDate: 'expiration_date' }[field];
          const { rows } = await server.pool.query<{ id: string }>(
            `select id from contracts where instance_id = (select instance_id from accounts where login = 'manager')
               and ${where} order by ${column} ${direction} nulls last, id ${direction} limit 20 offset $1`,
            [page * 20],
          );
          const { body } = await paging({ page, count: 20, order, filter });
          const told = [filter, order, page, body.sizeExact, ...body.list.map(({ id }) => id)];
          expect(told).toEqual([filter, order, page, false, ...rows.map(({ id }) => id)]);
        }
  });

  it('are read by the matching strategy', async () => {
    const names = ['first page', 'sorted', 'words', 'joined table', 'branches', 'index'];
    expect(STRATEGIES.length).toBe(names.length);
    const taken = async (query: Record<string, unknown>) => {
      const spies = STRATEGIES.map((strategy) => vi.spyOn(strategy, 'page'));
      await paging({ count: 10, ...query });
      const found = spies.map(({ mock }) => mock.settledResults.some(({ value }) => value !== undefined));
      for (const spy of spies) spy.mockRestore();
      return names.filter((_, i) => found[i]);
    };
    expect(await taken({ page: 2 })).toEqual(['index']);
    // The list was counted: its length is cached.
    expect(await taken({})).toEqual(['first page']);
    expect(await taken({ order: '-type' })).toEqual(['words']);
    expect(await taken({ order: '+customer' })).toEqual(['joined table']);
    expect(await taken({ order: '-name', filter: { types: ['WASH', 'SOIL'] } })).toEqual(['branches']);
    expect(await taken({ query: 'H-1' })).toEqual(['sorted']);
  });

  it('show each account its own rows with shared compiled queries, a new row immediately, and nothing to an ended session', async () => {
    const others = await signIn(server, 'manager2');
    const owner = `(select a.instance_id from accounts a where a.login = 'manager2')`;
    await server.pool.query(
      `insert into contracts (instance_id, number, name, type, customer_id, supplier_id, effective_date)
       select s.instance_id, 'theirs-' || n, 'theirs', 'SERVICE', s.ids[1], s.ids[2], '2026-01-01'
       from (select instance_id, array_agg(id) as ids from customers where instance_id = ${owner} group by 1) s,
         generate_series(1, $1::int) n`,
      [LIMITS.exact + 1],
    );
    const expected = async (login: string, count: number) => {
      const { rows } = await server.pool.query<{ id: string }>(
        `select id from contracts where instance_id = (select instance_id from accounts where login = $1)
         order by change_time desc, id desc limit $2`,
        [login, count],
      );
      return rows.map(({ id }) => id);
    };
    const read = async (client: Client, count: number) =>
      (await client.get<Page<Contract>>('/contract/paging', { count })).body.list.map(({ id }) => id);
    for (const count of [10, 3, 100, 10]) {
      const pages = await Promise.all([manager, others, manager, others].map((each) => read(each, count)));
      const [ours, theirs] = [await expected('manager', count), await expected('manager2', count)];
      expect(pages).toEqual([ours, theirs, ours, theirs]);
    }
    const made = await create('NEW-1');
    expect((await read(manager, 10))[0]).toBe(made.id);
    await server.pool.query(
      `delete from sessions where account_id = (select id from accounts where login = 'manager2')`,
    );
    expect((await others.get('/contract/paging', { count: 10 })).status).toBe(401);
    expect((await read(manager, 10))[0]).toBe(made.id);
  });

  it('of records with visibility by account have own rows only, also for accounts with the same permissions', async () => {
    const own = ['own of one', 'own of two'];
    await server.pool.query(
      `insert into contracts (instance_id, number, name, type, customer_id, supplier_id, effective_date)
       select a.instance_id, o.name || n, o.name, 'SERVICE', $1, $2, '2026-01-01'
       from accounts a, unnest($3::text[]) o (name), generate_series(1, $4::int) n where a.login = 'manager'`,
      [sides[0]!.id, sides[1]!.id, own, LIMITS.exact + 1],
    );
    const contract = records.find(({ name }) => name === 'contract')!;
    const visible = ({ id }: Account) => sql<SqlBool>`t.name = ${id}`;
    const handlers = recordHandlers(server.api, [{ ...contract, visible }], LIMITS);
    const readers = await Promise.all(own.map((id) => caller(handlers, { id })));
    // The list is counted the first time; from then on its first page is one compiled query.
    for (let time = 0; time < 2; time++)
      for (const [at, read] of readers.entries()) {
        const { list } = (await read('contractPaging', { page: 0, count: 10 })) as Page<{ name: string }>;
        expect(list.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, () => own[at]));
      }
  });

  it('sorted by a nullable later date have the rows that a filter by the earlier date allows', async () => {
    const operator = await signIn(server, 'agreement');
    const own = `instance_id = (select instance_id from accounts where login = 'agreement')`;
    const { rows: columns } = await server.pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = 'csoris' and table_schema = current_schema() and is_generated = 'NEVER'`,
    );
    const made: Record<string, string> = {
      id: 'gen_random_uuid()',
      container_action: `'C' || s.place || '.' || n`,
    };
    const names = columns.map(({ name }) => name);
    await server.pool.query(
      `insert into csoris (${names.join(', ')}) select ${names.map((name) => made[name] ?? `s.${name}`).join(', ')}
       from (select *, row_number() over () as place, count(*) over () as size from csoris where ${own}) s
       cross join lateral generate_series(1, ceil(12000.0 / s.size)::integer) n`,
    );
    await server.pool.query('analyze csoris');
    const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const [dateFrom, dateTo] = [dayAgo(8), dayAgo(2)];
    const [branches, index] = [STRATEGIES[4]!, STRATEGIES[5]!].map((strategy) => vi.spyOn(strategy, 'page'));
    let edges = 0;
    for (const statuses of [undefined, ['AGREEMENT'], ['APPROVED', 'AGREEMENT']])
      for (const [order, direction] of [
        ['-controlDate', 'asc'],
        ['+controlDate', 'desc'],
      ]) {
        const filter = { mode: 'RO', dateFrom, dateTo, ...(statuses && { statuses }) };
        const wanted = await server.pool.query<{ id: string; control_date: string | null }>(
          `select id, control_date from csoris where ${own} and csori_date between $1 and $2
             and ($3::text[] is null or status = any($3)) order by control_date ${direction} nulls last, id ${direction}`,
          [dateFrom, dateTo, statuses ?? null],
        );
        const days = wanted.rows.map(({ control_date: day }) => day);
        expect([days.length > LIMITS.sorted, days.includes(null), days[0] !== null]).toEqual([
          true,
          true,
          true,
        ]);
        // First page of the rows without that date, unless it is beyond the deepest page.
        const edge = Math.floor(days.indexOf(null) / 20);
        const reached = edge * 20 <= LIMITS.deepest;
        if (reached) edges += 1;
        for (const page of [0, 1, ...(reached ? [edge] : [])]) {
          const { body } = await operator.get<Page<{ id: string }>>('/csori/paging', {
            filter: JSON.stringify(filter),
            order,
            page,
            count: 20,
          });
          expect(body.list.map(({ id }) => id)).toEqual(
            wanted.rows.slice(page * 20, page * 20 + 20).map(({ id }) => id),
          );
        }
      }
    // Two pages at least in each of two orders: of one list that no filter splits, and of two that one does.
    expect([index!.mock.calls.length >= 4, branches!.mock.calls.length >= 8, edges > 1]).toEqual([
      true,
      true,
      true,
    ]);
    for (const spy of [branches!, index!]) spy.mockRestore();
  });

  it('are returned whole only where the record declares it', async () => {
    const made = await create('W-1');
    const answer = await manager.get('/contract-limit/paging', { contractId: made.id, count: -1 });
    expect([answer.status, answer.body.details?.errors?.[0]?.field]).toEqual([400, 'count']);
  });

  it('have an index for every sort and every filter', async () => {
    const { rows } = await server.pool.query<{ table: string; method: string; columns: string[] }>(
      `select t.relname::text as table, m.amname::text as method,
         array(select a.attname::text from unnest(x.indkey::int[]) with ordinality k(n, place)
           join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.n order by place) as columns
       from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
         join pg_am m on m.oid = i.relam where x.indpred is null`,
    );
    const indexed = (table: string, column: string) =>
      rows.some(({ table: of, method, columns }) => {
        if (of !== table) return false;
        if (method === 'gin') return columns.includes(column);
        return columns[0] === column || (columns[0] === 'instance_id' && columns[1] === column);
      });
    const ordered = (table: string, columns: readonly string[]) =>
      rows.some((index) => index.table === table && columns.every((name, at) => index.columns[at] === name));
    const lacking: string[] = [];
    let seen = 0;
    let parted = 0;
    for (const record of bindRecords(server.api, records)) {
      const { name, table, resource, tied } = record;
      // A record has few parts: the index of the parent is enough.
      if (resource.parent) {
        if (!indexed(table, `${resource.parent.replace(/Id$/, '')}_id`)) lacking.push(`${name} parent`);
        continue;
      }
      const columns = (resource.sort ?? []).map((sort) => record.bound.get(sort)!.orderedBy!);
      columns.push(...Object.values(record.filters).flatMap((filter) => filter.columns));
      for (const column of columns) {
        const [side, rest] = column.includes('.') ? column.split('.') : [undefined, column];
        if (!indexed(side ? tied[side]!.table : table, rest!)) lacking.push(`${name} ${column}`);
        seen += 1;
      }
      // Each part of a filter has an index in the order that the filter names.
      for (const [filter, { columns: filtered, along = [], bounds }] of Object.entries(record.filters)) {
        const needed = [
          ...along.flatMap((by) => filtered.map((column) => [...new Set([column, by])])),
          ...(bounds ? [[bounds.column]] : []),
        ];
        for (const columns of needed) {
          const keys = ['instance_id', ...columns, 'id'];
          if (!ordered(table, keys)) lacking.push(`${name} ${filter}: ${keys.join(', ')}`);
          parted += 1;
        }
      }
    }
    expect(lacking).toEqual([]);
    expect(seen).toBeGreaterThan(20);
    expect(parted).toBeGreaterThan(5);
  });
});

describe('an invalid declaration', () => {
  const kind = (name: string): RecordKind => records.find((each) => each.name === name)!;
  const districts = (change: Partial<RecordKind>): RecordKind => ({ ...kind('contractDistrict'), ...change });
  const withResource = (name: string, change: object): ApiCatalogue => ({
    ...server.api,
    resources: new Map(server.api.resources).set(name, { ...server.api.resources.get(name)!, ...change }),
  });

  it.each<[string, Partial<RecordKind>, string]>([
    [
      'an unknown record',
      { name: 'contractDistrikt' as RecordName },
      'contractDistrikt, did you mean contractDistrict?',
    ],
    ['an unknown property', { fields: { shar: 'share' } }, 'no property shar, did you mean share?'],
    [
      'an unknown dictionary',
      { fields: { district: word('district') } },
      'no dictionary district, did you mean districts?',
    ],
    ['a search', { search: ['coment'] }, 'cannot search by coment, did you mean comment?'],
    ['an order', { order: '-shares' }, 'an order without x-sort shares, did you mean share?'],
    ['a parent', { parent: undefined as never }, 'belongs to contractId and declares no parent'],
  ])('%s is reported with file and nearest name', (_, change, message) => {
    expect(() => requireFit(districts(change), server.api)).toThrow(message);
    const file = change.name ? 'The API files' : 'schemas/api/contracts.json: contractDistrict';
    expect(() => requireFit(districts(change), server.api)).toThrow(file);
  });

  it('a sort without order and a filter without condition are reported', () => {
    const sorted = withResource('contractDistrict', { sort: ['district', 'shore'] });
    expect(() => requireFit(districts({}), sorted)).toThrow(
      'a sort without order: shore, did you mean share?',
    );
    const { vip: _, ...filters } = kind('customer').filters;
    expect(() => requireFit({ ...kind('customer'), filters }, server.api)).toThrow('declares no filter vip');
  });

  it('columns and transitions are checked against the database', async () => {
    const bound = (given: RecordKind, api = server.api) => [
      bindRecord(given, api.resources.get(given.name)!, api),
    ];
    await requireTables(server.db, bindRecords(server.api, records));
    await expect(
      requireTables(server.db, bound(districts({ fields: { comment: 'coment' } }))),
    ).rejects.toThrow(
      'schemas/api/contracts.json: contractDistrict has no column for comment: contract_districts lacks coment, did you mean comment?',
    );
    await expect(requireTables(server.db, bound(districts({ table: 'contract_district' })))).rejects.toThrow(
      'no table contract_district, did you mean contract_districts?',
    );
    const nameless = districts({ fields: { comment: 'effective_date' } });
    await expect(requireTables(server.db, bound(nameless))).rejects.toThrow(
      'contractDistrict may be saved without comment, and contract_districts.effective_date is never null: ' +
        'require comment in ContractDistrictSave, or give it a default',
    );
    const archive = withResource('contract', { actions: { unblok: {} } });
    await expect(requireTables(server.db, bound(kind('contract'), archive))).rejects.toThrow(
      'contract has an action without transition: unblok, did you mean unblock?',
    );
  });
});
