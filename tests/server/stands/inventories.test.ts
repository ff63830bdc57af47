/** An inventory from its draft to the changed stands, and what must be impossible on the way. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spec } from '../../spec/spec.ts';
import { signIn, startTestServer, type Client, type ProblemReply, type TestServer } from '../support.ts';
import { photo } from '../files/samples.ts';
import { upload } from '../files/albums.ts';

interface Inventory {
  id: string;
  version: number;
  name: string;
  status: { name: string };
  standCount: number;
  doneCount: number;
  openDifferences: number;
}
interface Found {
  containerType: { name: string; caption: string };
  count: number;
  broken: number;
}
interface Checked {
  id: string;
  version: number;
  number: string;
  stand: { id: string };
  state: { name: string };
  checkedBy: string | null;
  expected: Found[];
  containers: Found[];
  latitude: number;
  longitude: number;
  photos: { id: string }[];
}
interface Difference {
  id: string;
  version: number;
  stand: { id: string };
  kind: { name: string };
  containerType: { name: string } | null;
  expected: number | null;
  found: number | null;
  distance: number | null;
  status: { name: string };
}
interface Page<T> {
  list: T[];
  size: number;
}

let server: TestServer;
let inspector: Client;
let home: string;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  inspector = await signIn(server, 'inspector');
  [{ home }] = (await rows<{ home: string }>(
    `select instance_id as home from accounts where login = 'inspector'`,
  )) as [{ home: string }];
});
afterAll(() => server.close());

async function rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await server.pool.query<Row>(text, values)).rows;
}

const draft = (name: string) => ({ name, beginDate: '2026-11-01', endDate: '2026-12-01' });
const word = (name: string) => ({ name, caption: '' });

async function make(name: string, change: object = {}): Promise<Inventory> {
  const { status, body } = await inspector.post<Inventory>('/inventory', { ...draft(name), ...change });
  expect([status, (body as unknown as ProblemReply).message]).toEqual([200, undefined]);
  return body;
}
const act = (id: string, action: string, body?: object) =>
  inspector.post<Inventory & ProblemReply>(`/inventory/${id}/${action}`, body);
const add = (id: string, choice: object) =>
  inspector.post<{ count: number; known: number } & ProblemReply>(`/inventory/${id}/stands`, choice);
const standsOf = async (inventoryId: string, query: object = {}) =>
  (await inspector.get<Page<Checked>>('/inventory-stand/paging', { inventoryId, count: 100, ...query })).body;
const differencesOf = async (inventoryId: string) =>
  (await inspector.get<Page<Difference>>('/inventory-difference/paging', { inventoryId, count: 100 })).body;
const open = async (id: string) => (await inspector.get<Checked>(`/inventory-stand/${id}`)).body;
const check = (inventoryId: string, { id, version }: Checked, change: object) =>
  inspector.post<Checked & ProblemReply>('/inventory-stand', {
    id,
    version,
    inventoryId,
    condition: word('GOOD'),
    containers: [],
    ...change,
  });
/** Active stands that have one type of containers, at least two of them. */
const plain = (most: number) =>
  rows<{ id: string }>(
    `select t.id from stands t join evacuation_points e on e.stand_id = t.id join containers k on k.evacuation_point_id = e.id
     where t.instance_id = $1 and t.status = 'ACTIVE' group by t.id having count(*) > 1 and count(distinct k.container_type) = 1
     order by t.number limit $2`,
    [home, most],
  );

describe('an inventory', () => {
  it('goes from draft to completed, and accepted differences change the stands', async () => {
    spec(
      'GET inventory list',
      'GET inventory',
      'POST inventory',
      'POST inventory complete',
      'GET inventory stands',
      'S-021',
      'B-013',
    );
    const made = await make('Полный круг');
    expect([made.status.name, made.standCount]).toEqual(['DRAFT', 0]);
    expect((await act(made.id, 'plan')).body.code).toBe('inventoryEmpty');
    const chosen = await plain(5);
    expect((await add(made.id, { standIds: chosen.map(({ id }) => id) })).body).toEqual({
      count: 5,
      known: 0,
    });
    expect((await add(made.id, { standIds: chosen.map(({ id }) => id) })).body).toEqual({
      count: 0,
      known: 5,
    });
    const { list } = await standsOf(made.id);
    const [first, second, third, fourth, fifth] = await Promise.all(list.map(({ id }) => open(id)));
    expect((await check(made.id, first!, {})).body.code).toBe('inventoryIdle');
    expect((await act(made.id, 'start')).status).toBe(409);
    expect((await act(made.id, 'plan')).body.status.name).toBe('PLANNED');
    expect((await act(made.id, 'start')).body.status.name).toBe('IN_PROGRESS');
    expect((await add(made.id, { byChoice: true })).body.code).toBe('inventoryBegun');

    // As on record; one more; a type that is not on record; at another place; not checked.
    const [type] = first!.expected;
    const file = await upload(
      inspector,
      await photo(),
      'x.jpg',
      'image/jpeg',
      'entity=inventoryStand&field=photos',
    );
    const near = { type: 'Point', coordinates: [first!.longitude + 0.0001, first!.latitude] };
    const done = await check(made.id, first!, {
      containers: first!.expected,
      place: near,
      photos: [{ id: file.body.id }],
    });
    expect([done.status, done.body.state.name, done.body.photos.length]).toEqual([200, 'CHECKED', 1]);
    expect(done.body.checkedBy).toContain('Обходчиков');
    const more = second!.expected.map((one) => ({ ...one, count: one.count + 1 }));
    expect((await check(made.id, second!, { containers: more })).status).toBe(200);
    const other = {
      containerType: word(type!.containerType.name === 'SKIP_8' ? 'EURO_1100' : 'SKIP_8'),
      count: 1,
    };
    expect((await check(made.id, third!, { containers: [...third!.expected, other] })).status).toBe(200);
    const away = { type: 'Point', coordinates: [fourth!.longitude, fourth!.latitude + 0.001] };
    expect((await check(made.id, fourth!, { containers: fourth!.expected, place: away })).status).toBe(200);
    const undone = await act(made.id, 'complete');
    expect([undone.status, undone.body.code, undone.body.message]).toMatchObject([
      409,
      'inventoryUndone',
      /1/,
    ]);
    const skip = (reason: string) =>
      inspector.post<Checked & ProblemReply>(`/inventory-stand/${fifth!.id}/skip`, { reason });
    expect((await skip('')).status).toBe(400);
    expect((await skip('Ворота закрыты')).body.state.name).toBe('SKIPPED');
    const completed = await act(made.id, 'complete');
    expect(completed.body).toMatchObject({
      status: { name: 'COMPLETED' },
      standCount: 5,
      doneCount: 5,
      openDifferences: 3,
    });
    expect((await check(made.id, await open(first!.id), {})).body.code).toBe('inventoryIdle');
    expect(
      (await inspector.post('/inventory', { ...draft('x'), id: made.id, version: completed.body.version }))
        .body.code,
    ).toBe('inventoryClosed');

    const differences = (await differencesOf(made.id)).list;
    const of = (kind: string) => differences.find((one) => one.kind.name === kind)!;
    expect(of('COUNT')).toMatchObject({
      stand: { id: second!.stand.id },
      expected: more[0]!.count - 1,
      found: more[0]!.count,
    });
    expect(of('TYPE')).toMatchObject({ stand: { id: third!.stand.id }, expected: 0, found: 1 });
    expect(of('PLACE').distance).toBeGreaterThan(100);
    const decide = (one: Difference, action: string, body?: object) =>
      inspector.post<Difference & ProblemReply>(`/inventory-difference/${one.id}/${action}`, body);
    expect((await decide(of('TYPE'), 'refuse', {})).status).toBe(400);
    expect((await decide(of('TYPE'), 'refuse', { reason: 'Стоит временно' })).body.status.name).toBe(
      'REFUSED',
    );
    expect((await decide(of('TYPE'), 'accept')).status).toBe(409);
    const batch = await inspector.post<{ done: number; rows: { status: number }[] }>(
      '/inventory-difference/batch',
      {
        action: 'accept',
        rows: [of('COUNT'), of('PLACE'), of('TYPE')].map(({ id }) => ({ id })),
      },
    );
    expect([batch.body.done, batch.body.rows.map(({ status }) => status)]).toEqual([2, [200, 200, 409]]);

    interface Card {
      containerCount: number;
      latitude: number;
      changeReason: string;
    }
    const counted = (await inspector.get<Card>(`/stand/${second!.stand.id}`)).body;
    expect(counted.containerCount).toBe(more.reduce((sum, one) => sum + one.count, 0));
    const moved = (await inspector.get<Card>(`/stand/${fourth!.stand.id}`)).body;
    expect(moved.latitude).toBeCloseTo(fourth!.latitude + 0.001, 6);
    expect(moved.changeReason).toBe('Инвентаризация «Полный круг»');
    const kept = (await inspector.get<Card>(`/stand/${third!.stand.id}`)).body;
    expect([kept.containerCount, kept.changeReason]).toEqual([third!.expected[0]!.count, null]);
    interface Entry {
      action: string;
      changes: { field: string; before: string; after: string }[];
    }
    const history = async (stand: Checked) =>
      (await inspector.get<Page<Entry>>(`/stand/${stand.stand.id}/history`)).body.list[0]!;
    const fields = (await history(fourth!)).changes.map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['latitude', 'changeReason']));
    expect(await history(second!)).toMatchObject({ action: 'inventory' });
    expect((await history(second!)).changes.map(({ field }) => field)).toContain('containers');
  });

  it('is completed once all remaining stands are skipped in one call, row by row', async () => {
    const made = await make('Остаток');
    const chosen = await plain(4);
    await add(made.id, { standIds: chosen.map(({ id }) => id) });
    const { list } = await standsOf(made.id);
    interface Reply extends ProblemReply {
      done: number;
      rows: { id: string; status: number; code: string | null }[];
    }
    const batch = (body: object) => inspector.post<Reply>('/inventory-stand/batch', body);
    const all = list.map(({ id, version }) => ({ id, version }));
    const skip = { action: 'skip', input: { reason: 'Дорогу размыло' } };
    const idle = await batch({ ...skip, rows: all });
    expect(new Set(idle.body.rows.map(({ code }) => code))).toEqual(new Set(['inventoryIdle']));
    await act(made.id, 'plan');
    await act(made.id, 'start');
    expect((await batch({ action: 'skip', rows: all })).status).toBe(400);
    expect((await batch({ ...skip, input: { reason: '' }, rows: all })).status).toBe(400);
    expect((await check(made.id, await open(all[0]!.id), {})).status).toBe(200);
    expect((await act(made.id, 'complete')).body.code).toBe('inventoryUndone');
    // One was checked meanwhile, one changed since it was read.
    const { body } = await batch({ ...skip, rows: [all[0]!, { ...all[1]!, version: 99 }, ...all.slice(2)] });
    expect([body.done, body.rows.map(({ status }) => status)]).toEqual([2, [412, 412, 200, 200]]);
    expect((await act(made.id, 'complete')).body.code).toBe('inventoryUndone');
    expect((await batch({ ...skip, rows: [all[1]!] })).body.done).toBe(1);
    const left = (await standsOf(made.id)).list;
    expect(left.map(({ state }) => state.name).toSorted()).toEqual([
      'CHECKED',
      'SKIPPED',
      'SKIPPED',
      'SKIPPED',
    ]);
    const reasons = await rows<{ reason: string }>(
      'select distinct skip_reason as reason from inventory_stands where inventory_id = $1 and state = $2',
      [made.id, 'SKIPPED'],
    );
    expect(reasons).toEqual([{ reason: 'Дорогу размыло' }]);
    expect((await act(made.id, 'complete')).body.status.name).toBe('COMPLETED');
  });

  it('removes fewer containers than are on record, and adds none to a stand that changed since', async () => {
    const made = await make('Меньше');
    const [stand] = await plain(1);
    await add(made.id, { standIds: [stand!.id] });
    await act(made.id, 'plan');
    await act(made.id, 'start');
    const [row] = (await standsOf(made.id)).list;
    const shown = await open(row!.id);
    const fewer = shown.expected.map((one) => ({ ...one, count: one.count - 1 }));
    await check(made.id, shown, { containers: fewer });
    await act(made.id, 'complete');
    const [difference] = (await differencesOf(made.id)).list;
    await rows(
      `update containers set end_date = (now() at time zone 'Europe/Moscow')::date - 1 where id = (select k.id from containers k
      join evacuation_points e on e.id = k.evacuation_point_id where e.stand_id = $1 and k.end_date is null
      order by k.number limit 1)`,
      [stand!.id],
    );
    const stale = await inspector.post(`/inventory-difference/${difference!.id}/accept`);
    expect([stale.status, stale.body.code]).toEqual([409, 'differenceStale']);
    // Where one transaction contains the whole request, it is rolled back completely.
    const refused = await inspector.call<{ rows: { status: number }[] }>(
      'POST',
      '/api/v3/inventory-difference/batch',
      {
        body: { action: 'accept', rows: [{ id: difference!.id }] },
        headers: { 'Idempotency-Key': randomUUID() },
      },
    );
    expect(refused.body.rows.map(({ status }) => status)).toEqual([409]);
    expect((await differencesOf(made.id)).list[0]!.status.name).toBe('OPEN');
    await rows(
      `update containers set end_date = null where id in (select k.id from containers k
      join evacuation_points e on e.id = k.evacuation_point_id where e.stand_id = $1)`,
      [stand!.id],
    );
    expect((await inspector.post(`/inventory-difference/${difference!.id}/accept`)).status).toBe(200);
    const { body } = await inspector.get<{ containerCount: number }>(`/stand/${stand!.id}`);
    expect(body.containerCount).toBe(fewer.reduce((sum, one) => sum + one.count, 0));
  });

  it('is deleted as a draft or canceled, with its photos, but not while in progress or completed', async () => {
    spec('POST inventory remove');
    const made = await make('На удаление');
    const [stand] = await plain(1);
    await add(made.id, { standIds: [stand!.id] });
    await act(made.id, 'plan');
    expect((await act(made.id, 'remove')).body.code).toBe('inventoryKept');
    await act(made.id, 'start');
    const shown = await open((await standsOf(made.id)).list[0]!.id);
    const file = await upload(
      inspector,
      await photo(),
      'x.jpg',
      'image/jpeg',
      'entity=inventoryStand&field=photos',
    );
    await check(made.id, shown, { containers: shown.expected, photos: [{ id: file.body.id }] });
    expect((await act(made.id, 'cancel', { reason: '' })).status).toBe(400);
    expect((await act(made.id, 'cancel', { reason: 'Площадка закрыта' })).body.status.name).toBe('CANCELED');
    expect(await rows('select id from files where id = $1', [file.body.id])).toHaveLength(1);
    expect((await act(made.id, 'remove')).status).toBe(204);
    expect((await inspector.get(`/inventory/${made.id}`)).status).toBe(404);
    expect(await rows('select id from files where id = $1', [file.body.id])).toEqual([]);
  });

  it('refuses invalid values', async () => {
    const wrong = await inspector.post('/inventory', { ...draft('x'), endDate: '2026-10-01' });
    expect([wrong.status, wrong.body.details!.errors![0]!.field]).toEqual([400, 'endDate']);
    for (const list of ['districts', 'residentials', 'signs']) {
      const unknown = await inspector.post('/inventory', { ...draft('x'), [list]: [word('NOWHERE')] });
      expect([unknown.status, unknown.body.details?.errors?.[0]?.field]).toEqual([400, list]);
    }
    const made = await make('Отказы');
    expect((await add(made.id, {})).status).toBe(400);
    expect((await add(made.id, { byChoice: true, standIds: [] })).status).toBe(400);
    const area = (coordinates: unknown) => add(made.id, { area: { type: 'Polygon', coordinates } });
    const crossed = [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
      [0, 0],
    ];
    for (const coordinates of [
      [],
      [[]],
      [['x']],
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
      [crossed],
    ])
      expect([coordinates, (await area(coordinates)).status]).toEqual([coordinates, 400]);
    const [stand] = await plain(1);
    await add(made.id, { standIds: [stand!.id] });
    await act(made.id, 'plan');
    await act(made.id, 'start');
    const shown = await open((await standsOf(made.id)).list[0]!.id);
    const euro = (count: number, broken: number) => ({ containerType: word('EURO_1100'), count, broken });
    expect((await check(made.id, shown, { containers: [euro(1, 2)] })).status).toBe(400);
    expect((await check(made.id, shown, { containers: [euro(1, 0), euro(2, 0)] })).status).toBe(400);
    const place = { type: 'Point', coordinates: [37, 95] };
    expect((await check(made.id, shown, { place })).status).toBe(400);
    expect((await check(made.id, { ...shown, version: 7 }, {})).status).toBe(412);
    const { id: _, version: __, ...fresh } = { ...draft('x'), id: '', version: 0 };
    expect((await inspector.post('/inventory-stand', { ...fresh, inventoryId: made.id })).status).toBe(400);
    const unknown = { inventoryId: made.id, condition: word('GOOD'), containers: [] };
    expect((await inspector.post('/inventory-stand', unknown)).status).toBe(404);
    expect((await inspector.delete(`/inventory-stand/${shown.id}`)).body.code).toBe('inventoryBegun');
  });
});

describe('the stands of an inventory', () => {
  it('are selected by its conditions, and by an area', async () => {
    const made = await make('По условиям', { residentials: [word('PRIVATE')], signs: [word('LIGHTED')] });
    const fits = `t.instance_id = $1 and t.status <> 'CLOSED'`;
    // A closed one that matches the conditions is left out: no one is sent there.
    const [closed] = await rows<{ id: string; status: string; residential: string; signs: string[] }>(
      `select t.id, t.status, t.residential, t.signs from stands t
       where ${fits} and t.residential <> 'PRIVATE' order by t.number limit 1`,
      [home],
    );
    const become = (status: string, residential: string, signs: string[]) =>
      rows('update stands set status = $2, residential = $3, signs = $4 where id = $1', [
        closed!.id,
        status,
        residential,
        signs,
      ]);
    await become('CLOSED', 'PRIVATE', ['LIGHTED']);
    const [expected] = await rows<{ n: number }>(
      `select count(*)::int as n from stands t where ${fits} and t.residential = 'PRIVATE' and 'LIGHTED' = any (t.signs)`,
      [home],
    );
    expect((await add(made.id, { byChoice: true })).body).toEqual({ count: expected!.n, known: 0 });
    await become(closed!.status, closed!.residential, closed!.signs);
    const [place] = await rows<{ latitude: number; longitude: number }>(
      `select p.latitude, p.longitude from stands t join visit_points p on p.id = t.id where ${fits} order by t.number limit 1`,
      [home],
    );
    const { latitude: y, longitude: x } = place!;
    // A triangle: its box contains stands outside of it.
    const ring = [
      [x - 0.06, y - 0.03],
      [x + 0.05, y - 0.03],
      [x + 0.05, y + 0.03],
      [x - 0.06, y - 0.03],
    ];
    const inside = (
      await rows<{ latitude: number; longitude: number }>(
        `select p.latitude, p.longitude from stands t join visit_points p on p.id = t.id where ${fits}`,
        [home],
      )
    ).filter((one) => {
      const u = (one.longitude - (x - 0.06)) / 0.11;
      const v = (one.latitude - (y - 0.03)) / 0.06;
      return u >= 0 && u <= 1 && v >= 0 && v <= u;
    }).length;
    const area = await make('По области');
    const added = await add(area.id, { area: { type: 'Polygon', coordinates: [ring] } });
    expect([added.status, added.body.count]).toEqual([200, inside]);
    expect(inside).toBeGreaterThan(0);
    const taken = await inspector.post<{ count: number }>(`/inventory/${area.id}/remove-stands`, {
      ids: (await standsOf(area.id)).list.map(({ id }) => id),
    });
    expect(taken.body.count).toBe(inside);
  });

  it('are listed nearest first, without those that are done', async () => {
    const [running] = (
      await inspector.get<Page<Inventory>>('/inventory/paging', { filter: { statuses: ['IN_PROGRESS'] } })
    ).body.list;
    interface Near {
      id: string;
      distance: number | null;
      latitude: number;
      longitude: number;
    }
    const nearby = async (query: object = {}) =>
      (await inspector.get<Near[]>(`/inventory/${running!.id}/nearby`, query as Record<string, unknown>))
        .body;
    const anywhere = await nearby();
    expect(anywhere.every(({ distance }) => distance === null)).toBe(true);
    const { id, latitude, longitude } = anywhere.at(-1)!;
    const sorted = await nearby({ latitude, longitude });
    expect(sorted[0]).toMatchObject({ id, distance: 0 });
    const distances = sorted.map(({ distance }) => distance);
    expect(distances).toEqual(distances.toSorted((a, b) => a! - b!));
    await inspector.post(`/inventory-stand/${id}/skip`, { reason: 'Не пройти' });
    expect((await nearby({ latitude, longitude })).map((one) => one.id)).not.toContain(id);
    expect((await inspector.post<Checked>(`/inventory-stand/${id}/reopen`)).body.state.name).toBe('OPEN');
  });

  it('of another instance are hidden, and changes need the permission', async () => {
    const [foreign] = await rows<{ id: string; stand_id: string; inventory_id: string }>(
      'select id, stand_id, inventory_id from inventory_stands where instance_id <> $1 limit 1',
      [home],
    );
    const made = await make('Чужое');
    expect((await add(made.id, { standIds: [foreign!.stand_id] })).body).toEqual({ count: 0, known: 0 });
    for (const address of ['', '/nearby', '/map'])
      expect((await inspector.get(`/inventory/${foreign!.inventory_id}${address}`)).status).toBe(404);
    expect((await act(foreign!.inventory_id, 'remove')).status).toBe(404);
    expect((await inspector.post(`/inventory-stand/${foreign!.id}/skip`, { reason: 'x' })).status).toBe(404);
    const dispatcher = await signIn(server, 'dispatcher');
    expect((await dispatcher.get('/inventory/paging')).status).toBe(403);
  });

  it('are counted within the districts of an account, which cannot complete an inventory with others', async () => {
    const made = await make('По районам');
    const chosen = await rows<{ id: string; location_id: string }>(
      `select distinct on (p.location_id) t.id, p.location_id from stands t join visit_points p on p.id = t.id
       where t.instance_id = $1 and t.status = 'ACTIVE' and p.location_id is not null order by p.location_id, t.number limit 2`,
      [home],
    );
    await add(made.id, { standIds: chosen.map(({ id }) => id) });
    await act(made.id, 'plan');
    await act(made.id, 'start');
    const account = `(select id from accounts where login = 'inspector')`;
    await rows(`insert into account_districts select $1, ${account}, $2::uuid`, [
      home,
      chosen[0]!.location_id,
    ]);
    try {
      const narrow = await signIn(server, 'inspector');
      const seen = await narrow.get<Inventory>(`/inventory/${made.id}`);
      expect(seen.body.standCount).toBe(1);
      const page = await narrow.get<Page<Checked>>('/inventory-stand/paging', { inventoryId: made.id });
      expect(page.body.list.map(({ stand }) => stand.id)).toEqual([chosen[0]!.id]);
      expect((await narrow.get<unknown[]>(`/inventory/${made.id}/map`)).body.length).toBe(1);
      expect((await narrow.get<unknown[]>(`/inventory/${made.id}/nearby`)).body.length).toBe(1);
      await narrow.post(`/inventory-stand/${page.body.list[0]!.id}/skip`, { reason: 'Нет доступа' });
      const refused = await narrow.post(`/inventory/${made.id}/complete`);
      expect([refused.status, refused.body.code]).toEqual([409, 'inventoryUndone']);
    } finally {
      await rows(`delete from account_districts where account_id = ${account}`);
    }
  });
});
