/** The editor: written, checked with positions, published to a role, exported and imported; files with placeholders. */
import ExcelJS from 'exceljs';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spec } from '../../spec/spec.ts';
import { download, openLab, re, settled, sheetOf, upload, type Lab, type RequestReply } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

interface Draft {
  code: string;
  version: number;
  state: { name: string };
  parameters: object[];
  dataSets: { name: string; query: string }[];
  columns: object[];
  formats: string[];
  fileName?: string | null;
  marks: string[];
  [name: string]: unknown;
}

interface Refusal {
  code: string;
  message: string;
  details?: { errors: { field: string; message: string }[] };
}

const QUERY = `select carrier, count(*) as tasks, sum(planned_volume) as volume
from tasks
where task_date >= :since and (:garbage is null or garbage_code = any(:garbage))
group by carrier order by carrier`;

/** The properties of a draft that a save accepts. */
function saved(draft: Draft, change: object): object {
  const KEPT = ['version', 'name', 'description', 'type', 'categoryIds', 'fileName', 'formats', 'parameters', 'dataSets', 'columns', 'landscape', 'hideParams', 'showColumnNums', 'chartKind', 'chartCategory', 'chartValue']; // prettier-ignore
  return {
    ...Object.fromEntries(KEPT.flatMap((name) => (name in draft ? [[name, draft[name]]] : []))),
    ...change,
  };
}

async function write(code: string, change: object, type = 'TABLE'): Promise<Draft> {
  const added = await re<Draft>(lab.manager, 'POST', '/editor', {
    body: { code, name: `Отчёт ${code}`, type },
  });
  expect(added.status).toBe(200);
  const done = await re<Draft>(lab.manager, 'POST', `/editor/${code}`, { body: saved(added.body, change) });
  expect([done.status, done.body.code]).toEqual([200, code]);
  return done.body;
}

const parameters = [
  { name: 'since', alias: 'С даты', type: 'DATE', required: true, default: '2026-10-01' },
  { name: 'garbage', alias: 'Виды отходов', type: 'DICTIONARY', dictionary: 'garbageTypes', multi: true },
];

async function showTo(code: string, permission: string): Promise<void> {
  const { body } = await re<{ version: number }>(lab.manager, 'GET', `/reports/${code}/settings`);
  const { rows } = await lab.server.pool.query<{ id: string }>(
    `select r.id from roles r join role_permissions p on p.role_id = r.id and p.permission = $1
     where r.instance_id = (select id from instances where name = 'ЭкоРегион') and r.name = 'Читатель отчётов'`,
    [permission],
  );
  const roles = rows.map(({ id }) => ({ name: id, caption: '' }));
  expect(roles.length).toBeGreaterThan(0);
  const done = await re(lab.manager, 'POST', `/reports/${code}/settings`, {
    body: { version: body.version, roles },
  });
  expect([done.status, done.body]).toMatchObject([200, { roles: [{ caption: 'Читатель отчётов' }] }]);
}

describe('a report', () => {
  it('is written, tried, fixed at its line, published to one role and requested by it', async () => {
    spec('POST generate');
    const draft = await write('by-carrier', {
      parameters,
      dataSets: [{ name: 'main', query: QUERY.replace('garbage_code', 'garbage_kode') }],
      columns: [{ name: 'volume', title: 'Объём, м³', format: 'DECIMAL2', total: true }],
    });
    expect(draft.state.name).toBe('DRAFT');
    const { body: tried } = await re<{ fault: { line: number; column: number; message: string } }>(
      lab.manager,
      'POST',
      '/generate',
      {
        body: { reportCode: 'by-carrier', parameters: { since: '2026-10-01' } },
      },
    );
    expect([tried.fault.line, tried.fault.column]).toEqual([3, 52]);
    expect(tried.fault.message).toContain('garbage_kode');
    const refused = await re<Refusal>(lab.manager, 'POST', '/editor/by-carrier/publish');
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('Строка 3, позиция 52'),
    ]);
    const checked = await re<{ faults: object[] }>(lab.manager, 'POST', '/check', {
      body: { query: QUERY, reportCode: 'by-carrier' },
    });
    expect(checked.body.faults).toEqual([]);
    const mended = await re<Draft>(lab.manager, 'POST', '/editor/by-carrier', {
      body: saved(draft, { dataSets: [{ name: 'main', query: QUERY }] }),
    });
    const stale = await re(lab.manager, 'POST', '/editor/by-carrier', { body: saved(draft, {}) });
    expect([mended.status, stale.status]).toEqual([200, 412]);
    const { body: shown } = await re<{ rows: object[]; columns: { field: string; label: string }[]; more: boolean; fault: null }>(
      lab.manager, 'POST', '/generate', { body: { reportCode: 'by-carrier', parameters: { since: '2026-10-01', garbage: ['MSW'] } } },
    ); // prettier-ignore
    expect(shown.fault).toBeNull();
    expect(shown.columns[0]).toMatchObject({ field: 'volume', label: 'Объём, м³' });
    expect(shown.rows.length).toBeGreaterThan(0);
    // Invisible before it is published, and visible to managers only before a role is named.
    expect((await re(lab.reader, 'GET', '/reports/by-carrier')).status).toBe(404);
    const published = await re<Draft>(lab.manager, 'POST', '/editor/by-carrier/publish');
    expect([published.status, published.body.state.name]).toEqual([200, 'PUBLISHED']);
    expect((await re(lab.reader, 'GET', '/reports/by-carrier')).status).toBe(404);
    await showTo('by-carrier', 'REPORTS_VIEW');
    expect((await re(lab.reader, 'GET', '/reports/by-carrier')).status).toBe(200);
    // Still the published version, while the draft is edited.
    const now = await re<Draft>(lab.manager, 'GET', '/editor/by-carrier');
    await re(lab.manager, 'POST', '/editor/by-carrier', { body: saved(now.body, { name: 'Другое имя' }) });
    expect((await re<{ name: string }>(lab.reader, 'GET', '/reports/by-carrier')).body.name).toBe(
      'Отчёт by-carrier',
    );
    const versions = await re<{ number: number }[]>(lab.manager, 'GET', '/editor/by-carrier/versions');
    expect(versions.body.map(({ number }) => number)).toEqual([1]);
    const back = await re<Draft>(lab.manager, 'POST', '/editor/by-carrier/restore', { body: { number: 1 } });
    expect(back.body['name']).toBe('Отчёт by-carrier');
    await re(lab.manager, 'POST', '/editor/by-carrier/withdraw');
    expect((await re(lab.reader, 'GET', '/reports/by-carrier')).status).toBe(404);
  });

  it('is refused with invalid names, missing parts, and characters that are not allowed in file names (V-055)', async () => {
    spec('V-055');
    const draft = await write('refused', { parameters });
    const save = (change: object) =>
      re<Refusal>(lab.manager, 'POST', '/editor/refused', { body: saved(draft, change) });
    for (const sign of ['\\', '/', ':', '*', '?', '"', '<', '>', '|']) {
      const { status, body } = await save({ fileName: `Отчёт ${sign}` });
      expect([sign, status, body.details?.errors[0]?.field]).toEqual([sign, 400, 'fileName']);
      expect(body.details?.errors[0]?.message).toContain(sign);
    }
    const fields = async (change: object) =>
      (await save(change)).body.details?.errors.map(({ field }) => field);
    expect(await fields({ fileName: 'Отчёт {{until}}' })).toEqual(['fileName']);
    expect(await fields({ parameters: [parameters[0], parameters[0]] })).toEqual(['parameters.1.name']);
    expect(await fields({ parameters: [{ name: 'list', alias: 'Список', type: 'CHOICE' }] })).toEqual([
      'parameters.0.choices',
    ]);
    const limited = (type: string, min: string, max: string) =>
      fields({ parameters: [{ name: 'limit', alias: 'Предел', type, min, max }] });
    expect(await limited('INTEGER', 'one', '2')).toEqual(['parameters.0.min']);
    expect(await limited('FLOAT', '1.5', '1.4')).toEqual(['parameters.0.max']);
    expect(await limited('DATE', '2026-02-30', '2026')).toEqual(['parameters.0.min', 'parameters.0.max']);
    expect(await limited('DATE_INTERVAL', '2026-02-02', '2026-02-01')).toEqual(['parameters.0.max']);
    expect(await fields({ formats: ['DOCX'] })).toEqual(['formats.0']);
    expect(await fields({ categoryIds: [2_000_000_000] })).toEqual(['categoryIds.0']);
    expect(await fields({ columns: [{ name: 'a', dataSet: 'nothing' }] })).toEqual(['columns.0.dataSet']);
    expect((await save({ fileName: 'Отчёт {{since}}' })).status).toBe(200);
  });

  it('starts from a view, and suggests what a query may name', async () => {
    const { body } = await re<Draft>(lab.manager, 'POST', '/editor', {
      body: { code: 'from-view', name: 'Талоны', type: 'TABLE', view: 'coupons' },
    });
    expect(body.dataSets[0]!.query).toContain('from coupons');
    const { body: tried } = await re<{ fault: object | null; rows: object[] }>(
      lab.manager,
      'POST',
      '/generate',
      { body: { reportCode: 'from-view' } },
    );
    expect([tried.fault, tried.rows.length]).toEqual([null, 100]);
    const { body: words } = await re<{ word: string; kind: string }[]>(
      lab.manager,
      'GET',
      '/editor/by-carrier/names',
    );
    for (const word of [':since', 'tasks', 'planned_volume', 'date_trunc'])
      expect(words.map((one) => one.word)).toContain(word);
    const { body: views } = await re<{ name: string; columns: object[] }[]>(lab.manager, 'GET', '/views');
    expect(views.find(({ name }) => name === 'coupons')!.columns.length).toBeGreaterThan(10);
  });

  it('takes its columns from the queries, and keeps their settings', async () => {
    const takes = async (columns: object[], query: string) =>
      re<{ columns: object[] } & Refusal>(lab.manager, 'POST', '/columns', {
        body: { dataSets: [{ name: 'main', query }], parameters, columns },
      });
    const set = { name: 'volume', title: 'Объём, м³', format: 'DECIMAL1', total: true, width: 12 };
    const gone = { name: 'gone', title: 'Была раньше' };
    const { status, body } = await takes([set, gone], QUERY);
    expect(status).toBe(200);
    expect(body.columns).toEqual([
      set,
      { name: 'carrier', title: 'Перевозчик', format: 'AUTO' },
      { name: 'tasks', title: 'Tasks', format: 'INTEGER' },
    ]);
    const kinds = `select task_date, now() as seen_at, planned_volume, true as wanted from tasks`;
    expect((await takes([], kinds)).body.columns).toMatchObject([
      { name: 'task_date', format: 'DATE' },
      { name: 'seen_at', title: 'Seen at', format: 'DATETIME' },
      { name: 'planned_volume', format: 'DECIMAL2' },
      { name: 'wanted', format: 'AUTO' },
    ]);
    const several = await re<{ columns: object[] }>(lab.manager, 'POST', '/columns', {
      body: {
        dataSets: ['first', 'second'].map((name) => ({ name, query: 'select carrier from tasks' })),
        parameters: [],
        columns: [{ name: 'carrier', title: 'Кто возит' }],
      },
    });
    expect(several.body.columns).toEqual([
      { name: 'carrier', title: 'Кто возит' },
      { dataSet: 'second', name: 'carrier', title: 'Перевозчик', format: 'AUTO' },
    ]);
    const faulty = await takes([], 'select nobody from tasks');
    expect([faulty.status, faulty.body.message]).toEqual([
      409,
      expect.stringContaining('Строка 1, позиция 8'),
    ]);
    expect((await re(lab.reader, 'POST', '/columns', { body: {} })).status).toBe(403);
  });

  it('is hidden from other instances, and reads no personal data without the permission', async () => {
    expect((await re(lab.other, 'GET', '/editor/by-carrier')).status).toBe(404);
    await write('people', { dataSets: [{ name: 'main', query: 'select name, division from drivers' }] });
    expect((await re(lab.manager, 'POST', '/editor/people/publish')).status).toBe(200);
    await showTo('people', 'REPORTS_VIEW');
    const refused = await re<Refusal>(lab.reader, 'POST', '/requests', {
      body: { reportCode: 'people', format: 'CSV' },
    });
    expect([refused.status, refused.body.code]).toEqual([403, 'report.personal']);
  });

  it('of an administration is visible to the instances that it names', async () => {
    const { rows } = await lab.server.pool.query<{ id: string }>(
      `select id from instances where name = 'ЭкоРегион'`,
    );
    const settings = await re<{ version: number }>(lab.other, 'GET', '/reports/mileage-and-fill/settings');
    const instances = [{ id: rows[0]!.id, name: '' }];
    const body = { version: settings.body.version, roles: [], instances };
    expect((await re(lab.other, 'POST', '/reports/mileage-and-fill/settings', { body })).status).toBe(200);
    // An own report of the same code takes precedence; without it the other's is visible.
    await lab.server.pool.query(`delete from reports where code = 'mileage-and-fill' and instance_id = $1`, [
      rows[0]!.id,
    ]);
    expect((await re(lab.reader, 'GET', '/reports/mileage-and-fill')).status).toBe(200);
    const own = { version: 1, roles: [], instances };
    expect((await re(lab.manager, 'POST', '/reports/coupons-used/settings', { body: own })).status).toBe(403);
  });
});

describe('files of reports', () => {
  it('are imported by another instance, never silently, and show the differences', async () => {
    spec('GET export', 'POST import', 'POST clone');
    await re(lab.manager, 'POST', '/reports/performed-volume/clone', {
      body: { newCode: 'volume-copy', name: 'Объём (копия)' },
    });
    const file = await download(lab.manager, '/reports/volume-copy/export');
    expect([file.status, file.name]).toEqual([200, 'volume-copy.report.json']);
    interface Imported {
      taken: boolean;
      existed: boolean;
      differences: { part: string }[];
    }
    const there = await upload<Imported>(lab.other, '/import', file.bytes, 'a.json');
    expect(there.body).toMatchObject({ taken: true, existed: false });
    const { body: copy } = await re<Draft>(lab.other, 'GET', '/editor/volume-copy');
    expect(copy.dataSets[0]!.query).toContain('done_percent');
    const same = await upload<Imported>(lab.other, '/import', file.bytes, 'a.json');
    expect(same.body).toEqual({ code: 'volume-copy', taken: false, existed: true, differences: [] });
    const changed = Buffer.from(file.bytes.toString('utf8').replace('Объём (копия)', 'Объём другой'));
    const differs = await upload<Imported>(lab.other, '/import', changed, 'a.json');
    expect(differs.body).toMatchObject({
      taken: false,
      differences: [{ part: 'name', file: 'Объём другой' }],
    });
    expect((await re<Draft>(lab.other, 'GET', '/editor/volume-copy')).body['name']).toBe('Объём (копия)');
    const forced = await upload<Imported>(lab.other, '/import', changed, 'a.json', { overwrite: 'true' });
    expect(forced.body.taken).toBe(true);
    expect((await re<Draft>(lab.other, 'GET', '/editor/volume-copy')).body['name']).toBe('Объём другой');
    for (const wrong of [
      '{',
      '[]',
      'null',
      '{"report":2}',
      '{"report":1,"code":"A"}',
      JSON.stringify({ report: 1, code: 'abc', definition: { name: 1 } }),
    ])
      expect([wrong, (await upload(lab.other, '/import', Buffer.from(wrong), 'a.json')).status]).toEqual([
        wrong,
        415,
      ]);
  });

  it('with placeholders are filled: Word', async () => {
    spec('GET template');
    await write(
      'word',
      { parameters, dataSets: [{ name: 'rows', query: QUERY }], formats: ['DOCX'] },
      'TEMPLATE',
    );
    const none = await re<Refusal>(lab.manager, 'POST', '/editor/word/publish');
    expect([none.status, none.body.code]).toEqual([409, 'report.noTemplate']);
    const broken = await upload<Refusal>(
      lab.manager,
      '/reports/word/template',
      Buffer.from('hello'),
      'a.docx',
    );
    expect(broken.status).toBe(415);
    const wrong = await upload<Draft>(
      lab.manager,
      '/reports/word/template',
      await docx('{title} {nobody}'),
      'a.docx',
    );
    expect([wrong.status, wrong.body.marks]).toEqual([200, ['{title}', '{nobody}']]);
    const unfilled = await re<Refusal>(lab.manager, 'POST', '/editor/word/publish');
    expect([unfilled.status, unfilled.body.message]).toEqual([409, expect.stringContaining('{nobody}')]);
    const template = await docx('{title} с {since}: {#rows}[{carrier}={tasks}]{/rows}');
    await upload(lab.manager, '/reports/word/template', template, 'a.docx');
    expect((await download(lab.manager, '/reports/word/template')).bytes.equals(template)).toBe(true);
    expect((await re(lab.manager, 'POST', '/editor/word/publish')).status).toBe(200);
    await showTo('word', 'REPORTS_VIEW');
    const { bytes, over } = await made('word', 'DOCX');
    const zip = await JSZip.loadAsync(bytes);
    const text = (await zip.file('word/document.xml')!.async('string')).replace(/<[^>]+>/g, '');
    expect(text).toContain('Отчёт word с 01.10.2026: [');
    expect(text.match(/\[[^=]*=\d+\]/g)).toHaveLength(over.rowCount!);
  });

  it('with placeholders are filled: Excel, where a number stays a number', async () => {
    await write(
      'excel',
      { parameters, dataSets: [{ name: 'rows', query: QUERY }], formats: ['XLSX'] },
      'TEMPLATE',
    );
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Лист');
    sheet.addRow(['{title}']);
    sheet.addRow(['Перевозчик', 'Заданий', 'Объём']);
    sheet.addRow(['{rows.carrier}', '{rows.tasks}', '{rows.volume}']);
    sheet.addRow(['Составлен за период с {since}']);
    await upload(
      lab.manager,
      '/reports/excel/template',
      Buffer.from(await book.xlsx.writeBuffer()),
      'a.xlsx',
    );
    expect((await re(lab.manager, 'POST', '/editor/excel/publish')).status).toBe(200);
    await showTo('excel', 'REPORTS_VIEW');
    const { bytes, over } = await made('excel', 'XLSX');
    const { rows } = await sheetOf(bytes);
    expect(rows[0]).toEqual(['Отчёт excel']);
    expect(rows.at(-1)).toEqual(['Составлен за период с 01.10.2026']);
    const body = rows.slice(2, -1);
    expect(body).toHaveLength(over.rowCount!);
    const { rows: truth } = await lab.server.pool.query<{ n: string }>(
      `select count(*) as n from task_items where task_date >= '2026-10-01' and instance_id = (select id from instances where name = 'ЭкоРегион')`,
    );
    expect(body.reduce((sum, row) => sum + (row[1] as number), 0)).toBe(Number(truth[0]!.n));
  });
});

async function made(reportCode: string, format: string) {
  const { status, body } = await re<RequestReply>(lab.reader, 'POST', '/requests', {
    body: { reportCode, format, parameters: { since: '2026-10-01' } },
  });
  expect(status).toBe(200);
  const over = await settled(lab.reader, body.id);
  expect([over.status.name, over.error]).toEqual(['DONE', null]);
  return { over, ...(await download(lab.reader, `/requests/${body.id}/download`)) };
}

/** A document of one paragraph. */
function docx(text: string): Promise<Buffer> {
  const zip = new JSZip();
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  zip.file(
    '[Content_Types].xml',
    `${xml}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${word}"/></Types>`,
  );
  zip.file(
    '_rels/.rels',
    `${xml}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}" Target="word/document.xml"/></Relationships>`,
  );
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  zip.file(
    'word/document.xml',
    `${xml}<w:document xmlns:w="${main}"><w:body><w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p></w:body></w:document>`,
  );
  return zip.generateAsync({ type: 'nodebuffer' });
}
