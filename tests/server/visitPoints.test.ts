import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
interface Weighing {
  id: string;
  time: string;
  net: number;
  vehicle: { id: string };
  visitPoint: { id: string };
  coupon: { id: string; number: string } | null;
}
interface Coupon {
  id: string;
  version: number;
  number: string;
  status: { name: string };
  weighedMass: number;
}

let server: TestServer;
let scales: Client;
let guest: Client;
let planner: Client;
let points: { id: string; name: string }[];
let vehicles: { id: string; regNumber: string }[];
beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  scales = await signIn(server, 'scales');
  guest = await signIn(server, 'guest');
  planner = await signIn(server, 'dispatcher');
  points = (await scales.get<Page<(typeof points)[number]>>('/common/places', { count: 8 })).body.list;
  vehicles = (await scales.get<Page<(typeof vehicles)[number]>>('/vehicle/list', { count: 30 })).body.list;
});
afterAll(() => server.close());

const word = (name: string) => ({ name, caption: '' });
const faults = ({ body }: Answer<ProblemReply>) =>
  (body.details?.errors ?? []).map(({ field, message }) => `${field}: ${message}`);
const day = (days: number) => dayOf(Date.now() + days * 86_400_000);

let counter = 0;
const weighing = (change: object = {}) => ({
  visitPoint: points[0]!.id,
  vehicle: vehicles[0]!.id,
  time: new Date().toISOString(),
  action: word('IN'),
  garbageType: word('MSW'),
  documentType: word('COUPON'),
  tareMode: word('STORED'),
  gross: 15_000,
  tare: 11_000,
  notDouble: true,
  ...change,
});
const coupon = (change: object = {}) => ({
  number: `К-${(counter += 1)}`,
  type: word('SINGLE'),
  processingType: word('BY_WEIGHER'),
  visitPoint: points[0]!.id,
  vehicle: vehicles[0]!.id,
  beginDate: day(-1),
  endDate: day(1),
  ...change,
});
const issued = async (change: object = {}) => (await scales.post<Coupon>('/coupon', coupon(change))).body;
const weighed = (change: object = {}) =>
  scales.post<Weighing & ProblemReply>('/visit-point/weighing', weighing(change));

describe('visit points', () => {
  it('are listed for every account and changed with VISITPOINTS_EDITOR', async () => {
    spec('GET visit-point/paging', 'GET visit-point');
    const page = await guest.get<Page<{ id: string; pointType: { name: string } }>>('/visit-point/paging', {
      filter: { pointTypes: ['UNLOADING'] },
      count: 100,
    });
    expect(new Set(page.body.list.map(({ pointType }) => pointType.name))).toEqual(new Set(['UNLOADING']));
    const { body: point } = await guest.get<Record<string, unknown>>(`/visit-point/${points[0]!.id}`);
    const { id, version, name, address, latitude, longitude } = point;
    const save = {
      id,
      version,
      name,
      address,
      latitude,
      longitude,
      timeFrom: '06:00:00',
      timeTo: '22:00:00',
    };
    expect((await guest.post('/visit-point', save)).status).toBe(403);
    expect((await scales.post('/visit-point', save)).body).toMatchObject({ hours: '06:00 – 22:00' });
    const half = await scales.post('/visit-point', { ...save, timeTo: null });
    expect(faults(half)[0]).toMatch(/^timeTo: Укажите и начало/);
    const backwards = await scales.post('/visit-point', { ...save, timeFrom: '23:00:00' });
    expect(faults(backwards)[0]).toMatch(/^timeTo: /);
    const found = await guest.get<Page<{ id: string }>>('/visit-point/paging', { query: points[0]!.name });
    expect(found.body.list.map((one) => one.id)).toContain(id);
  });

  it('tell their traffic by garbage, container, action and hour; the parts add up to the whole', async () => {
    const path = `/visit-point/${points[0]!.id}`;
    const { body: whole } = await scales.get<Record<string, number>>(`${path}/statistic`);
    expect(whole['weighings']).toBeGreaterThan(0);
    // Vehicles that were weighed have visited; a weighing that a wrong clock dates in the future does not count.
    await server.pool.query(
      `insert into weighings (instance_id, visit_point_id, vehicle_id, weigh_time, action, garbage_type,
         document_type, gross, tare, tare_mode) select instance_id, visit_point_id, vehicle_id, now() + interval '4 years', action, garbage_type,
         document_type, gross, tare, tare_mode from weighings where visit_point_id = $1 limit 1`,
      [points[0]!.id],
    );
    expect((await scales.get<object>(`${path}/statistic`)).body).toEqual(whole);
    for (const by of ['garbage', 'action', 'time']) {
      const { body: parts } = await scales.get<{ weight: number; visits: number; caption: string }[]>(
        `${path}/traffic`,
        { by },
      );
      expect(parts.reduce((sum, { visits }) => sum + visits, 0)).toBe(whole['visits']);
      expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(whole['weight']!);
      expect(parts.every(({ caption }) => caption !== '')).toBe(true);
    }
    const { rows } = await server.pool.query<{ id: string }>(
      `select v.visit_point_id id from visits v join task_items i on i.visit_id = v.id
       join instances n on n.id = v.instance_id where n.name = 'ЭкоРегион' and v.status = 'SUCCESS'
       and v.visit_date > now()::date - 30 limit 1`,
    );
    const stand = await scales.get<{ visits: number }[]>(`/visit-point/${rows[0]!.id}/traffic`, {
      by: 'container',
    });
    expect(stand.body[0]!.visits).toBeGreaterThan(0);
  });

  it('show their cameras, with a clear reason when there is no picture', async () => {
    const path = `/visit-point/${points[0]!.id}`;
    const { body: cameras } = await scales.get<{ id: string; name: string }[]>(`${path}/cameras`);
    const picture = (name: string) =>
      scales.get<ProblemReply>(`${path}/camera/${cameras.find((one) => one.name === name)!.id}/picture`);
    const yard = await picture('Весовая');
    expect([yard.status, yard.type]).toEqual([200, 'image/jpeg']);
    const [gone, refused, slow] = await Promise.all([
      picture('Старые ворота'),
      picture('Выезд'),
      picture('Тело полигона'),
    ]);
    expect([gone, refused, slow].map(({ status, body }) => [status, body.code])).toEqual([
      [503, 'cameraGone'],
      [503, 'cameraRefused'],
      [503, 'cameraSlow'],
    ]);
    expect(gone.body.message).toContain('Старые ворота');
    const elsewhere = `/visit-point/${points[1]!.id}/camera/${cameras[0]!.id}/picture`;
    expect((await scales.get(elsewhere)).status).toBe(404);
  }, 15_000);
});

describe('weighings', () => {
  it('are for WEIGHER_VIEW_DATA; a load weighs more than zero; the scales belong to the point', async () => {
    spec(
      'GET visit-point/weighers',
      'GET visit-point/weighing/{id}',
      'GET visit-point/{visitPointId}/weighings',
    );
    const path = `/visit-point/${points[0]!.id}/weighings`;
    expect((await guest.get(path)).status).toBe(403);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    expect(faults(await weighed({ time: soon }))[0]).toMatch(/^time: Взвешивание не может быть в будущем/);
    expect(faults(await weighed({ gross: 9000 }))[0]).toMatch(/^gross: Брутто должно быть больше/);
    const weighers = await scales.get<{ id: string; visitPoint: { id: string } }[]>('/visit-point/weighers');
    const [here, there] = [0, 1].map(
      (i) => weighers.body.find((one) => one.visitPoint.id === points[i]!.id)!.id,
    );
    expect(faults(await weighed({ weigher: there }))).toEqual(['weigher: Такого значения нет']);
    const { status, body } = await weighed({ weigher: here, vehicle: vehicles[9]!.id });
    expect([status, body]).toMatchObject([200, { net: 4000, weigher: { id: here } }]);
    expect((await scales.get<Weighing>(`/visit-point/weighing/${body.id}`)).body).toEqual(body);
    const page = await scales.get<Page<Weighing>>(path, {
      filter: { vehicleId: vehicles[9]!.id, action: 'IN' },
    });
    expect(page.body.list[0]).toEqual(body);
    const all = await scales.get<Page<Weighing>>(path, { count: 100, order: '+time' });
    expect(all.body.list.every(({ visitPoint }) => visitPoint.id === points[0]!.id)).toBe(true);
    const between = async (timeFrom: string, timeTo: string) =>
      (await scales.get<Page<Weighing>>(path, { filter: { timeFrom, timeTo } })).body.size;
    const morning = await between('06:00:00', '09:00:00');
    expect([morning > 0, morning < all.body.size]).toEqual([true, true]);
    // An interval from an hour to an earlier one includes midnight.
    expect(await between('09:00:01', '05:59:59')).toBe(all.body.size - morning);
    const registry = await scales.get<Page<Weighing>>('/visit-point/weighing/paging', {
      order: '+net',
      count: 5,
    });
    const nets = registry.body.list.map(({ net }) => net);
    expect(nets).toEqual(nets.toSorted((a, b) => b - a));
  });

  it('use the coupon of the vehicle, the point and the day, once', async () => {
    const { id, number } = await issued({ vehicle: vehicles[1]!.id });
    const other = await weighed({
      vehicle: vehicles[1]!.id,
      visitPoint: points[2]!.id,
      time: `${day(-20)}T03:00:00Z`,
    });
    expect(other.body.coupon?.id).not.toBe(id);
    const first = await weighed({ vehicle: vehicles[1]!.id });
    expect(first.body.coupon).toEqual({ id, number });
    const { body } = await scales.get<Coupon>(`/coupon/${id}`);
    expect(body).toMatchObject({ status: { name: 'USED' }, weighedMass: 4000, usedTime: first.body.time });
    expect((await weighed({ vehicle: vehicles[1]!.id })).body.coupon?.id).not.toBe(id);
    const late = await scales.post('/coupon', {
      ...coupon({ number, vehicle: vehicles[1]!.id }),
      id,
      version: body.version,
    });
    expect([late.status, late.body.code]).toEqual([409, 'couponOver']);
  });

  it('are limited by the mass of a coupon', async () => {
    const vehicle = vehicles[2]!.id;
    const limited = { type: word('LIMITED'), vehicle, visitPoint: points[3]!.id };
    expect(faults(await scales.post('/coupon', coupon(limited)))[0]).toMatch(/^massLimit: /);
    const { id } = await issued({ ...limited, massLimit: 6000 });
    const at = { vehicle, visitPoint: points[3]!.id };
    expect((await weighed(at)).body.coupon?.id).toBe(id);
    const heavy = await weighed(at);
    expect([heavy.status, heavy.body.message]).toEqual([
      409,
      expect.stringContaining('осталось 2000 кг') as unknown,
    ]);
    expect((await weighed({ ...at, gross: 13_000 })).body.coupon?.id).toBe(id);
    expect((await scales.get<Coupon>(`/coupon/${id}`)).body).toMatchObject({
      status: { name: 'USED' },
      weighedMass: 6000,
    });
  });

  it('make a coupon where the contract of the vehicle makes coupons automatically', async () => {
    const { rows } = await server.pool.query<{ vehicle: string }>(
      `update contracts k set automatic_coupons = '{MULTIPLE}' from contract_vehicles c join instances i
         on i.id = c.instance_id where i.name = 'ЭкоРегион' and c.contract_id = k.id and k.status = 'ACTIVE'
         and c.begin_date <= (now() at time zone 'Europe/Moscow')::date and (c.end_date is null or c.end_date > (now() at time zone 'Europe/Moscow')::date)
       returning c.vehicle_id as vehicle`,
    );
    const { body } = await weighed({ vehicle: rows[0]!.vehicle, visitPoint: points[5]!.id });
    const { body: made } = await scales.get(`/coupon/${body.coupon!.id}`);
    expect(made).toMatchObject({
      type: { name: 'MULTIPLE' },
      processingType: { name: 'AUTOMATIC' },
      status: { name: 'USED' },
    });
  });

  it('of an overloaded vehicle are events of the point', async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      `select v.id from vehicles v join instances i on i.id = v.instance_id
       where i.name = 'ЭкоРегион' and v.max_mass is not null limit 1`,
    );
    await weighed({ vehicle: rows[0]!.id, visitPoint: points[6]!.id, gross: 90_000 });
    const events = await scales.get<{ text: string; vehicle: { id: string } }[]>(
      `/visit-point/${points[6]!.id}/events`,
    );
    expect(events.body).toMatchObject([{ vehicle: { id: rows[0]!.id }, severity: { name: 'WARNING' } }]);
    expect(events.body[0]!.text).toContain('90000 кг');
  });
});

describe('coupons', () => {
  it('are found by every filter, and offered by contract, staff and vehicle', async () => {
    spec(
      'GET coupon/paging',
      'GET coupon/{id}',
      'GET coupon/contracts',
      'GET coupon/staff',
      'GET coupon/customer-vehicles',
      'S-019',
    );
    const statuses = await scales.get<{ name: string }[]>('/common/coupon/statuses');
    expect(statuses.body.map(({ name }) => name)).toEqual(['NEW', 'ISSUED', 'USED', 'EXPIRED', 'CANCELED']);
    const contracts = await scales.get<Page<{ id: string }>>('/coupon/contracts', { count: 1 });
    const staff = await scales.get<Page<{ id: string }>>('/coupon/staff', { count: 1 });
    const cars = await scales.get<Page<{ id: string; regNumber: string }>>('/coupon/customer-vehicles', {
      count: 1,
    });
    const [contractId, staffId, vehicle] = [contracts, staff, cars].map(({ body }) => body.list[0]!.id);
    const made = await issued({ contract: contractId, staff: staffId, vehicle, visitPoint: points[4]!.id });
    const filters: object[] = [
      { contractId },
      { staffId, number: made.number },
      {
        vehicleId: vehicle,
        visitPointId: points[4]!.id,
        statuses: ['ISSUED'],
        dateFrom: day(0),
        dateTo: day(0),
      },
      { regNumber: cars.body.list[0]!.regNumber.toLowerCase(), number: made.number },
      { types: ['SINGLE'], processingTypes: ['BY_WEIGHER'], number: made.number },
    ];
    for (const filter of filters) {
      const { body } = await scales.get<Page<Coupon>>('/coupon/paging', { filter, count: 100 });
      expect(body.list.map(({ id }) => id)).toContain(made.id);
    }
    const nothing = await scales.get<Page<Coupon>>('/coupon/paging', {
      filter: { number: made.number, statuses: ['USED'] },
    });
    expect(nothing.body.size).toBe(0);
  });

  it('can be canceled while they are issued, by COUPON_ADMIN only', async () => {
    const made = await issued({ vehicle: vehicles[5]!.id });
    expect((await guest.post(`/coupon/${made.id}/cancel`)).status).toBe(403);
    expect((await scales.post(`/coupon/${made.id}/cancel`)).body).toMatchObject({
      status: { name: 'CANCELED' },
    });
    expect((await scales.post(`/coupon/${made.id}/cancel`)).status).toBe(409);
    expect((await weighed({ vehicle: vehicles[5]!.id })).body.coupon?.id).not.toBe(made.id);
  });
});

describe('units', () => {
  it('of a day are found by driver, plate or unloading point, status, group, type and attributes', async () => {
    spec('GET unit/paging', 'V-081', 'B-135', 'B-180');
    interface Unit {
      id: string;
      driver: { fullName: string };
      vehicle: { id: string; regNumber: string };
      unloadingPoints: { name: string }[];
      status: { name: string };
      isSelectable: boolean;
    }
    const date = day(0);
    const page = async (asked: object) =>
      (await planner.get<Page<Unit>>('/unit/paging', { date, count: 100, ...asked })).body;
    expect((await planner.get('/unit/paging')).status).toBe(400);
    const all = await page({});
    expect(all.size).toBeGreaterThan(1);
    const [one] = all.list;
    const ids = ({ list }: Page<Unit>) => list.map(({ id }) => id);
    for (const query of [
      one!.driver.fullName.split(' ')[0],
      one!.vehicle.regNumber,
      one!.unloadingPoints[0]!.name,
    ])
      expect(ids(await page({ query }))).toContain(one!.id);
    expect((await page({ query: 'нет такого' })).size).toBe(0);
    const work = await page({ statuses: JSON.stringify(['WORK']) });
    expect(new Set(work.list.map(({ status }) => status.name))).toEqual(new Set(['WORK']));
    const vehicle = await server.pool.query<{ type: string; vehicle_group: string; attributes: string[] }>(
      'select type, vehicle_group, attributes from vehicles where id = $1',
      [one!.vehicle.id],
    );
    const { type, vehicle_group: vehicleGroup, attributes } = vehicle.rows[0]!;
    const filter = { vehicleType: type, vehicleGroup, vehicleAttributes: attributes };
    expect(ids(await page({ filter }))).toContain(one!.id);
    expect(ids(await page({ filter: { vehicleAttributes: ['NIGHT_WORK', 'NARROW_BODY'] } }))).not.toContain(
      one!.id,
    );
    expect(all.list.every(({ isSelectable }) => isSelectable)).toBe(true);
  });
});

describe('shifts', () => {
  interface Shift {
    id: string;
    version: number;
    driver: { id: string; fullName: string };
    vehicle: { id: string; regNumber: string };
    beginTime: string;
    endTime: string;
    unloadingPoints: { id: string; name: string }[];
  }
  const at = (days: number, hour: number) => `${day(days)}T${String(hour).padStart(2, '0')}:00:00.000Z`;
  const shiftsOf = async (date: string) =>
    (await planner.get<Page<Shift>>('/unit/paging', { date, count: 100 })).body.list;

  it('are made by a dispatcher, of people and vehicles that are in service and free then', async () => {
    spec('B-008', 'S-009', 'V-044');
    const dispatcher = await signIn(server, 'dispatcher');
    const [known] = await shiftsOf(day(0));
    const points = (await planner.get<Page<{ id: string; name: string }>>('/common/places')).body.list.slice(
      0,
      2,
    );
    const asked = {
      driver: known!.driver,
      vehicle: known!.vehicle.id,
      beginTime: at(40, 4),
      endTime: at(40, 14),
      status: word('WORK'),
      unloadingPoints: points.toReversed(),
    };
    expect((await guest.post('/unit', asked)).status).toBe(403);
    const made = await dispatcher.post<Shift>('/unit', asked);
    expect([made.status, made.body]).toMatchObject([
      200,
      { version: 1, unloadingPoints: points.toReversed() },
    ]);
    const own = { id: made.body.id, version: 1 };
    expect((await dispatcher.post('/unit', { ...asked, ...own, endTime: at(40, 15) })).status).toBe(200);
    const faultOf = async (change: object) =>
      faults(await dispatcher.post('/unit', { ...asked, ...change }))[0];
    expect(await faultOf({ beginTime: at(40, 15) })).toMatch(/^endTime: Конец смены/);
    expect(await faultOf({})).toMatch(new RegExp(`^vehicle: ${known!.vehicle.regNumber}: уже на смене`));
    const other = (await shiftsOf(day(0))).find(({ vehicle }) => vehicle.id !== known!.vehicle.id)!;
    expect(await faultOf({ vehicle: other.vehicle.id })).toMatch(/^driver: .*уже на смене \d\d\.\d\d\.\d{4}/);
    expect(await faultOf({ driver: { id: other.vehicle.id, fullName: '' } })).toBe(
      'driver: Такого значения нет',
    );
    expect(await faultOf({ vehicle: other.driver.id })).toBe('vehicle: Такого значения нет');
    const late = { ...asked, vehicle: other.vehicle.id, driver: other.driver };
    const both = await Promise.all([dispatcher.post('/unit', late), dispatcher.post('/unit', late)]);
    expect(both.map(({ status }) => status).toSorted()[0]).toBe(200);
    expect((await shiftsOf(day(40))).filter(({ vehicle }) => vehicle.id === other.vehicle.id)).toHaveLength(
      1,
    );
    const history = await planner.get<Page<{ action: string }>>(`/unit/${made.body.id}/history`);
    expect(history.body.list.map(({ action }) => action)).toEqual(['save', 'create']);
    expect((await dispatcher.delete(`/unit/${made.body.id}`)).status).toBe(204);
  });

  it('are copied to another day at the same hours, all or none', async () => {
    const dispatcher = await signIn(server, 'dispatcher');
    const units = (await shiftsOf(day(0))).slice(0, 2);
    const ask = (unitIds: string[], date: string) =>
      dispatcher.post<{ count: number }>('/unit/clone', { unitIds, date });
    const ids = units.map(({ id }) => id);
    expect((await guest.post('/unit/clone', { unitIds: ids, date: day(50) })).status).toBe(403);
    expect((await ask([...ids, vehicles[0]!.id], day(50))).status).toBe(404);
    expect([await shiftsOf(day(50)), (await ask(ids, day(50))).body]).toEqual([[], { count: 2 }]);
    const copies = await shiftsOf(day(50));
    const told = ({ driver, vehicle, beginTime, unloadingPoints }: Shift) => [
      driver,
      vehicle,
      beginTime.slice(10),
      unloadingPoints,
    ];
    expect(copies.map(told)).toEqual(units.map(told));
    await dispatcher.delete(`/unit/${copies[0]!.id}`);
    const again = await ask(ids, day(50));
    expect([again.status, again.body]).toMatchObject([409, { code: 'unitNotCopied' }]);
    expect(await shiftsOf(day(50))).toHaveLength(1);
  });

  it('have tasks with their results, and cannot be deleted once they have visits', async () => {
    spec('GET tier', 'GET tier paging', 'B-011', 'B-182', 'S-010');
    interface Task {
      id: string;
      date: string;
      stand: { name: string };
      status: { name: string } | null;
      plannedCount: number;
    }
    const dispatcher = await signIn(server, 'dispatcher');
    // At night the demo's yesterday is its today, with shifts that have not begun.
    const past = async () => {
      for (const at of [day(-1), day(-2)])
        for (const unit of await shiftsOf(at)) {
          const asked = { unitId: unit.id, count: 100 };
          const { list } = (await planner.get<Page<Task>>('/tier/paging', asked)).body;
          if (list.length) return { unit, at, list };
        }
      throw new Error('No shift of the last days has tasks');
    };
    const { unit, at, list } = await past();
    expect(new Set(list.map(({ date }) => date))).toEqual(new Set([at]));
    const one = await guest.get<Task & { tievrs: object[] }>(`/tier/${list[0]!.id}`);
    expect(one.body).toMatchObject({
      ...list[0],
      tievrs: [{ date: at, vehicle: unit.vehicle, driver: unit.driver, status: list[0]!.status }],
    });
    const { body: found } = await planner.get<Page<Task>>('/tier/paging', {
      query: list[0]!.stand.name,
      filter: { dateFrom: at, dateTo: at },
      count: 100,
    });
    expect(found.list.map(({ id }) => id)).toContain(list[0]!.id);
    const words = await guest.get<{ name: string }[]>('/common/visit-statuses');
    expect(words.body.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'PLANNED',
        'WAITING',
        'SUCCESS',
        'FAILED',
        'EMPTY',
        'REJECTED',
        'CANCELED',
        'MOVED',
      ]),
    );
    expect((await guest.get(`/tier/${unit.id}`)).status).toBe(404);
    const stranger = await signIn(server, 'manager2');
    expect((await stranger.get(`/tier/${list[0]!.id}`)).status).toBe(404);
    const refused = await dispatcher.delete<ProblemReply>(`/unit/${unit.id}`);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'unitHasVisits' }]);
  });
});

describe('fuel cards', () => {
  it('are saved with a unique number, a vehicle and a driver', async () => {
    const mechanic = await signIn(server, 'fleet');
    const card = {
      number: '7005123412341234',
      provider: 'Лукойл',
      fuelType: word('DIESEL'),
      beginDate: day(0),
      vehicle: vehicles[0]!.id,
    };
    const made = await mechanic.post<{ id: string }>('/fuel-card', card);
    expect([made.status, made.body]).toMatchObject([
      200,
      { vehicle: { id: vehicles[0]!.id }, blocked: false },
    ]);
    expect(faults(await mechanic.post('/fuel-card', card))).toEqual(['number: Такое значение уже есть']);
    const backwards = await mechanic.post('/fuel-card', { ...card, number: '7005', endDate: day(-1) });
    expect(faults(backwards)[0]).toMatch(/^endDate: /);
    const page = await mechanic.get<Page<{ id: string }>>('/fuel-card/paging', {
      query: vehicles[0]!.regNumber,
    });
    expect(page.body.list.map(({ id }) => id)).toContain(made.body.id);
    expect((await guest.get('/fuel-card/paging')).status).toBe(403);
    expect((await mechanic.delete(`/fuel-card/${made.body.id}`)).status).toBe(204);
  });
});
