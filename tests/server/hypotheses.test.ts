/** Hypotheses: drafts, their days, tasks and units, and the rules that are checked before a calculation. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Hypothesis,
  HypothesisCheck,
  VDaySummary,
  VTaskItem,
  VTaskItemsTaken,
  VTaskItemStatistic,
  VUnit,
} from '../../schemas/generated/api.ts';
import { PAGE_LIMITS } from '../../server/core/paging.ts';
import { spec } from '../spec/spec.ts';
import {
  dayOf,
  signIn,
  startTestServer,
  type Answer,
  type Client,
  type ProblemReply,
  type TestServer,
} from './support.ts';

interface Page<T> {
  list: T[];
  size: number;
}

/** Lists are counted exactly up to this many rows. */
const EXACT = 5;

let server: TestServer;
let planner: Client;
let guest: Client;
let counter = 0;

beforeAll(async () => {
  server = await startTestServer({
    scale: 0.02,
    pageLimits: { ...PAGE_LIMITS, exact: EXACT },
    onError: (error) => console.error(error),
  });
  planner = await signIn(server, 'planner');
  guest = await signIn(server, 'guest');
});
afterAll(() => server.close());

const day = (days: number) => dayOf(Date.now() + days * 86_400_000);
const fields = ({ body }: Answer<unknown>) =>
  ((body as ProblemReply).details?.errors ?? []).map(({ field, code }) => `${field} ${code}`);
const draft = (change: object = {}) => ({
  name: `Проверка ${(counter += 1)}`,
  beginDate: day(1),
  endDate: day(1),
  ...change,
});
const made = async (change: object = {}) => {
  const answer = await planner.post<Hypothesis>('/hypothesis', draft(change));
  expect([answer.status, answer.body]).toMatchObject([200, { version: 1 }]);
  return answer.body;
};
const get = async (id: string) => (await planner.get<Hypothesis>(`/hypothesis/${id}`)).body;

/** Multipart fields, as the screens send them. */
function taken(values: Record<string, string>, file?: { name: string; text: string }) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  if (file) form.append('file', new Blob([file.text], { type: 'text/csv' }), file.name);
  return planner.post<VTaskItemsTaken & ProblemReply>('/v-task-item/from-task-items', form);
}

/** A day that has tasks in the plan. */
async function plannedDay(): Promise<string> {
  const { rows } = await server.pool.query<{ day: string }>(
    `select t.task_date::text as day from task_items t join instances i on i.id = t.instance_id
     where i.name = 'ЭкоРегион' group by 1 order by count(*) desc limit 1`,
  );
  return rows[0]!.day;
}

describe('a hypothesis', () => {
  it('is created with the days of its interval, listed, found, and has a unique name', async () => {
    spec('GET hypothesis/paging', 'GET hypothesis', 'POST hypothesis', 'GET hypothesis list', 'V-068');
    spec('GET hypothesis check-name', 'B-009', 'S-004', 'B-170');
    const one = await made({ name: 'Правый берег', endDate: day(3), comment: 'Три дня' });
    expect(one.status).toMatchObject({ name: 'DRAFT', caption: 'Черновик' });
    expect(one.vDays.map(({ date }) => date)).toEqual([day(1), day(2), day(3)]);
    expect(one.author).toBe('Маршрутова Е. А.');
    const page = await planner.get<Page<Hypothesis>>('/hypothesis/paging', { query: 'правый' });
    expect(page.body.list.map(({ id }) => id)).toEqual([one.id]);
    const names = await planner.get<{ id: string }[]>('/hypothesis/list', { query: 'Правый' });
    expect(names.body).toEqual([{ id: one.id, name: 'Правый берег' }]);
    const free = (name: string, hypothesisId?: string) =>
      planner.get<{ valid: boolean }>('/hypothesis/check-name', { name, hypothesisId });
    expect((await free('ПРАВЫЙ берег')).body.valid).toBe(false);
    expect((await free('ПРАВЫЙ берег', one.id)).body.valid).toBe(true);
    const again = await planner.post('/hypothesis', draft({ name: 'правый БЕРЕГ' }));
    expect([again.status, fields(again)]).toEqual([400, ['name duplicate']]);
    const { list } = (await planner.get<Page<Hypothesis>>('/hypothesis/paging', { count: 50 })).body;
    const states = new Set(list.map(({ status }) => status.name));
    for (const state of [
      'DRAFT',
      'QUEUED',
      'IN_PLANNING',
      'IN_PROCESS',
      'SUCCESS',
      'ERROR',
      'CANCELED',
      'CANCELING',
      'DELETING',
    ])
      expect(states).toContain(state);
  });

  it('is read by every operator and carrier, changed with ROUTE_GROUP_REGISTER_EDITOR, and hidden from other types of instance', async () => {
    const page = await guest.get<Page<Hypothesis>>('/hypothesis/paging');
    expect([page.status, page.body.size > 0]).toEqual([200, true]);
    expect((await guest.post('/hypothesis', draft())).status).toBe(403);
    const weigher = await signIn(server, 'weigher');
    const refused = await weigher.get('/hypothesis/paging');
    expect([refused.status, refused.body.code]).toEqual([403, 'instanceType']);
    const other = await signIn(server, 'manager2');
    expect((await other.get(`/hypothesis/${page.body.list[0]!.id}`)).status).toBe(404);
  });

  it('keeps days in use when its interval shrinks, and deletes the others', async () => {
    spec('POST v-day list', 'DELETE v-day list', 'B-095');
    const date = await plannedDay();
    const after = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
    const { id, version } = await made({ beginDate: date, endDate: after });
    expect((await taken({ hypothesisId: id, dateFrom: date, dateTo: date })).body.taken).toBeGreaterThan(3);
    const shrunk = await planner.post('/hypothesis', {
      ...draft(),
      id,
      version,
      beginDate: after,
      endDate: after,
    });
    expect([shrunk.status, fields(shrunk)]).toEqual([400, ['beginDate daysInUse']]);
    const kept = await planner.post<Hypothesis>('/hypothesis', {
      ...draft(),
      id,
      version,
      beginDate: date,
      endDate: date,
    });
    expect(kept.body.vDays.map((one) => one.date)).toEqual([date]);
    const outside = await planner.post('/v-day/list', { hypothesisId: id, dates: [after] });
    expect([outside.status, fields(outside)]).toEqual([400, ['dates.0 outside']]);
    const { body: days } = await planner.get<VDaySummary[]>('/v-day/list', { hypothesisId: id });
    expect(days[0]).toMatchObject({ date, units: 0 });
    const query = new URLSearchParams({ hypothesisId: id, ids: JSON.stringify([days[0]!.id]) });
    const removed = await planner.delete(`/v-day/list?${query}`);
    expect([removed.status, removed.body.code]).toEqual([409, 'vDayInUse']);
    const cleared = new URLSearchParams({ hypothesisId: id, vDayId: days[0]!.id });
    expect((await planner.delete(`/v-task-item?${cleared}`)).status).toBe(204);
    expect((await planner.delete(`/v-day/list?${query}`)).status).toBe(204);
    expect((await get(id)).vDays).toEqual([]);
    const back = await planner.post<object[]>('/v-day/list', { hypothesisId: id, dates: [date] });
    expect(back.body).toHaveLength(1);
    const tooLong = await planner.post('/hypothesis', draft({ endDate: day(40) }));
    expect(fields(tooLong)).toEqual(['endDate tooLong']);
  });

  it('is cloned with its days, tasks and units, and without solutions', async () => {
    spec('POST hypothesis clone');
    const { list } = (
      await planner.get<Page<Hypothesis>>('/hypothesis/paging', { filter: { statuses: ['SUCCESS'] } })
    ).body;
    const source = list[0]!;
    const copy = await planner.post<Hypothesis>(`/hypothesis/${source.id}/clone`, { name: 'Копия' });
    expect(copy.body).toMatchObject({
      status: { name: 'DRAFT' },
      taskCount: source.taskCount,
      unitCount: source.unitCount,
      solutionCount: 0,
    });
    const units = async (hypothesisId: string) =>
      (await planner.get<Page<VUnit>>('/v-unit/paging', { hypothesisId, count: 50 })).body.list
        .map(({ vehicle, beginTime, unloadingPoints }) =>
          JSON.stringify([vehicle.regNumber, beginTime, unloadingPoints]),
        )
        .toSorted();
    expect(await units(copy.body.id)).toEqual(await units(source.id));
    const twice = await planner.post(`/hypothesis/${source.id}/clone`, { name: 'КОПИЯ' });
    expect([twice.status, fields(twice)]).toEqual([400, ['name notUnique']]);
  });
});

describe('virtual tasks', () => {
  it('are taken from the plan of the days, once', async () => {
    spec('POST v-task-item from-task-items', 'GET v-task-item paging', 'GET v-task-item statistic', 'M-056');
    const date = await plannedDay();
    const { id } = await made({ beginDate: date, endDate: date });
    const from = { hypothesisId: id, dateFrom: date, dateTo: date };
    const preview = await taken({ ...from, preview: 'true' });
    expect((await get(id)).taskCount).toBe(0);
    const first = await taken(from);
    expect([preview.body.taken, first.status]).toEqual([first.body.taken, 200]);
    expect((await taken(from)).body).toEqual({ taken: 0, skipped: first.body.taken, faults: [] });
    const { rows } = await server.pool.query<{ count: number; volume: number }>(
      `select count(*)::integer, sum(planned_volume)::float8 as volume from task_items t
       join instances i on i.id = t.instance_id where i.name = 'ЭкоРегион' and task_date = $1`,
      [date],
    );
    const { body: sums } = await planner.get<VTaskItemStatistic>('/v-task-item/statistic', {
      hypothesisId: id,
    });
    expect(sums.total).toMatchObject({ tasks: rows[0]!.count });
    expect(sums.total.volume).toBeCloseTo(rows[0]!.volume, 2);
    for (const part of [sums.garbage, sums.container, sums.action, sums.time])
      expect(part.reduce((all, { tasks }) => all + tasks, 0)).toBe(sums.total.tasks);
    const none = await taken({ ...from, query: 'нет такой площадки' });
    expect([none.status, none.body.code, none.body.message]).toEqual([
      409,
      'vTaskNonePicked',
      'Не выбрано ни одной задачи',
    ]);
  });

  it('are imported from a sheet, with errors reported by cell', async () => {
    const { rows } = await server.pool.query<{ number: string; name: string; type: string }>(
      `select s.number, e.name, t.name as type from stands s join evacuation_points e on e.stand_id = s.id
       join containers c on c.evacuation_point_id = e.id join container_types t on t.instance_id = c.instance_id
         and t.code = c.container_type
       join instances i on i.id = s.instance_id where i.name = 'ЭкоРегион' order by s.number limit 1`,
    );
    const [stand] = rows;
    const { id } = await made();
    const text = [
      'Номер площадки;Точка вывоза;Тип контейнера;Количество;С;По',
      `${stand!.number};${stand!.name};${stand!.type};3;07:00;12:00`,
      `НЕТ-1;;${stand!.type};1;;`,
      `${stand!.number};;${stand!.type};2;12:00;07:00`,
      `${stand!.number};;Ведро;много;;`,
    ].join('\n');
    const answer = await taken({ hypothesisId: id }, { name: 'tasks.csv', text });
    expect([answer.status, answer.body.taken]).toEqual([200, 1]);
    expect(answer.body.faults.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '3 Номер площадки',
      '4 По',
      '5 Тип контейнера',
      '5 Количество',
    ]);
    const { body } = await planner.get<Page<VTaskItem>>('/v-task-item/paging', { hypothesisId: id });
    expect(body.list).toMatchObject([{ count: 3, timeFrom: '07:00', timeTo: '12:00' }]);
    const wrong = await taken({ hypothesisId: id }, { name: 'a.csv', text: 'Площадка;Штук\n1;2' });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'vTaskSheetColumns']);
  });

  it.each(['-address', '+address'])('that hold a text come in the order %s, many or few', async (order) => {
    const { body } = await planner.get<Page<Hypothesis>>('/hypothesis/paging', { query: 'основной' });
    const hypothesisId = body.list[0]!.id;
    const found = async (query?: string) => {
      const rows: VTaskItem[] = [];
      for (let page = 0; rows.length === page * 2; page += 1) {
        const parameters = { hypothesisId, order, page, count: 2, ...(query && { query }) };
        const answer = await planner.get<Page<VTaskItem>>('/v-task-item/paging', parameters);
        rows.push(...answer.body.list);
      }
      return rows;
    };
    const all = await found();
    const sizes: number[] = [];
    for (const text of ['ул', all[0]!.stand.name, 'нигде']) {
      const holds = all.filter(({ stand: { name, address } }) =>
        `${name}\n${address}`.toLowerCase().includes(text.toLowerCase()),
      );
      expect((await found(text)).map(({ id }) => id)).toEqual(holds.map(({ id }) => id));
      sizes.push(holds.length);
    }
    const [many = 0, few = 0, none] = sizes;
    expect([many > EXACT, few > 0 && few <= EXACT, none]).toEqual([true, true, 0]);
  });

  it('of a long list have the same first page, whether its length is already cached or not', async () => {
    const { body } = await planner.get<Page<Hypothesis>>('/hypothesis/paging', { query: 'основной' });
    const page = async (parameters: object) =>
      (
        await planner.get<Page<VTaskItem>>('/v-task-item/paging', {
          hypothesisId: body.list[0]!.id,
          ...parameters,
        })
      ).body;
    for (const order of ['address', 'count', 'volume'].flatMap((name) => [`-${name}`, `+${name}`])) {
      const all = await page({ order, count: PAGE_LIMITS.firstPage + 1 });
      const first = [await page({ order, count: 3 }), await page({ order, count: 3 })];
      for (const { list, size } of first) expect([list, size]).toEqual([all.list.slice(0, 3), EXACT]);
    }
    const gone = { hypothesisId: '00000000-0000-4000-8000-000000000000', count: 3 };
    expect((await planner.get('/v-task-item/paging', gone)).status).toBe(404);
  });

  it('are counted in groups, which are updated with the tasks and their points', async () => {
    const { body } = await planner.get<Page<Hypothesis>>('/hypothesis/paging', { query: 'основной' });
    const hypothesisId = body.list[0]!.id;
    const { list } = (await planner.get<Page<VTaskItem>>('/v-task-item/paging', { hypothesisId, count: 200 }))
      .body;
    const { garbageType, containerType, vDay } = list.at(-1)!;
    const filter = {
      garbageTypes: [garbageType.name],
      containerTypes: [containerType.name],
      vDayIds: [vDay.id],
    };
    const passing = list.filter(
      (task) =>
        task.garbageType.name === garbageType.name &&
        task.containerType.name === containerType.name &&
        task.vDay.id === vDay.id,
    );
    const counted = await planner.get('/v-task-item/paging', { hypothesisId, filter, count: 0 });
    expect(counted.body).toMatchObject({ size: Math.min(passing.length, EXACT) });

    const wrong = `select * from (select * from v_task_groups where tasks <> 0) g full join (
        select i.hypothesis_id, i.v_day_id, e.garbage_type, i.container_type, count(*) as tasks
        from v_task_items i join evacuation_points e on e.id = i.evacuation_point_id group by 1, 2, 3, 4
      ) c using (hypothesis_id, v_day_id, garbage_type, container_type) where g.tasks is distinct from c.tasks`;
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      for (const change of [
        'select',
        `update evacuation_points set garbage_type = 'GLASS'
         where id in (select evacuation_point_id from v_task_items where hypothesis_id = $1 limit 50)`,
        `update v_task_items set count = count + 1, container_type = 'SKIP_8', container_action = 'EMPTY'
         where id in (select distinct on (v_day_id, evacuation_point_id) id from v_task_items
           where hypothesis_id = $1 order by v_day_id, evacuation_point_id limit 50)`,
        'delete from v_task_items where id in (select id from v_task_items where hypothesis_id = $1 limit 50)',
      ]) {
        await client.query(change, change.includes('$1') ? [hypothesisId] : []);
        expect([change, (await client.query(wrong)).rows]).toEqual([change, []]);
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('are saved and deleted manually, all or none', async () => {
    spec('POST v-task-item list', 'DELETE v-task-item');
    const { body } = await planner.get<Page<Hypothesis>>('/hypothesis/paging', {
      filter: { statuses: ['DRAFT'] },
      query: 'Неделя',
    });
    const source = body.list[0]!;
    const { list } = (await planner.get<Page<VTaskItem>>('/v-task-item/paging', { hypothesisId: source.id }))
      .body;
    const [task] = list as [VTaskItem];
    const { id, vDays } = await made();
    const item = {
      vDayId: vDays[0]!.id,
      evacuationPointId: task.evacuationPoint.id,
      containerType: task.containerType,
      containerAction: task.containerAction,
      count: 2,
    };
    const send = (...items: object[]) =>
      planner.post<VTaskItem[]>('/v-task-item/list', { hypothesisId: id, items });
    const backwards = await send(item, {
      ...item,
      containerType: { name: 'SKIP_8', caption: '' },
      timeFrom: '12:00',
      timeTo: '11:00',
    });
    expect([backwards.status, fields(backwards)]).toEqual([400, ['items.1.timeTo invalid']]);
    expect((await get(id)).taskCount).toBe(0);
    const saved = await send(item);
    expect(saved.body).toMatchObject([{ count: 2, version: 1 }]);
    expect(saved.body[0]!.volume).toBeGreaterThan(0);
    expect(fields(await send(item))).toEqual(['items.0.containerType notUnique']);
    const changed = { ...item, id: saved.body[0]!.id, version: 1, count: 5 };
    expect((await send(changed)).body).toMatchObject([{ count: 5, version: 2 }]);
    expect((await send(changed)).status).toBe(412);
    const nothing = await planner.delete(`/v-task-item?hypothesisId=${id}`);
    expect([nothing.status, nothing.body.code]).toEqual([400, 'vTaskNonePicked']);
    const query = new URLSearchParams({ hypothesisId: id, ids: JSON.stringify([saved.body[0]!.id]) });
    expect((await planner.delete(`/v-task-item?${query}`)).status).toBe(204);
    expect((await planner.delete(`/v-task-item?${query}`)).status).toBe(404);
  });
});

describe('virtual units', () => {
  it('are cloned from real shifts, and have no more unloading places than the setting allows', async () => {
    spec('GET v-unit paging', 'GET v-unit', 'POST v-unit', 'DELETE v-unit', 'V-069', 'C-035', 'B-096');
    const { rows } = await server.pool.query<{ id: string; day: string }>(
      `select u.id, (u.begin_time at time zone 'Europe/Moscow')::date::text as day from units u
       join instances i on i.id = u.instance_id where i.name = 'ЭкоРегион' order by u.begin_time desc limit 1`,
    );
    const [unit] = rows as [{ id: string; day: string }];
    const { id } = await made({ beginDate: unit.day, endDate: unit.day });
    const clone = () => planner.post<VUnit[]>('/v-unit/from-units', { hypothesisId: id, unitIds: [unit.id] });
    const cloned = await clone();
    expect([cloned.status, cloned.body.length, cloned.body[0]!.vDay.date]).toEqual([200, 1, unit.day]);
    expect((await clone()).body).toMatchObject({ code: 'vUnitTwice' });
    const [virtual] = cloned.body as [VUnit];
    const { rows: points } = await server.pool.query<{ id: string; name: string }>(
      `select p.id, p.name from unloading_points u join visit_points p on p.id = u.id
       join instances i on i.id = u.instance_id where i.name = 'ЭкоРегион' limit 2`,
    );
    const save = {
      id: virtual.id,
      version: virtual.version,
      hypothesisId: id,
      vehicle: virtual.vehicle.id,
      driver: virtual.driver,
      beginTime: virtual.beginTime,
      endTime: virtual.endTime,
      startPoint: virtual.startPoint?.id ?? null,
      parkingPoint: virtual.parkingPoint?.id ?? null,
      unloadingPoints: points,
    };
    const many = await planner.post('/v-unit', save);
    expect([many.status, fields(many)]).toEqual([400, ['unloadingPoints tooMany']]);
    expect((await planner.post('/v-unit', { ...save, unloadingPoints: [points[0]] })).body).toMatchObject({
      version: 2,
    });
    const elsewhere = {
      ...save,
      version: 2,
      unloadingPoints: [],
      beginTime: '2020-01-01T05:00:00Z',
      endTime: '2020-01-01T09:00:00Z',
    };
    expect(fields(await planner.post('/v-unit', elsewhere))).toEqual(['beginTime noDay']);
    const { id: _id, version: _version, ...copy } = save;
    const twice = await planner.post('/v-unit', { ...copy, unloadingPoints: [] });
    expect([twice.status, fields(twice)]).toEqual([400, ['vehicle periodCrosses']]);
    expect((await planner.delete(`/v-unit/${virtual.id}`)).status).toBe(204);
    expect((await planner.get<Page<VUnit>>('/v-unit/paging', { hypothesisId: id })).body.list).toEqual([]);
  });
});

describe('validation', () => {
  it('reports every error with its step, and clears the flag from then on', async () => {
    spec('POST hypothesis validate', 'B-172', 'B-173', 'B-094');
    const { id } = await made();
    const empty = await planner.post<HypothesisCheck>(`/hypothesis/${id}/validate`);
    expect(empty.body).toMatchObject({
      valid: false,
      faults: [{ step: 'tasks', text: 'Не выбрано ни одной задачи' }],
    });
    const { list } = (
      await planner.get<Page<Hypothesis>>('/hypothesis/paging', { filter: { statuses: ['SUCCESS'] } })
    ).body;
    const copy = await planner.post<Hypothesis>(`/hypothesis/${list[0]!.id}/clone`, { name: 'На проверку' });
    const check = () => planner.post<HypothesisCheck>(`/hypothesis/${copy.body.id}/validate`);
    expect((await check()).body).toEqual({ valid: true, faults: [] });
    expect((await get(copy.body.id)).valid).toBe(true);
    const units = await planner.get<Page<VUnit>>('/v-unit/paging', { hypothesisId: copy.body.id });
    const [unit] = units.body.list as [VUnit];
    await server.pool.query('update v_units set driver_id = null where id = $1', [unit.id]);
    await server.pool.query('delete from v_unit_unloading_points where v_unit_id = $1', [unit.id]);
    expect((await get(copy.body.id)).valid).toBe(false);
    const faulty = await check();
    expect(faulty.body.faults.map(({ step, field }) => `${step} ${field}`)).toEqual([
      'units driver',
      'units unloadingPoints',
    ]);
    expect((await get(copy.body.id)).valid).toBe(false);
    const refused = await planner.post('/solution/calculate', { hypothesisId: copy.body.id });
    expect([refused.status, refused.body.code]).toEqual([409, 'hypothesisInvalid']);
    expect(refused.body.message).toContain('нет водителя');
  });
});
