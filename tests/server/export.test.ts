/** Every list can be exported as a file: with the permissions, filters and order of the list. */
import Excel from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { records } from '../../server/modules/handlers.ts';
import { givesPage } from '../../server/core/operationKinds.ts';
import { csvLine } from '../../server/export/csv.ts';
import { cellOf, textOf, type Ground } from '../../server/export/values.ts';
import { beginXlsx } from '../../server/export/xlsx.ts';
import { dayOf, signIn, startTestServer, type Client, type TestServer } from './support.ts';

let server: TestServer;
let manager: Client;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  manager = await signIn(server, 'manager');
});
afterAll(() => server.close());

const columns = JSON.stringify([
  { label: 'Номер', path: 'number' },
  { label: 'Заказчик; кратко', path: 'customer' },
  { label: 'Статус', path: 'status' },
]);

async function fetchList(client: Client | undefined, query: Record<string, string>): Promise<Response> {
  const headers: Record<string, string> = { 'x-requested-with': 'fetch', 'accept-language': 'ru' };
  if (client?.cookie) headers.cookie = client.cookie;
  const search = new URLSearchParams(query).toString();
  return fetch(`${server.url}/api/v3/contract/paging/export?${search}`, { headers });
}

describe('the export of a list', () => {
  it('has every row of the list, in its order and with its filter', async () => {
    const filter = JSON.stringify({ kind: 'ALL' });
    const order = '-number';
    const { body } = await manager.get<{ list: { number: string }[]; size: number }>('/contract/paging', {
      filter,
      order,
      count: 1000,
    });
    expect(body.size).toBeGreaterThan(20);
    const answer = await fetchList(manager, { format: 'csv', columns, filter, order });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
    const lines = new TextDecoder().decode(bytes).trimEnd().split('\r\n');
    expect(lines[0]).toBe('Номер;"Заказчик; кратко";Статус');
    expect(lines.slice(1).map((line) => line.split(';')[0])).toEqual(body.list.map(({ number }) => number));
  });

  it('is refused to whom the list is refused, and for unknown columns', async () => {
    expect((await fetchList(undefined, { columns })).status).toBe(401);
    for (const wrong of ['number', '[]', '[null]', '[{"label":"a"}]', '{}'])
      expect((await fetchList(manager, { columns: wrong })).status, wrong).toBe(400);
    expect((await fetchList(manager, { columns, order: '-nothing' })).status).toBe(400);
    expect((await fetchList(manager, { columns, surprise: '1' })).status).toBe(400);
    for (const method of ['GET', 'POST'])
      for (const twice of ['title', 'format', 'timeZone', 'columns']) {
        const asked = { query: { columns, [twice]: [columns, columns] } };
        const { status, body } = await manager.call(method, '/api/v3/contract/paging/export', asked);
        const place = [method, twice];
        expect([...place, status, body.details?.errors?.[0]?.field]).toEqual([...place, 400, twice]);
      }
  });

  it('is a valid workbook, with the texts of the screen', async () => {
    const answer = await fetchList(manager, {
      format: 'xlsx',
      columns,
      filter: JSON.stringify({ kind: 'ALL' }),
    });
    const book = new Excel.Workbook();
    await book.xlsx.load(await answer.arrayBuffer());
    const sheet = book.worksheets[0]!;
    expect(sheet.getRow(1).values).toEqual([undefined, 'Номер', 'Заказчик; кратко', 'Статус']);
    expect(sheet.rowCount).toBeGreaterThan(20);
    expect(sheet.getRow(2).getCell(3).value).toMatch(/[а-яё]/i);
  });
});

describe('the export of every list', () => {
  it('equals its pages in sequence, in each of its orders', { timeout: 240_000 }, async () => {
    const admin = await signIn(server, 'admin');
    await server.pool.query(
      `insert into role_permissions select distinct a.role_id, p.permission from account_roles a
       cross join unnest($1::text[]) as p (permission)
       where a.account_id = (select id from accounts where login = 'admin') on conflict do nothing`,
      [[...new Set([...server.api.operations.values()].flatMap(({ permissions }) => permissions))]],
    );
    // More log entries than one read returns, many with the same time.
    await server.pool.query(
      `insert into audit_log (instance_id, audit_time, entity, entity_id, action, after)
       select i.id, now() - (n / 7) * interval '1 second', 'contract', gen_random_uuid(), 'save', '{}'
       from instances i, generate_series(1, 1200) n where i.name = 'ЭкоРегион'`,
    );
    const ids = await idsOf(server);
    const untold: string[] = [];
    let compared = 0;
    for (const operation of server.api.operations.values()) {
      if (!givesPage(operation, server.api.schemas)) continue;
      const needed = operation.parameters.filter(({ required }) => required);
      const missing = needed.filter(({ name }) => !(name in ids));
      if (missing.length > 0) {
        untold.push(`${operation.id}: ${missing.map(({ name }) => name).join()}`);
        continue;
      }
      const address = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
      const query = Object.fromEntries(
        needed.filter((one) => one.in === 'query').map(({ name }) => [name, ids[name]]),
      );
      for (const order of [undefined, ...operation.sort.flatMap((field) => [`+${field}`, `-${field}`])]) {
        const asked = { ...query, ...(order && { order }) };
        // All orders of records are tested in tests/server/jobs; this checks that each order is answered.
        if (operation.resource && order) {
          const { status } = await admin.call('GET', address, { query: { ...asked, count: 1 } });
          expect([operation.id, order, status]).toEqual([operation.id, order, 200]);
          continue;
        }
        const rows: Record<string, unknown>[] = [];
        for (let page = 0; ; page += 1) {
          const { status, body } = await admin.call<{ list: Record<string, unknown>[] }>('GET', address, {
            query: { ...asked, page, count: 1000 },
          });
          // The list of routes comes from the browser's build and is missing without one.
          if (status === 404 && operation.id === 'accessPaging') break;
          expect([operation.id, status, body]).toMatchObject([operation.id, 200, {}]);
          rows.push(...body.list);
          if (body.list.length < 1000) break;
        }
        const path = ['id', 'name', 'code'].find((name) => rows[0] && name in rows[0]);
        if (rows.length > 0 && !path) untold.push(`${operation.id}: nothing names its rows`);
        if (rows.length === 0 || !path) continue;
        const columns = JSON.stringify([{ label: 'x', path }]);
        const file = await admin
          .call<string>('GET', `${address}/export`, { query: { ...asked, format: 'csv', columns } })
          .catch((cause: unknown) => {
            throw new Error(`The export of ${operation.id} by ${order} broke off`, { cause });
          });
        expect([operation.id, file.status, file.body]).toEqual([operation.id, 200, expect.any(String)]);
        expect([operation.id, order, file.body.trimEnd().split('\r\n').slice(1)]).toEqual([
          operation.id,
          order,
          rows.map((row) => csvLine([textOf(cellOf(row, [path], GROUND))]).trimEnd()),
        ]);
        compared += 1;
      }
    }
    expect(untold).toEqual([]);
    expect(compared).toBeGreaterThan(60);
  });
});

const GROUND: Ground = { locale: 'ru', timeZone: 'UTC', translate: (key) => key };

/** A value for every parameter that some list needs, from the instance of `admin`. */
async function idsOf({ pool, api }: TestServer): Promise<Record<string, string>> {
  const one = async (text: string) => (await pool.query<{ id: string }>(text)).rows[0]!.id;
  const home = `(select instance_id from accounts where login = 'admin')`;
  const contract = await one(
    `select p.contract_id as id from contract_plans p join contracts c on c.id = p.contract_id
     where c.instance_id = ${home} and c.status <> 'REMOVED' group by 1 order by count(*) desc, 1 limit 1`,
  );
  const ids: Record<string, string> = {
    contractId: contract,
    // Devices also have accounts, which no list shows.
    accountId: await one(`select id from accounts where login = 'manager'`),
    classifierType: 'contractTypes',
    date: dayOf(),
  };
  for (const { name, table } of records) {
    const { key, parent } = api.resources.get(name)!;
    const columns = await pool.query(
      `select 1 from information_schema.columns where table_name = $1 and column_name = 'contract_id'`,
      [table],
    );
    const own = parent === 'contractId' && columns.rowCount ? `contract_id = '${contract}'` : 'id is null';
    const found = await pool.query<{ id: string }>(
      `select id from ${table} where instance_id = ${home} order by (${own}) desc, id limit 1`,
    );
    if (found.rows[0]) ids[key] ??= found.rows[0].id;
  }
  return ids;
}

describe('dictionary values that a list has as bare codes', () => {
  it.each([
    ['ru', 'День', 'м³'],
    ['en', 'Day', 'm³'],
  ])('are exported with their captions: %s', async (locale, period, unit) => {
    const { rows } = await server.pool.query<{ contract: string }>(
      `select contract_id as contract from contract_limits l join accounts a on a.login = 'manager'
       and a.instance_id = l.instance_id limit 1`,
    );
    const contractId = rows[0]!.contract;
    await server.pool.query(`update contract_limits set unit = 'M3', period = 'DAY' where contract_id = $1`, [
      contractId,
    ]);
    const asked = JSON.stringify(['period', 'unit'].map((path) => ({ label: path, path })));
    const query = new URLSearchParams({ contractId, format: 'csv', columns: asked });
    const address = `${server.url}/api/v3/contract-limit/paging/export?${query.toString()}`;
    const headers = { 'x-requested-with': 'fetch', 'accept-language': locale, cookie: manager.cookie! };
    const lines = (await (await fetch(address, { headers })).text()).trimEnd().split('\r\n').slice(1);
    expect(new Set(lines)).toEqual(new Set([`${period};${unit}`]));
  });
});

describe('a cell of an export', () => {
  const ground: Ground = {
    locale: 'ru',
    timeZone: 'Europe/Moscow',
    translate: (key) => ({ 'server.export.yes': 'Да' })[key] ?? key,
  };
  const row = {
    day: '2026-03-01',
    time: '2026-03-01T07:05:09Z',
    yes: true,
    sum: 1234.5,
    evil: '=1+1',
    tags: [{ caption: 'А' }, 'б'],
    files: [{ id: 'f', date: '2026-03-01', fileInfo: { id: 'f', name: 'Акт.pdf' } }],
  };
  const cell = (path: string) => cellOf(row, path.split('.'), ground);

  it('is a date, a time in the zone, a number or text', () => {
    expect(['day', 'time', 'yes', 'tags', 'files', 'none.at.all'].map((path) => textOf(cell(path)))).toEqual([
      '01.03.2026',
      '01.03.2026 10:05',
      'Да',
      'А, б',
      'Акт.pdf',
      '',
    ]);
    expect(csvLine([cell('sum'), 'a;"b"'])).toBe('1234,5;"a;""b"""\r\n');
  });

  it.each(['=1+1', '+7 900', '-2', '@sum', ' =1', '\u00a0 +1', '＝1', '＋1', '－1', '＠sum'])(
    'is never a formula: %s',
    (text) => expect(csvLine([text])).toBe(`'${text}\r\n`),
  );
  it.each(['\t=1', '\n=1', '\r\n＝1', '\tx', '1,=1'])('is text between quotes: %j', (text) =>
    expect(csvLine([text])).toBe(`"${/^\s/.test(text) ? "'" : ''}${text}"\r\n`),
  );

  it('is never a formula in a workbook, nor a sign that XML cannot hold', async () => {
    const file = await beginXlsx(['a', 'b', '\uFFFE']);
    const bytes = [await file.write([[cell('evil'), cell('day'), 'a\uFFFEb\uFFFFc']]), await file.end()];
    const book = new Excel.Workbook();
    await book.xlsx.load(new Uint8Array(Buffer.concat(bytes)).buffer);
    const made = book.worksheets[0]!.getRow(2);
    expect([made.getCell(1).type, made.getCell(1).value]).toEqual([Excel.ValueType.String, '=1+1']);
    expect(made.getCell(3).value).toBe('abc');
    expect([made.getCell(2).type, made.getCell(2).numFmt]).toEqual([Excel.ValueType.Date, 'dd.mm.yyyy']);
  });
});
