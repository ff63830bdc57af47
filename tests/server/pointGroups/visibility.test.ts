/**
 * Visibility of a folder and its contents: three kinds of visibility, its author, an account of its division and one of
 * another, with the schedule open and closed; on every operation that shows folders or groups.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spec } from '../../spec/spec.ts';
import { signIn, startTestServer, type Client, type ProblemReply, type TestServer } from '../support.ts';
import type {
  PointGroup,
  PointGroupDirectory,
  PointGroupDirectoryNode,
  PointGroupDirectoryVisibility,
  PointGroupDuplicate,
  PointGroupItem,
} from '../../../schemas/generated/api.ts';

let server: TestServer;
let planner: Client;
/** By the account's relation to the folder. */
let people: Record<'own' | 'division' | 'other', Client>;
let division: { id: string; name: string };

const P = '/point-group';
type Kind = 'NOBODY' | 'ALL' | 'DIVISIONS';
type Schedule = 'none' | 'open' | 'closed';

beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
  planner = await signIn(server, 'planner');
  people = { own: planner, division: await signIn(server, 'logist'), other: await signIn(server, 'logist2') };
  const { rows } = await server.pool.query<{ id: string; name: string }>(
    `select v.id, v.name from account_divisions d join accounts a on a.id = d.account_id
     join divisions v on v.id = d.division_id where a.login = 'logist'`,
  );
  division = rows[0]!;
});
afterAll(() => server.close());

const accessBySchedule = (on: boolean) =>
  server.pool.query(`update app_properties set value = $1 where name = 'pointGroup.accessBySchedule'`, [
    String(on),
  ]);

/** Schedules: the whole day before yesterday on a weekday (closed now), or every day. */
const schedules = (): Record<Schedule, object> => {
  const word = (name: string) => ({ name, caption: name });
  const days = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];
  const elsewhere = days[(new Date().getUTCDay() + 3) % 7]!;
  return {
    none: { includes: [], excludes: [] },
    open: { includes: [{ kind: word('EVERYDAY') }], excludes: [] },
    closed: { includes: [{ kind: word('EVERY_WEEK'), weekDays: [word(elsewhere)] }], excludes: [] },
  };
};

const visibilityOf = async (id: string) =>
  (await planner.get<PointGroupDirectoryVisibility>(`${P}/directory/${id}/visibility`)).body;

async function setVisibility(id: string, kind: Kind | null, schedule: Schedule = 'none') {
  const { version } = await visibilityOf(id);
  const answer = await planner.post<PointGroupDirectoryVisibility & ProblemReply>(
    `${P}/directory/${id}/visibility`,
    {
      version,
      visibility: kind && { name: kind, caption: kind },
      divisions: kind === 'DIVISIONS' ? [division] : [],
      schedule: schedules()[schedule],
    },
  );
  expect([answer.status, answer.body]).toMatchObject([200, { directoryId: id }]);
  return answer.body;
}

/** Signs in an editor who may not see others' folders. */
async function secondEditor(): Promise<Client> {
  await server.pool.query(
    `insert into account_roles (account_id, role_id)
     select b.id, r.role_id from accounts b, accounts a join account_roles r on r.account_id = a.id
     where a.login = 'planner' and b.login = 'dispatcher' on conflict do nothing`,
  );
  return signIn(server, 'dispatcher');
}

const flat = (nodes: readonly PointGroupDirectoryNode[]): string[] =>
  nodes.flatMap(({ id, subDirectories }) => [id, ...flat(subDirectories)]);

interface Cell {
  folder: string;
  group: string;
  /** Name of the group. */
  name: string;
  /** A point of the group. */
  point: string;
}

/** An area that contains everything. */
const WIDE = {
  type: 'Polygon',
  coordinates: [
    [
      [30, 40],
      [60, 40],
      [60, 70],
      [30, 70],
      [30, 40],
    ],
  ],
};

/** Returns whether each operation shows a folder with a group to an account. */
async function shownTo(who: Client, { folder, group, name, point }: Cell): Promise<Record<string, boolean>> {
  const list = async (query: object) => {
    const page = await who.get<{ list: PointGroupItem[] }>(`${P}/paging`, { count: -1, page: 0, ...query });
    return page.status === 200 ? page.body.list.map(({ id }) => id) : [];
  };
  const tree = await who.get<PointGroupDirectoryNode[]>(`${P}/directory/tree`);
  const [named, found] = [
    await who.get<PointGroupDirectory[]>(`${P}/directory/list`, { ids: [folder] }),
    await who.get<{ id: string }[]>(`${P}/list`, { ids: [group] }),
  ];
  const inside = await who.get<{ id: string }[]>(`${P}/list`, { directoryId: 'GENERAL', recursive: true });
  const status = async (address: string) => (await who.get(`${P}${address}`)).status === 200;
  const scheduled = await who.get<{ id: string }[]>(`${P}/directory/scheduled/list`);
  const within = await who.post(`${P}/within`, { area: WIDE, pointGroupId: group });
  const kept = await who.get<{ list: { id: string }[] }>(`${P}/evacuation-point/choice`, {
    count: 50,
    filter: { notInGroup: group },
  });
  expect(kept.body.list?.map(({ id }) => id) ?? []).not.toContain(point);
  const chosen = await who.get<{ list: { id: string }[] }>(`${P}/evacuation-point/choice`, {
    count: 50,
    filter: { inGroup: group },
  });
  const exported = await who.get<string>(`${P}/paging/export`, {
    format: 'csv',
    columns: JSON.stringify([{ label: 'Название', path: 'name' }]),
    directoryId: folder,
  });
  return {
    paging: (await list({ directoryId: 'GENERAL' })).includes(folder),
    contents: (await list({ directoryId: folder })).includes(group),
    // The picker searches this way (V-079, V-080).
    picker: (await list({ query: name })).includes(group),
    tree: flat(tree.body).includes(folder),
    directoryList: named.body.length === 1,
    list: found.body.length === 1,
    recursive: inside.body.some(({ id }) => id === group),
    get: await status(`/${group}`),
    directoryGet: await status(`/directory/${folder}`),
    visibility: await status(`/directory/${folder}/visibility`),
    history: await status(`/history?pointGroupId=${group}`),
    checkName: await status(`/check-name?name=x&directoryId=${folder}`),
    duplicates: await status(`/duplicates?pointGroupId=${group}`),
    within: within.status === 200,
    choice: kept.status === 200,
    pointsOf: chosen.body.list?.some(({ id }) => id === point) ?? false,
    export: exported.status === 200 && exported.body.includes(name),
    scheduled: scheduled.body.some(({ id }) => id === folder),
  };
}

describe('visibility', () => {
  it('is a matrix of kinds, accounts and schedules, the same on every operation', async () => {
    spec('C-037', 'GET directory scheduled list', 'GET point-group/directory/tree', 'GET directory list');
    const { body: folder } = await planner.post<PointGroupDirectory>(`${P}/directory`, {
      name: 'Матрица',
      parentId: 'GENERAL',
    });
    const found = await planner.get<{ list: { id: string }[] }>(`${P}/evacuation-point/choice`, { count: 1 });
    const point = found.body.list[0]!.id;
    const points = [{ evacuationPointId: point }];
    const name = 'Клетка';
    const { body: group } = await planner.post<PointGroup>(P, { name, directoryId: folder.id, points });
    const cell: Cell = { folder: folder.id, group: group.id, name, point };
    await accessBySchedule(true);
    const wrong: unknown[] = [];
    for (const kind of [null, 'NOBODY', 'ALL', 'DIVISIONS'] as const)
      for (const schedule of ['none', 'open', 'closed'] as const) {
        await setVisibility(folder.id, kind, schedule);
        for (const who of ['own', 'division', 'other'] as const) {
          const sees =
            who === 'own' ||
            (schedule !== 'closed' && (kind === 'ALL' || (kind === 'DIVISIONS' && who === 'division')));
          for (const [operation, shows] of Object.entries(await shownTo(people[who], cell)))
            if (shows !== sees) wrong.push({ kind, schedule, who, operation, shows });
        }
      }
    expect(wrong).toEqual([]);
    // Without the setting schedules have no effect.
    await accessBySchedule(false);
    expect((await shownTo(people.division, cell)).paging).toBe(true);
    const scheduled = await people.division.get<{ id: string }[]>(`${P}/directory/scheduled/list`);
    expect(scheduled.body.some(({ id }) => id === folder.id)).toBe(false);
  }, 60_000);

  it('decides which groups of the same stand are listed', async () => {
    const { body: top } = await planner.post<PointGroupDirectory>(`${P}/directory`, {
      name: 'План',
      parentId: 'GENERAL',
    });
    await setVisibility(top.id, 'ALL');
    const { body: inner } = await planner.post<PointGroupDirectory>(`${P}/directory`, {
      name: 'Скрытое',
      parentId: top.id,
    });
    const found = await planner.get<{ list: { id: string }[] }>(`${P}/evacuation-point/choice`, { count: 1 });
    const points = [{ evacuationPointId: found.body.list[0]!.id }];
    const make = async (directoryId: string) =>
      (await planner.post<PointGroup>(P, { name: 'Повтор', directoryId, points })).body.id;
    const [seen, hidden] = [await make(top.id), await make(inner.id)];
    await accessBySchedule(true);
    const wrong: unknown[] = [];
    for (const kind of ['NOBODY', 'ALL', 'DIVISIONS'] as const)
      for (const schedule of ['open', 'closed'] as const) {
        await setVisibility(inner.id, kind, schedule);
        for (const who of ['own', 'division', 'other'] as const) {
          const sees =
            who === 'own' ||
            (schedule === 'open' && (kind === 'ALL' || (kind === 'DIVISIONS' && who === 'division')));
          const { body } = await people[who].get<PointGroupDuplicate[]>(`${P}/duplicates`, {
            pointGroupId: seen,
          });
          const named = body.flatMap(({ groups }) => groups.map(({ id }) => id));
          if (named.includes(hidden) !== sees) wrong.push({ kind, schedule, who, named });
        }
      }
    await accessBySchedule(false);
    expect(wrong).toEqual([]);
  });

  it('is inherited downward, and never wider below a hidden folder', async () => {
    spec('GET directory visibility', 'POST directory visibility');
    const make = async (name: string, parentId: string) =>
      (await planner.post<PointGroupDirectory>(`${P}/directory`, { name, parentId })).body.id;
    const top = await make('Верх', 'GENERAL');
    const inner = await make('Низ', top);
    const sees = async (who: Client, id: string) => (await who.get(`${P}/directory/${id}`)).status === 200;
    expect(await sees(people.division, inner)).toBe(false);
    await setVisibility(top, 'ALL');
    expect([await sees(people.other, inner), await visibilityOf(inner)]).toMatchObject([
      true,
      { visibility: null, inheritedFrom: 'Верх', inherited: { name: 'ALL' }, hiddenBy: null },
    ]);
    await setVisibility(inner, 'DIVISIONS');
    expect([await sees(people.division, inner), await sees(people.other, inner)]).toEqual([true, false]);
    await setVisibility(inner, 'ALL');
    await setVisibility(top, 'NOBODY');
    expect([await sees(people.division, inner), (await visibilityOf(inner)).hiddenBy]).toEqual([
      false,
      'Верх',
    ]);
    expect(await sees(planner, inner)).toBe(true);
  });

  it('of private folders is limited to their owner; accounts that may see others’ can only read them', async () => {
    spec('GET point-group');
    const { body: folder } = await planner.post<PointGroupDirectory>(`${P}/directory`, {
      name: 'Моё',
      parentId: 'PRIVATE',
    });
    const { body: group } = await planner.post<PointGroup>(P, { name: 'Моя', directoryId: folder.id });
    for (const who of [people.division, people.other]) {
      expect((await who.get(`${P}/directory/${folder.id}`)).status).toBe(404);
      expect((await who.get(`${P}/${group.id}`)).status).toBe(404);
    }
    const admin = await signIn(server, 'admin');
    expect((await admin.get(`${P}/${group.id}`)).status).toBe(200);
    const renamed = await admin.post<ProblemReply>(`${P}/rename`, {
      id: group.id,
      name: 'Чужая',
      version: 1,
    });
    expect([renamed.status, renamed.body.code]).toEqual([409, 'pointGroupForeign']);
    // Another organisation sees nothing of it.
    const chief = await signIn(server, 'manager2');
    expect([403, 404]).toContain((await chief.get(`${P}/${group.id}`)).status);
  });

  it('is checked by every write: another editor cannot change private contents', async () => {
    const { body: folder } = await planner.post<PointGroupDirectory>(`${P}/directory`, {
      name: 'Закрыто',
      parentId: 'PRIVATE',
    });
    const found = await planner.get<{ list: { id: string }[] }>(`${P}/evacuation-point/choice`, { count: 2 });
    const [point, free] = found.body.list.map(({ id }) => id);
    const { body: group } = await planner.post<PointGroup>(P, {
      name: 'Не трогать',
      directoryId: folder.id,
      points: [{ evacuationPointId: point }],
    });
    const other = await secondEditor();
    const { body: own } = await other.post<PointGroup>(P, { name: 'Своя', directoryId: 'PRIVATE' });
    expect(own.version).toBe(1);
    const [id, version] = [group.id, 1];
    const one = { pointGroupId: id, version };
    const writes: [string, object][] = [
      ['', { ...group, name: 'Чужое' }],
      ['', { name: 'Чужое', directoryId: folder.id }],
      ['/rename', { id, name: 'Чужое', version }],
      ['/move', { id, directoryId: 'PRIVATE', version }],
      ['/area', { id, area: WIDE, version }],
      ['/undo', { id, version }],
      ['/within', { area: WIDE, pointGroupId: id }],
      ['/evacuation-point/list/add', { ...one, evacuationPointIds: [free] }],
      ['/evacuation-point/list/remove', { ...one, evacuationPointIds: [point] }],
      ['/evacuation-point/list/sort', { ...one, evacuationPointIds: [point] }],
      ['/evacuation-point/list/save', { ...one, points: [] }],
      ['/evacuation-point', { ...one, evacuationPointId: point, order: 1 }],
      ['/evacuation-point/list/from-groups', { pointGroupId: own.id, version: 1, groupIds: [id] }],
      ['/evacuation-point/list/from-groups', { ...one, groupIds: [own.id] }],
      ['/directory', { id: folder.id, name: 'Чужое', version }],
      ['/directory/move', { id: folder.id, parentId: 'PRIVATE', version }],
      [`/directory/${folder.id}/visibility`, { version, visibility: { name: 'ALL', caption: '' } }],
    ];
    const statuses = async () => {
      const answers: [string, number][] = [];
      for (const [path, body] of writes) answers.push([path, (await other.post(`${P}${path}`, body)).status]);
      return answers;
    };
    // A save accepts the properties of the form; a body with others is refused before the group is looked up.
    expect(await statuses()).toEqual(writes.map(([path], i) => [path, i === 0 ? 400 : 404]));
    const { name, colour, strictSequence } = group;
    const saved = await other.post(P, { id, name, colour, strictSequence, version });
    expect(saved.status).toBe(404);
    for (const action of ['PUBLISH', 'ARCHIVE', 'MOVE', 'PRIVATE', 'REESTABLISH', 'CLONE'])
      for (const element of [
        { id, elementType: 'POINT_GROUP' },
        { id: folder.id, elementType: 'DIRECTORY' },
      ]) {
        const answer = await other.post<{ rows: { status: number }[] }>(`${P}/action`, {
          action,
          elements: [element],
          ...(action === 'MOVE' && { targetId: 'PRIVATE' }),
        });
        expect([action, element.elementType, answer.body.rows[0]!.status]).toEqual([
          action,
          element.elementType,
          404,
        ]);
      }
    const form = new FormData();
    form.set('pointGroupId', id);
    form.set('preview', 'true');
    form.set('file', new Blob(['Номер площадки\n1\n']), 'points.csv');
    expect((await other.post(`${P}/import`, form)).status).toBe(404);
    expect((await other.delete(`${P}/${id}`)).status).toBe(404);
    expect((await other.delete(`${P}/directory/${folder.id}`)).status).toBe(404);
    expect((await planner.get<PointGroup>(`${P}/${id}`)).body).toMatchObject({ name, version: 1 });
  });

  it('is changed by editors alone, of general folders, with complete settings', async () => {
    spec('M-055', 'M-054');
    const { body: folder } = await planner.post<PointGroupDirectory>(`${P}/directory`, {
      name: 'Настройка',
      parentId: 'GENERAL',
    });
    const save = (body: object, who = planner) =>
      who.post<ProblemReply>(`${P}/directory/${folder.id}/visibility`, { version: 1, ...body });
    const all = { visibility: { name: 'ALL', caption: '' } };
    expect((await save(all, people.division)).status).toBe(403);
    expect((await save({ visibility: { name: 'DIVISIONS', caption: '' }, divisions: [] })).status).toBe(400);
    const daily = { kind: { name: 'EVERYDAY', caption: '' }, timeFrom: '08:00', timeTo: '12:00' };
    const later = { ...daily, timeFrom: '11:00', timeTo: '15:00' };
    const crossing = await save({ ...all, schedule: { includes: [daily, later], excludes: [] } });
    expect([crossing.status, crossing.body.details?.errors?.[0]]).toMatchObject([
      400,
      { field: 'schedule.includes', code: 'periodCrosses' },
    ]);
    const backward = { ...daily, timeFrom: '12:00', timeTo: '08:00' };
    expect((await save({ ...all, schedule: { includes: [backward], excludes: [] } })).status).toBe(400);
    expect((await save({ ...all, schedule: { includes: [], excludes: [daily] } })).status).toBe(400);
    const none = await planner.get<ProblemReply>(`${P}/directory/scheduled/list`, { directoryId: folder.id });
    expect([none.status, none.body.code]).toEqual([404, 'scheduleNotFound']);
    expect((await save({ ...all, schedule: { includes: [daily], excludes: [] } })).status).toBe(200);
    expect((await save(all)).status).toBe(412);
    const { body: own } = await planner.post<PointGroupDirectory>(`${P}/directory`, {
      name: 'Личная настройка',
      parentId: 'PRIVATE',
    });
    const refused = await planner.post(`${P}/directory/${own.id}/visibility`, { version: 1, ...all });
    expect(refused.status).toBe(409);
  });

  it('opens on schedule: by hours, week days and weeks of the month', async () => {
    const { rows } = await server.pool.query<{ id: string; instance: string }>(
      `select gen_random_uuid() as id, instance_id as instance from accounts where login = 'planner'`,
    );
    const { id, instance } = rows[0]!;
    await server.pool.query(`insert into schedules (id, instance_id) values ($1, $2)`, [id, instance]);
    const period = (columns: string, values: string) =>
      server.pool.query(
        `insert into schedule_periods (instance_id, schedule_id, ${columns}) values ('${instance}', '${id}', ${values})`,
      );
    await period(
      'kind, week_days, weeks, time_from, time_to',
      `'NUMBERED_WEEKS', '{5}', '{1,5}', '08:00', '10:00'`,
    );
    await period('kind, excluded, begin_date, end_date', `'EVERYDAY', true, '2026-05-01', '2026-05-01'`);
    const open = async (moment: string) => {
      const answer = await server.pool.query<{ open: boolean }>(`select schedule_open($1, $2, $3) as open`, [
        id,
        instance,
        `${moment}+03`,
      ]);
      return answer.rows[0]!.open;
    };
    // Fridays of November 2026 are the 6th to the 27th.
    expect(await open('2026-11-06 09:00')).toBe(true);
    expect(await open('2026-11-06 10:00')).toBe(false);
    expect(await open('2026-11-13 09:00')).toBe(false);
    expect(await open('2026-11-27 08:00')).toBe(true);
    expect(await open('2026-11-26 09:00')).toBe(false);
    // The first Friday of May is excluded.
    expect(await open('2026-05-01 09:00')).toBe(false);
  });
});
