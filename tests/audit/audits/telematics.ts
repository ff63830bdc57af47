/**
 * A day of 5,000,000 track points in one instance: ten times its mean rate arrives for a minute while the lists are
 * read; a shift's track is read from it; the day is deleted. And batches of devices in any order, late and twice, 1,000
 * times.
 */
import path from 'node:path';
import { Thread } from '../../../server/core/thread.ts';
import { Products, type Product } from '../../server/product.ts';
import { dayOf, signIn, temporaryFolder } from '../../server/support.ts';
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';
import { asOwner } from '../owner.ts';
import { fire, percentile } from '../load/fire.ts';
import type { sendPoints } from '../load/sendPoints.ts';

const INSTANCE = 'ЭкоРегион';
const POINTS_A_DAY = 5_000_000;
const DAY_SECONDS = 86_400;
/** Ten times the mean. */
const PEAK = Math.ceil((10 * POINTS_A_DAY) / DAY_SECONDS);
const SECONDS = 60;
/** The filled day: within the retention time, and older than the days for which the demo has units. */
const DAYS_AGO = 85;
const LISTS_A_SECOND = 20;
const INTERLEAVINGS = 1_000;
const SEND_POINTS = new URL('../load/sendPoints.ts', import.meta.url);

const LISTS = ['/contract/paging', '/customer/paging'] as const;

const audit: Audit = async (step) => {
  const day = await step('a day of points', measure);
  const order = await step(`${INTERLEAVINGS} interleavings`, () =>
    run(
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project',
        'server',
        'tests/server/results/judge.test.ts',
        '-t',
        'in any order',
      ],
      { INTERLEAVINGS: String(INTERLEAVINGS) },
    ),
  );
  const ms = (value: number) => `${Math.round(value)} ms`;
  return [
    {
      what: `Ten times the mean rate of ${POINTS_A_DAY.toLocaleString('en')} track points a day (${PEAK} a second) for ${SECONDS} s`,
      goal: 'all taken, none later than a second; list p95 ≤ 2 × of the time before',
      reached:
        `${day.taken.toLocaleString('en')} of ${day.sent.toLocaleString('en')} taken, a batch of a second p95 ${ms(day.batch)}, ` +
        `at worst ${ms(day.worst)}; list p95 ${ms(day.lists)}, before ${ms(day.listsBefore)}`,
      ok: day.taken === day.sent && day.worst <= 1000 && day.lists <= 2 * day.listsBefore,
    },
    {
      what: `A day of ${POINTS_A_DAY.toLocaleString('en')} track points is forgotten`,
      goal: 'nothing but that day, ≤ 1 s',
      reached: `${ms(day.forgotten)}; ${day.left.toLocaleString('en')} of its points left`,
      ok: day.left === 0 && day.forgotten <= 1000,
    },
    {
      what: `${INTERLEAVINGS.toLocaleString('en')} random interleavings of batches, late, twice and out of order`,
      goal: 'the same facts',
      reached: order.ok ? 'the same facts' : 'other facts',
      ok: order.ok,
    },
  ];
};
export default audit;

async function measure() {
  const { folder, remove } = temporaryFolder();
  const products = new Products();
  const dataDir = path.join(folder, 'pg');
  try {
    const product = await products.server({
      DATA_DIR: dataDir,
      SEED_SCALE: '1',
      NODE_ENV: 'production',
      SEED: 'on',
      ACCESS_LOG: 'off',
    });
    if (!product.url) throw new Error(`The server did not start: ${product.output()}`);
    const full = dayOf(Date.now() - DAYS_AGO * DAY_SECONDS * 1000);
    const devices = await asOwner(dataDir, async (client) => {
      await client.query('select make_track_day($1::date)', [full]);
      const mounted = `(select m.instance_id, m.vehicle_id, count(*) over () as size from vehicle_terminals m
        join instances i on i.id = m.instance_id and i.name = '${INSTANCE}' where m.end_time is null) m`;
      await client.query(
        `insert into track_points (instance_id, vehicle_id, point_time, latitude, longitude, speed)
         select m.instance_id, m.vehicle_id,
           ($1::date at time zone 'UTC') + n * (interval '86400 seconds' * m.size / $2::numeric), 55.7, 37.6, n % 60
         from ${mounted} cross join lateral generate_series(0, ceil($2::numeric / m.size)::integer - 1) n
         on conflict do nothing`,
        [full, POINTS_A_DAY],
      );
      await client.query('vacuum analyze track_points');
      const { rows } = await client.query<{ device_id: string }>(
        `select d.device_id from terminals d join vehicle_terminals m on m.terminal_id = d.id
         join instances i on i.id = m.instance_id and i.name = '${INSTANCE}' where m.end_time is null`,
      );
      return rows.map((row) => row.device_id);
    });
    const { cookie = '' } = await signIn(product, 'manager');
    await readLists(product, cookie, 10);
    const before = await readLists(product, cookie, SECONDS / 2);
    const admin = await signIn(product, 'admin');
    // In a thread, so that reading and sending do not delay each other here.
    const thread = new Thread();
    const sending = thread.call<typeof sendPoints>(SEND_POINTS, 'sendPoints', {
      url: product.url,
      cookie: admin.cookie!,
      devices,
      rate: PEAK,
      seconds: SECONDS,
    });
    const beside = await readLists(product, cookie, SECONDS);
    const { sent, taken, times } = await sending;
    thread.end();
    const { forgotten, left } = await asOwner(dataDir, (client) => forget(client, full));
    return {
      sent,
      taken,
      batch: percentile(times, 0.95),
      worst: Math.max(...times),
      listsBefore: before,
      lists: beside,
      forgotten,
      left,
    };
  } finally {
    await products.endAll();
    remove();
  }
}

/** Returns the p95 of the long lists in milliseconds, requested at a steady rate. */
async function readLists({ url }: Product, cookie: string, seconds: number): Promise<number> {
  let n = 0;
  const next = () => `/api/v3${LISTS[(n += 1) % LISTS.length]}?count=50`;
  const shots = await fire(url, cookie, { rate: LISTS_A_SECOND, seconds }, next);
  const failed = shots.find(({ status }) => status !== 200);
  if (failed) throw new Error(`${failed.address} answered ${failed.status}`);
  return percentile(
    shots.map(({ time }) => time),
    0.95,
  );
}

/** Deletes a day as the nightly job does once the day exceeds the retention time. */
async function forget(client: Parameters<Parameters<typeof asOwner>[1]>[0], day: string) {
  const before = performance.now();
  await client.query('select clean_tracks($1::date + 1)', [day]);
  const forgotten = performance.now() - before;
  const { rows } = await client.query<{ left: string }>(
    `select count(*) as left from track_points where point_time >= $1::date at time zone 'UTC'
       and point_time < ($1::date + 1) at time zone 'UTC'`,
    [day],
  );
  return { forgotten, left: Number(rows[0]!.left) };
}
