/** Corrected and annulled weighings and everything that counts them; duplicates; hints before a weighing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dayOf,
  signIn,
  startTestServer,
  type Answer,
  type Client,
  type ProblemReply,
  type TestServer,
} from './support.ts';

interface Word {
  name: string;
}
interface Weighing {
  id: string;
  version: number;
  time: string;
  gross: number;
  tare: number;
  net: number;
  vehicle: { id: string; regNumber: string };
  visitPoint: { id: string };
  coupon: { id: string; number: string } | null;
  documentNumber: string | null;
  status: Word;
  reason: string | null;
}
interface Coupon {
  id: string;
  number: string;
  status: Word;
  weighedMass: number;
  usedTime: string | null;
}
interface Hints {
  time: string;
  weigher: { id: string } | null;
  tare: number | null;
  driver: { id: string; fullName: string } | null;
  carrier: { id: string } | null;
  shift: string | null;
  coupon: { number: string; rest: number | null } | null;
  couponText: string;
  double: string | null;
}
type Saved = Weighing & ProblemReply;

let server: TestServer;
let scales: Client;
let guest: Client;
let points: { id: string; name: string }[];
let vehicles: { id: string; reg_number: string }[];
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await server.pool.query<Row & object>(text, values)).rows as Row[];

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  [scales, guest] = await Promise.all([signIn(server, 'scales'), signIn(server, 'guest')]);
  points = await query(
    `select p.id, p.name from visit_points p join instances i on i.id = p.instance_id
     where i.name = 'ЭкоРегион' and exists (select from weighers w where w.visit_point_id = p.id) order by p.name, p.id`,
  );
  // Vehicles that no contract gives automatic coupons, and without a coupon for today.
  vehicles = await query(
    `select v.id, v.reg_number from vehicles v join instances i on i.id = v.instance_id
     where i.name = 'ЭкоРегион' and v.status = 'ACTIVE' and not exists (select from coupons c where c.vehicle_id = v.id
       and c.status = 'ISSUED') and not exists (select from contract_vehicles k join contracts c on c.id = k.contract_id
       where k.vehicle_id = v.id and cardinality(c.automatic_coupons) > 0) order by v.reg_number limit 30`,
  );
});
afterAll(() => server.close());

const word = (name: string) => ({ name, caption: '' });
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const day = (days: number) => dayOf(Date.now() + days * 86_400_000);
const faults = ({ body }: Answer<ProblemReply>) =>
  (body.details?.errors ?? []).map(({ field, message }) => `${field}: ${message}`);

const draft = (change: object = {}) => ({
  visitPoint: points[0]!.id,
  vehicle: vehicles[0]!.id,
  time: ago(1),
  action: word('IN'),
  garbageType: word('MSW'),
  documentType: word('NONE'),
  tareMode: word('ENTERED'),
  gross: 15_000,
  tare: 11_000,
  ...change,
});
const post = (change: object = {}) => scales.post<Saved>('/visit-point/weighing', draft(change));
async function weigh(change: object = {}): Promise<Weighing> {
  const { status, body } = await post(change);
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
}
/** Returns what the form of a weighing sends. */
const asSaved = ({ id, version, time, vehicle, visitPoint, gross, tare }: Weighing, change: object) =>
  draft({ id, version, time, vehicle: vehicle.id, visitPoint: visitPoint.id, gross, tare, ...change });
const correct = (weighing: Weighing, change: object) =>
  scales.post<Saved>(
    '/visit-point/weighing',
    asSaved(weighing, { changeReason: 'Опечатка весовщика', ...change }),
  );
const annul = (id: string, reason = 'Машина взвешена дважды') =>
  scales.post<Saved>(`/visit-point/weighing/${id}/annul`, { reason });
const issue = async (change: object = {}) =>
  (
    await scales.post<Coupon>('/coupon', {
      number: `К-${Math.random().toString(36).slice(2, 9)}`,
      type: word('SINGLE'),
      processingType: word('BY_WEIGHER'),
      visitPoint: points[0]!.id,
      vehicle: vehicles[0]!.id,
      beginDate: day(-1),
      endDate: day(1),
      ...change,
    })
  ).body;
const couponOf = async (id: string) => (await scales.get<Coupon>(`/coupon/${id}`)).body;

describe('a correction', () => {
  it('needs a reason, the permission and the current version; its history has the old and new values', async () => {
    const made = await weigh({ vehicle: vehicles[1]!.id });
    expect(made).toMatchObject({ status: { name: 'VALID' }, reason: null, net: 4000 });
    for (const changeReason of [undefined, null, '', '   '])
      expect(faults(await correct(made, { gross: 16_000, changeReason }))).toEqual([
        'changeReason: Укажите, почему взвешивание меняется',
      ]);
    expect((await guest.post('/visit-point/weighing', asSaved(made, { changeReason: 'Так' }))).status).toBe(
      403,
    );
    const stranger = await signIn(server, 'manager2');
    const theirs = await stranger.post('/visit-point/weighing', asSaved(made, { changeReason: 'Так' }));
    expect([400, 404]).toContain(theirs.status);
    const { body } = await correct(made, { gross: 16_000, net: 5000 });
    expect(body).toMatchObject({
      version: 2,
      net: 5000,
      status: { name: 'CORRECTED' },
      reason: 'Опечатка весовщика',
    });
    expect((await correct(made, { gross: 17_000 })).status).toBe(412);
    const { body: history } = await scales.get<{
      list: {
        action: string;
        account: { login: string };
        changes: { field: string; before: string; after: string }[];
      }[];
    }>(`/visit-point/weighing/${made.id}/history`);
    expect(history.list.map(({ action }) => action)).toEqual(['save', 'create']);
    expect(history.list[0]!.account.login).toBe('scales');
    expect(history.list[0]!.changes).toEqual(
      expect.arrayContaining([
        { field: 'gross', before: '15000', after: '16000' },
        { field: 'net', before: '4000', after: '5000' },
        { field: 'reason', before: null, after: '"Опечатка весовщика"' },
      ]),
    );
  });

  it('follows the rules of a new one: not in the future, the net that was shown', async () => {
    const made = await weigh({ vehicle: vehicles[2]!.id });
    expect(faults(await correct(made, { time: ago(-60) }))[0]).toMatch(
      /^time: Взвешивание не может быть в будущем/,
    );
    expect(faults(await correct(made, { net: 4100 }))[0]).toMatch(/^net: Нетто/);
    expect(faults(await post({ vehicle: vehicles[2]!.id, time: ago(30), net: 1 }))[0]).toMatch(/^net: Нетто/);
  });

  it('releases the coupon of the wrong vehicle, and uses that of the right one', async () => {
    const [wrong, right] = [
      await issue({ vehicle: vehicles[3]!.id }),
      await issue({ vehicle: vehicles[4]!.id }),
    ];
    const made = await weigh({ vehicle: vehicles[3]!.id });
    expect(made.coupon?.id).toBe(wrong.id);
    const { body } = await correct(made, { vehicle: vehicles[4]!.id });
    expect(body.coupon?.id).toBe(right.id);
    expect(await couponOf(wrong.id)).toMatchObject({
      status: { name: 'ISSUED' },
      weighedMass: 0,
      usedTime: null,
    });
    expect(await couponOf(right.id)).toMatchObject({ status: { name: 'USED' }, weighedMass: 4000 });
  });

  it('is limited by the mass of its coupon', async () => {
    const vehicle = vehicles[5]!.id;
    const { id } = await issue({ vehicle, type: word('LIMITED'), massLimit: 5000 });
    const made = await weigh({ vehicle });
    const heavy = await correct(made, { gross: 16_500 });
    expect([heavy.status, heavy.body.code]).toEqual([409, 'couponLimit']);
    expect((await correct(made, { gross: 16_000 })).status).toBe(200);
    expect(await couponOf(id)).toMatchObject({ status: { name: 'USED' }, weighedMass: 5000 });
  });
});

describe('an annulled weighing', () => {
  it('is stored with its reason, and cannot be changed any more', async () => {
    const made = await weigh({ vehicle: vehicles[6]!.id });
    for (const reason of ['', '  '])
      expect(faults(await annul(made.id, reason)).map((fault) => fault.split(':')[0])).toEqual(['reason']);
    expect((await guest.post(`/visit-point/weighing/${made.id}/annul`, { reason: 'Так' })).status).toBe(403);
    expect(
      (
        await (
          await signIn(server, 'manager2')
        ).post(`/visit-point/weighing/${made.id}/annul`, { reason: 'Так' })
      ).status,
    ).toBe(404);
    expect((await annul(made.id)).body).toMatchObject({
      status: { name: 'ANNULLED' },
      reason: 'Машина взвешена дважды',
    });
    expect((await annul(made.id)).status).toBe(409);
    const again = await correct({ ...made, version: 2 }, { gross: 16_000 });
    expect([again.status, again.body.message]).toEqual([
      409,
      'Взвешивание аннулировано и больше не меняется',
    ]);
    const list = async (statuses: string[]) =>
      (
        await scales.get<{ list: Weighing[] }>('/visit-point/weighing/paging', {
          filter: { vehicleId: vehicles[6]!.id, statuses },
        })
      ).body.list.map(({ id }) => id);
    expect(await list(['ANNULLED'])).toEqual([made.id]);
    expect(await list(['VALID', 'CORRECTED'])).not.toContain(made.id);
    expect((await scales.get<Weighing>(`/visit-point/weighing/${made.id}`)).body.status.name).toBe(
      'ANNULLED',
    );
  });

  it('counts in no figure of the point and of its coupon, which can be used again', async () => {
    const vehicle = vehicles[7]!.id;
    const statistic = async () =>
      [
        (await scales.get<object>(`/visit-point/${points[0]!.id}/statistic`)).body,
        (await scales.get<object>(`/visit-point/${points[0]!.id}/traffic`, { by: 'garbage' })).body,
      ] as const;
    const before = await statistic();
    const { id } = await issue({ vehicle });
    const made = await weigh({ vehicle });
    expect(made.coupon?.id).toBe(id);
    expect(await statistic()).not.toEqual(before);
    await annul(made.id);
    expect(await statistic()).toEqual(before);
    expect(await couponOf(id)).toMatchObject({ status: { name: 'ISSUED' }, weighedMass: 0 });
    expect((await weigh({ vehicle })).coupon?.id).toBe(id);
  });

  it('leaves a coupon void that was canceled after it', async () => {
    const vehicle = vehicles[16]!.id;
    const { id } = await issue({ vehicle, type: word('MULTIPLE') });
    const made = await weigh({ vehicle });
    expect(made.coupon?.id).toBe(id);
    expect((await scales.post<Coupon>(`/coupon/${id}/cancel`)).body.status.name).toBe('CANCELED');
    expect((await annul(made.id)).body.status.name).toBe('ANNULLED');
    expect(await couponOf(id)).toMatchObject({ status: { name: 'CANCELED' }, weighedMass: 0 });
  });

  it('voids the coupon that it made automatically', async () => {
    const vehicle = vehicles[8]!.id;
    await query(
      `with k as (update contracts set automatic_coupons = '{MULTIPLE}' where id = (select k.id from contracts k
         join instances i on i.id = k.instance_id where i.name = 'ЭкоРегион' and k.status = 'ACTIVE' order by k.id limit 1)
         returning id, instance_id)
       insert into contract_vehicles (instance_id, contract_id, vehicle_id, begin_date) select instance_id, id, $1, '2026-01-01' from k
       on conflict do nothing`,
      [vehicle],
    );
    const made = await weigh({ vehicle, visitPoint: points[1]!.id });
    expect(made.coupon?.number).toMatch(/^А-/);
    const { body: moved } = await correct(made, { garbageType: word('BULKY') });
    expect(moved.coupon?.number).toMatch(/^А-.*-2$/);
    expect((await couponOf(made.coupon!.id)).status.name).toBe('CANCELED');
    await annul(made.id);
    expect((await couponOf(moved.coupon!.id)).status.name).toBe('CANCELED');
  });

  it('is in no report', async () => {
    const made = await weigh({ vehicle: vehicles[9]!.id });
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into report_askers (pid, token, home, instances, personal)
         select pg_backend_pid(), gen_random_uuid(), instance_id, array[instance_id], true from weighings where id = $1`,
        [made.id],
      );
      const counted = async () =>
        (
          await client.query<{ n: number }>('select count(*)::int as n from report.weighings where id = $1', [
            made.id,
          ])
        ).rows[0]!.n;
      expect(await counted()).toBe(1);
      await client.query(`update weighings set status = 'ANNULLED', reason = 'Проба' where id = $1`, [
        made.id,
      ]);
      expect(await counted()).toBe(0);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('an approved collection result', () => {
  interface Approved {
    vehicle: string;
    garbage: string;
    address: string;
    moment: string;
  }
  const approved = async () =>
    (
      await query<Approved>(
        `select u.vehicle_id as vehicle, c.garbage_type as garbage, c.address,
           ((c.csori_date + time '12:00') at time zone n.time_zone)::text as moment
         from csoris c join instances n on n.id = c.instance_id
         join evacuation_points e on e.stand_id = c.stand_id
         join task_items i on i.evacuation_point_id = e.id and i.task_date = c.csori_date
           and i.container_type = c.container_type and i.container_action = c.container_action
         join contract_plans p on p.id = i.plan_id and p.contract_id = c.contract_id
         join visits v on v.id = i.visit_id join units u on u.id = v.unit_id
         where n.name = 'ЭкоРегион' and c.status = 'APPROVED' and c.csori_date < (now() at time zone 'Europe/Moscow')::date
         order by c.csori_date desc, c.id limit 1`,
      )
    )[0]!;

  it('locks the weighings that prove it, which report the result', async () => {
    const { vehicle, garbage, moment } = await approved();
    const at = { vehicle, garbageType: word(garbage), time: new Date(moment).toISOString(), notDouble: true };
    const made = await weigh(at);
    const hold = async (id: string) =>
      (await scales.get<{ reason: string | null }>(`/visit-point/weighing/${id}/hold`)).body.reason;
    const message = expect.stringMatching(
      /^Результат сбора за \d\d\.\d\d\.\d{4} \(.+\) утверждён/,
    ) as unknown;
    for (const refused of [
      await correct(made, { ...at, gross: 15_500 }),
      // With this change it would no longer prove the result.
      await correct(made, { ...at, vehicle: vehicles[10]!.id }),
      await annul(made.id),
    ])
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        409,
        'weighingApproved',
        message,
      ]);
    expect(await hold(made.id)).toEqual(message);
    // A correction cannot make another weighing its proof either.
    const other = await weigh({ vehicle: vehicles[10]!.id });
    expect(await hold(other.id)).toBeNull();
    expect((await correct(other, at)).body.code).toBe('weighingApproved');
    // Outgoing waste, and another kind of waste, prove nothing of it.
    const out = await weigh({ ...at, action: word('OUT') });
    expect((await annul(out.id)).status).toBe(200);
    expect(await hold(out.id)).toBe('Взвешивание аннулировано и больше не меняется');
  });
});

describe('visits that weighings confirm', () => {
  it('are evaluated again where a rule of the contract says so', async () => {
    const [found] = await query<{ vehicle: string; moment: Date; contract: string }>(
      `select u.vehicle_id as vehicle, u.begin_time + interval '1 minute' as moment, p.contract_id as contract
       from units u join visits v on v.unit_id = u.id join task_visits w on w.visit_id = v.id
       join task_items i on i.id = w.task_item_id join contract_plans p on p.id = i.plan_id
       join instances n on n.id = u.instance_id
       where n.name = 'ЭкоРегион' and u.begin_time < now() - interval '1 hour' and not exists (select from csoris c
         where c.csori_date = i.task_date and c.status = 'APPROVED') order by u.begin_time desc limit 1`,
    );
    const { vehicle, moment, contract } = found!;
    await query(
      `insert into contract_recalc_rules (instance_id, contract_id, name, events, depth_days, begin_date)
       select instance_id, id, 'Взвешивания', '{WEIGHING_CHANGED}', 5, '2020-01-01' from contracts where id = $1`,
      [contract],
    );
    const asked = async () =>
      (
        await query(`select from recalculations where contract_id = $1 and event = 'WEIGHING_CHANGED'`, [
          contract,
        ])
      ).length;
    const made = await weigh({ vehicle, time: moment.toISOString(), action: word('OUT'), notDouble: true });
    expect(await asked()).toBe(0);
    await annul(made.id);
    expect(await asked()).toBe(1);
  });
});

describe('a double', () => {
  const question = /^notDouble: Похоже, оно уже записано: \d\d\.\d\d\.\d{4} \d\d:\d\d, брутто 15000 кг/;

  it('must be confirmed within ten minutes, and is recorded when confirmed as another weighing', async () => {
    const vehicle = vehicles[11]!.id;
    await weigh({ vehicle, time: ago(60) });
    expect(faults(await post({ vehicle, time: ago(60) }))[0]).toMatch(question);
    expect(faults(await post({ vehicle, time: ago(51) }))[0]).toMatch(question);
    expect((await post({ vehicle, time: ago(51), visitPoint: points[1]!.id })).status).toBe(200);
    expect((await post({ vehicle, time: ago(49) })).status).toBe(200);
    const meant = await post({ vehicle, time: ago(60), notDouble: true });
    expect(meant.status).toBe(200);
    // A correction that leaves vehicle, point and time needs no confirmation; one that changes them does.
    expect((await correct(meant.body, { gross: 15_100 })).status).toBe(200);
    expect(faults(await correct({ ...meant.body, version: 2 }, { time: ago(55) }))[0]).toMatch(/^notDouble/);
  });

  it('is also found by the same document, and never of an annulled weighing', async () => {
    const vehicle = vehicles[12]!.id;
    const paper = { vehicle, documentType: word('WAYBILL'), documentNumber: 'ПЛ-77' };
    const first = await weigh({ ...paper, time: ago(300) });
    expect(faults(await post({ ...paper, time: ago(100) }))[0]).toMatch(question);
    const other = await post({ ...paper, documentType: word('CONSIGNMENT'), time: ago(200) });
    expect(other.status).toBe(200);
    // A correction of the document alone makes it a double, too.
    expect(faults(await correct(other.body, paper))[0]).toMatch(question);
    await annul(first.id);
    expect((await post({ ...paper, time: ago(300) })).status).toBe(200);
  });

  it('is found by one of two concurrent weighings', async () => {
    const vehicle = vehicles[13]!.id;
    const both = await Promise.all([post({ vehicle }), post({ vehicle })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });
});

describe('the coupon that is shown', () => {
  it('must be valid for this vehicle, point and day, and takes precedence over others', async () => {
    const vehicle = vehicles[14]!.id;
    const shown = (documentNumber: string, change: object = {}) =>
      post({ vehicle, documentType: word('COUPON'), documentNumber, notDouble: true, ...change });
    const [first, second] = [await issue({ vehicle }), await issue({ vehicle, endDate: day(2) })];
    expect(faults(await shown('Т-нет'))).toEqual(['documentNumber: Талона Т-нет нет']);
    const elsewhere = await shown(first.number, { vehicle: vehicles[15]!.id });
    expect(faults(elsewhere)[0]).toMatch(
      new RegExp(`^documentNumber: Талон ${first.number} выдан на другое: ТС ${vehicles[14]!.reg_number}`),
    );
    expect(faults(await shown(first.number, { visitPoint: points[1]!.id }))[0]).toMatch(/выдан на другое/);
    expect(faults(await shown(first.number, { time: ago(3 * 1440) }))[0]).toMatch(/выдан на другое/);
    // The later one, although the other ends sooner.
    const taken = await shown(second.number);
    expect(taken.body).toMatchObject({ coupon: { id: second.id }, documentNumber: second.number });
    expect(faults(await shown(second.number))).toEqual([
      `documentNumber: Талон ${second.number} уже погашен`,
    ]);
    // A weighing may keep its own coupon.
    const kept = await correct(taken.body, {
      documentType: word('COUPON'),
      documentNumber: second.number,
      gross: 15_500,
    });
    expect([kept.status, kept.body.coupon?.id]).toEqual([200, second.id]);
    // Without a number the number is that of the coupon.
    const unnumbered = await post({ vehicle, documentType: word('COUPON'), notDouble: true });
    expect(unnumbered.body).toMatchObject({ coupon: { id: first.id }, documentNumber: first.number });
  });
});

describe('before one weighs', () => {
  const ask = async (parameters: Record<string, unknown>) =>
    (await scales.get<Hints>('/visit-point/weighing/hints', parameters)).body;

  it('the time and the scales of the point are known', async () => {
    const { time, weigher, tare } = await ask({ visitPointId: points[0]!.id });
    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(90_000);
    const [scale] = await query<{ id: string }>('select id from weighers where visit_point_id = $1', [
      points[0]!.id,
    ]);
    expect([weigher?.id, tare]).toEqual([scale!.id, null]);
    expect((await guest.get('/visit-point/weighing/hints', { visitPointId: points[0]!.id })).status).toBe(
      403,
    );
    const foreign = await signIn(server, 'manager2');
    expect((await foreign.get('/visit-point/weighing/hints', { visitPointId: points[0]!.id })).status).toBe(
      404,
    );
  });

  it('the tare, carrier and driver of the vehicle are known, its coupon and a possible double', async () => {
    const [shift] = await query<{
      vehicle: string;
      driver: string;
      moment: Date;
      weight: number;
      carrier: string;
    }>(
      `select u.vehicle_id as vehicle, u.driver_id as driver, u.begin_time + interval '30 minutes' as moment, v.weight::float8,
         v.carrier_customer_id as carrier from units u join vehicles v on v.id = u.vehicle_id
       join instances n on n.id = u.instance_id where n.name = 'ЭкоРегион' and v.weight is not null
         and v.carrier_customer_id is not null and u.begin_time < now() - interval '2 hours'
         and not exists (select from coupons c where c.vehicle_id = v.id and c.status = 'ISSUED')
       order by u.begin_time desc, u.id limit 1`,
    );
    const { vehicle, driver, moment, weight, carrier } = shift!;
    const visitPointId = points[2]!.id;
    const at = { visitPointId, vehicleId: vehicle, time: moment.toISOString() };
    const known = await ask(at);
    expect(known).toMatchObject({
      time: moment.toISOString(),
      tare: weight,
      driver: { id: driver },
      carrier: { id: carrier },
      coupon: null,
      couponText: 'Действующего талона на это ТС, точку и день нет',
      double: null,
    });
    expect(known.shift).toMatch(/^\d\d\.\d\d \d\d:\d\d – /);
    const from = moment.toISOString().slice(0, 10);
    const { number } = await issue({
      vehicle,
      visitPoint: visitPointId,
      beginDate: from,
      endDate: day(1),
      type: word('LIMITED'),
      massLimit: 9000,
    });
    expect((await ask(at)).coupon).toMatchObject({ number, rest: 9000 });
    const made = await weigh({ vehicle, visitPoint: visitPointId, time: moment.toISOString() });
    const after = await ask(at);
    expect(after.coupon).toMatchObject({ number, rest: 5000 });
    expect(after.couponText).toContain('осталось 5000 кг');
    expect(after.double).toMatch(/^Похоже, оно уже записано/);
    // A corrected weighing is no duplicate of itself.
    expect((await ask({ ...at, weighingId: made.id })).double).toBeNull();
  });
});
