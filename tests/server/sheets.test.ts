/** Imports of sheets, by time corrections: preview with errors by cell, execution, malicious files. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import Excel from 'exceljs';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readSheet } from '../../server/sheets/read.ts';
import { spec } from '../spec/spec.ts';
import { JobNodes } from './jobs/nodes.ts';
import {
  signIn,
  startTestServer,
  temporaryFolder,
  type Client,
  type ProblemReply,
  type TestServer,
} from './support.ts';

interface Import {
  id: string;
  version: number;
  state: string;
  fileName: string;
  total: number;
  created: number;
  changed: number;
  unchanged: number;
  faulty: number;
  faults: { row: number; column: string | null; text: string }[];
  jobId: string | null;
}
type Cell = string | number | null | { formula: string; result: number };

const HEAD = ['Тип контейнера', 'Количество от', 'Количество до', 'Время, сек'];
let server: TestServer;
let nodes: JobNodes;
let admin: Client;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
  nodes = new JobNodes(server);
  admin = await signIn(server, 'admin');
});
afterAll(() => server.close());
afterEach(() => nodes.close());

async function xlsx(rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  const book = new Excel.Workbook();
  book.addWorksheet('Лист').addRows(rows as Cell[][]);
  return Buffer.from(await book.xlsx.writeBuffer());
}

function upload(bytes: Buffer | string, name = 'Поправки.xlsx', client = admin) {
  const form = new FormData();
  form.append('file', new Blob([bytes as never]), name);
  return client.post<Import & ProblemReply>('/time-correction/import', form);
}

const carryOut = (id: string, client = admin) => client.post<Import>(`/time-correction/import/${id}`);
const over = (id: string) =>
  vi.waitFor(
    async () => {
      const { body } = await admin.get<Import>(`/time-correction/import/${id}`);
      expect(body.state).toBe('DONE');
      return body;
    },
    { timeout: 60_000, interval: 50 },
  );
async function corrections(client = admin) {
  const { body } = await client.get<{ list: { countFrom: number; seconds: number }[]; size: number }>(
    '/time-correction/paging',
    { count: 100 },
  );
  return body;
}

it('time corrections are saved one by one, never two for one number of containers', async () => {
  spec('V-058', 'V-059', 'C-025');
  const { size } = await corrections();
  expect(size).toBe(5);
  const save = (given: object) =>
    admin.post<ProblemReply>('/time-correction', {
      containerType: { name: 'EURO_0240', caption: '' },
      countFrom: 1,
      countTo: 1,
      seconds: 30,
      ...given,
    });
  expect((await save({})).status).toBe(200);
  for (const [given, field] of [
    [{}, 'countFrom'],
    [{ countFrom: 2, countTo: 3 }, 'countFrom'],
    [{ countFrom: 2, countTo: 1 }, 'countTo'],
    [{ containerType: null }, 'containerType'],
    [{ seconds: 0 }, 'seconds'],
  ] as const) {
    const { status, body } = await save(given);
    expect([given, status, body.details?.errors?.map((each) => each.field)]).toEqual([given, 400, [field]]);
  }
  expect((await (await signIn(server, 'manager')).get('/time-correction/paging')).status).toBe(403);
});

it('a preview writes nothing, reports errors at their cells, and is carried out as shown', async () => {
  await nodes.start();
  const file = await xlsx([
    HEAD,
    ['EURO_0120', 2, 3, 40],
    [null, null, null, null],
    ['Ведро', 4, null, 40],
    ['EURO_0120', 'много', null, '1 0'],
    ['EURO_0120', 2, 5, 40],
    ['EURO_0120', 9, 8, 40],
    ['EURO_0120', 4, null, { formula: 'A1', result: 35 }],
    ['STEEL_0750', 2, 4, 55],
    ['STEEL_0750', 5, null, 45],
  ]);
  const before = await corrections();
  const { status, body } = await upload(file);
  expect([status, body.state]).toEqual([200, 'PREVIEW']);
  expect(body).toMatchObject({ total: 8, created: 2, changed: 1, unchanged: 1, faulty: 4 });
  expect(body.faults).toEqual([
    { row: 4, column: 'Тип контейнера', text: '«Ведро» нет в справочнике' },
    { row: 5, column: 'Количество от', text: '«много» — не число' },
    { row: 6, column: 'Тип контейнера', text: 'То же указано в строке 2' },
    { row: 7, column: 'Количество до', text: 'Не меньше количества «от»' },
  ]);
  expect(await corrections()).toEqual(before);
  expect((await carryOut(body.id)).body.state).toBe('IN_PROCESS');
  // A second request, during or after the first, does nothing more.
  expect((await carryOut(body.id)).body.jobId).not.toBe(null);
  expect(await over(body.id)).toMatchObject({ created: 2, changed: 1, faulty: 4 });
  expect((await corrections()).size).toBe(before.size + 2);
  const again = (await upload(file)).body;
  expect(again).toMatchObject({ created: 0, changed: 0, unchanged: 4 });
  const nothing = await carryOut(again.id);
  expect([nothing.status, (nothing.body as unknown as ProblemReply).code]).toEqual([409, 'sheetNothing']);
  // Each change is logged for its record: who, when and from what.
  const history = await server.pool.query(
    `select action from audit_log where entity = 'timeCorrection' and account_login = 'admin' order by id desc limit 3`,
  );
  expect(history.rows.map(({ action }) => action as string).toSorted()).toEqual(['create', 'create', 'save']);
});

it('a valid workbook is read completely each time, also while its thread has other work', async () => {
  const { folder, remove } = temporaryFolder();
  const file = path.join(folder, 'good.xlsx');
  const bytes = await xlsx([HEAD, ['EURO_0120', 2, 3, 40], ['EURO_0120', 4, null, 35]]);
  writeFileSync(file, bytes);
  const busy = () => {
    for (const until = performance.now() + Math.random() * 3; performance.now() < until;);
  };
  try {
    for (let i = 0; i < 150; i += 1) {
      for (let k = 0; k < 4; k += 1) setImmediate(busy);
      const rows = [];
      for await (const { cells } of readSheet(file, bytes.length)) rows.push(cells);
      expect(rows).toEqual([HEAD, ['EURO_0120', 2, 3, 40], ['EURO_0120', 4, null, 35]]);
    }
  } finally {
    remove();
  }
});

it('a row that changed after the preview is not overwritten, and reported', async () => {
  await nodes.start();
  const { rows } = await server.pool.query<{ id: string }>(
    `select c.id from container_time_corrections c join accounts a on a.instance_id = c.instance_id
     where a.login = 'admin' and c.container_type = 'EURO_1100' and c.count_from = 2`,
  );
  const csv = `${HEAD.join(';')}\r\nEURO_1100;2;3;77\r\n`;
  const { body } = await upload(csv, 'Поправки.csv');
  expect(body).toMatchObject({ changed: 1, faulty: 0 });
  await server.pool.query(
    `update container_time_corrections set version = version + 1, processing_time = 66 where id = $1`,
    [rows[0]!.id],
  );
  await carryOut(body.id);
  const done = await over(body.id);
  expect([done.changed, done.faulty, done.faults[0]!.row]).toEqual([0, 1, 2]);
  expect(done.faults[0]!.text).toContain('измен');
});

it('files of common programs are read: Windows-1251, tabs, quotes, English headers, other columns', async () => {
  const cyrillic = new Map([...'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'].map((letter) => [letter, letter]));
  const encode = (text: string) =>
    Buffer.from(
      [...text].map((letter) => {
        const lower = letter.toLowerCase();
        if (!cyrillic.has(lower)) return letter.charCodeAt(0);
        if (lower === 'ё') return letter === lower ? 0xb8 : 0xa8;
        return letter.codePointAt(0)! - 0x410 + 0xc0;
      }),
    );
  for (const [name, bytes] of [
    ['1251', encode(`${HEAD.join(';')}\r\nEURO_1100;50;;20\r\n`)],
    ['tabs', `${HEAD.join('\t')}\nEURO_1100\t50\t\t20\n`],
    ['quotes', `"Time, sec","Container type","Count from","Note"\n20,EURO_1100,50,"a ""b"", c"\n`],
  ] as const) {
    const { status, body } = await upload(bytes, `${name}.csv`);
    expect([name, status, body.total, body.created, body.faults]).toEqual([name, 200, 1, 1, []]);
  }
});

it('an import is refused: no sheet, missing columns, too many rows, a bomb, an account without the permission', async () => {
  const refused = async (bytes: Buffer | string, name?: string, client?: Client) => {
    const { status, body } = await upload(bytes, name, client);
    return [status, body.code];
  };
  expect(await refused(Buffer.from('%PDF-1.4\n%%EOF'), 'a.xlsx')).toEqual([415, 'sheetKind']);
  expect(await refused('')).toEqual([400, 'fileEmpty']);
  const head = await upload('Тип контейнера;Количество\nEURO_1100;2\n', 'a.csv');
  expect([head.body.code, head.body.message]).toEqual([
    'sheetHead',
    'В первой строке файла нет столбцов: «Количество от», «Время, сек»',
  ]);
  const many = Array.from({ length: 20_001 }, (_, i) => `EURO_1100;${i + 1};;20`);
  expect(await refused(`${HEAD.join(';')}\n${many.join('\n')}\n`, 'a.csv')).toEqual([413, 'sheetRows']);
  expect(await refused(bomb())).toEqual([400, 'fileBomb']);
  expect(await refused(await xlsx([HEAD]), 'a.xlsx', await signIn(server, 'manager'))).toEqual([
    403,
    'forbidden',
  ]);
  // Previews are private to the account.
  const { body } = await upload(`${HEAD.join(';')}\nEURO_1100;50;;20\n`, 'a.csv');
  const other = await signIn(server, 'chief');
  expect((await carryOut(body.id, other)).status).toBe(404);
});

/** A workbook whose sheet decompresses to 200 MB of repetitive data. */
function bomb(): Buffer {
  const parts = new Map<string, Buffer>([
    ['[Content_Types].xml', Buffer.from('<Types/>')],
    ['xl/workbook.xml', Buffer.from('<workbook/>')],
    ['xl/worksheets/sheet1.xml', Buffer.alloc(200 * 1024 * 1024, '<row/>')],
  ]);
  const locals: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of parts) {
    const packed = deflateRawSync(bytes);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(bytes.length, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(bytes.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), packed);
    list.push(entry, Buffer.from(name));
    offset += local.length + name.length + packed.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.size, 8);
  end.writeUInt16LE(parts.size, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

it('20,000 rows with 200 faulty cells: previewed within five seconds, each error at its cell', async () => {
  const types = ['EURO_1100', 'EURO_0240', 'EURO_0120', 'STEEL_0750'];
  const rows: Cell[][] = Array.from({ length: 20_000 }, (_, i) => {
    const count = 1_000 + 2 * Math.floor(i / types.length);
    return [types[i % types.length]!, count, count + 1, i % 100 === 50 ? 'долго' : 20];
  });
  const file = await xlsx([HEAD, ...rows]);
  const begin = process.cpuUsage();
  const { body } = await upload(file);
  const { user, system } = process.cpuUsage(begin);
  expect(body).toMatchObject({ total: 20_000, created: 19_800, faulty: 200 });
  expect(body.faults).toHaveLength(200);
  expect(body.faults.slice(0, 2)).toEqual([
    { row: 52, column: 'Время, сек', text: '«долго» — не число' },
    { row: 152, column: 'Время, сек', text: '«долго» — не число' },
  ]);
  // Processor time, which excludes other load of the machine.
  expect((user + system) / 1_000).toBeLessThan(5_000);
});
