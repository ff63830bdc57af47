/** Stands in the list, on the map and in the details; districts narrow all of them alike. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spec } from '../../spec/spec.ts';
import { signIn, startTestServer, type Client, type TestServer } from '../support.ts';
import { photo } from '../files/samples.ts';
import { upload } from '../files/albums.ts';

interface OnMap {
  key: string;
  id: string | null;
  count: number;
  latitude: number;
  longitude: number;
  mark: { name: string };
}
interface StandMap {
  total: number;
  clustered: boolean;
  items: OnMap[];
}
interface Page {
  list: {
    id: string;
    number: string;
    address: string;
    containerCount: number;
  }[];
  size: number;
}

let server: TestServer;
let inspector: Client;
let home: string;

async function rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await server.pool.query<Row>(text, values)).rows;
}
const count = async (condition: string, values: unknown[] = []) =>
  (
    await rows<{ n: number }>(
      `select count(*)::int as n from stands t join visit_points p on p.id = t.id
       where t.instance_id = $1 and (${condition})`,
      [home, ...values],
    )
  )[0]!.n;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  inspector = await signIn(server, 'inspector');
  [{ instance_id: home }] = (await rows<{ instance_id: string }>(
    `select instance_id from accounts where login = 'inspector'`,
  )) as [{ instance_id: string }];
});
afterAll(() => server.close());

const map = async (query: Record<string, unknown> = {}, client = inspector) =>
  (await client.get<StandMap>('/stand/map', query)).body;
const together = ({ items }: StandMap) => items.reduce((sum, item) => sum + item.count, 0);

describe('the map of stands', () => {
  it('shows each stand of the box, and refuses an incomplete box', async () => {
    const all = await map();
    expect([all.clustered, all.total, all.items.length]).toEqual([false, await count('true'), all.total]);
    const { latitude, longitude } = all.items[0]!;
    const box = {
      west: longitude - 0.02,
      east: longitude + 0.02,
      south: latitude - 0.01,
      north: latitude + 0.01,
    };
    const near = await map(box);
    const expected = await count('p.longitude between $2 and $3 and p.latitude between $4 and $5', [
      box.west,
      box.east,
      box.south,
      box.north,
    ]);
    expect([near.total, near.items.length]).toEqual([expected, expected]);
    expect(near.total).toBeLessThan(all.total);
    expect((await inspector.get('/stand/map', { west: 37 })).status).toBe(400);
    expect((await inspector.get('/stand/map', { ...box, south: 60, north: 50 })).status).toBe(400);
  });

  it('has the filters of the list', async () => {
    const district = (
      await rows<{ code: string }>(
        `select code from locations where instance_id = $1
      and kind = 'DISTRICT' and exists (select from visit_points p join stands s on s.id = p.id
        where p.location_id = locations.id) order by code limit 1`,
        [home],
      )
    )[0]!.code;
    await rows(
      `update visits set status = 'FAILED' where id in (select v.id from visits v join stands s on s.id = v.visit_point_id
       where v.instance_id = $1 and v.visit_date = (now() at time zone 'Europe/Moscow')::date order by v.id limit 2)`,
      [home],
    );
    const filters: Record<string, unknown>[] = [
      { statuses: ['CLOSED'] },
      { residentials: ['PRIVATE'] },
      { garbageTypes: ['BULKY'] },
      { sectors: ['SECTOR_1', 'SECTOR_2'] },
      { signs: ['LIGHTED'] },
      { responsibles: ['OWNER'] },
      { kinds: ['UNDERGROUND'] },
      { fills: ['FREE', 'FULL', 'OVERFULL'] },
      { fills: ['UNKNOWN'] },
      { districts: [district] },
      { text: 'КП-0000' },
      { failedToday: true },
    ];
    const everything = await count('true');
    for (const filter of filters) {
      const page = await inspector.get<Page>('/stand/paging', {
        filter,
        count: 100,
      });
      const shown = await map(filter);
      expect([filter, shown.total]).toEqual([filter, page.body.size]);
      expect([filter, together(shown)]).toEqual([filter, shown.total]);
      expect([filter, shown.total > 0 && shown.total < everything]).toEqual([filter, true]);
    }
  });

  it('marks the result of the last collection', async () => {
    const marks = new Set((await map()).items.map(({ mark }) => mark.name));
    expect(marks).toContain('CLOSED');
    expect(marks.size).toBeGreaterThan(2);
    const closed = (await map({ statuses: ['CLOSED'] })).items;
    expect(closed.every(({ mark }) => mark.name === 'CLOSED')).toBe(true);
  });

  it('shows how full a stand is by its latest photo with a confident analysis, for a week', async () => {
    const marked = (await map({ fills: ['OVERFULL', 'FULL', 'HALF', 'FREE'] })).items;
    expect(marked.length).toBeGreaterThan(0);
    const [photos] = await rows<{ stand: string; early: string; late: string }>(
      `select v.visit_point_id as stand, (array_agg(p.id order by p.photo_time))[1] as early,
         (array_agg(p.id order by p.photo_time desc))[1] as late
       from visit_photos p join visits v on v.id = p.visit_id join stands s on s.id = v.visit_point_id
       where p.instance_id = $1 and p.fill is not null and p.photo_time > now() - interval '5 days' and s.status = 'ACTIVE'
       group by 1 having count(*) = 2 order by 1 limit 1`,
      [home],
    );
    const { stand, early, late } = photos!;
    const shown = async () => {
      const { body } = await inspector.get<{
        fill: { name: string };
        fillPercent: number | null;
        version: number;
      }>(`/stand/${stand}`);
      const { items } = await map({ fills: [body.fill.name] });
      expect(items.some(({ id }) => id === stand)).toBe(true);
      expect((await map()).items.find(({ id }) => id === stand)).toMatchObject({
        fill: { name: body.fill.name },
      });
      return [body.fill.name, body.fillPercent];
    };
    const see = (photo: string, fill: number | null, more: { seen?: string[]; confidence?: number } = {}) =>
      rows(`update visit_photos set fill = $2, seen = $3, confidence = $4 where id = $1`, [
        photo,
        fill,
        more.seen ?? [],
        more.confidence ?? 90,
      ]);
    const { version } = (await inspector.get<{ version: number }>(`/stand/${stand}`)).body;
    await see(late, 34.9);
    expect(await shown()).toEqual(['FREE', 34.9]);
    await see(late, 35);
    expect(await shown()).toEqual(['HALF', 35]);
    await see(late, 75);
    expect(await shown()).toEqual(['FULL', 75]);
    await see(late, 75, { seen: ['CONTAINERS', 'SPILLAGE'] });
    expect(await shown()).toEqual(['OVERFULL', 75]);
    // Spilt waste next to containers with room does not make them full.
    await see(late, 60, { seen: ['SPILLAGE'] });
    expect(await shown()).toEqual(['HALF', 60]);
    await see(early, 80);
    expect(await shown()).toEqual(['HALF', 60]);
    // The analysis of the later photo is not confident.
    await see(late, 10, { confidence: 49 });
    expect(await shown()).toEqual(['FULL', 80]);
    await see(late, 10);
    expect(await shown()).toEqual(['FREE', 10]);
    await rows('delete from visit_photos where id = $1', [late]);
    expect(await shown()).toEqual(['FULL', 80]);
    await rows(`update visit_photos set photo_time = now() - interval '8 days' where id = $1`, [early]);
    expect(await shown()).toEqual(['UNKNOWN', 80]);
    await rows('delete from visit_photos where id = $1', [early]);
    expect(await shown()).toEqual(['UNKNOWN', null]);
    // No edited property has changed.
    expect((await inspector.get<{ version: number }>(`/stand/${stand}`)).body.version).toBe(version);
  });

  it('returns vehicles and tasks for STANDS_MAP_NEW only', async () => {
    const [stand] = await rows<{ id: string }>(
      `select e.stand_id as id from task_items i join evacuation_points e on e.id = i.evacuation_point_id
       where i.instance_id = $1 and i.task_date = (now() at time zone 'Europe/Moscow')::date limit 1`,
      [home],
    );
    const ask = async () => [
      (await inspector.get<unknown[]>('/stand/vehicles')).status,
      (await inspector.get<unknown[]>(`/stand/${stand!.id}/tasks`)).body.length > 0,
    ];
    expect(await ask()).toEqual([200, true]);
    const role = `(select role_id from account_roles where account_id = (select id from accounts where login = 'inspector'))`;
    await rows(`delete from role_permissions where role_id = ${role} and permission = 'STANDS_MAP_NEW'`);
    try {
      expect(await ask()).toEqual([403, false]);
      expect((await map()).total).toBeGreaterThan(0);
    } finally {
      await rows(`insert into role_permissions select role_id, 'STANDS_MAP_NEW' from account_roles
        where account_id = (select id from accounts where login = 'inspector')`);
    }
  });
});

describe('the details of a stand', () => {
  it('have its containers, when it is emptied and the last results; only photos can be changed', async () => {
    const [busy] = await rows<{ id: string; n: number }>(
      `select e.stand_id as id, count(distinct k.id)::int as n from evacuation_points e
       join containers k on k.evacuation_point_id = e.id
       where e.instance_id = $1 and exists (select from visits v where v.visit_point_id = e.stand_id and v.visit_date < (now() at time zone 'Europe/Moscow')::date)
       group by 1 order by 1 limit 1`,
      [home],
    );
    interface Card {
      version: number;
      containers: { count: number }[];
      points: { name: string }[];
      visits: { status: { caption: string } }[];
      photos: { id: string }[];
      status: { name: string };
    }
    const { body } = await inspector.get<Card>(`/stand/${busy!.id}`);
    expect(body.containers.reduce((sum, one) => sum + one.count, 0)).toBe(busy!.n);
    expect(body.points.length).toBeGreaterThan(0);
    expect(body.visits.length).toBeGreaterThan(0);
    expect(body.visits[0]!.status.caption).not.toBe('');
    const file = await upload(
      inspector,
      await photo(),
      'stand.jpg',
      'image/jpeg',
      'entity=stand&field=photos',
    );
    const save = {
      id: busy!.id,
      version: body.version,
      photos: [{ id: file.body.id }],
    };
    const saved = await inspector.post<Card>('/stand', save);
    expect([saved.status, saved.body.photos.map(({ id }) => id)]).toEqual([200, [file.body.id]]);
    expect((await inspector.post('/stand', { ...save, status: { name: 'CLOSED' } })).status).toBe(400);
    expect((await inspector.post('/stand', { ...save, id: home })).status).toBe(404);
    const elsewhere = await signIn(server, 'manager2');
    expect((await elsewhere.get(`/stand/${busy!.id}`)).status).toBe(403);
  });

  it('show the latest incidents and the claims of the stand to accounts that may read them', async () => {
    spec('GET carrier-claim/paging');
    const CLAIM_RIGHTS = [
      'RO_ORDER_AGREEMENT',
      'RO_CARRIER_EDIT_VOLUME',
      'RO_CARRIER_CLAIM_PROCESSING',
      'RO_NEW_CLAIM',
    ];
    const roleOf = `(select role_id from account_roles where account_id = (select id from accounts where login = $1))`;
    const grant = (login: string, codes: string[]) =>
      rows(`insert into role_permissions select ${roleOf}, unnest($2::text[]) on conflict do nothing`, [
        login,
        codes,
      ]);
    const withdraw = (login: string, codes: string[]) =>
      rows(`delete from role_permissions where role_id = ${roleOf} and permission = any($2)`, [login, codes]);
    // A stand with a claim that a linked carrier was sent; gets more incidents than the details show.
    const [stand] = await rows<{ id: string }>(
      `select c.stand_id as id from carrier_claims c join customers k on k.id = c.carrier_id
       where c.instance_id = $1 and k.linked_instance_id is not null and c.status <> 'NEW' order by c.id limit 1`,
      [home],
    );
    await rows(
      `insert into incidents (instance_id, number, type, task_item_id, stand_id, create_time)
       select $1, (900000 + n)::text, 'NOT_DONE', i.id, e.stand_id, now() - n * interval '1 hour'
       from evacuation_points e join lateral (select id from task_items where evacuation_point_id = e.id limit 1) i on true
       cross join generate_series(1, 60) n where e.stand_id = $2 order by e.id limit 60`,
      [home, stand!.id],
    );
    const expectedIncidents = await rows<{ id: string }>(
      `select n.id from incidents n join task_items i on i.id = n.task_item_id
       join evacuation_points e on e.id = i.evacuation_point_id
       where e.stand_id = $1 order by n.create_time desc, n.id desc`,
      [stand!.id],
    );
    expect(expectedIncidents.length).toBeGreaterThanOrEqual(60);
    const expectedClaims = await rows<{ id: string }>(
      'select id from carrier_claims where stand_id = $1 order by claim_date desc',
      [stand!.id],
    );
    const incidents = (client: Client) =>
      client.get<{ id: string; status: { caption: string }; stand: { id: string } }[]>('/incident/by-stand', {
        standId: stand!.id,
      });
    const claims = (client: Client) =>
      client.get<{
        list: { id: string; stand: { id: string } }[];
        size: number;
      }>('/carrier-claim/paging', {
        filter: { standId: stand!.id },
        count: 200,
      });
    const inTurn = (list: { id: string }[]) => list.map(({ id }) => id).toSorted();

    // The permission for the details allows neither.
    expect([(await incidents(inspector)).status, (await claims(inspector)).status]).toEqual([403, 403]);
    await grant('inspector', ['INCIDENT__READ_ONLY', 'RO_NEW_CLAIM']);
    const stranger = await signIn(server, 'manager2');
    const carrier = await signIn(server, 'carrier');
    await Promise.all(
      ['manager2', 'carrier'].map((login) => grant(login, ['INCIDENT__READ_ONLY', ...CLAIM_RIGHTS])),
    );
    try {
      const shown = (await incidents(inspector)).body;
      expect(shown.map(({ id }) => id)).toEqual(expectedIncidents.slice(0, 50).map(({ id }) => id));
      expect(new Set(shown.map((one) => one.stand.id))).toEqual(new Set([stand!.id]));
      expect(shown[0]!.status.caption).not.toBe('');
      const page = (await claims(inspector)).body;
      expect([page.size, inTurn(page.list)]).toEqual([expectedClaims.length, inTurn(expectedClaims)]);
      expect(page.list.every((one) => one.stand.id === stand!.id)).toBe(true);

      // Another operator, with the same permissions: neither the stand nor a claim about it is visible.
      expect((await incidents(stranger)).status).toBe(404);
      expect((await claims(stranger)).body).toMatchObject({
        list: [],
        size: 0,
      });
      // The carrier reads its own claims, and none of the operator's incidents.
      expect((await incidents(carrier)).status).toBe(404);
      const own = await rows<{ id: string }>(
        `select c.id from carrier_claims c join customers k on k.id = c.shown_to_id
         where c.stand_id = $1 and k.linked_instance_id = (select instance_id from accounts where login = 'carrier')`,
        [stand!.id],
      );
      expect(own.length).toBeGreaterThan(0);
      expect(inTurn((await claims(carrier)).body.list)).toEqual(inTurn(own));

      // A stand outside the districts of the account is not visible.
      const account = `(select id from accounts where login = 'inspector')`;
      await rows(
        `insert into account_districts select $1, ${account}, l.id from locations l
         where l.instance_id = $1 and l.kind = 'DISTRICT' and l.id <> (select location_id from visit_points where id = $2)
         order by l.id limit 1`,
        [home, stand!.id],
      );
      const elsewhere = await signIn(server, 'inspector');
      expect((await incidents(elsewhere)).status).toBe(404);
      expect((await claims(elsewhere)).body.size).toBe(0);
      await rows(`delete from account_districts where account_id = ${account}`);
    } finally {
      await withdraw('inspector', ['INCIDENT__READ_ONLY', 'RO_NEW_CLAIM']);
    }
  });
});

describe('many stands', () => {
  beforeAll(async () => {
    await rows(
      `with place as (insert into visit_points (instance_id, type, name, address, location_id, latitude, longitude)
         select p.instance_id, 'STAND', 'Площадка ' || n, 'ул. Новая, д. ' || n, p.location_id,
           p.latitude + n * 0.00002, p.longitude + n * 0.00003
         from (select * from visit_points where instance_id = $1 and type = 'STAND' and location_id is not null
           order by id limit 3) p
         cross join generate_series(1, 800) n returning id, instance_id)
       insert into stands (id, instance_id, number, kind, begin_date)
       select id, instance_id, 'М-' || left(id::text, 13), 'OPEN', '2020-01-01' from place`,
      [home],
    );
  });

  it('are clustered by the server, and no stand is lost or counted twice', async () => {
    const all = await map();
    expect([all.clustered, all.total, together(all)]).toEqual([true, await count('true'), all.total]);
    expect(all.items.length).toBeLessThan(300);
    expect(all.items.every(({ id }) => id === null)).toBe(true);
    expect(new Set(all.items.map(({ key }) => key)).size).toBe(all.items.length);
    const sides = { west: 30, east: 45, south: 50, north: 60 };
    const far = await map({ ...sides, zoom: 5 });
    const near = await map({ ...sides, zoom: 12 });
    expect([together(far), together(near)]).toEqual([far.total, near.total]);
    expect(near.items.length).toBeGreaterThan(far.items.length);
  });

  it('are counted in squares as they are added, moved and deleted, so that a map of a region reads no stand', async () => {
    await rows(
      `with place as (insert into visit_points (instance_id, type, name, address, latitude, longitude)
         select $1, 'STAND', 'Площадка ' || n, 'тракт, д. ' || n, 55 + (n % 60) * 0.01, -0.3 + (n / 60) * 0.01
         from generate_series(0, 4799) n returning id, instance_id)
       insert into stands (id, instance_id, number, kind, begin_date)
       select id, instance_id, 'Т-' || left(id::text, 13), 'OPEN', '2020-01-01' from place`,
      [home],
    );
    const inTract = `select id from visit_points where address like 'тракт, д. %'`;
    const expectCounted = async (least: number) => {
      const squares = await rows(
        `select level, x, y, stands, longitudes, latitudes from stand_cells where instance_id = $1 and stands <> 0
         order by level, x, y`,
        [home],
      );
      const places = await rows(
        `select level::smallint, floor(p.longitude * 2 ^ level / 360)::integer as x, floor(p.latitude * 2 ^ level / 360)::integer as y,
           count(*)::integer as stands, sum(round(p.longitude * 1000000))::bigint as longitudes,
           sum(round(p.latitude * 1000000))::bigint as latitudes
         from stands t join visit_points p on p.id = t.id, unnest(array[9, 11, 13, 15, 17, 19]) level
         where t.instance_id = $1 group by 1, 2, 3 order by 1, 2, 3`,
        [home],
      );
      expect(squares.length).toBeGreaterThan(least);
      expect(squares).toEqual(places);
      const all = await map();
      expect([all.clustered, all.total, together(all)]).toEqual([true, await count('true'), all.total]);
      return all;
    };
    await expectCounted(1000);
    // Across 0° of longitude, in whole squares at the edge.
    const tract = { west: -1, east: 1, south: 54, north: 57 };
    const inside = await map({ ...tract, zoom: 8 });
    expect([inside.clustered, inside.total, together(inside)]).toEqual([true, 4800, 4800]);
    const exact = await rows<{ n: number }>(
      `select count(*)::int as n from visit_points where id in (${inTract}) and longitude between -0.2 and 0.1`,
    );
    const part = await map({ ...tract, west: -0.2, east: 0.1, zoom: 8 });
    expect(part.total).toBeGreaterThanOrEqual(exact[0]!.n);
    await rows(
      `update visit_points set latitude = latitude + 1, longitude = -longitude where id in (${inTract})`,
    );
    await expectCounted(1000);
    expect((await map({ ...tract, south: 55.5, zoom: 8 })).total).toBe(4800);
    await rows(
      `with gone as (delete from stands where id in (${inTract}) returning id) select count(*) from gone`,
    );
    await rows(`delete from visit_points where id in (${inTract})`);
    await expectCounted(100);
    expect((await map({ ...tract, zoom: 8 })).total).toBe(0);
  });

  it('are narrowed by the districts and divisions of an account: list, points, clusters, counts, inventories and details', async () => {
    const [place] = await rows<{ id: string; location_id: string }>(
      `select id, location_id from visit_points where instance_id = $1 and type = 'STAND' and location_id is not null
       order by id limit 1`,
      [home],
    );
    const account = `(select id from accounts where login = 'inspector')`;
    const [division] = await rows<{ id: string }>('select id from divisions where instance_id = $1 limit 1', [
      home,
    ]);
    const within = 'p.location_id is null or p.location_id = $2';
    // An inventory of two stands: one in the district, one in another.
    const inventory = await inspector.post<{ id: string }>('/inventory', {
      name: 'Границы участка',
      beginDate: '2026-11-01',
      endDate: '2026-11-30',
      note: null,
    });
    const [outside] = await rows<{ id: string }>(
      `select t.id from stands t join visit_points p on p.id = t.id
       where t.instance_id = $1 and t.status <> 'CLOSED' and p.location_id <> $2 order by t.number limit 1`,
      [home, place!.location_id],
    );
    const [inside] = await rows<{ id: string }>(
      `select t.id from stands t join visit_points p on p.id = t.id
       where t.instance_id = $1 and t.status <> 'CLOSED' and p.location_id = $2 order by t.number limit 1`,
      [home, place!.location_id],
    );
    const chosen = [inside!.id, outside!.id];
    const added = await inspector.post<{ count: number }>(`/inventory/${inventory.body.id}/stands`, {
      standIds: chosen,
    });
    expect(added.body.count).toBe(2);
    const everything = await count('true');
    const expected = await count(within, [place!.location_id]);
    const narrowings: [string, () => Promise<unknown>, number][] = [
      ['none', async () => undefined, everything],
      [
        'district',
        () =>
          rows(`insert into account_districts select $1, ${account}, $2::uuid`, [home, place!.location_id]),
        expected,
      ],
      [
        'division',
        () => rows(`insert into account_divisions select $1, ${account}, $2::uuid`, [home, division!.id]),
        everything,
      ],
      [
        'both',
        async () => {
          await rows(`insert into account_districts select $1, ${account}, $2::uuid`, [
            home,
            place!.location_id,
          ]);
          await rows(`insert into account_divisions select $1, ${account}, $2::uuid`, [home, division!.id]);
        },
        expected,
      ],
    ];
    for (const [name, narrow, total] of narrowings) {
      await rows(`delete from account_districts where account_id = ${account}`);
      await rows(`delete from account_divisions where account_id = ${account}`);
      await narrow();
      const client = await signIn(server, 'inspector');
      const shown = await map({}, client);
      const list = await client.get<Page>('/stand/paging', { count: 10 });
      const few = await map({ text: 'КП-' }, client);
      const fewExpected =
        total === everything ? "t.number like 'КП-%'" : `(${within}) and t.number like 'КП-%'`;
      expect([name, shown.total, together(shown), list.body.size, few.total, few.items.length]).toEqual([
        name,
        total,
        total,
        total,
        few.total,
        few.total,
      ]);
      expect([name, few.total]).toEqual([
        name,
        await count(fewExpected, total === everything ? [] : [place!.location_id]),
      ]);
      // Near enough for single points, and far enough for clusters: the sum is the same.
      const sides = { west: -180, east: 180, south: -89, north: 89 };
      for (const zoom of [3, 9, 14])
        expect([name, zoom, together(await map({ ...sides, zoom }, client))]).toEqual([name, zoom, total]);
      const seen = total === everything ? chosen : [inside!.id];
      const cards = await Promise.all(chosen.map((id) => client.get(`/stand/${id}`)));
      expect([name, cards.map(({ status }) => status)]).toEqual([
        name,
        chosen.map((id) => (seen.includes(id) ? 200 : 404)),
      ]);
      const at = `/inventory/${inventory.body.id}`;
      const counted = await client.get<{ standCount: number }>(at);
      const ofInventory = await client.get<{
        list: { stand: { id: string } }[];
        size: number;
      }>('/inventory-stand/paging', { inventoryId: inventory.body.id });
      const onMap = await client.get<unknown[]>(`${at}/map`);
      const nearby = await client.get<unknown[]>(`${at}/nearby`);
      expect([
        name,
        counted.body.standCount,
        ofInventory.body.size,
        onMap.body.length,
        nearby.body.length,
      ]).toEqual([name, seen.length, seen.length, seen.length, seen.length]);
      expect(ofInventory.body.list.map(({ stand }) => stand.id).toSorted()).toEqual(seen.toSorted());
    }
    await rows(`delete from account_districts where account_id = ${account}`);
    await rows(`delete from account_divisions where account_id = ${account}`);
    await rows('delete from inventories where id = $1', [inventory.body.id]);
    expect(expected).toBeLessThan(everything);
  });
});
