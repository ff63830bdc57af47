import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertTaskItems, makeTaskItems, makeTaskItemsOfAll } from '../../server/modules/tasks/taskItems.ts';
import { startTestServer, type TestServer } from './support.ts';
import { spec } from '../spec/spec.ts';

let server: TestServer;
let instance: string;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.05, today: '2026-11-21' });
  const { rows } = await server.pool.query("select id from instances where name = 'ЭкоРегион'");
  instance = rows[0].id;
});
afterAll(() => server.close());

async function value<T>(text: string, values: unknown[] = []): Promise<T> {
  const { rows } = await server.pool.query(text, values);
  return rows[0]?.value as T;
}

interface Period {
  kind: 'EVERYDAY' | 'EVERY_WEEK' | 'NUMBERED_WEEKS';
  week_days?: number[];
  weeks?: number[];
  excluded?: boolean;
  begin_date?: string;
  end_date?: string;
  time_from?: string;
  time_to?: string;
}

async function scheduleOf(...periods: Period[]): Promise<string> {
  const id = await value<string>('insert into schedules (instance_id) values ($1) returning id as value', [
    instance,
  ]);
  for (const period of periods) {
    const row = { week_days: [], weeks: [], excluded: false, ...period };
    await server.pool.query(
      `insert into schedule_periods (instance_id, schedule_id, excluded, kind, week_days, weeks, time_from, time_to,
         begin_date, end_date)
       select $1, $2, excluded, kind, week_days, weeks, time_from, time_to, begin_date, end_date
       from json_populate_record(null::schedule_periods, $3)`,
      [instance, id, JSON.stringify(row)],
    );
  }
  return id;
}

describe('a schedule includes the days of a month', () => {
  // February 2027 begins on a Monday and has four of each week day; May 2027 has five Saturdays and Sundays.
  const cases: [string, Period[], string, number[]][] = [
    ['every day', [{ kind: 'EVERYDAY' }], '2027-02', Array.from({ length: 28 }, (_, i) => i + 1)],
    [
      'Mondays and Sundays',
      [{ kind: 'EVERY_WEEK', week_days: [1, 7] }],
      '2027-02',
      [1, 7, 8, 14, 15, 21, 22, 28],
    ],
    [
      'the first and third Monday',
      [{ kind: 'NUMBERED_WEEKS', week_days: [1], weeks: [1, 3] }],
      '2027-02',
      [1, 15],
    ],
    ['the last of four', [{ kind: 'NUMBERED_WEEKS', week_days: [1], weeks: [5] }], '2027-02', [22]],
    [
      'the last of five, not the fourth',
      [{ kind: 'NUMBERED_WEEKS', week_days: [6], weeks: [5] }],
      '2027-05',
      [29],
    ],
    ['the fourth of five', [{ kind: 'NUMBERED_WEEKS', week_days: [6], weeks: [4] }], '2027-05', [22]],
    [
      'days of a period, both ends inclusive',
      [{ kind: 'EVERYDAY', begin_date: '2027-02-10', end_date: '2027-02-12' }],
      '2027-02',
      [10, 11, 12],
    ],
    [
      'less an excluded day, hours taking no whole day away',
      [
        { kind: 'EVERY_WEEK', week_days: [1] },
        { kind: 'EVERYDAY', excluded: true, begin_date: '2027-02-08', end_date: '2027-02-08' },
        {
          kind: 'EVERYDAY',
          excluded: true,
          begin_date: '2027-02-15',
          end_date: '2027-02-15',
          time_from: '10:00',
          time_to: '12:00',
        },
      ],
      '2027-02',
      [1, 15, 22],
    ],
    ['nothing without a period', [], '2027-02', []],
  ];
  it.each(cases)('%s', async (_, periods, month, days) => {
    spec('C-028', 'C-029');
    const id = await scheduleOf(...periods);
    const included = await value<number[]>(
      `select coalesce(array_agg(extract(day from d)::integer order by d), '{}') as value
       from generate_series($2::date, $2::date + interval '1 month - 1 day', interval '1 day') d
       where schedule_includes($1, d::date)`,
      [id, `${month}-01`],
    );
    expect(included).toEqual(days);
  });
});

it('a schedule accepts the days 1 to 7 and the weeks 1 to 4 and last', async () => {
  spec('C-028', 'C-029');
  const own = { kind: 'NUMBERED_WEEKS', week_days: [1], weeks: [1] } as const;
  for (const wrong of [{ week_days: [0] }, { week_days: [8] }, { weeks: [0] }, { weeks: [6] }])
    await expect(scheduleOf({ ...own, week_days: [1], weeks: [1], ...wrong })).rejects.toThrow(
      'check constraint',
    );
  await scheduleOf({ ...own, week_days: [1, 2, 3, 4, 5, 6, 7], weeks: [1, 2, 3, 4, 5] });
});

describe('task items', () => {
  const MONDAY = '2027-02-01';
  const TUESDAY = '2027-02-02';
  let point: string;
  let contract: string;
  let plan: string;

  /** A new evacuation point with two kinds of containers and a plan for Mondays. */
  beforeEach(async () => {
    const stand = await value<string>(
      "select id as value from stands where instance_id = $1 and status = 'ACTIVE' order by number limit 1",
      [instance],
    );
    point = await value(
      `insert into evacuation_points (instance_id, stand_id, garbage_type, name, time_from, time_to)
       values ($1, $2, 'MSW', gen_random_uuid(), '07:00', '22:00') returning id as value`,
      [instance, stand],
    );
    for (const type of ['EURO_1100', 'EURO_1100', 'SKIP_8']) {
      await server.pool.query(
        `insert into containers (instance_id, evacuation_point_id, container_type, number, begin_date)
         values ($1, $2, $3, gen_random_uuid(), '2026-01-01')`,
        [instance, point, type],
      );
    }
    contract = await value(
      `insert into contracts (instance_id, number, name, type, customer_id, supplier_id, effective_date)
       select instance_id, gen_random_uuid(), 'План', 'COLLECTION', customer_id, supplier_id, '2026-01-01'
       from contracts where instance_id = $1 limit 1 returning id as value`,
      [instance],
    );
    plan = await value(
      `insert into contract_plans (instance_id, contract_id, evacuation_point_id, schedule_id, container_action,
         begin_date, end_date) values ($1, $2, $3, $4, 'EMPTY', '2026-01-01', '2027-12-31') returning id as value`,
      [instance, contract, point, await scheduleOf({ kind: 'EVERY_WEEK', week_days: [1] })],
    );
  });

  const make = (day: string) => insertTaskItems(server.db, instance, { from: day, to: day });
  const items = () =>
    server.db
      .selectFrom('task_items')
      .selectAll()
      .where('plan_id', '=', plan)
      .orderBy('container_type')
      .execute();
  const made = async (day = MONDAY) => {
    await make(day);
    return (await items()).length;
  };
  const change = (text: string, id: string) => server.pool.query(`${text} where id = $1`, [id]);

  it('are made for each kind of container, with count, volume and hours', async () => {
    await make(MONDAY);
    const common = {
      instance_id: instance,
      task_date: MONDAY,
      evacuation_point_id: point,
      container_action: 'EMPTY',
      time_from: '07:00:00',
      time_to: '22:00:00',
      visit_id: null,
      done_count: null,
    };
    expect(await items()).toMatchObject([
      { ...common, container_type: 'EURO_1100', planned_count: 2, planned_volume: 2.2 },
      { ...common, container_type: 'SKIP_8', planned_count: 1, planned_volume: 8 },
    ]);
  });

  it('are made on scheduled days only, several at once', async () => {
    expect(await made(TUESDAY)).toBe(0);
    await insertTaskItems(server.db, instance, { from: MONDAY, to: '2027-02-15' });
    const days = (await items()).map((item) => item.task_date);
    expect([...new Set(days)].toSorted()).toEqual([MONDAY, '2027-02-08', '2027-02-15']);
  });

  it('are made once, however often and concurrently, and keep later changes', async () => {
    await Promise.all(Array.from({ length: 5 }, () => make(MONDAY)));
    const [first] = await items();
    await change('update task_items set planned_count = 7', first!.id);
    expect(await make(MONDAY)).toBe(0);
    expect((await items()).map((item) => item.planned_count)).toEqual([7, 1]);
  });

  it.each(['BLOCKED', 'INACTIVE', 'EXPIRED', 'REMOVED'])('are not made for a contract %s', async (status) => {
    await change(`update contracts set status = '${status}'`, contract);
    expect(await made()).toBe(0);
  });

  it('are made on the last day of contract, plan, stand and container, and not after it', async () => {
    const stand = await value<string>('select stand_id as value from evacuation_points where id = $1', [
      point,
    ]);
    const before = '2027-01-31';
    const ends: [string, string, string][] = [
      ['contracts', 'expiration_date', contract],
      ['contract_plans', 'end_date', plan],
      ['stands', 'end_date', stand],
    ];
    for (const [table, column, id] of ends) {
      const old = await value<string | null>(`select ${column} as value from ${table} where id = $1`, [id]);
      await change(`update ${table} set ${column} = '${before}'`, id);
      expect([table, await made()]).toEqual([table, 0]);
      await change(`update ${table} set ${column} = '${MONDAY}'`, id);
      expect([table, await made()]).toEqual([table, 2]);
      await server.db.deleteFrom('task_items').where('plan_id', '=', plan).execute();
      await server.pool.query(`update ${table} set ${column} = $2 where id = $1`, [id, old]);
    }
    await server.pool.query(`update containers set end_date = $2 where evacuation_point_id = $1`, [
      point,
      before,
    ]);
    expect(await made()).toBe(0);
  });

  it('are made for one instance', async () => {
    const other = await value<string>("select id as value from instances where name = 'Чистый край'");
    await insertTaskItems(server.db, other, { from: MONDAY, to: MONDAY });
    expect(await items()).toEqual([]);
  });

  it('of a night are reported by one event, if there are any', async () => {
    const told = () =>
      server.db.selectFrom('events').selectAll().where('meta', '=', 'TASK_ITEMS_MADE').execute();
    const day = '2027-03-01';
    const count = await makeTaskItems(server.db, instance, day);
    expect(count).toBeGreaterThan(1);
    expect(await makeTaskItems(server.db, instance, day)).toBe(0);
    expect(await told()).toMatchObject([
      { instance_id: instance, source_type: 'JOB', event_values: { date: day, count } },
    ]);
  });

  it('of the next day are made for every instance by the scheduled job, each in its own time zone', async () => {
    // 22:00 in Moscow; in Vladivostok the second day has begun.
    const moment = new Date('2027-03-01T19:00:00Z');
    await server.pool.query("update instances set time_zone = 'Asia/Vladivostok' where id = $1", [instance]);
    const next = await makeTaskItemsOfAll(server.db, moment);
    const { rows } = await server.pool.query(
      `select task_date::text as day, instance_id = $1 as east, count(*)::int from task_items
       where task_date between '2027-03-02' and '2027-03-03' group by 1, 2 order by 1`,
      [instance],
    );
    const [west, east] = rows as { count: number }[];
    expect(rows).toMatchObject([
      { day: '2027-03-02', east: false },
      { day: '2027-03-03', east: true },
    ]);
    expect(next).toBe(west!.count + east!.count);
  });
});
