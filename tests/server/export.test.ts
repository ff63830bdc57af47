/** Every list can be had whole, as a file: gated, filtered and ordered as the list is. */
import { PassThrough } from 'node:stream';
import Excel from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvLine } from '../../server/export/csv.ts';
import { cellOf, textOf, type Ground } from '../../server/export/values.ts';
import { xlsxOf } from '../../server/export/xlsx.ts';
import { signIn, startTestServer, type Client, type TestServer } from './support.ts';

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
  it('has every row of it, in its order, behind its filter', async () => {
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

  it('is refused to whom the list is refused, and for what is no column', async () => {
    expect((await fetchList(undefined, { columns })).status).toBe(401);
    for (const wrong of ['number', '[]', '[null]', '[{"label":"a"}]', '{}'])
      expect((await fetchList(manager, { columns: wrong })).status, wrong).toBe(400);
    expect((await fetchList(manager, { columns, order: '-nothing' })).status).toBe(400);
    expect((await fetchList(manager, { columns, surprise: '1' })).status).toBe(400);
  });

  it('is a workbook that opens, with the words of the screen', async () => {
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

describe('a cell of it', () => {
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
  };
  const cell = (path: string) => cellOf(row, path.split('.'), ground);

  it('is a day, the time of the zone, a number, words', () => {
    expect(['day', 'time', 'yes', 'tags', 'none.at.all'].map((path) => textOf(cell(path)))).toEqual([
      '01.03.2026',
      '01.03.2026 10:05',
      'Да',
      'А, б',
      '',
    ]);
    expect(csvLine([cell('sum'), 'a;"b"'])).toBe('1234,5;"a;""b"""\r\n');
  });

  it('is never a formula', async () => {
    expect(['=1+1', '+7 900', '-2', '@sum', '\t=1'].map((text) => csvLine([text]))).toEqual([
      "'=1+1\r\n",
      "'+7 900\r\n",
      "'-2\r\n",
      "'@sum\r\n",
      "'\t=1\r\n",
    ]);
    async function* rows() {
      yield [cell('evil'), cell('day')];
    }
    const chunks: Buffer[] = [];
    for await (const chunk of xlsxOf(['a', 'b'], rows()) as PassThrough) chunks.push(chunk as Buffer);
    const book = new Excel.Workbook();
    await book.xlsx.load(new Uint8Array(Buffer.concat(chunks)).buffer);
    const made = book.worksheets[0]!.getRow(2);
    expect([made.getCell(1).type, made.getCell(1).value]).toEqual([Excel.ValueType.String, '=1+1']);
    expect([made.getCell(2).type, made.getCell(2).numFmt]).toEqual([Excel.ValueType.Date, 'dd.mm.yyyy']);
  });
});
