/** Folders and groups of points: their rules, tested through the API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spec } from '../../spec/spec.ts';
import { signIn, startTestServer, type Client, type ProblemReply, type TestServer } from '../support.ts';
import type {
  PointGroup,
  PointGroupDirectory,
  PointGroupDuplicate,
  PointGroupItem,
} from '../../../schemas/generated/api.ts';

let server: TestServer;
let planner: Client;
let admin: Client;
let points: { id: string; name: string; standNumber: string; address: string; timeFrom: string | null }[];

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  planner = await signIn(server, 'planner');
  admin = await signIn(server, 'admin');
  const page = await planner.get<{ list: typeof points }>('/point-group/evacuation-point/choice', {
    count: 12,
  });
  expect(page.status).toBe(200);
  points = page.body.list;
});
afterAll(() => server.close());

const P = '/point-group';
const folder = async (name: string, parentId = 'GENERAL', who = planner) => {
  const answer = await who.post<PointGroupDirectory>(`${P}/directory`, { name, parentId });
  expect([answer.status, answer.body]).toMatchObject([200, { name }]);
  return answer.body;
};
const group = async (name: string, directoryId = 'PRIVATE', more: object = {}, who = planner) => {
  const answer = await who.post<PointGroup>(P, { name, directoryId, ...more });
  expect([answer.status, answer.body]).toMatchObject([200, { name }]);
  return answer.body;
};
const content = async (directoryId: string, query?: string, who = planner) => {
  const page = await who.get<{ list: PointGroupItem[]; size: number }>(`${P}/paging`, {
    directoryId,
    count: -1,
    ...(query && { query }),
  });
  expect(page.status).toBe(200);
  return page.body.list;
};

describe('names', () => {
  it('that are empty, too long or contain characters of a path are refused, for folders too', async () => {
    spec('V-060', 'V-061');
    for (const name of [
      '',
      ' ',
      ' Север',
      'Север ',
      'а/б',
      'а\\б',
      'а:б',
      'а*',
      'а?',
      'а"',
      'а<',
      'а>',
      'а|',
      'x'.repeat(101),
    ]) {
      for (const [path, above] of [
        [P, 'directoryId'],
        [`${P}/directory`, 'parentId'],
      ] as const) {
        const { status } = await planner.post(path, { name, [above]: 'PRIVATE' });
        expect([name, path, status]).toEqual([name, path, 400]);
      }
      const check = await planner.get<{ valid: boolean }>(`${P}/check-name`, { name });
      expect([name, check.body.valid]).toEqual([name, false]);
    }
    const [missing] = [await planner.post(P, { directoryId: 'PRIVATE' })];
    expect(missing.status).toBe(400);
  });

  it('are unique in a folder, regardless of case, and free in another folder', async () => {
    spec(
      'V-062',
      'GET point-group check-name',
      'POST point-group',
      'POST directory',
      'POST point-group move',
    );
    const home = await folder('Имена');
    await group('Север', home.id);
    const again = await planner.post<ProblemReply>(P, { name: 'сЕВЕР', directoryId: home.id });
    expect([again.status, again.body.details?.errors?.[0]]).toMatchObject([
      400,
      { field: 'name', code: 'duplicate' },
    ]);
    await folder('Север', home.id);
    const twice = await planner.post<ProblemReply>(`${P}/directory`, { name: 'СЕВЕР', parentId: home.id });
    expect(twice.body.details?.errors?.[0]).toMatchObject({ field: 'name', code: 'duplicate' });
    const other = await folder('Имена 2');
    const free = await group('Север', other.id);
    const check = (directoryId: string) =>
      planner.get<object>(`${P}/check-name`, { name: 'север', directoryId });
    expect([(await check(home.id)).body, (await check(home.id)).status]).toMatchObject([
      { valid: false },
      200,
    ]);
    // A group keeps its own name.
    const own = await planner.get(`${P}/check-name`, { name: 'Север', directoryId: other.id, id: free.id });
    expect(own.body).toEqual({ valid: true, message: null });
    const moved = await planner.post<ProblemReply>(`${P}/move`, {
      id: free.id,
      directoryId: home.id,
      version: 1,
    });
    expect([moved.status, moved.body.code]).toEqual([409, 'pointGroupNameTaken']);
  });

  it('and everything else of the last change can be undone', async () => {
    const one = await group('Отмена', 'PRIVATE', { points: [{ evacuationPointId: points[0]!.id }] });
    const none = await planner.post<ProblemReply>(`${P}/undo`, { id: one.id, version: 1 });
    expect([none.status, none.body.code]).toEqual([409, 'pointGroupNothingToUndo']);
    await planner.post(`${P}/evacuation-point/list/remove`, {
      pointGroupId: one.id,
      version: 1,
      evacuationPointIds: [points[0]!.id],
    });
    const undone = await planner.post<PointGroup>(`${P}/undo`, { id: one.id, version: 2 });
    expect(undone.body).toMatchObject({
      version: 3,
      elements: [{ evacuationPointId: points[0]!.id, order: 1 }],
    });
  });

  it('are changed by rename, for the version that was read', async () => {
    spec('POST point-group rename');
    const one = await group('До');
    const done = await planner.post<PointGroup>(`${P}/rename`, { id: one.id, name: 'После', version: 1 });
    expect(done.body).toMatchObject({ name: 'После', version: 2 });
    const stale = await planner.post(`${P}/rename`, { id: one.id, name: 'Поздно', version: 1 });
    expect(stale.status).toBe(412);
  });
});

describe('points', () => {
  it('are added, sorted and removed', async () => {
    spec(
      'POST evacuation-point list add',
      'POST evacuation-point list sort',
      'POST evacuation-point list remove',
      'GET point-group list',
    );
    const one = await group('Порядок');
    const ids = points.slice(0, 3).map(({ id }) => id);
    const added = await planner.post<PointGroup>(`${P}/evacuation-point/list/add`, {
      pointGroupId: one.id,
      version: 1,
      evacuationPointIds: ids,
    });
    expect([added.status, added.body.elements.map(({ order }) => order)]).toEqual([200, [1, 2, 3]]);
    const twice = await planner.post<ProblemReply>(`${P}/evacuation-point/list/add`, {
      pointGroupId: one.id,
      version: 2,
      evacuationPointIds: [points[4]!.id, ids[1]!],
    });
    expect([twice.status, twice.body.code]).toEqual([409, 'pointInGroup']);
    expect(twice.body.message).toContain(points[1]!.address);
    const sorted = await planner.post<PointGroup>(`${P}/evacuation-point/list/sort`, {
      pointGroupId: one.id,
      version: 2,
      evacuationPointIds: ids.toReversed(),
    });
    expect(sorted.body.elements.map(({ evacuationPointId }) => evacuationPointId)).toEqual(ids.toReversed());
    const removed = await planner.post<PointGroup>(`${P}/evacuation-point/list/remove`, {
      pointGroupId: one.id,
      version: 3,
      evacuationPointIds: [ids[1]!],
    });
    expect(removed.body.elements.map(({ order }) => order)).toEqual([1, 2]);
    const map = await planner.get<{ points: object[] }[]>(`${P}/list`, { ids: [one.id] });
    expect(map.body).toMatchObject([
      { name: 'Порядок', points: [{ order: 1, latitude: expect.any(Number) }, {}] },
    ]);
  });

  it('are numbered from 1 to their count, each number once', async () => {
    spec('V-066');
    const ids = points.slice(0, 3).map(({ id }) => id);
    const one = await group('Границы', 'PRIVATE', { points: ids.map((id) => ({ evacuationPointId: id })) });
    const sort = (evacuationPointIds: string[]) =>
      planner.post(`${P}/evacuation-point/list/sort`, {
        pointGroupId: one.id,
        version: 1,
        evacuationPointIds,
      });
    expect((await sort(ids.slice(0, 2))).status).toBe(400);
    expect((await sort([ids[0]!, ids[0]!, ids[1]!])).status).toBe(400);
    expect((await sort([...ids, points[5]!.id])).status).toBe(400);
    const place = (order: number) =>
      planner.post<PointGroup>(`${P}/evacuation-point`, {
        pointGroupId: one.id,
        version: 1,
        evacuationPointId: ids[2],
        order,
      });
    expect((await place(0)).status).toBe(400);
    expect((await place(4)).status).toBe(400);
    const placed = await place(1);
    expect(placed.body.elements.map(({ evacuationPointId }) => evacuationPointId)).toEqual([
      ids[2],
      ids[0],
      ids[1],
    ]);
  });

  it('fit their evacuation point: hours within its hours, garbage and container types that it has', async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      `update evacuation_points set time_from = '08:00', time_to = '12:00' where id = $1 returning id`,
      [points[6]!.id],
    );
    const id = rows[0]!.id;
    const save = async (element: object) => {
      const answer = await planner.post<ProblemReply>(P, {
        name: `Точка ${Math.random()}`,
        directoryId: 'PRIVATE',
        points: [{ evacuationPointId: id, ...element }],
      });
      return [answer.status, answer.body.details?.errors?.[0]?.code];
    };
    expect(await save({ timeFrom: '09:00', timeTo: '11:00' })).toEqual([200, undefined]);
    expect(await save({ timeFrom: '07:00', timeTo: '11:00' })).toEqual([400, 'hoursOutside']);
    expect(await save({ timeFrom: '09:00', timeTo: '12:30' })).toEqual([400, 'hoursOutside']);
    expect((await save({ timeFrom: '11:00', timeTo: '09:00' }))[0]).toBe(400);
    expect(await save({ timeFrom: '09:00' })).toEqual([400, 'hoursHalf']);
    expect(await save({ garbageTypes: [{ name: 'NONE', caption: '' }] })).toEqual([400, 'garbageElse']);
    expect(await save({ containerTypes: [{ name: 'NONE', caption: '' }] })).toEqual([400, 'containersElse']);
    const twice = await planner.post<ProblemReply>(P, {
      name: 'Дважды',
      directoryId: 'PRIVATE',
      points: [{ evacuationPointId: id }, { evacuationPointId: id }],
    });
    expect(twice.body.details?.errors?.[0]).toMatchObject({
      field: 'points.1.evacuationPointId',
      code: 'pointTwice',
    });
  });

  it('are limited by the setting', async () => {
    spec('C-039');
    await server.pool.query(`update app_properties set value = '2' where name = 'pointGroup.maxPoints'`);
    const given = points.slice(0, 3).map(({ id }) => ({ evacuationPointId: id }));
    const many = await planner.post(P, { name: 'Много', directoryId: 'PRIVATE', points: given });
    const few = await planner.post(P, { name: 'Мало', directoryId: 'PRIVATE', points: given.slice(1) });
    await server.pool.query(`update app_properties set value = '500' where name = 'pointGroup.maxPoints'`);
    expect([many.status, few.status]).toEqual([400, 200]);
  });

  it('of other groups are added once', async () => {
    const [a, b] = [points.slice(0, 2), points.slice(1, 4)].map((some) =>
      some.map(({ id }) => ({ evacuationPointId: id })),
    );
    const one = await group('Слияние', 'PRIVATE', { points: a });
    const other = await group('Источник', 'PRIVATE', { points: b });
    const done = await planner.post<PointGroup>(`${P}/evacuation-point/list/from-groups`, {
      pointGroupId: one.id,
      version: 1,
      groupIds: [other.id],
    });
    expect(done.body.elements.map(({ evacuationPointId }) => evacuationPointId)).toEqual(
      points.slice(0, 4).map(({ id }) => id),
    );
  });
});

describe('points of several groups', () => {
  const duplicates = async (pointGroupId: string, who = planner) => {
    const answer = await who.get<PointGroupDuplicate[]>(`${P}/duplicates`, { pointGroupId });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  /** Inserts a second point at the stand of a point. */
  const pointBeside = async (id: string, name: string, garbage?: string) => {
    const { rows } = await server.pool.query<{ id: string }>(
      `insert into evacuation_points (instance_id, stand_id, name, garbage_type)
       select instance_id, stand_id, $2, coalesce($3, garbage_type) from evacuation_points where id = $1
       returning id`,
      [id, name, garbage ?? null],
    );
    return { evacuationPointId: rows[0]!.id };
  };

  it('are listed at each point, with its number there, once per group', async () => {
    const [a, b, c] = points.slice(4, 7).map(({ id }) => ({ evacuationPointId: id }));
    const { rows } = await server.pool.query<{ other: string }>(
      `select g.code as other from garbage_types g join evacuation_points p on p.id = $1
         and p.instance_id = g.instance_id and g.code <> p.garbage_type limit 1`,
      [c!.evacuationPointId],
    );
    const twin = await pointBeside(b!.evacuationPointId, 'Вторая');
    const unlike = await pointBeside(c!.evacuationPointId, 'Другие отходы', rows[0]!.other);
    const top = await folder('Повторы');
    const home = await folder('Участок', top.id);
    const one = await group('Повторы', top.id, { points: [a, b, c] });
    expect(await duplicates(one.id)).toEqual([]);
    const other = await group('Повторы 2', home.id, { points: [twin, a] });
    await group('Повторы 3', home.id, { points: [unlike] });
    const named = { id: other.id, name: 'Повторы 2', pathText: 'Общие / Повторы / Участок' };
    expect(await duplicates(one.id)).toEqual([
      {
        evacuationPointId: a!.evacuationPointId,
        count: 1,
        groups: [{ ...named, order: 2, samePoint: true }],
      },
      {
        evacuationPointId: b!.evacuationPointId,
        count: 1,
        groups: [{ ...named, order: 1, samePoint: false }],
      },
    ]);
    // The same point comes before another of the stand.
    await planner.post(`${P}/evacuation-point/list/add`, {
      pointGroupId: other.id,
      version: 1,
      evacuationPointIds: [b!.evacuationPointId],
    });
    expect((await duplicates(one.id))[1]).toMatchObject({
      count: 1,
      groups: [{ order: 3, samePoint: true }],
    });
  });

  it('are those of one plan: no archive, no draft and no other season; ten are listed', async () => {
    const point = { evacuationPointId: points[7]!.id };
    const plan = await folder('Десять');
    const one = await group('Десять', plan.id, { points: [point] });
    await group('Черновик', 'PRIVATE', { points: [point] });
    await group('Другой сезон', (await folder('Не десять')).id, { points: [point] });
    await group('Наверху', 'GENERAL', { points: [point] });
    const archived = await group('Архивное', plan.id, { points: [point] });
    await planner.post(`${P}/action`, {
      action: 'ARCHIVE',
      elements: [{ id: archived.id, elementType: 'POINT_GROUP' }],
    });
    expect(await duplicates(one.id)).toEqual([]);
    expect(await duplicates(archived.id)).toEqual([]);
    const home = await folder('Копии', plan.id);
    for (let i = 0; i < 12; i += 1) await group(`Копия ${i}`, home.id, { points: [point] });
    const [found] = await duplicates(one.id);
    expect([found!.count, found!.groups.length]).toEqual([12, 10]);
    expect(await planner.get(`${P}/duplicates`)).toMatchObject({ status: 200, body: [] });
    const foreign = await group('Чужое личное', 'PRIVATE', { points: [point] }, admin);
    const gone = await planner.get(`${P}/duplicates`, { pointGroupId: foreign.id });
    expect(gone.status).toBe(404);
  });
});

describe('areas', () => {
  const area = (ring: number[][]) => ({ type: 'Polygon', coordinates: [ring] });
  const wide = [
    [30, 40],
    [60, 40],
    [60, 70],
    [30, 70],
    [30, 40],
  ];
  const within = (shape: object, pointGroupId?: string) =>
    planner.post<{ points: { id: string }[] } & ProblemReply>(`${P}/within`, {
      area: shape,
      ...(pointGroupId && { pointGroupId }),
    });

  it('are closed at their first vertex, have at least three and never cross themselves', async () => {
    spec('V-063', 'V-064', 'V-065');
    const faults: [number[][], string][] = [
      [wide.slice(0, 4), 'open'],
      [[wide[0]!, wide[1]!, wide[0]!], 'few'],
      [[...wide.slice(0, 4), wide[1]!], 'closed at another vertex'],
      [[wide[0]!, wide[2]!, wide[1]!, wide[3]!, wide[0]!], 'crosses itself'],
    ];
    for (const [ring, what] of faults) {
      const asked = await within(area(ring));
      const saved = await planner.post<ProblemReply>(P, {
        name: what,
        directoryId: 'PRIVATE',
        area: area(ring),
      });
      expect([what, asked.status, saved.status]).toEqual([what, 400, 400]);
      expect(saved.body.details?.errors?.[0]?.code).toMatch(/^shape\./);
    }
    const kept = await group('С областью', 'PRIVATE', { area: area(wide) });
    expect(kept.area).toEqual(area(wide));
  });

  it('suggest the points inside that the group lacks', async () => {
    const { rows } = await server.pool.query<{ longitude: number; latitude: number }>(
      `select v.longitude, v.latitude from visit_points v join evacuation_points p on p.stand_id = v.id where p.id = $1`,
      [points[0]!.id],
    );
    const { longitude, latitude } = rows[0]!;
    const near = area([
      [longitude - 1e-4, latitude - 1e-4],
      [longitude + 1e-4, latitude - 1e-4],
      [longitude, latitude + 1e-4],
      [longitude - 1e-4, latitude - 1e-4],
    ]);
    const ids = async (id?: string) => (await within(near, id)).body.points.map((point) => point.id);
    expect(await ids()).toContain(points[0]!.id);
    expect((await ids()).length).toBeLessThan(points.length);
    const one = await group('Внутри', 'PRIVATE', { points: [{ evacuationPointId: points[0]!.id }] });
    expect(await ids(one.id)).not.toContain(points[0]!.id);
  });
});

describe('folders', () => {
  const act = (action: string, id: string, elementType = 'DIRECTORY', targetId?: string) =>
    planner.post<{ rows: { status: number; code: string | null; reason: string | null }[] }>(`${P}/action`, {
      action,
      elements: [{ id, elementType }],
      ...(targetId && { targetId }),
    });
  const status = async (...given: Parameters<typeof act>) => (await act(...given)).body.rows[0]!.status;
  const placeOf = async (id: string) => {
    const { rows } = await server.pool.query<{
      root: string;
      name: string;
      owner: string | null;
      parent: string | null;
    }>(
      `select root, name, owner_id as owner, parent_id as parent from point_group_directories where id = $1
       union all select root, name, owner_id, directory_id from point_groups where id = $1`,
      [id],
    );
    return rows[0];
  };

  it('move within their root, never below themselves; roots cannot move', async () => {
    spec('B-198', 'POST directory move');
    const [a, b] = [await folder('А'), await folder('Б')];
    const inner = await folder('В', a.id);
    expect(await status('MOVE', inner.id, 'DIRECTORY', b.id)).toBe(200);
    expect((await placeOf(inner.id))?.parent).toBe(b.id);
    expect(await status('MOVE', b.id, 'DIRECTORY', inner.id)).toBe(409);
    expect(await status('MOVE', inner.id, 'DIRECTORY', 'PRIVATE')).toBe(409);
    expect((await act('MOVE', 'GENERAL', 'DIRECTORY', b.id)).status).toBe(400);
    const call = await planner.post<PointGroupDirectory>(`${P}/directory/move`, {
      id: inner.id,
      parentId: 'GENERAL',
      version: 2,
    });
    expect([call.status, call.body.path.map(({ name }) => name)]).toEqual([200, ['В']]);
  });

  it('cannot move into a private folder of another account, nor at an old version', async () => {
    const [theirs, own] = [await folder('Плановика', 'PRIVATE'), await folder('Своя', 'PRIVATE', admin)];
    const sent = { id: own.id, parentId: theirs.id, version: 1 };
    const foreign = await admin.post<ProblemReply>(`${P}/directory/move`, sent);
    expect([foreign.status, foreign.body.code]).toEqual([409, 'pointGroupAction']);
    expect(await placeOf(own.id)).toMatchObject({ parent: null });
    const late = await admin.post<{ rows: { status: number }[] }>(`${P}/action`, {
      action: 'ARCHIVE',
      elements: [{ id: own.id, elementType: 'DIRECTORY', version: 7 }],
    });
    expect(late.body.rows).toMatchObject([{ status: 412 }]);
    expect(await placeOf(own.id)).toMatchObject({ root: 'PRIVATE' });
  });

  it('are published, made private, archived and restored with their contents', async () => {
    spec('S-024', 'B-007', 'S-012', 'S-013', 'S-014', 'B-185', 'B-186', 'B-197', 'B-199');
    const top = await folder('Путь', 'PRIVATE');
    const inner = await folder('Ниже', top.id);
    const deep = await group('Глубже', inner.id);
    const roots = async () => [
      (await placeOf(top.id))?.root,
      (await placeOf(inner.id))?.root,
      (await placeOf(deep.id))?.root,
    ];
    const all = (root: string) => [root, root, root];
    expect(await status('PRIVATE', top.id)).toBe(409);
    expect(await status('PUBLISH', top.id)).toBe(200);
    expect([await roots(), (await placeOf(deep.id))?.owner]).toEqual([all('GENERAL'), null]);
    expect(await status('PUBLISH', top.id)).toBe(409);
    expect(await status('ARCHIVE', inner.id)).toBe(200);
    expect(await roots()).toEqual(['GENERAL', 'ARCHIVE', 'ARCHIVE']);
    // Contents of the archive cannot be changed.
    expect(await status('ARCHIVE', inner.id)).toBe(409);
    expect(await status('REESTABLISH', deep.id, 'POINT_GROUP')).toBe(409);
    expect((await planner.post(P, { name: 'В архив', directoryId: inner.id })).status).toBe(409);
    expect(await status('REESTABLISH', inner.id)).toBe(200);
    expect([(await placeOf(inner.id))?.parent, await roots()]).toEqual([top.id, all('GENERAL')]);
    // It returns to the root when its former folder is no longer there.
    expect(await status('ARCHIVE', inner.id)).toBe(200);
    expect(await status('ARCHIVE', top.id)).toBe(200);
    expect(await status('REESTABLISH', inner.id)).toBe(200);
    expect(await placeOf(inner.id)).toMatchObject({ root: 'GENERAL', parent: null });
    expect(await status('PRIVATE', inner.id)).toBe(200);
    expect([(await placeOf(deep.id))?.root, (await placeOf(deep.id))?.owner]).toEqual([
      'PRIVATE',
      expect.any(String),
    ]);
  });

  it('are copied with contents into the own folders, also from hypotheses, which are read-only', async () => {
    const top = await folder('Оригинал');
    const inner = await folder('Внутри', top.id);
    await group('Группа', inner.id, {
      points: points.slice(0, 2).map(({ id }) => ({ evacuationPointId: id })),
    });
    expect(await status('CLONE', top.id)).toBe(200);
    expect(await status('CLONE', top.id)).toBe(200);
    const copies = (await content('PRIVATE')).filter(({ name }) => name.startsWith('Оригинал'));
    expect(copies.map(({ name }) => name).toSorted()).toEqual(['Оригинал (копия 2)', 'Оригинал (копия)']);
    const [below] = await content(copies[0]!.id);
    const [copied] = await content(below!.id);
    expect(copied).toMatchObject({ name: 'Группа', elementType: 'POINT_GROUP', content: 2 });
    const { rows } = await server.pool.query<{ id: string }>(
      `insert into point_group_directories (instance_id, root, name)
       select instance_id, 'HYPOTHESIS', 'Расчёт' from accounts where login = 'planner' returning id`,
    );
    const hypothesis = rows[0]!.id;
    expect((await planner.post(P, { name: 'Нельзя', directoryId: hypothesis })).status).toBe(409);
    expect(await status('ARCHIVE', hypothesis)).toBe(409);
    expect(await status('CLONE', hypothesis)).toBe(200);
  });

  it('are deleted only when empty', async () => {
    spec('DELETE point-group', 'DELETE directory');
    const top = await folder('Пустая');
    const inside = await group('Мешает', top.id);
    expect((await planner.delete(`${P}/directory/${top.id}`)).status).toBe(409);
    expect((await planner.delete(`${P}/${inside.id}`)).status).toBe(204);
    expect((await planner.delete(`${P}/directory/${top.id}`)).status).toBe(204);
    expect((await planner.get(`${P}/directory/${top.id}`)).status).toBe(404);
  });

  it('are searched on all levels at once, with their path', async () => {
    spec('GET point-group/paging', 'V-079', 'V-080', 'B-128', 'B-127', 'C-004');
    const top = await folder('Поиск');
    const inner = await folder('Слой', top.id);
    await group('Иголка 1', inner.id);
    await group('Иголка 2', top.id);
    const found = await content(top.id, 'иголка');
    expect(found.map(({ name, pathText }) => [name, pathText])).toEqual([
      ['Иголка 1', 'Общие / Поиск / Слой'],
      ['Иголка 2', 'Общие / Поиск'],
    ]);
    expect((await content('GENERAL', 'ИГОЛКА')).length).toBe(2);
    expect(await content('PRIVATE', 'иголка')).toEqual([]);
    const everywhere = await planner.get<{ list: PointGroupItem[] }>(`${P}/paging`, {
      query: 'иголка',
      count: -1,
      page: 0,
    });
    expect(everywhere.body.list.map(({ name }) => name)).toEqual(['Иголка 1', 'Иголка 2']);
  });
});

describe('history', () => {
  interface Change {
    name: string;
    operation: { name: string; caption: string };
    changes: { fieldName: string; oldText: string; newText: string; oldValue: string | null }[];
  }
  const history = async (query: object, who = admin) => {
    const answer = await who.get<{ list: Change[]; size: number }>(`${P}/history`, { count: 50, ...query });
    expect(answer.status).toBe(200);
    return answer.body.list;
  };

  it('shows captions of old and new values, including points and places', async () => {
    spec('GET point-group history');
    const home = await folder('Журнал');
    const one = await group('Запись', 'GENERAL');
    await planner.post(P, { ...saveOf(one), comment: 'Новый', colour: '#1E88E5', version: 1 });
    await planner.post(`${P}/evacuation-point/list/add`, {
      pointGroupId: one.id,
      version: 2,
      evacuationPointIds: [points[0]!.id],
    });
    await planner.post(`${P}/move`, { id: one.id, directoryId: home.id, version: 3 });
    const [moved, added, saved, created] = await history({ pointGroupId: one.id });
    expect(moved).toMatchObject({ operation: { name: 'MOVE', caption: 'Перемещение' } });
    expect(moved!.changes).toMatchObject([{ fieldName: 'directoryId', oldText: '', newText: 'Журнал' }]);
    expect(added!.changes).toMatchObject([
      { fieldName: 'elements', oldText: '', newText: expect.stringContaining(points[0]!.address) },
    ]);
    expect(saved!.changes).toMatchObject([
      { fieldName: 'colour', oldValue: '"#808080"', newText: '#1E88E5' },
      { fieldName: 'comment', oldText: '', newText: 'Новый' },
    ]);
    expect(created!.operation.name).toBe('create');
    expect((await history({ pointGroupId: one.id, filter: { operations: ['MOVE'] } })).length).toBe(1);
  });

  it('covers everyone for accounts that may see others’ folders, else only the own changes', async () => {
    await group('Админская', 'PRIVATE', {}, admin);
    const all = await history({});
    expect(all.some(({ name }) => name === 'Админская')).toBe(true);
    expect(all.some(({ name }) => name === 'Запись')).toBe(true);
    const own = await history({}, planner);
    expect(own.length).toBeGreaterThan(5);
    expect(own.some(({ name }) => name === 'Админская')).toBe(false);
  });
});

describe('imports', () => {
  const csv = (rows: string[]) =>
    `Номер площадки;Точка вывоза;Время с;Время до;Порядок\n${rows.join('\n')}\n`;
  const send = (pointGroupId: string, text: string, preview: boolean) => {
    const form = new FormData();
    form.set('pointGroupId', pointGroupId);
    form.set('preview', String(preview));
    form.set('file', new Blob([text]), 'points.csv');
    return planner.post<Reply>(`${P}/import`, form);
  };
  interface Reply {
    taken: number;
    skipped: number;
    faults: { row: number; column: string; text: string }[];
    pointGroup: PointGroup | null;
  }

  it('accept valid rows and report the others; the same file twice changes nothing', async () => {
    spec('POST point-group import');
    const one = await group('Импорт');
    const [a, b] = points.slice(8, 10);
    const text = csv([
      `${a!.standNumber};${a!.name};;;2`,
      `НЕТ-ТАКОЙ;;;;`,
      `${b!.standNumber};${b!.name};;;1`,
      `${b!.standNumber};${b!.name};25:00;;`,
    ]);
    const preview = await send(one.id, text, true);
    expect([preview.status, preview.body]).toMatchObject([200, { taken: 2, skipped: 0, pointGroup: null }]);
    expect(preview.body.faults.map(({ row, column }) => [row, column])).toEqual([
      [3, 'Номер площадки'],
      [5, 'Время с'],
    ]);
    const done = await send(one.id, text, false);
    expect(done.body.pointGroup?.elements.map(({ evacuationPointId }) => evacuationPointId)).toEqual([
      b!.id,
      a!.id,
    ]);
    const again = await send(one.id, text, false);
    expect(again.body).toMatchObject({ taken: 0, skipped: 2, pointGroup: null });
  });
});

/** The properties that a save of a group accepts, of a group as it was read. */
function saveOf({ id, name, cluster, districts, colour, strictSequence, comment }: PointGroup) {
  return { id, name, cluster, districts, colour, strictSequence, comment };
}
