/**
 * Results and incidents through the API: found, reviewed, turned into incidents, decided; the tests try to break each
 * rule.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photoAnalysisAt } from '../../../server/integrations/photoAnalysis.ts';
import type { JobContext } from '../../../server/jobs/define.ts';
import { photoAnalysisJob } from '../../../server/modules/results/analysis.ts';
import { startPhotoAnalysis } from '../../../server/standIn/photoAnalysis.ts';
import type { StandIn } from '../../../server/standIn/talon.ts';
import { spec } from '../../spec/spec.ts';
import {
  dayOf,
  ROOT,
  signIn,
  startTestServer,
  type Client,
  type ProblemReply,
  type TestServer,
} from '../support.ts';

let server: TestServer;
let standIn: StandIn;
let results: Client;
let reader: Client;
let stranger: Client;
let carrier: Client;

interface Word {
  name: string;
  caption: string;
}
interface Page<T> {
  list: T[];
  size: number;
}
interface Row {
  id: string;
  date: string;
  version: number;
  tierId: string;
  visited: boolean;
  faulty: boolean;
  status: Word | null;
  approval: Word;
  reviewed: Word;
  reviewReason: string | null;
  stand: { address: string };
  vehicle: { id: string; regNumber: string } | null;
  driver: { fullName: string } | null;
  plannedCount: number;
  doneCount: number | null;
  incidents: { id: string; number: string }[];
}
interface Incident {
  id: string;
  version: number;
  number: string;
  type: Word;
  status: Word;
  tievrId: string | null;
  tierId: string;
  comment: string | null;
  statusComment: string | null;
  automatic: boolean;
}

const word = (name: string) => ({ name, caption: '' });
const fields = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as ProblemReply).details?.errors?.map(({ field }) => field) ?? (body as ProblemReply).code,
];

/** Rows of visits of the last days that are not verified and have no incident. */
async function fresh(faulty: boolean): Promise<Row[]> {
  const { body } = await results.get<Page<Row>>('/tievr/paging', {
    count: 300,
    tab: 'routes',
    filter: { onlyUnreviewed: true, ...(faulty && { onlyFaulty: true }) },
  });
  return body.list.filter(
    (row) => row.faulty === faulty && row.incidents.length === 0 && row.status!.name !== 'PLANNED',
  );
}

beforeAll(async () => {
  [server, standIn] = await Promise.all([startTestServer({ scale: 0.1 }), startPhotoAnalysis()]);
  const grant = (login: string, codes: string[]) =>
    server.pool.query(
      `insert into role_permissions select role_id, unnest($2::text[]) from account_roles
       where account_id = (select id from accounts where login = $1) on conflict do nothing`,
      [login, codes],
    );
  const both = ['INCIDENT__READ_ONLY', 'INCIDENTS_PROCESSING'];
  await Promise.all([
    grant('reader', ['INCIDENT__READ_ONLY']),
    grant('manager2', both),
    grant('carrier', both),
  ]);
  // Makes some unprocessed ones, also where the seed is small.
  await server.pool.query(
    `update visits set status = 'FAILED', failure_reason = 'NO_ACCESS' where id in (
       select w.visit_id from task_visits w join visits v on v.id = w.visit_id
       where w.instance_id = (select id from instances where name = 'ЭкоРегион') and v.status = 'SUCCESS' and not w.reviewed
       order by w.id limit 12)`,
  );
  [results, reader, stranger, carrier] = (await Promise.all(
    ['results', 'reader', 'manager2', 'carrier'].map((login) => signIn(server, login)),
  )) as [Client, Client, Client, Client];
});
afterAll(async () => {
  standIn.stop();
  await server.close();
});

describe('results', () => {
  it('are found by address, driver and plate, in two tabs', async () => {
    spec('GET tievr paging', '/tievrs', 'B-011', 'B-073', 'B-074');
    const since = { dateFrom: dayOf(Date.now() - 10 * 86_400_000) };
    const all = await results.get<Page<Row>>('/tievr/paging', { count: 300, tab: 'routes', filter: since });
    expect(all.body.list).toHaveLength(all.body.size);
    expect(all.body.size).toBeGreaterThan(10);
    expect(all.body.list.every(({ visited, vehicle }) => visited && vehicle !== null)).toBe(true);
    const points = await results.get<Page<Row>>('/tievr/paging', {
      count: 300,
      tab: 'points',
      filter: since,
    });
    expect(points.body.size).toBeGreaterThanOrEqual(all.body.size);
    const one = all.body.list.find(({ stand }) => stand.address)!;
    const sought = [
      [one.stand.address, (row: Row) => row.stand.address],
      [one.vehicle!.regNumber.toLowerCase(), (row: Row) => row.vehicle!.regNumber.toLowerCase()],
      [one.driver!.fullName, (row: Row) => row.driver!.fullName],
    ] as const;
    for (const [query, of] of sought) {
      const found = await results.get<Page<Row>>('/tievr/paging', {
        count: 300,
        tab: 'routes',
        query,
        filter: since,
      });
      expect(found.body.size).toBe(all.body.list.filter((row) => of(row).includes(query)).length);
    }
    const day = await results.get<Page<Row>>('/tievr/paging', {
      count: 300,
      filter: { dateFrom: one.date, dateTo: one.date, statuses: ['SUCCESS'] },
    });
    expect(day.body.list.every(({ date, status }) => date === one.date && status?.name === 'SUCCESS')).toBe(
      true,
    );
  });

  it('show their place, track, parkings, sensors and photos', async () => {
    spec('GET tievr', 'B-075', 'B-233', 'V-084');
    const { rows } = await server.pool.query<{ id: string; date: string }>(
      `select w.id, w.task_date::text as date from task_visits w join visits v on v.id = w.visit_id
       join units u on u.id = v.unit_id join visit_photos p on p.visit_id = v.id
       where w.instance_id = (select id from instances where name = 'ЭкоРегион')
         and exists (select from track_points k where k.vehicle_id = u.vehicle_id
           and k.point_time between u.begin_time and u.end_time) limit 1`,
    );
    const { id, date } = rows[0]!;
    const { body } = await results.get<Record<string, unknown[]>>('/tievr', { id, date });
    expect(body).toMatchObject({ id, date, exportDate: date, trackRadius: 50 });
    expect(
      (body['track']![0] as { geometry: { coordinates: unknown[] } }).geometry.coordinates.length,
    ).toBeGreaterThan(5);
    expect(body['photos']!.length).toBe(2);
    expect(body['timeline']!.length).toBeGreaterThan(4);
    expect(body['stops']!.filter((stop) => (stop as { current: boolean }).current)).toHaveLength(1);
    const english = (asked: object) =>
      results.call('GET', '/api/v3/tievr', { query: { id, ...asked }, headers: { 'Accept-Language': 'en' } });
    const other = await english({ date: '2020-01-01' });
    expect([other.status, other.body.code, other.body.message]).toEqual([
      404,
      'tievrNotFound',
      'TIEVR not found',
    ]);
    expect((await stranger.get('/tievr', { id, date })).body.code).toBe('tievrNotFound');
    expect((await carrier.get('/tievr', { id, date })).status).toBe(403);
  });

  it('are verified; a faulty one without an incident needs a reason', async () => {
    spec('PATCH tievr set-reviewed', 'S-022', 'B-159', 'B-160', 'B-192');
    const [good] = await fresh(false);
    const patch = (client: Client, body: object) =>
      client.call<Row>('PATCH', '/api/v3/tievr/set-reviewed', { body });
    const of = ({ id, date, version }: Row) => ({ id, date, version });
    expect((await patch(reader, { ...of(good!), isReviewed: true })).status).toBe(403);
    expect((await patch(stranger, { ...of(good!), isReviewed: true })).status).toBe(404);
    expect((await patch(results, { ...of(good!), isReviewed: true, version: 99 })).status).toBe(412);
    const done = await patch(results, { ...of(good!), isReviewed: true });
    expect(done.body).toMatchObject({ reviewed: { name: 'VERIFIED' }, approval: { name: 'APPROVED' } });
    const back = await patch(results, { ...of(done.body), isReviewed: false });
    expect(back.body).toMatchObject({
      reviewed: { name: 'NOT_VERIFIED' },
      approval: { name: 'CONSIDERATION' },
    });
    const [bad] = await fresh(true);
    for (const reason of [undefined, '', '   '])
      expect(fields(await patch(results, { ...of(bad!), isReviewed: true, reason }))).toEqual([
        400,
        ['reason'],
      ]);
    const explained = await patch(results, {
      ...of(bad!),
      isReviewed: true,
      reason: 'Заезд по звонку отменён',
    });
    expect(explained.body).toMatchObject({
      reviewed: { name: 'VERIFIED' },
      reviewReason: 'Заезд по звонку отменён',
    });
  });

  it('are verified in batches, each row separately', async () => {
    spec('B-192');
    const [good, bad] = [await fresh(false), await fresh(true)];
    const rows = [...good.slice(0, 3), bad[0]!].map(({ id, version }) => ({ id, version }));
    const answer = await results.post<{ done: number; rows: { status: number; code: string | null }[] }>(
      '/tievr/review-batch',
      { rows, isReviewed: true },
    );
    expect(answer.body.done).toBe(3);
    expect(answer.body.rows.at(-1)).toMatchObject({ status: 400, code: 'validation' });
  });

  it('need a reason where the incident of their task is about another visit', async () => {
    const { rows } = await server.pool.query<{ id: string; date: string; version: number }>(
      `update task_visits w set done_count = 0, done_volume = 0 from (select t.id from task_items t
         join task_visits w on w.task_item_id = t.id
         where t.instance_id = (select id from instances where name = 'ЭкоРегион') and not t.reviewed
           and t.planned_count > 0 and not exists (select from incidents n where n.task_item_id = t.id)
         group by t.id having count(*) > 1 order by t.id limit 1) one
       where w.task_item_id = one.id returning w.id, w.task_date::text as date, w.version`,
    );
    const [about, other] = rows;
    const made = await results.post<Incident>('/incident', {
      date: about!.date,
      tievrId: about!.id,
      type: word('FIRE'),
    });
    expect(made.status).toBe(200);
    const verified = ({ id, date, version }: (typeof rows)[number]) =>
      results.call('PATCH', '/api/v3/tievr/set-reviewed', { body: { id, date, version, isReviewed: true } });
    expect(fields(await verified(other!))).toEqual([400, ['reason']]);
    expect((await verified(about!)).status).toBe(200);
  });

  it('of a task are verified with it, and its details have every visit', async () => {
    spec('PATCH tier set-reviewed', 'GET tier', '/tier/:tierId', 'B-059');
    const { rows } = await server.pool.query<{ id: string; date: string; version: number }>(
      `select t.id, t.task_date::text as date, t.version from task_items t join task_visits w on w.task_item_id = t.id
       where t.instance_id = (select id from instances where name = 'ЭкоРегион') and not t.reviewed
       group by t.id order by count(*) desc limit 1`,
    );
    const { id, date, version } = rows[0]!;
    const patch = (body: object) => results.call<Row>('PATCH', '/api/v3/tier/set-reviewed', { body });
    expect((await patch({ id, version, date: '2020-01-01', isReviewed: true })).status).toBe(404);
    const done = await patch({ id, date, version, isReviewed: true, reason: 'Проверено по фото' });
    expect(done.body).toMatchObject({ reviewed: { name: 'VERIFIED' } });
    const card = await results.get<{ tievrs: { reviewed: Word }[] }>(`/tier/${id}`);
    expect(card.body.tievrs.length).toBeGreaterThan(0);
    expect(card.body.tievrs.every(({ reviewed }) => reviewed.name === 'VERIFIED')).toBe(true);
  });
});

describe('permissions', () => {
  it('each call by a read-only account, a carrier and another operator', async () => {
    spec('B-010');
    const [row] = await fresh(true);
    const at = { date: row!.date, id: row!.id };
    const of = { date: row!.date, tievrId: row!.id };
    const made = await results.post<Incident>('/incident', { ...of, type: word('FIRE') });
    expect(made.status).toBe(200);
    const { id, version } = made.body;
    const rows = [{ id, version }];
    const reads: [string, string, Record<string, unknown>, 'rows' | 'row'][] = [
      ['GET', '/incident/paging', {}, 'rows'],
      ['GET', `/incident/${id}`, {}, 'row'],
      ['GET', `/incident/${id}/history`, {}, 'row'],
      ['GET', '/incident/by-tievr', of, 'row'],
      ['GET', '/incident/transitions', { incidentIds: [id] }, 'row'],
      ['GET', '/tievr/paging', { tab: 'routes' }, 'rows'],
      ['GET', '/tievr', at, 'row'],
      ['GET', `/tier/${row!.tierId}`, {}, 'row'],
    ];
    const writes: [string, string, object][] = [
      ['POST', '/incident', { ...of, type: word('FIRE') }],
      ['POST', `/incident/${id}/accept`, {}],
      ['POST', `/incident/${id}/decline`, { comment: 'Нет' }],
      ['POST', '/incident/batch', { action: 'accept', rows, input: {} }],
      ['PATCH', '/tievr/set-reviewed', { ...at, isReviewed: true }],
      ['POST', '/tievr/review-batch', { rows: [at], isReviewed: true }],
      ['POST', '/tievr/analyze-photos', at],
      ['POST', '/tievr/judge', { from: row!.date, to: row!.date }],
      ['PATCH', '/tier/set-reviewed', { id: row!.tierId, date: row!.date, isReviewed: true }],
      ['POST', '/tier/analyze-photos', { id: row!.tierId, date: row!.date }],
    ];
    const seen: string[] = [];
    for (const [method, path, query, kind] of reads) {
      const call = (client: Client) =>
        client.call<Partial<Page<{ id: string }>>>(method, `/api/v3${path}`, { query });
      expect([path, (await call(reader)).status]).toEqual([path, 200]);
      // The details of a task need no separate permission: a carrier without its visits gets 404.
      expect([path, (await call(carrier)).status]).toEqual([path, path.startsWith('/tier/') ? 404 : 403]);
      const foreign = await call(stranger);
      // Another operator finds its own rows, and never this one.
      const none = kind === 'rows' ? foreign.status === 200 : foreign.status === 404 || isEmpty(foreign.body);
      expect([path, none, JSON.stringify(foreign.body).includes(id)]).toEqual([path, true, false]);
      expect(JSON.stringify(foreign.body)).not.toContain(row!.id);
      seen.push(path);
    }
    const before = await results.get(`/incident/${id}`);
    for (const [method, path, body] of writes) {
      const call = (client: Client) => client.call<ProblemReply>(method, `/api/v3${path}`, { body });
      expect([path, (await call(reader)).status]).toEqual([path, 403]);
      expect([path, (await call(carrier)).status]).toEqual([path, 403]);
      const foreign = await call(stranger);
      expect([path, foreign.status < 500]).toEqual([path, true]);
      seen.push(path);
    }
    expect((await results.get(`/incident/${id}`)).body).toEqual(before.body);
    const now = await results.get<Row>('/tievr', at);
    expect(now.body.reviewed.name).toBe('NOT_VERIFIED');
    expect(seen).toHaveLength(reads.length + writes.length);
  });
});

/** Whether a reply contains no row. */
const isEmpty = (body: unknown): boolean => Array.isArray(body) && body.length === 0;

describe('incidents', () => {
  it('are opened at a result, with a type, once', async () => {
    spec('POST incident', 'GET incident by tievr', 'V-046', 'B-076', 'S-001', 'S-008');
    const [row] = await fresh(true);
    const open = (client: Client, body: object) => client.post<Incident>('/incident', body);
    const at = { date: row!.date, tievrId: row!.id };
    expect(fields(await open(results, at))).toEqual([400, ['type']]);
    const untyped = await results.call('POST', '/api/v3/incident', {
      body: at,
      headers: { 'Accept-Language': 'en' },
    });
    expect(untyped.body.details?.errors?.[0]?.message).toBe('Choose the incident type');
    expect(fields(await open(results, { ...at, type: word('PICNIC') }))[0]).toBe(400);
    expect((await open(reader, { ...at, type: word('FIRE') })).status).toBe(403);
    expect((await open(stranger, { ...at, type: word('FIRE') })).status).toBe(404);
    expect((await open(carrier, { ...at, type: word('FIRE') })).status).toBe(403);
    expect((await open(results, { ...at, date: '2020-01-01', type: word('FIRE') })).status).toBe(404);
    const made = await open(results, { ...at, type: word('FIRE'), comment: ' Горит контейнер ' });
    expect([made.status, made.body]).toMatchObject([
      200,
      { status: { name: 'OPENED' }, comment: 'Горит контейнер', tievrId: row!.id, automatic: false },
    ]);
    expect((await open(results, { ...at, type: word('FIRE') })).status).toBe(409);
    // A verified task waits for the outcome of the incident.
    const task = async () =>
      (
        await server.pool.query<{ approval: string; version: number }>(
          'select approval, version from task_items where id = $1',
          [made.body.tierId],
        )
      ).rows[0]!;
    const { version } = await task();
    const verified = await results.call<Row>('PATCH', '/api/v3/tier/set-reviewed', {
      body: { id: made.body.tierId, date: row!.date, version, isReviewed: true },
    });
    expect([verified.status, (await task()).approval]).toEqual([200, 'CONSIDERATION']);
    const of = await results.get<Incident[]>('/incident/by-tievr', at);
    expect(of.body).toEqual([made.body]);
    const { rows } = await server.pool.query(
      `select e.severity, e.event_values from events e where e.entity = 'incident' and e.entity_id = $1`,
      [made.body.id],
    );
    expect(rows).toMatchObject([{ severity: 'DISASTER', event_values: { number: made.body.number } }]);
    const { rows: told } = await server.pool.query(
      "select broadcast from live_messages where dto ->> 'id' = any ($1) group by 1 order by 1",
      [[made.body.id, row!.id]],
    );
    expect(told.map(({ broadcast }: { broadcast: string }) => broadcast)).toEqual(
      expect.arrayContaining(['incident', 'tievr']),
    );
    await results.post(`/incident/${made.body.id}/decline`, { comment: 'Дым был от костра рядом' });
    expect((await task()).approval).toBe('APPROVED');
  });

  it('are accepted, or declined with a reason, and then decided', async () => {
    spec(
      'POST incident accept',
      'POST incident decline',
      'S-001',
      'B-157',
      'B-158',
      'B-159',
      'B-160',
      'S-008',
    );
    const rows = await fresh(true);
    const open = async (at: number) =>
      (
        await results.post<Incident>('/incident', {
          date: rows[at]!.date,
          tievrId: rows[at]!.id,
          type: word('NOT_DONE'),
        })
      ).body;
    const [one, other] = [await open(0), await open(1)];
    const act = (client: Client, id: string, action: string, body: object) =>
      client.post<Incident>(`/incident/${id}/${action}`, body);
    expect((await act(reader, one.id, 'accept', {})).status).toBe(403);
    expect((await act(stranger, one.id, 'accept', {})).status).toBe(404);
    for (const comment of ['', '  '])
      expect(fields(await act(results, one.id, 'decline', { comment }))).toEqual([400, ['comment']]);
    expect(fields(await act(results, one.id, 'decline', {}))[0]).toBe(400);
    const declined = await act(results, one.id, 'decline', { comment: 'Вывезено вторым рейсом' });
    expect(declined.body).toMatchObject({
      status: { name: 'DECLINED' },
      statusComment: 'Вывезено вторым рейсом',
    });
    const accepted = await act(results, other.id, 'accept', {});
    expect(accepted.body).toMatchObject({ status: { name: 'ACCEPTED' }, statusComment: null });
    for (const [id, action] of [
      [one.id, 'accept'],
      [other.id, 'decline'],
    ] as const)
      expect((await act(results, id, action, { comment: 'Ещё раз' })).status).toBe(409);
    const approvals = await server.pool.query<{ approval: string }>(
      'select approval from task_items where id = any ($1) order by id = $2',
      [[one.tierId, other.tierId], other.tierId],
    );
    expect(approvals.rows.map(({ approval }) => approval)).toEqual(['CONSIDERATION', 'REJECTED']);
    const offered = await results.get<{ id: string }[]>('/incident/transitions', { incidentIds: [one.id] });
    expect(offered.body).toEqual([]);
  });

  it('are decided in batches', async () => {
    spec('B-157');
    const rows = await fresh(true);
    const made = [];
    for (const { id: tievrId, date } of rows.slice(0, 3))
      made.push((await results.post<Incident>('/incident', { date, tievrId, type: word('LATE') })).body);
    const items = made.map(({ id, version }) => ({ id, version }));
    const batch = (body: object) => results.post<{ done: number }>('/incident/batch', body);
    expect(fields(await batch({ action: 'decline', rows: items }))).toEqual([400, ['input.comment']]);
    const declined = await batch({
      action: 'decline',
      rows: [...items.slice(0, 1), { id: items[1]!.id, version: 99 }],
      input: { comment: 'Пробка' },
    });
    expect(declined.body).toMatchObject({ done: 1, rows: [{ status: 200 }, { status: 412 }] });
    expect((await batch({ action: 'accept', rows: items, input: {} })).body).toMatchObject({
      done: 2,
      rows: [{ status: 412 }, { status: 200 }, { status: 200 }],
    });
  });

  it('are listed by number, type, status and day, newest first', async () => {
    spec(
      'GET incident/paging',
      'GET incident',
      '/incidents',
      'B-077',
      'B-078',
      'B-079',
      '/api/v3/common/incident/statuses',
    );
    const all = await results.get<
      Page<Incident & { createTime: string; carrier: object; departureTime: string }>
    >('/incident/paging', { count: 100 });
    const { list } = all.body;
    expect(list.length).toBeGreaterThan(3);
    const times = list.map(({ createTime }) => createTime);
    expect(times).toEqual(times.toSorted().toReversed());
    const found = await results.get<Page<Incident>>('/incident/paging', { query: list[1]!.number });
    expect(found.body.list.map(({ id }) => id)).toEqual([list[1]!.id]);
    for (const status of ['OPENED', 'ACCEPTED', 'DECLINED']) {
      const own = await results.get<Page<Incident>>('/incident/paging', {
        count: 100,
        filter: { statuses: [status], types: [list[0]!.type.name, 'NOT_DONE'] },
      });
      const kinds = new Set([list[0]!.type.name, 'NOT_DONE']);
      expect(own.body.size).toBe(
        list.filter((one) => one.status.name === status && kinds.has(one.type.name)).length,
      );
    }
    const today = dayOf(Date.parse(list[0]!.createTime));
    const since = await results.get<Page<Incident>>('/incident/paging', {
      count: 100,
      filter: { createdFrom: today, createdBefore: today },
    });
    expect(since.body.size).toBeGreaterThan(0);
    expect((await results.get<Incident>(`/incident/${list[0]!.id}`)).body).toEqual(list[0]);
    expect((await stranger.get(`/incident/${list[0]!.id}`)).status).toBe(404);
    const foreign = await stranger.get<Page<Incident>>('/incident/paging', { count: 100 });
    expect(foreign.body.list.map(({ id }) => id)).not.toContain(list[0]!.id);
    expect((await carrier.get('/incident/paging')).status).toBe(403);
  });

  it('have the texts of the specification', () => {
    spec(
      'M-011',
      'M-022',
      'M-023',
      'M-024',
      'M-025',
      'M-076',
      'M-077',
      'M-013',
      'M-014',
      'M-015',
      'M-016',
      'M-012',
    );
    const texts = ['results', 'dictionaries'].map(
      (name) =>
        JSON.parse(readFileSync(path.join(ROOT, `locales/en/${name}.json`), 'utf8')) as Record<
          string,
          string
        >,
    );
    const said = Object.assign({}, ...texts) as Record<string, string>;
    expect(said).toMatchObject({
      'errorMessages.registry.incidents.incidents': 'Error while retrieving the list of incidents',
      'errorMessages.tievr.table': 'Error getting data for table',
      'errorMessages.tievrs': 'Error getting data for dialog',
      'errorMessages.incidentCreate': 'Error while creating incident',
      'errorMessages.tievrSetReviewed': 'Error while changing status',
      'errorMessages.incidentAccept': 'Error while changing status',
      'incident.created': 'Incident successfully created',
      'tievr.statusUpdated': 'Status successfully updated!',
    });
    for (const id of ['incidentStatuses', 'incidentTypes', 'transportationCompanies', 'customersOfVehicles'])
      expect(said[`errorMessages.dictionary.${id}`]).toBeTruthy();
  });
});

describe('photos', () => {
  it('are analysed: done, refused, service unavailable', async () => {
    spec('tievr analyze-photos', 'tier analyze-photos');
    const { rows } = await server.pool.query<{ id: string; tier: string; date: string; visit: string }>(
      `select w.id, w.task_item_id as tier, w.task_date::text as date, w.visit_id as visit from task_visits w
       join visit_photos p on p.visit_id = w.visit_id join visits v on v.id = w.visit_id
       where w.instance_id = (select id from instances where name = 'ЭкоРегион')
         and (select count(*) from task_visits o where o.task_item_id = w.task_item_id) = 1
         and not exists (select from visits l join visit_photos q on q.visit_id = l.id
           where l.visit_point_id = v.visit_point_id and l.id <> v.id and q.photo_time > p.photo_time)
       order by w.id limit 1`,
    );
    const { id, tier, date, visit } = rows[0]!;
    const { rows: files } = await server.pool.query<{ id: string }>(
      'select p.id from visit_photos p where p.visit_id = $1 order by p.photo_time',
      [visit],
    );
    const name = (at: number, text: string) =>
      server.pool.query(
        'update files set name = $2 where id = (select file_id from visit_photos where id = $1)',
        [files[at]!.id, text],
      );
    await name(0, 'refused.jpg');
    const post = (what: string, body: object) => results.post<{ photos: number; jobId: string }>(what, body);
    expect((await reader.post('/tievr/analyze-photos', { id, date })).status).toBe(403);
    expect((await stranger.post('/tievr/analyze-photos', { id, date })).status).toBe(404);
    const started = await post('/tievr/analyze-photos', { id, date });
    expect([started.status, started.body.photos]).toEqual([200, 2]);
    // Their analysis is already running.
    expect((await post('/tier/analyze-photos', { id: tier, date })).status).toBe(409);
    await look(photoAnalysisAt(standIn.url, 2000), started.body.jobId);
    const seen = async () =>
      (
        await results.get<{ photos: { analysis: Word; failure: string | null; fill: number | null }[] }>(
          `/tier/${tier}`,
        )
      ).body.photos;
    expect(await seen()).toMatchObject([
      { analysis: { name: 'FAILED' }, failure: 'REFUSED' },
      { analysis: { name: 'DONE' }, failure: null },
    ]);
    // The stand has the fill level of the photo, and its viewers get a message.
    const { rows: stands } = await server.pool.query<{ id: string; same: boolean; told: object }>(
      `select s.id, s.fill_percent = p.fill and s.fill_time = p.photo_time as same, m.dto as told
       from visit_photos p join visits v on v.id = p.visit_id join stands s on s.id = v.visit_point_id
       join live_messages m on m.broadcast = 'stand' and m.index = s.id::text where p.id = $1`,
      [files[1]!.id],
    );
    expect(stands).toEqual([{ id: stands[0]!.id, same: true, told: { id: stands[0]!.id } }]);
    const events = await server.pool.query(
      "select severity from events where meta = 'PHOTO_ANALYSIS_FAILED' and entity_id = $1",
      [files[0]!.id],
    );
    expect(events.rows).toEqual([{ severity: 'WARNING' }]);
    await name(0, 'slow.jpg');
    const again = await post('/tier/analyze-photos', { id: tier, date });
    await look(photoAnalysisAt(standIn.url, 100), again.body.jobId);
    expect((await seen())[0]).toMatchObject({ failure: 'SLOW' });
    const gone = await post('/tier/analyze-photos', { id: tier, date });
    await look(photoAnalysisAt(undefined), gone.body.jobId);
    expect(await seen()).toMatchObject([{ failure: 'GONE' }, { failure: 'GONE' }]);
  });

  /** Runs the job as a server does, without the queue. */
  async function look(analysis: ReturnType<typeof photoAnalysisAt>, jobId: string): Promise<void> {
    const { rows } = await server.pool.query<{ input: { photoIds: string[] } }>(
      'select input from jobs where id = $1',
      [jobId],
    );
    const { db } = server;
    const context = {
      job: { id: jobId, kind: 'photoAnalysis', input: rows[0]!.input, attempt: 1 },
      scope: { db },
      db,
      signal: new AbortController().signal,
      report: (_: object, work?: (trx: typeof db) => Promise<void>) => work?.(db) ?? Promise.resolve(),
    };
    await photoAnalysisJob({ analysis }).run(context as unknown as JobContext);
    await server.pool.query('delete from jobs where id = $1', [jobId]);
  }
});
