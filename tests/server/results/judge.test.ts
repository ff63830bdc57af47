/** Evaluation of results by facts: check rules, incidents exactly once, recalculation, telematics in any order. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Random } from '../../../server/core/random.ts';
import { makeIncidents } from '../../../server/modules/incidents/open.ts';
import { cleanTelematics, judgeAll, judgeInstance } from '../../../server/modules/results/nightly.ts';
import { recalculate, requestRecalculation } from '../../../server/modules/results/recalculate.ts';
import { spec } from '../../spec/spec.ts';
import { dayOf, signIn, startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
let instance: string;
let contract: string;
let plan: string;
let point: string;
let type: string;
let vehicle: string;
let place: { latitude: number; longitude: number };

const DAY_MS = 86_400_000;
/** Number of orders in which batches of devices arrive; the audit `telematics` uses 1,000. */
const ROUNDS = Number(process.env['INTERLEAVINGS'] ?? 40);
const dayAt = (days: number) => dayOf(Date.now() + days * DAY_MS);
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await server.pool.query<Row & object>(text, values)).rows as Row[];

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  admin = await signIn(server, 'admin');
  const [found] = await query<Record<string, string>>(
    `select k.instance_id as instance, k.id as contract, p.id as plan, e.id as point, c.container_type as type,
       v.latitude, v.longitude
     from contracts k join contract_plans p on p.contract_id = k.id join evacuation_points e on e.id = p.evacuation_point_id
     join containers c on c.evacuation_point_id = e.id join visit_points v on v.id = e.stand_id
     where k.instance_id = (select id from instances where name = 'ЭкоРегион') and k.status = 'ACTIVE'
     order by k.id limit 1`,
  );
  ({ instance, contract, plan, point, type } = found as Record<string, string> &
    Record<'instance' | 'contract' | 'plan' | 'point' | 'type', string>);
  place = { latitude: Number(found!['latitude']), longitude: Number(found!['longitude']) };
  // A vehicle with a sending device, of its own carrier.
  const [mounted] = await query<{ id: string }>(
    `select m.vehicle_id as id from vehicle_terminals m join vehicles v on v.id = m.vehicle_id
     where m.instance_id = $1 and m.end_time is null and v.carrier_customer_id is not null order by 1 limit 1`,
    [instance],
  );
  vehicle = mounted!.id;
  await query(
    "update vehicle_terminals set begin_time = now() - interval '200 days' where vehicle_id = $1 and end_time is null",
    [vehicle],
  );
});
afterAll(() => server.close());

beforeEach(async () => {
  for (const table of [
    'contract_incident_rules',
    'contract_claim_rules',
    'contract_recalc_rules',
    'contract_transportations',
  ])
    await query(`delete from ${table}`);
  await query('delete from incidents');
  await query('delete from contract_rule_findings');
  await query('delete from task_items');
  await query('delete from visits');
  await query('delete from recalculations');
  await query('delete from units where instance_id = $1', [instance]);
  await query('delete from track_points');
  await query('delete from telematic_events');
});

interface Planted {
  days: number;
  /** The hour of the arrival, UTC. */
  arrive?: number;
  status?: string;
  done?: number;
  volume?: number;
}

/** Inserts a task of three containers between 8 and 12 in the zone of the instance, and the visit of a vehicle. */
async function plant({
  days,
  arrive,
  status,
  done,
  volume,
}: Planted): Promise<{ task: string; visit?: string }> {
  const task = randomUUID();
  const day = dayAt(days);
  await query(
    `insert into task_items (id, instance_id, task_date, evacuation_point_id, plan_id, container_type, container_action,
       time_from, time_to, planned_count, planned_volume)
     values ($1, $2, $3, $4, $5, $6, 'EMPTY', '08:00', '12:00', 3, 3.3)`,
    [task, instance, day, point, plan, type],
  );
  if (status === undefined) return { task };
  const [unit] = await query<{ id: string }>(
    `with old as (select id from units where vehicle_id = $2 and begin_time = ($3::date + time '03:00') at time zone 'UTC'),
     fresh as (
       insert into units (instance_id, vehicle_id, driver_id, begin_time, end_time)
       select $1, $2, (select id from staff where instance_id = $1 and role = 'DRIVER' order by id limit 1),
         ($3::date + time '03:00') at time zone 'UTC', ($3::date + time '20:00') at time zone 'UTC'
       where not exists (select from old) returning id)
     select id from old union all select id from fresh`,
    [instance, vehicle, day],
  );
  const came = arrive === undefined ? null : new Date(Date.parse(`${day}T00:00:00Z`) + arrive * 3_600_000);
  const [visit] = await query<{ id: string }>(
    `insert into visits (instance_id, unit_id, visit_point_id, visit_date, position, status, plan_time, arrive_time, leave_time)
     select $1, $2, e.stand_id, $3, (select coalesce(max(position), 0) + 1 from visits where unit_id = $2), $4,
       ($3::date + time '06:00') at time zone 'UTC', $5, $5::timestamptz + interval '4 minutes'
     from evacuation_points e where e.id = $6 returning id`,
    [instance, unit!.id, day, status, came, point],
  );
  await query(
    `insert into task_visits (instance_id, task_item_id, visit_id, task_date, reported_count, reported_volume, done_count, done_volume)
     values ($1, $2, $3, $4, $5, $6, $5, $6)`,
    [instance, task, visit!.id, day, done ?? null, volume ?? (done === undefined ? null : done * 1.1)],
  );
  return { task, visit: visit!.id };
}

const rules = (given: Record<string, number | null>) =>
  Promise.all(
    Object.entries(given).map(([rule, threshold]) =>
      query(
        'insert into contract_incident_rules (instance_id, contract_id, rule, threshold) values ($1, $2, $3, $4)',
        [instance, contract, rule, threshold],
      ),
    ),
  );

const incidents = () =>
  query<{ type: string; task: string }>('select type, task_item_id as task from incidents order by 1, 2');
const sorted = (rows: { type: string; task: string }[]) =>
  rows.toSorted((a, b) => (`${a.type} ${a.task}` < `${b.type} ${b.task}` ? -1 : 1));

describe('violations on a day', () => {
  /** Inserts forty violations of the five kinds and as many near misses; returns the expected findings. */
  async function day(): Promise<{ type: string; task: string }[]> {
    const expected: { type: string; task: string }[] = [];
    const add = async (fault: string | undefined, given: Planted) => {
      const { task } = await plant(given);
      if (fault) expected.push({ type: fault, task });
    };
    for (let i = 0; i < 8; i += 1) {
      const days = -1 - (i % 2);
      // 9:00 UTC is noon in Moscow, the last hour; an hour of grace.
      await add('NOT_DONE', { days, arrive: 7, status: ['FAILED', 'REJECTED', 'CANCELED'][i % 3]!, done: 0 });
      await add(undefined, { days, arrive: 7, status: 'EMPTY', done: 0 });
      await add('NO_VISIT', { days });
      await add(undefined, { days, status: 'MOVED' });
      await add('PARTIAL', { days, arrive: 6, status: 'SUCCESS', done: 1 + (i % 2) });
      await add(undefined, { days, arrive: 6, status: 'SUCCESS', done: 3 });
      await add('LATE', { days, arrive: 10.02 + i / 10, status: 'SUCCESS', done: 3 });
      await add(undefined, { days, arrive: 9.9, status: 'SUCCESS', done: 3 });
      await add('VOLUME_EXCESS', { days, arrive: 6, status: 'SUCCESS', done: 3, volume: 4.01 });
      await add(undefined, { days, arrive: 6, status: 'SUCCESS', done: 3, volume: 3.95 });
    }
    return sorted(expected);
  }
  const ALL = { NOT_DONE: null, NO_VISIT: null, PARTIAL: null, LATE: 60, VOLUME_EXCESS: 20 };
  const judge = () => judgeInstance(server.db, instance, { from: dayAt(-3), to: dayAt(0) });
  // Other tests wait for locks in separate databases.
  const WAITING = `from pg_stat_activity
    where datname = current_database() and (wait_event_type, wait_event) = ('Lock', 'advisory')`;

  it('are found, nothing else, and once however often the rules are checked', async () => {
    spec('S-001', 'GET/POST incident creation rules');
    const expected = await day();
    await rules(ALL);
    expect((await judge()).incidents).toBe(40);
    expect(sorted(await incidents())).toEqual(expected);
    expect(await judge()).toMatchObject({ incidents: 0, found: 0 });
    expect(await query('select from incidents')).toHaveLength(40);
    const numbers = await query<{ number: string }>('select number from incidents order by number');
    expect(numbers.map(({ number }) => Number(number))).toEqual(numbers.map((_, at) => at + 1));
  });

  it('make incidents once with two servers, and with one that takes over from a killed one', async () => {
    spec('S-001');
    const expected = await day();
    await rules(ALL);
    // The first server has found the violations, and is killed while it opens incidents.
    const holder = await server.pool.connect();
    try {
      await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [`incidents of ${instance}`]);
      const killed = judge().then(
        () => 'done',
        () => 'killed',
      );
      await expect.poll(async () => (await query(`select ${WAITING}`)).length).toBeGreaterThan(0);
      await query(`select pg_terminate_backend(pid) ${WAITING}`);
      expect(await killed).toBe('killed');
    } finally {
      await holder.query('select pg_advisory_unlock_all()');
      holder.release();
    }
    expect(await incidents()).toEqual([]);
    await Promise.all([judge(), makeIncidents(server.db, instance), judge()]);
    expect(sorted(await incidents())).toEqual(expected);
  });

  it('are found by the nightly job up to yesterday in the time zone of the instance', async () => {
    await plant({ days: -3 });
    await rules({ NO_VISIT: null });
    const { rows } = await server.pool.query<{ time_zone: string }>(
      'select time_zone from instances where id = $1',
      [instance],
    );
    const zone = (name: string) =>
      query('update instances set time_zone = $2 where id = $1', [instance, name]);
    try {
      await zone('Asia/Kamchatka');
      // 23:00 of that day there, and 01:00 of the next; it is the same day in UTC.
      expect(await judgeAll(server.db, new Date(`${dayAt(-3)}T11:00:00Z`))).toBe(0);
      expect(await judgeAll(server.db, new Date(`${dayAt(-3)}T13:00:00Z`))).toBe(1);
    } finally {
      await zone(rows[0]!.time_zone);
    }
  });

  it('are checked on demand by accounts with the permission', async () => {
    spec('B-010');
    await plant({ days: -1 });
    await rules({ NO_VISIT: null });
    const results = await signIn(server, 'results');
    const body = { from: dayAt(-2), to: dayAt(-1) };
    expect((await results.post('/tievr/judge', { from: dayAt(-1), to: dayAt(-2) })).status).toBe(400);
    expect((await results.post('/tievr/judge', { from: dayAt(-200), to: dayAt(-1) })).status).toBe(400);
    expect((await (await signIn(server, 'manager')).post('/tievr/judge', body)).status).toBe(403);
    expect((await results.post('/tievr/judge', body)).body).toMatchObject({ found: 1, incidents: 1 });
    expect((await results.post('/tievr/judge', body)).body).toMatchObject({ found: 0, incidents: 0 });
  });
});

/** Adds a carrier of the vehicle that is paid for what the rule confirms. */
const carriedBy = (
  visiting: string,
  visit: string | null,
  sensor: string | null = null,
  action = 'CREATE_INCIDENT',
) =>
  query(
    `insert into contract_transportations (instance_id, contract_id, carrier_id, visiting_rule, visit_rule, sensor_rule,
       failure_action, begin_date) select $1, $2, carrier_customer_id, $3, $4, $5, $7, '2020-01-01'
     from vehicles where id = $6`,
    [instance, contract, visiting, visit, sensor, vehicle, action],
  );

const resultOf = async (task: string) =>
  (
    await query<{ done_count: number; judged_count: number; confirmed: boolean; approval: string }>(
      `select w.done_count, w.judged_count, w.confirmed, t.approval from task_visits w
     join task_items t on t.id = w.task_item_id where t.id = $1`,
      [task],
    )
  )[0]!;

async function deviceId(): Promise<string> {
  const [row] = await query<{ device_id: string }>(
    'select d.device_id from terminals d join vehicle_terminals m on m.terminal_id = d.id where m.vehicle_id = $1 and m.end_time is null',
    [vehicle],
  );
  return row!.device_id;
}

const send = (body: object) =>
  admin.post<{ points: number; events: number; known: number; refused: { code: string }[] }>(
    '/telematics/batch',
    body,
  );

describe('results are evaluated by facts', () => {
  const at = (days: number, hour: number) =>
    new Date(Date.parse(`${dayAt(days)}T00:00:00Z`) + hour * 3_600_000).toISOString();

  it('stops, sensors and photos near the stand confirm a result; an unconfirmed one is not done', async () => {
    spec('S-008');
    await carriedBy('BY_VISIT', 'STAYED_IN_ZONE');
    const { task } = await plant({ days: -1, arrive: 6, status: 'SUCCESS', done: 3 });
    const judge = () => judgeInstance(server.db, instance, { from: dayAt(-2), to: dayAt(0) });
    expect(await judge()).toMatchObject({ checked: 1, changed: 1, incidents: 1 });
    expect(await resultOf(task)).toMatchObject({ done_count: 0, confirmed: false });
    const device = await deviceId();
    const stop = { deviceId: device, kind: 'PARKING', beginTime: at(-1, 6), ...place };
    // A stop that is too short, and one far away, prove nothing.
    await send({
      events: [
        { ...stop, endTime: at(-1, 6.01) },
        { ...stop, beginTime: at(-1, 7), endTime: at(-1, 7.5), latitude: place.latitude + 0.01 },
      ],
    });
    await judge();
    expect(await resultOf(task)).toMatchObject({ done_count: 0 });
    await send({ events: [{ ...stop, endTime: at(-1, 6.1) }] });
    expect(await judge()).toMatchObject({ changed: 1, incidents: 0 });
    expect(await resultOf(task)).toMatchObject({ done_count: 3, confirmed: true });
    await query(
      "update contract_transportations set visiting_rule = 'BY_SENSORS', visit_rule = null, sensor_rule = 'LIFT_SENSOR'",
    );
    await judge();
    expect(await resultOf(task)).toMatchObject({ done_count: 0 });
    await send({ events: [{ deviceId: device, kind: 'LIFT', beginTime: at(-1, 6.02), ...place }] });
    await judge();
    expect(await resultOf(task)).toMatchObject({ done_count: 3 });
  });

  const told = () =>
    query<{ meta: string; values: Record<string, string> }>(
      `select meta, event_values as values from events where entity = 'contract' and entity_id = $1
         and source_name = 'carryOutFailureActions' order by event_time, id`,
      [contract],
    );
  const judge = () => judgeInstance(server.db, instance, { from: dayAt(-3), to: dayAt(0) });

  it('an unconfirmed result notifies staff once, where the contract says so', async () => {
    spec('S-008');
    await query("delete from events where entity = 'contract' and entity_id = $1", [contract]);
    await carriedBy('BY_VISIT', 'ENTERED_ZONE', null, 'NOTIFY');
    await plant({ days: -1, arrive: 6, status: 'SUCCESS', done: 3 });
    expect(await judge()).toMatchObject({ checked: 1, incidents: 0 });
    expect(await told()).toMatchObject([{ meta: 'VISIT_NOT_CONFIRMED', values: { date: dayAt(-1) } }]);
    await Promise.all([judge(), judge()]);
    expect(await told()).toHaveLength(1);
    expect(await incidents()).toEqual([]);
    const findings = await admin.get<{ list: { purpose: string }[] }>('/contract-rule/findings', {
      contractId: contract,
    });
    expect(findings.body.list).toMatchObject([{ purpose: 'NOTIFY' }]);
  });

  it('an unconfirmed collection is planned again for tomorrow, once, unless a later task replaces it', async () => {
    spec('S-008');
    await query("delete from events where entity = 'contract' and entity_id = $1", [contract]);
    await carriedBy('BY_VISIT', 'ENTERED_ZONE', null, 'RESCHEDULE');
    // In the zone of the instance, whose date may differ from that of the server.
    const [clock] = await query<{ day: string }>(
      'select ((now() at time zone time_zone)::date + 1)::text as day from instances where id = $1',
      [instance],
    );
    const tomorrow = clock!.day;
    // The regular plan has no task tomorrow.
    const { rows } = await server.pool.query(
      'select begin_date, end_date from contract_plans where id = $1',
      [plan],
    );
    const term = rows[0] as { begin_date: string; end_date: string | null };
    await query('update contract_plans set end_date = $2 where id = $1', [plan, dayAt(-1)]);
    try {
      const { task } = await plant({ days: -1, arrive: 6, status: 'SUCCESS', done: 3 });
      const planned = () =>
        query<{ day: string; count: number; hours: string }>(
          `select task_date::text as day, planned_count as count, time_from || '-' || time_to as hours
           from task_items where plan_id = $1 and id <> $2`,
          [plan, task],
        );
      await Promise.all([judge(), judge()]);
      expect(await planned()).toEqual([{ day: tomorrow, count: 3, hours: '08:00:00-12:00:00' }]);
      expect(await told()).toMatchObject([
        { meta: 'COLLECTION_RESCHEDULED', values: { date: dayAt(-1), day: tomorrow } },
      ]);
      expect(await judge()).toMatchObject({ incidents: 0 });
      expect(await planned()).toHaveLength(1);
      // Another unconfirmed one: the task planned by now replaces it.
      await plant({ days: -2, arrive: 6, status: 'SUCCESS', done: 3 });
      await judge();
      expect(await planned()).toHaveLength(2);
      expect((await told()).map(({ meta }) => meta)).toEqual([
        'COLLECTION_RESCHEDULED',
        'COLLECTION_FOLLOWS',
      ]);
    } finally {
      await query('update contract_plans set end_date = $2 where id = $1', [plan, term.end_date]);
    }
  });

  it('again on the events of a recalculation rule, for its number of days; approved results stay, with an event', async () => {
    spec('/api/v3/common/recalc-visit-rule/events');
    await carriedBy('BY_VISIT', 'ENTERED_ZONE');
    const [fresh, old, approved] = [
      await plant({ days: -2, arrive: 6, status: 'SUCCESS', done: 3 }),
      await plant({ days: -9, arrive: 6, status: 'SUCCESS', done: 3 }),
      await plant({ days: -3, arrive: 6, status: 'SUCCESS', done: 3 }),
    ];
    await query("update task_items set approval = 'APPROVED', reviewed = true where id = $1", [
      approved.task,
    ]);
    await query(
      `insert into contract_recalc_rules (instance_id, contract_id, name, events, depth_days, begin_date)
       values ($1, $2, 'Поздние треки', '{TRACK_RECEIVED}', 5, '2020-01-01')`,
      [instance, contract],
    );
    await requestRecalculation(server.db, { event: 'PHOTO_RECEIVED', contractIds: [contract] });
    expect(await recalculate(server.db)).toEqual([]);
    // A late track, not near the stand on any of the days.
    const far = { latitude: place.latitude + 0.02, longitude: place.longitude };
    const point = { deviceId: await deviceId(), time: at(-2, 6), ...far };
    expect((await send({ points: [point] })).body).toMatchObject({ points: 1 });
    expect(await recalculate(server.db)).toMatchObject([{ checked: 2, changed: 1, kept: 1 }]);
    expect(await resultOf(fresh.task)).toMatchObject({ done_count: 0, judged_count: 0 });
    expect(await resultOf(old.task)).toMatchObject({ done_count: 3, judged_count: null });
    expect(await resultOf(approved.task)).toMatchObject({
      done_count: 3,
      judged_count: 0,
      approval: 'APPROVED',
    });
    const events = await query<{ meta: string }>(
      "select meta from events where entity = 'contract' and entity_id = $1 and meta like 'RESULT%' order by meta",
      [contract],
    );
    expect(events.map(({ meta }) => meta).toSorted()).toEqual(['RESULTS_RECALCULATED', 'RESULT_DIFFERS']);
    // The same again: no second event.
    expect((await send({ points: [point] })).body).toMatchObject({ points: 0, known: 1 });
    expect(await recalculate(server.db)).toEqual([]);
    await requestRecalculation(server.db, { event: 'TRACK_RECEIVED', contractIds: [contract] });
    expect(await recalculate(server.db)).toMatchObject([{ changed: 0, kept: 0 }]);
    // Near the stand, late: the result is as reported again.
    await send({ points: [{ ...point, time: at(-2, 6.05), ...place }] });
    expect(await recalculate(server.db)).toMatchObject([{ changed: 1 }]);
    expect(await resultOf(fresh.task)).toMatchObject({ done_count: 3, confirmed: true });
  });

  it('a change of the plan requests a recalculation', async () => {
    spec('S-008');
    await query(
      `insert into contract_recalc_rules (instance_id, contract_id, name, events, depth_days, begin_date)
       values ($1, $2, 'Изменения', '{PLAN_CHANGED}', 5, '2020-01-01')`,
      [instance, contract],
    );
    await query('update contract_plans set comment = $2 where id = $1', [plan, 'Сдвинут на час']);
    await query('update contract_plans set comment = $2 where id = $1', [plan, null]);
    expect(await query('select event from recalculations')).toEqual([{ event: 'PLAN_CHANGED' }]);
    expect(await recalculate(server.db)).toHaveLength(1);
    expect(await query('select from recalculations')).toEqual([]);
  });
});

describe('telematics', () => {
  it(
    'in any order, late or repeated, results in the same facts',
    { timeout: 60_000 + ROUNDS * 500 },
    async () => {
      spec('B-075');
      const device = await deviceId();
      const random = new Random(7);
      const begin = Date.now() - 2 * DAY_MS;
      const time = (minutes: number) => new Date(begin + minutes * 60_000).toISOString();
      const points = Array.from({ length: 24 }, (_, i) => ({
        deviceId: device,
        // Two points of one moment differ.
        time: time(Math.floor(i / 2)),
        latitude: place.latitude + (i % 2) * 0.001,
        longitude: place.longitude + i * 0.0001,
        speed: (i * 3) % 60,
      }));
      const events = Array.from({ length: 6 }, (_, i) => [
        { deviceId: device, kind: 'PARKING', beginTime: time(i * 10), ...place },
        { deviceId: device, kind: 'PARKING', beginTime: time(i * 10), endTime: time(i * 10 + 3), value: i },
      ]).flat();
      const facts = async () => [
        await query(
          'select vehicle_id, point_time, latitude, longitude, speed from track_points order by 1, 2',
        ),
        await query(
          'select kind, begin_time, end_time, latitude, longitude, value from telematic_events order by 1, 2',
        ),
      ];
      await send({ points, events });
      const expected = await facts();
      expect(expected[0]).toHaveLength(12);
      expect(expected[1]).toHaveLength(6);
      const shuffled = <T>(list: readonly T[]): T[] => {
        const left = [...list];
        const taken: T[] = [];
        while (left.length > 0) taken.push(left.splice(random.int(0, left.length - 1), 1)[0]!);
        return taken;
      };
      for (let round = 0; round < ROUNDS; round += 1) {
        await query('delete from track_points');
        await query('delete from telematic_events');
        const all = shuffled([
          ...points.map((point) => ({ points: [point] })),
          ...events.map((event) => ({ events: [event] })),
        ]);
        // Cut into batches, some of which are repeated, and two sent concurrently.
        const batches: { points: object[]; events: object[] }[] = [];
        for (const one of all) {
          if (batches.length === 0 || random.chance(0.15)) batches.push({ points: [], events: [] });
          const last = batches.at(-1)!;
          if ('points' in one) last.points.push(...one.points);
          else last.events.push(...one.events);
        }
        const sent = shuffled([...batches, ...batches.filter(() => random.chance(0.3))]);
        for (let i = 0; i < sent.length; i += 2)
          for (const { status } of await Promise.all(sent.slice(i, i + 2).map(send)))
            expect(status).toBe(200);
        expect(await facts()).toEqual(expected);
      }
    },
  );

  it('of unknown devices, and with wrong clocks, is refused point by point', async () => {
    spec('B-075');
    const device = await deviceId();
    const point = { deviceId: device, time: new Date(Date.now() - 60_000).toISOString(), ...place };
    const event = { deviceId: device, kind: 'LIFT', beginTime: point.time };
    const answer = await send({
      points: [
        point,
        { ...point, deviceId: 'nobody' },
        { ...point, time: new Date(Date.now() + 3_600_000).toISOString() },
        { ...point, time: '2001-01-01T00:00:00Z' },
      ],
      events: [event, { ...event, endTime: new Date(Date.parse(point.time) - 1000).toISOString() }],
    });
    expect(answer.body).toMatchObject({
      points: 1,
      events: 1,
      refused: [
        { list: 'points', index: 1, code: 'unknownDevice' },
        { list: 'points', index: 2, code: 'inFuture' },
        { list: 'points', index: 3, code: 'tooOld' },
        { list: 'events', index: 1, code: 'period' },
      ],
    });
    expect((await send({ points: [{ ...point, latitude: 91 }] })).status).toBe(400);
    expect((await send({ events: [{ ...event, kind: 'SENSOR' }] })).status).toBe(400);
    expect((await (await signIn(server, 'results')).post('/telematics/batch', { points: [] })).status).toBe(
      403,
    );
  });

  it('is deleted after its retention days, except evidence', async () => {
    spec('B-075');
    const { visit, task } = await plant({ days: -120, arrive: 6, status: 'FAILED', done: 0 });
    const day = async (days: number) => {
      await query('select make_track_day($1::date)', [dayAt(days)]);
      await query(
        `insert into track_points (instance_id, vehicle_id, point_time, latitude, longitude)
         select $1, v, ($2::date + time '06:00') at time zone 'UTC', 54, 37
         from (values ($3::uuid), ((select id from vehicles where instance_id = $1 and id <> $3 limit 1))) x (v)`,
        [instance, dayAt(days), vehicle],
      );
    };
    await day(-120);
    await day(-119);
    await day(-5);
    await query(
      `insert into incidents (instance_id, number, type, task_item_id, stand_id, visit_id)
       select $1, '000900', 'NOT_DONE', $2, v.visit_point_id, v.id from visits v where v.id = $3`,
      [instance, task, visit],
    );
    expect(await cleanTelematics(server.db)).toBeGreaterThanOrEqual(1);
    const left = () =>
      query<{ day: string; vehicle_id: string }>(
        "select (point_time at time zone 'UTC')::date::text as day, vehicle_id from track_points order by 1",
      );
    expect(await left()).toMatchObject([
      { day: dayAt(-120), vehicle_id: vehicle },
      { day: dayAt(-5) },
      { day: dayAt(-5) },
    ]);
    await query("update incidents set status = 'ACCEPTED', status_time = now()");
    await cleanTelematics(server.db);
    expect((await left()).map(({ day: one }) => one)).toEqual([dayAt(-5), dayAt(-5)]);
  });
});
