/**
 * Agreement of results: 5,000 steps of two writers over the state machine, with deadlines that pass and connections
 * that are cut; lists and totals over 3,000,000 results of one operator. AGREEMENT_ROWS and LOAD_SECONDS shorten it.
 */
import path from 'node:path';
import { Products, type Product } from '../../server/product.ts';
import { dayOf, signIn, temporaryFolder } from '../../server/support.ts';
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';
import { dropIndexes } from '../load/fill.ts';
import { fire, percentile } from '../load/fire.ts';
import { asOwner } from '../owner.ts';

const STEPS = 5_000;
const ROWS = Number(process.env['AGREEMENT_ROWS'] || 3_000_000);
const SECONDS = Number(process.env['LOAD_SECONDS'] || 60);
const WHOLE = ROWS >= 3_000_000 && SECONDS >= 60;
const RATES = [50, 100] as const;
const GOAL_MS = 50;
const TOTALS = 20;
const TOTALS_GOAL_MS = 1_000;
const DAY_MS = 86_400_000;
/** The longest period that can be requested. */
const PERIOD_DAYS = 92;

const audit: Audit = async (step) => {
  const walk = await step(`${STEPS} steps`, () =>
    run(
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project',
        'server',
        'tests/server/agreement.test.ts',
        '-t',
        'a walk over',
      ],
      { WALK_STEPS: String(STEPS) },
    ),
  );
  const [, cut = '?'] = /steps, (\d+) calls cut off/.exec(walk.printed) ?? [];
  const { lists, totals } = await step(`${ROWS} results`, measure);
  const ms = (value: number) => `${Math.round(value)} ms`;
  const ok = lists.every(({ p95, failed }) => p95 <= GOAL_MS && failed === 0);
  const slowest = Math.max(...totals);
  return [
    {
      what: `${STEPS.toLocaleString('en')} steps of two writers over results and claims, with stale versions, deadlines that pass and cut connections`,
      goal: 'no fault, no number approved twice, sums equal to the rows, a way out of every state',
      reached: walk.ok ? `all held; ${cut} calls were cut off` : 'something did not hold',
      ok: walk.ok,
    },
    {
      what: `List of ${ROWS.toLocaleString('en')} results of one operator over 92 days`,
      goal: `p95 ≤ ${GOAL_MS} ms at 100 a second`,
      reached: lists
        .map(
          ({ rate, p50, p95, failed, asked }) =>
            `${rate} a second: p50 ${ms(p50)}, p95 ${ms(p95)}, ${failed} of ${asked} failed`,
        )
        .join('; '),
      ok: ok && !WHOLE ? undefined : ok,
    },
    {
      what: `Totals of 92 days of ${ROWS.toLocaleString('en')} results`,
      goal: `≤ ${TOTALS_GOAL_MS / 1000} s`,
      reached: `p50 ${ms(percentile(totals, 0.5))}, slowest of ${TOTALS} ${ms(slowest)}`,
      ok: slowest <= TOTALS_GOAL_MS && !WHOLE ? undefined : slowest <= TOTALS_GOAL_MS,
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
    const carriers = await fill(dataDir);
    const { cookie = '' } = await signIn(product, 'agreement');
    const lists: { rate: number; p50: number; p95: number; failed: number; asked: number }[] = [];
    const next = questions(carriers);
    await fire(product.url, cookie, { rate: RATES[0], seconds: Math.ceil(SECONDS / 6) }, next);
    for (const rate of RATES) {
      const shots = await fire(product.url, cookie, { rate, seconds: SECONDS }, next);
      const times = shots.map(({ time }) => time);
      lists.push({
        rate,
        p50: percentile(times, 0.5),
        p95: percentile(times, 0.95),
        failed: shots.filter(({ status }) => status !== 200).length,
        asked: shots.length,
      });
      for (const { time, address } of shots.toSorted((a, b) => b.time - a.time).slice(0, 5))
        console.log(`${Math.round(time)} ms ${decodeURIComponent(address)}`);
    }
    return { lists, totals: await askTotals(product, cookie) };
  } finally {
    await products.endAll();
    remove();
  }
}

const OPEN = `coalesce(s.control_date - (n % 365) >= current_date - 1, s.csori_date - (n % 365) > current_date - 30)`;

/** Copies the results of the operator over a year; returns its carriers. */
function fill(dataDir: string): Promise<string[]> {
  return asOwner(dataDir, async (client) => {
    const operator = `(select instance_id from accounts where login = 'agreement')`;
    const { rows: columns } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = 'csoris' and table_schema = current_schema() and is_generated = 'NEVER'`,
    );
    const values: Record<string, string> = {
      id: 'gen_random_uuid()',
      csori_date: 's.csori_date - (n % 365)',
      control_date: 's.control_date - (n % 365)',
      // Results that were due are decided by the nightly job, and older ones are agreed.
      status: `case when ${OPEN} then s.status else 'APPROVED' end`,
      approved_count: `case when ${OPEN} then s.approved_count else s.billed_count end`,
      approved_volume: `case when ${OPEN} then s.approved_volume else s.billed_volume end`,
      decision: `case when ${OPEN} then s.decision else 'AS_BILLED' end`,
      // Each copy of a day is a separate row of that day.
      container_action: `'C' || s.place || '.' || n`,
    };
    const names = columns.map(({ name }) => name);
    await client.query('begin');
    await client.query(
      `set local session_replication_role = replica; set local maintenance_work_mem = '512MB'`,
    );
    const indexes = await dropIndexes(client, 'csoris');
    await client.query(
      `insert into csoris (${names.join(', ')})
       select ${names.map((name) => values[name] ?? `s.${name}`).join(', ')}
       from (select *, count(*) over () as size, row_number() over () as place from csoris where instance_id = ${operator} and billed_count is not null) s
       cross join lateral generate_series(1, ceil($1::numeric / s.size)::integer) n`,
      [ROWS],
    );
    for (const index of indexes) await client.query(index);
    await client.query('commit');
    await client.query('vacuum analyze csoris');
    const { rows } = await client.query<{ id: string }>(
      `select distinct carrier_id as id from csoris where instance_id = ${operator} and csori_date > current_date - 3`,
    );
    return rows.map(({ id }) => id);
  });
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
const period = () => ({
  dateFrom: dayOf(Date.now() - (PERIOD_DAYS - 1) * DAY_MS),
  dateTo: dayOf(Date.now()),
});

/** Requests as users make them: the first page, a filter and an order, two filters, a search. */
function questions(carriers: readonly string[]): () => string {
  const FILTERS: (() => object)[] = [
    () => ({ statuses: [pick(['NEW', 'AGREEMENT', 'APPROVED', 'CLAIM', 'CORRECTION'])] }),
    () => ({ carrierIds: [pick(carriers)] }),
    () => ({ overdue: true }),
  ];
  const orders = ['date', 'controlDate', 'status', 'address'].flatMap((name) => [`+${name}`, `-${name}`]);
  return () => {
    const kind = Math.random();
    const query = new URLSearchParams({ page: '0', count: '10', order: '-date' });
    const filters =
      kind < 0.6 || kind >= 0.95 ? [] : kind < 0.85 ? [pick(FILTERS)] : [FILTERS[0]!, FILTERS[1]!];
    query.set(
      'filter',
      JSON.stringify(Object.assign({ mode: 'RO', ...period() }, ...filters.map((make) => make()))),
    );
    if (filters.length > 0) query.set('order', pick(orders));
    if (kind >= 0.95) query.set('query', pick(['Первомайская', 'Набережная, д. 3', 'Школьная']));
    return `/api/v3/csori/paging?${query.toString()}`;
  };
}

async function askTotals({ url }: Product, cookie: string): Promise<number[]> {
  const query = new URLSearchParams({ filter: JSON.stringify({ mode: 'RO', ...period() }) });
  const times: number[] = [];
  for (let n = 0; n < TOTALS; n += 1) {
    const [shot] = await fire(
      url,
      cookie,
      { rate: 1, seconds: 1 },
      () => `/api/v3/csori/totals?${query.toString()}`,
    );
    if (shot!.status !== 200) throw new Error(`The totals answered ${shot!.status}`);
    times.push(shot!.time);
  }
  return times;
}
