/** Requests of reports: permissions, the content of the files, and sums compared with the tables. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spec } from '../../spec/spec.ts';
import { disagree } from './disagreements.ts';
import { download, openLab, re, settled, sheetOf, TODAY, type Lab, type RequestReply } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  await disagree(lab.server);
});
afterAll(() => lab.close());

const period = { period_from: '2026-10-01', period_to: TODAY };

async function ask(reportCode: string, format: string, more: object = {}, client = lab.reader) {
  const parameters = { ...period, ...(more as { parameters?: object }).parameters };
  return re<RequestReply>(client, 'POST', '/requests', { body: { reportCode, format, ...more, parameters } });
}

async function made(reportCode: string, format: string, more: object = {}) {
  const { status, body } = await ask(reportCode, format, more);
  expect([status, body.status]).toMatchObject([200, { name: 'BUILDING' }]);
  const over = await settled(lab.reader, body.id);
  expect([over.status.name, over.error]).toEqual(['DONE', null]);
  return { over, ...(await download(lab.reader, `/requests/${body.id}/download`)) };
}

async function one<T>(text: string, values: unknown[] = []): Promise<T> {
  return (await lab.server.pool.query(text, values)).rows[0] as T;
}

const RO = `(select id from instances where name = 'ЭкоРегион')`;

describe('report users', () => {
  it('find categories by id, the reports of one, and none where nothing is selected', async () => {
    spec(
      'GET categories',
      'GET category',
      'GET categories by report code',
      'GET reports',
      'GET reports paging',
      'GET report',
      'B-228',
      'B-229',
    );
    const { body: categories } = await re<{ id: number; name: string; reportCount: number }[]>(
      lab.reader,
      'GET',
      '/categories',
    );
    expect(categories.map(({ name }) => name)).toEqual([
      'Вывоз отходов',
      'Транспорт',
      'Полигоны и взвешивания',
      'Площадки и контейнеры',
    ]);
    expect(categories.map(({ id }) => id)).toEqual(categories.map(({ id }) => id).toSorted((a, b) => a - b));
    expect(categories.map(({ reportCount }) => reportCount)).toEqual([3, 1, 2, 1]);
    const [first] = categories;
    expect((await re(lab.reader, 'GET', `/categories/${first!.id}`)).body).toEqual(first);
    const page = await re<{ list: { code: string }[]; size: number }>(lab.reader, 'GET', '/reports/paging', {
      query: { reportCategoryId: first!.id },
    });
    expect(page.body.list.map(({ code }) => code)).toEqual([
      'performed-volume',
      'missed-collections',
      'claims-and-amounts',
    ]);
    const of = await re<{ code: string }[]>(lab.reader, 'GET', '/reports', {
      query: { reportCategoryId: first!.id },
    });
    expect(of.body.map(({ code }) => code).toSorted()).toEqual([
      'claims-and-amounts',
      'missed-collections',
      'performed-volume',
    ]);
    expect((await re(lab.reader, 'GET', '/reports', { query: { reportCategoryId: -1 } })).body).toEqual([]);
    const named = await re<{ name: string }[]>(lab.reader, 'GET', '/reports/performed-volume/categories');
    expect(named.body.map(({ name }) => name)).toEqual(['Вывоз отходов']);
    const report = await re(lab.reader, 'GET', '/reports/performed-volume');
    expect(report.body).toMatchObject({
      code: 'performed-volume',
      type: { name: 'TABLE' },
      parameterCount: 2,
      personal: false,
    });
    // Only the manager sees a draft.
    expect((await re(lab.reader, 'GET', '/reports/vehicles-by-carrier')).status).toBe(404);
  });

  it('get a form generated from the parameters, with choices and defaults', async () => {
    const { body } = await re<{
      schema: {
        properties: {
          parameters: {
            required: string[];
            properties: Record<string, { default?: unknown; enum?: string[] }>;
          };
        };
      };
      layout: object[];
    }>(lab.reader, 'GET', '/reports/weighings-by-polygon/form');
    const { required, properties } = body.schema.properties.parameters;
    expect(required).toEqual(['period_from', 'period_to', 'step']);
    expect(properties['step']).toMatchObject({
      enum: ['day', 'week', 'month', 'quarter', 'year'],
      default: 'week',
    });
    expect(properties['period_from']!.default).toMatch(/^\d{4}-\d\d-\d\d$/);
    const form = await re<typeof body>(lab.other, 'GET', '/reports/performed-volume/form');
    const { items } = form.body.schema.properties.parameters.properties['districts']! as {
      items: { enum: string[] };
    };
    expect(items.enum.length).toBeGreaterThan(1);
    expect(new Set(items.enum).size).toBe(items.enum.length);
    expect(body.layout).toMatchObject([
      { section: 'Период' },
      { field: 'parameters.step' },
      { field: 'parameters.garbage' },
      { field: 'format' },
    ]);
  });

  it('get formats and types', async () => {
    spec('GET formats', 'GET supported formats', 'GET report types');
    const all = await re<{ name: string }[]>(lab.reader, 'GET', '/formats');
    expect(all.body.map(({ name }) => name)).toEqual(['XLSX', 'PDF', 'DOCX', 'CSV']);
    const types = await re<{ name: string }[]>(lab.reader, 'GET', '/report-types');
    expect(types.body.map(({ name }) => name)).toEqual(['TABLE', 'TEMPLATE']);
    const own = await re(lab.reader, 'GET', '/reports/performed-volume/formats');
    expect(own.body).toMatchObject([
      { name: 'XLSX', mostRows: null },
      { name: 'PDF', mostRows: 5000 },
      { name: 'CSV', mostRows: null },
    ]);
    // Word is for templates.
    expect((await ask('performed-volume', 'DOCX')).status).toBe(400);
  });

  it('get the errors of their input, field by field', async () => {
    const { status, body } = await re<{ details: { errors: { field: string }[] } }>(
      lab.reader,
      'POST',
      '/requests',
      {
        body: {
          reportCode: 'weighings-by-polygon',
          format: 'CSV',
          parameters: { period_from: '2026-13-01', step: 'hour', garbage: ['NOPE'], else: 1 },
        },
      },
    );
    expect(status).toBe(400);
    expect(body.details.errors.map(({ field }) => field).toSorted()).toEqual([
      'parameters.else', 'parameters.garbage', 'parameters.period_from', 'parameters.period_to', 'parameters.step',
    ]); // prettier-ignore
  });

  it('see the first rows, and the figures of the chart, before a request', async () => {
    const rows = await re<{ rowNumber: number; carrier: string; done_volume: number }[]>(
      lab.reader,
      'GET',
      '/reports/performed-volume/preview',
      { query: { parameters: period } },
    );
    expect(rows.status).toBe(200);
    expect(rows.body.length).toBeGreaterThan(3);
    const chart = await re<{ category: string; value: number }[]>(
      lab.reader,
      'GET',
      '/reports/performed-volume/chart',
      { query: { parameters: period } },
    );
    const sum = (list: number[]) => Math.round(list.reduce((a, b) => a + b, 0) * 1000) / 1000;
    expect(sum(chart.body.map(({ value }) => value))).toBe(sum(rows.body.map((row) => row.done_volume)));
    const columns = await re<{ field: string; label: string }[]>(
      lab.reader,
      'GET',
      '/reports/performed-volume/columns',
    );
    expect(columns.body[0]).toEqual({ field: 'carrier', label: 'Перевозчик' });
  });

  it('see only their own requests, and can cancel one', async () => {
    spec('POST request', 'POST request cancel', 'GET requests paging', 'S-023', 'B-194', 'B-196');
    const blocker = await lab.server.pool.connect();
    try {
      // The job of the file waits while its rows are locked.
      await blocker.query('begin');
      await blocker.query('lock table report_askers in exclusive mode');
      const { body } = await ask('performed-volume', 'CSV');
      const canceled = await re<RequestReply>(lab.reader, 'POST', `/requests/${body.id}/cancel`);
      expect([canceled.status, canceled.body.status.name]).toEqual([200, 'CANCELED']);
      expect((await re(lab.reader, 'POST', `/requests/${body.id}/cancel`)).status).toBe(200);
      expect((await re(lab.manager, 'GET', `/requests/${body.id}`)).status).toBe(404);
      const mine = await re<{ list: RequestReply[] }>(lab.reader, 'GET', '/requests/paging', {
        query: { filter: { statuses: ['CANCELED'] } },
      });
      expect(mine.body.list.map(({ id }) => id)).toContain(body.id);
      expect(new Set(mine.body.list.map(({ status }) => status.name))).toEqual(new Set(['CANCELED']));
      expect((await download(lab.reader, `/requests/${body.id}/download`)).status).toBe(409);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
  });

  it('cannot have more concurrent requests than the options allow', async () => {
    spec('GET/POST settings');
    const { body: options } = await re<{ version: number; requestsAtOnce: number }>(
      lab.other,
      'GET',
      '/settings',
    );
    expect(options.requestsAtOnce).toBeGreaterThan(0);
    const stale = await re(lab.other, 'POST', '/settings', { body: { ...options, version: 99 } });
    expect(stale.status).toBe(412);
    const saved = await re(lab.other, 'POST', '/settings', {
      body: { ...options, requestsAtOnce: 1, mostRows: 3 },
    });
    expect([saved.status, saved.body]).toMatchObject([200, { requestsAtOnce: 1, mostRows: 3 }]);
    const blocker = await lab.server.pool.connect();
    try {
      await blocker.query('begin');
      await blocker.query('lock table report_askers in exclusive mode');
      const first = await ask('performed-volume', 'CSV', {}, lab.other);
      const second = await ask('performed-volume', 'CSV', {}, lab.other);
      expect([first.status, second.status]).toEqual([200, 429]);
      await blocker.query('rollback');
      // Three rows are too few for it: an error, not a truncated file.
      const over = await settled(lab.other, first.body.id);
      expect([over.status.name, over.error]).toEqual(['ERROR', expect.stringContaining('(3)')]);
      spec('M-053');
      expect(over.error).toContain('«Вывезенный объём по перевозчикам и договорам» не построен');
    } finally {
      blocker.release();
    }
  });
});

describe('files', () => {
  it('XLSX: typed cells, sums of groups and of all, the header frozen', async () => {
    spec('GET request download', 'B-195');
    const { over, name, bytes } = await made('performed-volume', 'XLSX', {
      landscape: true,
      showColumnNums: true,
    });
    expect(name).toBe(`Вывезенный объём 01.10.2026 – 21.11.2026.xlsx`);
    const { rows, sheet } = await sheetOf(bytes);
    expect(rows[0]).toEqual(['Вывезенный объём по перевозчикам и договорам']);
    expect(rows[1]).toEqual(['Период: 01.10.2026 – 21.11.2026']);
    expect(sheet.pageSetup.orientation).toBe('landscape');
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 5 });
    const head = rows.findIndex(([first]) => first === 'Перевозчик');
    expect(rows[head + 1]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const body = rows.slice(head + 2);
    const total = body.at(-1)!;
    expect(total[0]).toBe('Итого');
    const truth = await one<{ count: number; planned: number; done: number }>(
      `select coalesce(sum(done_count), 0)::float8 as count, sum(planned_volume)::float8 as planned, coalesce(sum(done_volume), 0)::float8 as done
       from task_items where instance_id = ${RO} and task_date between '2026-10-01' and $1`,
      [TODAY],
    );
    expect([total[4], total[5], total[6]]).toEqual([
      truth.count,
      expect.closeTo(truth.planned, 3),
      expect.closeTo(truth.done, 3),
    ]);
    const sums = body.filter(([first]) => String(first).startsWith('Итого: '));
    expect(sums.length).toBeGreaterThan(1);
    expect(sums.reduce((sum, row) => sum + Number(row[6]), 0)).toBeCloseTo(truth.done, 3);
    expect(over.rowCount).toBe(body.length - 1 - sums.length);
    expect(sheet.getColumn(5).width).toBeGreaterThan(5);
  });

  it('CSV: header and rows only, missed collections as in the tables', async () => {
    const { bytes } = await made('missed-collections', 'CSV');
    const [head, ...lines] = bytes
      .toString('utf8')
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(';').map((cell) => cell.replace(/^"|"$/g, '')));
    expect(head).toEqual([
      'Площадка',
      'Адрес',
      'Район',
      'Случаев',
      'Не вывезено контейнеров',
      'Не вывезено, м³',
      'Последний случай',
    ]);
    const truth = await one<{ cases: number; missed: number }>(
      `select count(*)::int as cases, sum(planned_count - coalesce(done_count, 0))::int as missed from task_items
       where instance_id = ${RO} and task_date between '2026-10-01' and $1 and task_date < (now() at time zone 'Europe/Moscow')::date and coalesce(done_count, 0) < planned_count`,
      [TODAY],
    );
    const sum = (at: number) => lines.reduce((all, line) => all + Number(line.at(at)), 0);
    expect([sum(-4), sum(-3)]).toEqual([truth.cases, truth.missed]);
    expect(lines[0]!.at(-1)).toMatch(/^\d\d\.\d\d\.2026$/);
  });

  it('weighings and coupons add up to the sums of the tables', async () => {
    const weighed = await made('weighings-by-polygon', 'XLSX', { parameters: { step: 'month' } });
    const { rows } = await sheetOf(weighed.bytes);
    const truth = await one<{ runs: number; tonnes: number }>(
      `select count(*)::int as runs, sum(net)::float8 / 1000 as tonnes from weighings w join instances i on i.id = w.instance_id
       where i.id = ${RO} and w.status <> 'ANNULLED' and (weigh_time at time zone i.time_zone)::date between '2026-10-01' and $1`,
      [TODAY],
    );
    expect(rows.at(-1)!.slice(3)).toEqual([truth.runs, expect.closeTo(truth.tonnes, 1)]);
    const dates = rows.map(([first]) => first).filter((cell) => cell instanceof Date);
    expect(dates.every((date) => date.getUTCDate() === 1)).toBe(true);
    const coupons = await sheetOf((await made('coupons-used', 'XLSX')).bytes);
    const used = await one<{ net: number }>(
      `select coalesce(sum(w.net), 0)::float8 as net from coupons c join instances i on i.id = c.instance_id join weighings w on w.coupon_id = c.id
       where i.id = ${RO} and c.status = 'USED' and (c.used_time at time zone i.time_zone)::date between '2026-10-01' and $1`,
      [TODAY],
    );
    expect(coupons.rows.at(-1)!.at(-1)).toBeCloseTo(used.net, 3);
  });

  it('claims add up by carrier, in cubic metres and roubles, without drafts unless they are requested', async () => {
    interface Claim {
      carrier: string;
      status: string;
      reason: string;
      price: number | null;
      billed: number;
      expected: number | null;
      approved: number | null;
    }
    const { rows: claims } = await lab.server.pool.query<Claim>(
      `select c.short_name as carrier, q.status, q.reason, q.price::float8, billed_volume::float8 as billed,
         expected_volume::float8 as expected, approved_volume::float8 as approved
       from carrier_claims q join customers c on c.id = q.carrier_id
       where q.instance_id = ${RO} and q.csori_date between '2026-10-01' and $1`,
      [TODAY],
    );
    const kopecks = ({ price }: Claim, volume: number | null) =>
      Math.round((price ?? 0) * (volume ?? 0) * 100) / 100;
    const sumsOf = (some: Claim[]) => {
      const sum = (value: (claim: Claim) => number) =>
        expect.closeTo(
          some.reduce((all, one) => all + value(one), 0),
          2,
        ) as number;
      return [
        sum(({ billed }) => billed),
        sum(({ expected }) => expected ?? 0),
        sum(({ approved }) => approved ?? 0),
        sum((one) => kopecks(one, one.billed)),
        sum((one) => kopecks(one, one.expected)),
        sum((one) => kopecks(one, one.approved)),
        sum((one) => (one.approved === null ? 0 : kopecks(one, one.billed) - kopecks(one, one.approved))),
      ];
    };
    const submitted = claims.filter(({ status }) => status !== 'NEW');
    // Sums of no rows would always match.
    expect(submitted.some(({ approved, price }) => approved !== null && price !== null)).toBe(true);
    expect(submitted.length).toBeLessThan(claims.length);
    const { over, bytes } = await made('claims-and-amounts', 'XLSX');
    const { rows } = await sheetOf(bytes);
    expect(over.rowCount).toBe(submitted.length);
    expect(rows.at(-1)!.slice(-7)).toEqual(sumsOf(submitted));
    const groups = rows.filter(([first]) => String(first).startsWith('Итого: '));
    expect(groups.length).toBe(new Set(submitted.map(({ carrier }) => carrier)).size);
    for (const row of groups)
      expect(row.slice(-7)).toEqual(
        sumsOf(submitted.filter(({ carrier }) => row[0] === `Итого: ${carrier}`)),
      );
    expect(rows.flat()).toEqual(expect.arrayContaining(['Согласована', 'Завышен объём']));
    const { reason } = claims.find(({ status }) => status === 'NEW')!;
    const chosen = claims.filter((one) => one.status === 'NEW' && one.reason === reason);
    const parameters = { statuses: ['NEW'], reasons: [reason] };
    const drafts = await made('claims-and-amounts', 'CSV', { parameters });
    expect(drafts.over.rowCount).toBe(chosen.length);
  });

  it('inventory differences are the counted less the recorded containers', async () => {
    const { rows: truth } = await lab.server.pool.query<{
      kind: string;
      status: string;
      expected: number | null;
      found: number | null;
      volume: number | null;
    }>(
      // Computed from the counted stands, not from the differences that the product has stored.
      `with checked as (
         select n.* from inventory_stands n join inventories v on v.id = n.inventory_id
         join instances i on i.id = n.instance_id
         where n.instance_id = ${RO} and v.status = 'COMPLETED' and n.state = 'CHECKED'
           and (n.check_time at time zone i.time_zone)::date between '2025-12-01' and $1
       ), pairs as (
         select c.id, k.container_type, 1 as on_record, 0 as counted from checked c
         join evacuation_points e on e.stand_id = c.stand_id join containers k on k.evacuation_point_id = e.id
         where k.begin_date <= current_date and (k.end_date is null or k.end_date >= current_date)
         union all
         select c.id, f.container_type, 0, f.count from checked c join inventory_containers f on f.inventory_stand_id = c.id
       )
       select 'COUNTED' as kind, d.status, sum(on_record)::int as expected, sum(counted)::int as found, t.volume::float8
       from pairs p join container_types t on t.code = p.container_type and t.instance_id = ${RO}
       left join inventory_differences d on d.inventory_stand_id = p.id and d.container_type = p.container_type
       group by p.id, p.container_type, t.volume, d.status having sum(on_record) <> sum(counted)
       union all
       select 'PLACE', d.status, null, null, null from checked c
       join visit_points p on p.id = c.stand_id
       left join inventory_differences d on d.inventory_stand_id = c.id and d.kind = 'PLACE'
       where round(metres_between(p.latitude, p.longitude, c.latitude, c.longitude)) > 30`,
      [TODAY],
    );
    expect(new Set(truth.map(({ kind }) => kind))).toEqual(new Set(['COUNTED', 'PLACE']));
    const sum = (value: (one: (typeof truth)[number]) => number) =>
      truth.reduce((all, one) => all + value(one), 0);
    const year = { period_from: '2025-12-01' };
    const { over, bytes } = await made('inventory-differences', 'XLSX', { parameters: year });
    expect(over.rowCount).toBe(truth.length);
    const { rows } = await sheetOf(bytes);
    const head = rows.find(([first]) => first === 'Инвентаризация')!;
    const total = rows.at(-1)!;
    const titles = ['На учёте', 'Найдено', 'Разница', 'Разница, м³'];
    expect(titles.map((title) => total[head.indexOf(title)])).toEqual([
      sum(({ expected }) => expected ?? 0),
      sum(({ found }) => found ?? 0),
      sum(({ expected, found }) => (found ?? 0) - (expected ?? 0)),
      expect.closeTo(
        sum(({ expected, found, volume }) => ((found ?? 0) - (expected ?? 0)) * (volume ?? 0)),
        3,
      ),
    ]);
    const refused = truth.filter(({ status }) => status === 'REFUSED').length;
    expect(refused).toBeGreaterThan(0);
    const some = await made('inventory-differences', 'XLSX', {
      parameters: { ...year, decisions: ['REFUSED'] },
    });
    expect(some.over.rowCount).toBe(refused);
    const places = await made('inventory-differences', 'CSV', { parameters: { ...year, kinds: ['PLACE'] } });
    expect(places.over.rowCount).toBe(truth.filter(({ kind }) => kind === 'PLACE').length);
  });

  it('mileage is that of the visits in sequence', async () => {
    const { rows } = await sheetOf((await made('mileage-and-fill', 'XLSX')).bytes);
    const { rows: visits } = await lab.server.pool.query<{
      unit: string;
      latitude: number;
      longitude: number;
    }>(
      `select x.unit_id as unit, p.latitude::float8, p.longitude::float8 from visits x join visit_points p on p.id = x.visit_point_id
       where x.instance_id = ${RO} and x.status = 'SUCCESS' and x.visit_date between '2026-10-01' and $1 and p.latitude is not null
       order by x.unit_id, x.position`,
      [TODAY],
    );
    const radians = (degrees: number) => (degrees * Math.PI) / 180;
    let kilometres = 0;
    visits.forEach((to, i) => {
      const from = visits[i - 1];
      if (from?.unit !== to.unit) return;
      const [dy, dx] = [radians(to.latitude - from.latitude) / 2, radians(to.longitude - from.longitude) / 2];
      const a =
        Math.sin(dy) ** 2 +
        Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(dx) ** 2;
      kilometres += 6371 * 2 * Math.asin(Math.sqrt(a)) * 1.35;
    });
    const total = rows.at(-1)!;
    expect(total[4]).toBe(visits.length);
    // Each vehicle's kilometres are rounded to tenths.
    expect(Number(total[5])).toBeGreaterThan(1);
    expect(Math.abs(Number(total[5]) - kilometres)).toBeLessThan(0.05 * rows.length + 0.1);
  });

  it('PDF: pages with glyphs for the title, and parameters unless they are hidden', async () => {
    const { bytes, name } = await made('missed-collections', 'PDF', { hideParams: true });
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(name.endsWith('.pdf')).toBe(true);
    expect(bytes.length).toBeGreaterThan(5_000);
  });

  it('an ended request cannot be canceled, and is repeated with the same parameters', async () => {
    const { body } = await ask('performed-volume', 'CSV');
    await settled(lab.reader, body.id);
    const late = await re<{ code: string }>(lab.reader, 'POST', `/requests/${body.id}/cancel`);
    expect([late.status, late.body.code]).toEqual([409, 'report.over']);
    const again = await re<RequestReply>(lab.reader, 'POST', `/requests/${body.id}/repeat`);
    const over = await settled(lab.reader, again.body.id);
    expect([over.status.name, over.parameters, over.id === body.id]).toEqual([
      'DONE',
      body.parameters,
      false,
    ]);
  });
});
