import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spec } from '../spec/spec.ts';
import {
  signIn,
  startTestServer,
  type Answer,
  type Client,
  type ProblemReply,
  type TestServer,
} from './support.ts';

interface Vehicle {
  id: string;
  version: number;
  regNumber: string;
  region: string;
  owner: { id: string; shortName: string } | null;
  terminal: { deviceId: string; imei: string } | null;
  contractsCount: number;
  managed: boolean;
  removed: boolean;
  garageNumber: string | null;
  needSynch: boolean;
  changeTime: string;
}
interface Page<T = Vehicle> {
  list: T[];
  size: number;
}
interface Terminal {
  id: string;
  version: number;
  deviceId: string;
  beginTime: string;
  endTime: string | null;
}

let server: TestServer;
let mechanic: Client;
let dispatcher: Client;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  mechanic = await signIn(server, 'fleet');
  dispatcher = await signIn(server, 'dispatcher');
});
afterAll(() => server.close());

let counter = 100;
const plate = () => `А${(counter += 1)}ВС71`;
const word = (name: string) => ({ name, caption: '' });
const draft = (change: object = {}) => ({
  regNumber: plate(),
  model: 'КАМАЗ-65115',
  type: word('REAR_LOADER'),
  tabletPresent: true,
  needSynch: true,
  ...change,
});
async function created(change: object = {}): Promise<Vehicle> {
  const { status, body } = await mechanic.post<Vehicle>('/vehicle', draft(change));
  expect([status, body]).toMatchObject([200, { version: 1 }]);
  return body;
}
const faults = ({ body }: Answer<ProblemReply>) =>
  (body.details?.errors ?? []).map(({ field, message }) => `${field}: ${message}`);
const codes = ({ status, body }: Answer<ProblemReply>) => [status, body.code];

describe('a vehicle', () => {
  it('is registered by a complete plate, in either alphabet, once; its region is the end of the plate', async () => {
    spec('POST vehicle', 'V-056', 'GET vehicle', 'B-081');
    for (const regNumber of ['А123ВС', 'А12ВС71', 'Я123ВС71', 'АА12371', ''])
      expect(faults(await mechanic.post('/vehicle', draft({ regNumber })))[0]).toMatch(/^regNumber: /);
    const made = await created({ regNumber: ' k 777 oo 799' });
    expect(made).toMatchObject({ regNumber: 'К777ОО799', region: '799', needSynch: true, removed: false });
    const twice = await mechanic.post('/vehicle', draft({ regNumber: 'К777ОО799' }));
    expect(faults(twice)).toEqual(['regNumber: Такое значение уже есть']);
    expect((await created({ regNumber: 'АК500150', type: word('TRAILER') })).region).toBe('50');
    const { body } = await mechanic.get<Vehicle>(`/vehicle/${made.id}`);
    expect(body).toEqual(made);
  });

  it('cannot change its plate once it is saved', async () => {
    const { id, version } = await created();
    const other = await mechanic.post('/vehicle', draft({ id, version }));
    expect(faults(other)).toEqual(['regNumber: Госномер нельзя изменить после сохранения']);
  });

  it('stores everything that the form has, with dictionary values', async () => {
    const { body: places } = await mechanic.get<Page<{ id: string }>>('/common/parkings', { count: 1 });
    const { body: drivers } =
      await mechanic.get<Page<{ id: string; fullName: string }>>('/staff/driver/paging');
    const chosen = drivers.list.slice(0, 2).map(({ id, fullName }) => ({ id, fullName }));
    const TIED = {
      garbageTypes: [[{ caption: 'Крупногабаритные отходы' }, { name: 'MSW' }], []],
      containerTypes: [[{ name: 'EURO_1100' }], []],
      drivers: [expect.arrayContaining(chosen) as unknown, [chosen[1]]],
      additionalWorks: [[{ kind: { caption: 'Уборка площадки' } }], []],
    };
    const given = {
      garbageTypes: [word('MSW'), word('BULKY')],
      containerTypes: [word('EURO_1100')],
      attributes: [word('NIGHT_WORK')],
      extraEquipment: [word('FUEL_SENSOR')],
      additionalWorks: [{ kind: word('SITE_CLEANING'), measure: word('M3') }],
      drivers: chosen,
      parking: places.list[0]!.id,
      fuelMileageSummer: 31.5,
      transferStationMinutes: 25,
      costTonneKm: 4.25,
      travelTimeMultiplier: 1.1,
      weight: 11_000,
      maxMass: 18_000,
    };
    const { id, version, regNumber } = await created(given);
    const read = async () => (await mechanic.get<Record<string, unknown>>(`/vehicle/${id}`)).body;
    expect(await read()).toMatchObject({
      ...given,
      garbageTypes: [{ name: 'BULKY' }, { name: 'MSW' }],
      containerTypes: [{ name: 'EURO_1100' }],
      attributes: [{ name: 'NIGHT_WORK', caption: 'Допуск к ночной работе' }],
      extraEquipment: [{ name: 'FUEL_SENSOR' }],
      additionalWorks: [{ kind: { name: 'SITE_CLEANING' }, measure: { name: 'M3' } }],
      drivers: expect.arrayContaining(chosen) as unknown,
      parking: { id: given.parking },
    });
    const less = await mechanic.post('/vehicle', draft({ id, version, regNumber, drivers: chosen.slice(1) }));
    expect(less.body).toMatchObject({ version: 2, drivers: [chosen[1]], garbageTypes: [], parking: null });
    interface Told {
      action: string;
      changes: { field: string; before: string | null; after: string | null }[];
    }
    const { body: history } = await mechanic.get<Page<Told>>(`/vehicle/${id}/history`);
    expect(history.list.map(({ action }) => action)).toEqual(['save', 'create']);
    const tied = ({ changes }: Told) =>
      changes.flatMap(({ field, before, after }) =>
        Object.keys(TIED).includes(field) ? [[field, JSON.parse(before ?? 'null'), JSON.parse(after!)]] : [],
      );
    // Values in separate tables have old and new values like all others.
    expect(
      Object.fromEntries(tied(history.list[0]!).map(([field, ...values]) => [field, values])),
    ).toMatchObject(TIED);
  });

  it.each<[string, object, string]>([
    [
      'no tablet without a reason',
      { tabletPresent: false },
      'tabletLackReason: Укажите, почему нет планшета',
    ],
    ['half a point', { startLatitude: 54 }, 'startLongitude: Укажите и широту, и долготу'],
    ['a load below its own weight', { weight: 9, maxMass: 9 }, 'maxMass: Полная масса должна быть больше'],
    ['an unknown word', { standard: word('EURO_99') }, 'standard: Такого значения нет'],
    [
      'one kind of work twice',
      { additionalWorks: [{ kind: word('SITE_CLEANING') }, { kind: word('SITE_CLEANING') }] },
      'additionalWorks.1.kind: Такое значение уже есть',
    ],
  ])('is refused %s', async (_, change, message) => {
    expect(faults(await mechanic.post('/vehicle', draft(change)))[0]).toContain(message);
  });

  it('is saved with its owner as a new customer, which needs what customers need', async () => {
    spec('V-057');
    const owner = {
      kind: word('LEGAL'),
      shortName: 'ООО «Возчик»',
      name: 'Общество «Возчик»',
      tin: '7707083893',
    };
    const lacking = await mechanic.post('/vehicle', draft({ newOwner: { kind: word('LEGAL'), name: '' } }));
    expect(faults(lacking).map((one) => one.split(':')[0])).toEqual(
      expect.arrayContaining(['newOwner.shortName', 'newOwner.name']),
    );
    const untaxed = await mechanic.post('/vehicle', draft({ newOwner: { ...owner, tin: null } }));
    expect(faults(untaxed)[0]).toMatch(/^newOwner\.tin: /);
    const made = await created({ newOwner: owner });
    expect(made.owner).toMatchObject({ shortName: 'ООО «Возчик»' });
    const { rows } = await server.pool.query<{ action: string }>(
      `select action from audit_log where entity = 'customer' and entity_id = $1`,
      [made.owner!.id],
    );
    expect(rows).toEqual([{ action: 'create' }]);
    const again = await mechanic.post('/vehicle', draft({ newOwner: owner }));
    expect(faults(again)).toEqual([
      'newOwner.tin: Контрагент с таким ИНН уже есть: ООО «Возчик». Выберите его собственником',
    ]);
    const both = await mechanic.post('/vehicle', draft({ newOwner: owner, owner: made.owner!.id }));
    expect(faults(both)[0]).toMatch(/^owner: Выберите собственника или создайте/);
  });

  it('is refused with the current version when its version is old', async () => {
    const { id, version, regNumber } = await created();
    await mechanic.post('/vehicle', draft({ id, version, regNumber, model: 'МАЗ-5340' }));
    const late = await mechanic.post('/vehicle', draft({ id, version, regNumber }));
    expect([codes(late), late.body.details?.current]).toMatchObject([[412, 'stale'], { model: 'МАЗ-5340' }]);
  });
});

describe('the registry', () => {
  it('counts the contracts of a vehicle as they are added, moved, deleted and removed', async () => {
    const wrong = async (changed: string, change: string) => {
      await server.pool.query(change);
      const { rows } = await server.pool.query(`select v.id from vehicles v where contracts_count <> (
        select count(distinct k.id) from contract_vehicles c join contracts k on k.id = c.contract_id
        where c.vehicle_id = v.id and k.status <> 'REMOVED')`);
      return [changed, rows.length];
    };
    const some = `(select id from contract_vehicles order by id limit 9)`;
    const idle = `(select v.id from vehicles v where v.instance_id = contract_vehicles.instance_id
      and not exists (select from contract_vehicles c where c.vehicle_id = v.id) limit 1)`;
    const used = `(select contract_id from contract_vehicles)`;
    expect([
      await wrong('seeded', 'select'),
      await wrong('moved', `update contract_vehicles set vehicle_id = ${idle} where id in ${some}`),
      await wrong(
        'removed',
        `update contracts set status = 'REMOVED' where id in ${used} and type = 'COLLECTION'`,
      ),
      await wrong(
        'restored',
        `update contracts set status = 'ACTIVE' where id in ${used} and status = 'REMOVED'`,
      ),
      await wrong('gone', `delete from contract_vehicles where id in ${some}`),
    ]).toEqual([
      ['seeded', 0],
      ['moved', 0],
      ['removed', 0],
      ['restored', 0],
      ['gone', 0],
    ]);
  });

  it('finds by plate in either alphabet, garage number, terminal, group, owner and contracts', async () => {
    spec('GET vehicle/paging', 'GET vehicle/list', 'B-080', 'GET vehicle contracts count');
    const page = async (filter: object, more: object = {}) =>
      (await dispatcher.get<Page>('/vehicle/paging', { filter, count: 100, ...more })).body;
    const made = await created({ regNumber: 'М321КХ71', garageNumber: 'Г-321' });
    const ids = ({ list }: Page) => list.map(({ id }) => id);
    expect(ids(await page({ regNumber: 'm321kx' }))).toEqual([made.id]);
    expect(ids(await page({ garageNumber: 'г-32' }))).toEqual([made.id]);
    for (const garageNumber of ['г-', ' Г-', '21'])
      expect(ids(await page({ garageNumber }))).toContain(made.id);
    const pair = await page({ garageNumber: '21' });
    expect(pair.list.every((one) => one.garageNumber?.includes('21'))).toBe(true);
    const managed = await page({ managed: true });
    const { body: all } = await dispatcher.get<Page>('/vehicle/paging', { count: 1 });
    const unmanaged = await page({ managed: false });
    expect(managed.list.every((one) => one.managed && one.contractsCount > 0)).toBe(true);
    expect([managed.size > 0, managed.size + unmanaged.size]).toEqual([true, all.size]);
    const count = await dispatcher.get(`/vehicle/${managed.list[0]!.id}/contracts-count`);
    expect(count.body).toEqual({ count: managed.list[0]!.contractsCount, managed: true });
    const deviceId = managed.list.find(({ terminal }) => terminal)!.terminal!.deviceId;
    expect((await page({ deviceId })).list[0]!.terminal!.deviceId).toBe(deviceId);
    const list = await dispatcher.get<Page<{ id: string }>>('/vehicle/list', { query: 'm321' });
    expect(list.body.list).toEqual([{ id: made.id, regNumber: 'М321КХ71', model: 'КАМАЗ-65115' }]);
    for (const order of ['+garageNumber', '-group', '+type', '-accountingPolicy'])
      expect((await dispatcher.get('/vehicle/paging', { order })).status).toBe(200);
  });

  it('lists trailers, and no vehicle can be its own trailer', async () => {
    spec('GET trailers');
    const { body } = await mechanic.get<Page<{ id: string; regNumber: string }>>('/trailers', { count: 50 });
    expect(body.list.length).toBeGreaterThan(2);
    expect(body.list.every(({ regNumber }) => /^[А-Я]{2}\d/.test(regNumber))).toBe(true);
    const [first, second] = body.list;
    const made = await created({ trailer1: first!.id, trailer2: second!.id });
    expect(made).toMatchObject({ trailer1: { id: first!.id }, trailer2: { id: second!.id } });
    const twice = await mechanic.post('/vehicle', draft({ trailer1: first!.id, trailer2: first!.id }));
    expect(faults(twice)).toEqual(['trailer2: Один прицеп не может быть указан дважды']);
    const truck = await mechanic.post('/vehicle', draft({ trailer1: made.id }));
    expect(faults(truck)).toEqual(['trailer1: Такого значения нет']);
  });

  it('is read with VEHICLES_VIEW_VEHICLES, changed with SUBMIT_VEHICLE, and limited to the own instance', async () => {
    const made = await created();
    expect(codes(await dispatcher.post('/vehicle', draft()))).toEqual([403, 'forbidden']);
    expect(codes(await dispatcher.delete(`/vehicle/${made.id}`))).toEqual([403, 'forbidden']);
    const guest = await signIn(server, 'guest');
    expect((await guest.get('/vehicle/paging')).status).toBe(403);
    const { rows } = await server.pool.query<{ id: string }>(
      `select v.id from vehicles v join instances i on i.id = v.instance_id where i.name = 'Чистый край' limit 1`,
    );
    expect((await mechanic.get(`/vehicle/${rows[0]!.id}`)).status).toBe(404);
  });

  it('can delete a vehicle that nothing refers to any more; its plate is free again', async () => {
    spec('POST vehicle remove');
    const busy = (await mechanic.get<Page>('/vehicle/paging', { filter: { managed: true }, count: 1 })).body
      .list[0]!;
    expect(codes(await mechanic.delete(`/vehicle/${busy.id}`))).toEqual([409, 'vehicleInContracts']);
    const planned = await created();
    await server.pool.query(
      `insert into units (instance_id, vehicle_id, driver_id, begin_time, end_time)
       select v.instance_id, v.id, (select s.id from staff s where s.instance_id = v.instance_id order by s.id limit 1),
         now() + interval '20 hours', now() + interval '28 hours' from vehicles v where v.id = $1`,
      [planned.id],
    );
    expect(codes(await mechanic.delete(`/vehicle/${planned.id}`))).toEqual([409, 'vehicleInUnits']);
    const made = await created();
    await mechanic.post('/terminal/apply', {
      vehicleId: made.id,
      deviceId: 'R-1',
      imei: '350000000000001',
      beginTime: '2026-01-01T08:00:00Z',
    });
    expect((await mechanic.delete(`/vehicle/${made.id}`)).status).toBe(200);
    const found = await mechanic.get<Page>('/vehicle/paging', { filter: { regNumber: made.regNumber } });
    expect(found.body.size).toBe(0);
    const { body: history } = await mechanic.get<Terminal[]>('/terminal/history', { deviceId: 'R-1' });
    expect(history).toMatchObject([{ endTime: expect.any(String) as unknown }]);
    const late = {
      vehicleId: made.id,
      deviceId: 'R-2',
      imei: '350000000000002',
      beginTime: new Date().toISOString(),
    };
    expect(codes(await mechanic.post('/terminal/apply', late))).toEqual([409, 'vehicleRemoved']);
    const changed = await mechanic.post(
      '/vehicle',
      draft({ ...made, regNumber: made.regNumber, owner: null }),
    );
    expect(changed.status).toBeGreaterThanOrEqual(400);
    await created({ regNumber: made.regNumber });
  });
});

describe('terminals', () => {
  it('are mounted, corrected, listed and removed; the past stays', async () => {
    spec(
      'POST terminal apply',
      'POST terminal update',
      'POST terminal remove',
      'GET terminal history',
      'B-205',
    );
    const { id: vehicleId } = await created();
    const apply = { vehicleId, deviceId: 'T-1', imei: '350000000000011', beginTime: '2026-02-01T08:00:00Z' };
    const first = await mechanic.post<Terminal>('/terminal/apply', apply);
    expect([first.status, first.body]).toMatchObject([
      200,
      { deviceId: 'T-1', endTime: null, author: 'Зорин П. О.' },
    ]);
    const update = { ...first.body, imei: '350000000000012', beginTime: '2026-02-02T08:00:00.000Z' };
    const { id, version, deviceId, imei, beginTime } = update;
    const updated = await mechanic.post('/terminal/update', { id, version, deviceId, imei, beginTime });
    expect([updated.status, updated.body]).toMatchObject([200, { version: 2, imei, beginTime }]);
    const stale = await mechanic.post('/terminal/update', { id, version, deviceId, imei, beginTime });
    expect(codes(stale)).toEqual([412, 'stale']);
    const vehicle = await mechanic.get(`/vehicle/${vehicleId}`);
    expect(vehicle.body).toMatchObject({ terminal: { deviceId: 'T-1', imei } });
    const removed = await mechanic.post('/terminal/remove', { deviceId: 'T-1' });
    expect(removed.body).toMatchObject({ endTime: expect.any(String) as unknown });
    expect(codes(await mechanic.post('/terminal/remove', { deviceId: 'T-1' }))).toEqual([
      409,
      'terminalNotMounted',
    ]);
    await mechanic.post('/terminal/apply', { ...apply, beginTime: new Date().toISOString(), imei });
    const { body: history } = await mechanic.get<Terminal[]>('/terminal/history', { vehicleId });
    expect(history.map(({ endTime }) => endTime === null)).toEqual([true, false]);
    expect((await mechanic.get('/terminal/history')).status).toBe(400);
  });

  it('are in one vehicle at a time, and a vehicle has one at a time', async () => {
    const [one, two] = [await created(), await created()];
    const at = { beginTime: '2026-03-01T08:00:00Z' };
    await mechanic.post('/terminal/apply', {
      ...at,
      vehicleId: one.id,
      deviceId: 'T-2',
      imei: '350000000000021',
    });
    const second = { ...at, vehicleId: one.id, deviceId: 'T-3', imei: '350000000000031' };
    expect(faults(await mechanic.post('/terminal/apply', second))).toEqual([
      'beginTime: В это время на ТС установлен терминал T-2. Сначала снимите его',
    ]);
    const elsewhere = { ...at, vehicleId: two.id, deviceId: 'T-2', imei: '350000000000021' };
    expect(faults(await mechanic.post('/terminal/apply', elsewhere))).toEqual([
      `deviceId: В это время терминал установлен на ТС ${one.regNumber}`,
    ]);
    const taken = { ...at, vehicleId: two.id, deviceId: 'T-4', imei: '350000000000021' };
    expect(faults(await mechanic.post('/terminal/apply', taken))).toEqual([
      'imei: Этот IMEI уже у терминала T-2',
    ]);
  });

  it('have the position of their last message', async () => {
    spec('GET terminal last-location');
    const { body } = await mechanic.get<Page>('/vehicle/paging', { count: 50 });
    const { terminal } = body.list.find((one) => one.managed && one.terminal)!;
    const place = await dispatcher.get('/terminal/last-location', { deviceId: terminal!.deviceId });
    const number = expect.any(Number) as unknown;
    const text = expect.any(String) as unknown;
    expect(place.body).toEqual({
      deviceId: terminal!.deviceId,
      address: text,
      latitude: number,
      longitude: number,
      coordinates: expect.stringMatching(/^\d+\.\d{6}, \d+\.\d{6}$/) as unknown,
      time: text,
      ago: text,
    });
    const fresh = await dispatcher.get('/terminal/last-location', { deviceId: 'T-2' });
    expect(fresh.body).toEqual({
      deviceId: 'T-2',
      address: null,
      latitude: null,
      longitude: null,
      coordinates: null,
      time: null,
      ago: null,
    });
    expect((await dispatcher.get('/terminal/last-location', { deviceId: 'nowhere' })).status).toBe(404);
  });

  it('tells how long ago that was', async () => {
    const { body } = await mechanic.get<Page>('/vehicle/paging', { count: 50 });
    const { deviceId } = body.list.find((one) => one.managed && one.terminal)!.terminal!;
    const said = async (past: string) => {
      await server.pool.query(
        'update terminals set location_time = now() - $2::interval where device_id = $1',
        [deviceId, past],
      );
      const { body: place } = await dispatcher.get<{ ago: string }>('/terminal/last-location', { deviceId });
      return place.ago;
    };
    expect([
      await said('10 seconds'),
      await said('59 minutes'),
      await said('18 hours'),
      await said('50 hours'),
    ]).toEqual(['только что', '59 мин назад', '18 ч назад', '2 дн. назад']);
  });
});

describe('passes', () => {
  it('of one polygon never cross', async () => {
    spec('GET polygon tickets', 'POST polygon tickets change');
    const { id: vehicleId } = await created();
    const { body: places } = await mechanic.get<Page<{ id: string }>>('/common/places', { count: 2 });
    const [first, second] = places.list.map(({ id }) => id);
    const ticket = (change: object) => ({
      vehicleId,
      unloadingPoint: first,
      number: 'П-1',
      beginDate: '2026-01-01',
      endDate: '2026-06-30',
      ...change,
    });
    const made = await mechanic.post<{ id: string; version: number }>('/polygon-ticket', ticket({}));
    expect(made.status).toBe(200);
    const same = await mechanic.post('/polygon-ticket', ticket({ beginDate: '2026-06-30', endDate: null }));
    expect(codes(same)).toEqual([409, 'periodCrosses']);
    expect((await mechanic.post('/polygon-ticket', ticket({ unloadingPoint: second }))).status).toBe(200);
    expect(
      (await mechanic.post('/polygon-ticket', ticket({ beginDate: '2026-07-01', endDate: null }))).status,
    ).toBe(200);
    const backwards = await mechanic.post(
      '/polygon-ticket',
      ticket({ beginDate: '2027-01-01', endDate: '2026-01-01' }),
    );
    expect(faults(backwards)[0]).toMatch(/^endDate: /);
    const list = await mechanic.get<Page<{ id: string }>>('/polygon-ticket/paging', { vehicleId });
    expect(list.body.size).toBe(3);
    expect((await mechanic.delete(`/polygon-ticket/${made.body.id}`)).status).toBe(204);
    expect((await mechanic.get('/polygon-ticket/paging', { vehicleId })).body).toMatchObject({ size: 2 });
  });
});

describe('photos', () => {
  const upload = async (client: Client) => {
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#777' } })
      .jpeg()
      .toBuffer();
    const form = new FormData();
    form.append('file', new Blob([picture as never], { type: 'image/jpeg' }), 'бок.jpg');
    return client.post<{ id: string }>('/file/upload?entity=vehiclePhoto&field=file', form);
  };

  it('are uploaded with their kind, rotated, reviewed, and deleted with their file', async () => {
    spec('GET vehicle files', 'POST vehicle photo', 'DELETE vehicle photo');
    const { id: vehicleId } = await created();
    expect((await upload(dispatcher)).status).toBe(403);
    const { body: file } = await upload(mechanic);
    const save = { vehicleId, date: '2026-05-01', photoType: word('REAR'), file: { id: file.id } };
    const made = await mechanic.post<{ id: string; turned: number; fileVersion: number }>(
      '/vehicle-photo',
      save,
    );
    expect([made.status, made.body]).toMatchObject([
      200,
      { turned: 90, photoType: { name: 'REAR' }, file: { id: file.id, fileInfo: { name: 'бок.jpg' } } },
    ]);
    const { turned: rotation, fileVersion: version } = made.body;
    expect((await mechanic.post(`/file/${file.id}/rotation`, { rotation, version })).status).toBe(200);
    const judged = { evaluation: word('CORRECT'), note: 'Номер виден', version: version + 1 };
    const evaluations = await mechanic.get<{ name: string }[]>('/common/file-analysis-evaluation/list');
    judged.evaluation = word(evaluations.body[0]!.name);
    expect((await mechanic.post(`/file/${file.id}/analysis`, judged)).status).toBe(200);
    const list = await dispatcher.get<Page<object>>('/vehicle-photo/paging', { vehicleId });
    expect(list.body.list).toMatchObject([
      { turned: 180, evaluation: judged.evaluation.name && {}, note: 'Номер виден' },
    ]);
    expect((await dispatcher.call('GET', `/api/v3/files/${file.id}`)).status).toBe(200);
    expect((await mechanic.delete(`/vehicle-photo/${made.body.id}`)).status).toBe(204);
    expect((await mechanic.call('GET', `/api/v3/files/${file.id}`)).status).toBe(404);
    // A photo that an administration adds belongs to the vehicle like any other.
    await server.pool.query(
      `insert into role_permissions select role_id, 'SUBMIT_VEHICLE' from account_roles
       where account_id = (select id from accounts where login = 'administration') on conflict do nothing`,
    );
    const administration = await signIn(server, 'administration');
    const { body: added } = await upload(administration);
    expect((await administration.post('/vehicle-photo', { ...save, file: { id: added.id } })).status).toBe(
      200,
    );
    expect((await mechanic.call('GET', `/api/v3/files/${added.id}`)).status).toBe(200);
  });
});

describe('drivers and staff', () => {
  it('are found by any part of their names; the driver list has drivers only', async () => {
    spec(
      'GET staff/driver/paging',
      'V-082',
      'GET staff paging',
      'GET staff list',
      'GET staff with-account list',
    );
    const drivers = await mechanic.get<Page<{ id: string; lastName: string; firstName: string }>>(
      '/staff/driver/paging',
      {
        role: 'DRIVER',
        count: 1000,
      },
    );
    const { rows } = await server.pool.query<{ n: number }>(
      `select count(*)::int n from staff s join instances i on i.id = s.instance_id
       where i.name = 'ЭкоРегион' and role = 'DRIVER' and (end_date is null or end_date >= (now() at time zone 'Europe/Moscow')::date)`,
    );
    expect(drivers.body.size).toBe(rows[0]!.n);
    const one = drivers.body.list[0]!;
    const query = `${one.firstName} ${one.lastName.slice(0, 4)}`;
    const found = await mechanic.get<typeof drivers.body>('/staff/driver/paging', { query });
    expect(found.body.list.map(({ id }) => id)).toContain(one.id);
    expect((await mechanic.get('/staff/driver/paging', { role: 'MASTER' })).status).toBe(400);
    const staff = await mechanic.get<Page<{ role: { name: string } }>>('/staff/paging', {
      filter: { roles: ['MECHANIC'] },
    });
    expect(new Set(staff.body.list.map(({ role }) => role.name))).toEqual(new Set(['MECHANIC']));
    const accounts = await mechanic.get<Page<{ fullName: string }>>('/staff/with-account/list', {
      query: 'Зорин',
    });
    expect(accounts.body.list.map(({ fullName }) => fullName)).toContain('Зорин Павел Олегович');
    const everyone = await mechanic.get<Page<object>>('/staff/list', { count: 500 });
    expect(everyone.body.list.length).toBeGreaterThan(accounts.body.list.length);
  });

  it('have experience of a place from their visits', async () => {
    spec('GET staff driver/experience', 'C-044', 'B-104');
    const { rows } = await server.pool.query<{ id: string; n: number }>(
      `select u.driver_id id, count(*)::int n from visits v join units u on u.id = v.unit_id
       join instances i on i.id = u.instance_id where i.name = 'ЭкоРегион' and v.status = 'SUCCESS'
       group by 1 order by 2 desc limit 1`,
    );
    const { id: driverId, n } = rows[0]!;
    const { body } = await mechanic.get('/staff/driver/experience', { driverId });
    expect(body).toMatchObject({ driverId, visitCount: n });
    const places = await mechanic.get<{ visitCount: number }[]>('/staff/driver/experience/places', {
      driverId,
    });
    expect(places.body.reduce((sum, { visitCount }) => sum + visitCount, 0)).toBeLessThanOrEqual(n);
    expect(places.body[0]!.visitCount).toBeGreaterThan(0);
  });
});
