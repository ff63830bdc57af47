/**
 * Long lists under many users: 1,000,000 contracts and weighings, 100,000 vehicles in one instance, requested over HTTP
 * at 50 and 100 requests a second, with server, database and load on one machine. LOAD_ROWS and LOAD_SECONDS shorten
 * it; LOAD_DIR is a folder for its databases that several working copies may share, one after the other.
 */
import path from 'node:path';
import { fillDatabase } from '../load/fill.ts';
import { fire, percentile, type Shot } from '../load/fire.ts';
import { listsOf, questionOf } from '../load/mix.ts';
import { Products } from '../../server/product.ts';
import { ROOT, signIn } from '../../server/support.ts';
import type { Audit, Row } from '../audit.ts';

const ROWS = Number(process.env['LOAD_ROWS'] || 1_000_000);
const SECONDS = Number(process.env['LOAD_SECONDS'] || 60);
const FOLDER = process.env['LOAD_DIR'] || path.join(ROOT, '.data');
const WARM_UP = Math.ceil(SECONDS / 6);
const RATES = [50, 100] as const;
const GOAL_MS = 50;
const WHOLE = ROWS >= 1_000_000 && SECONDS >= 60;
const WHAT = {
  contracts: `${ROWS.toLocaleString('en')} contracts`,
  vehicles: `${(ROWS / 10).toLocaleString('en')} vehicles`,
  weighings: `${ROWS.toLocaleString('en')} weighings`,
};

interface Measured {
  asked: number;
  failed: number;
  p50: number;
  p95: number;
  p99: number;
  /** The slowest requests, for inspection. */
  slow: Shot[];
}

const audit: Audit = async (step) => {
  const dataDir = path.join(FOLDER, `load-${ROWS}`);
  await step(`fill ${ROWS}`, () => fillDatabase(dataDir, ROWS));
  const rows: Row[] = [];
  for (const [name, what] of Object.entries(WHAT)) {
    const reached: string[] = [];
    let ok = true;
    for (const rate of RATES) {
      const title = `${name} at ${rate} a second`;
      const { asked, failed, ...times } = await step(title, () => measure(dataDir, name, rate));
      const [p50, p95, p99] = [times.p50, times.p95, times.p99].map(Math.round);
      reached.push(`${rate} a second: p50 ${p50}, p95 ${p95}, p99 ${p99} ms, ${failed} of ${asked} failed`);
      ok &&= failed === 0 && times.p95 <= GOAL_MS;
    }
    const goal = `p95 ≤ ${GOAL_MS} ms at 100 a second`;
    rows.push({
      what: `List of ${what} in one instance: 60 % first page, 25 % one filter, 10 % two, 5 % search`,
      goal,
      reached: reached.join('; '),
      ok: ok && !WHOLE ? undefined : ok,
    });
  }
  return rows;
};
export default audit;

/** Measures the product in its production form, at this rate. */
async function measure(dataDir: string, name: string, rate: number): Promise<Measured> {
  const products = new Products();
  try {
    const product = await products.server({
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      SEED: 'on',
      ACCESS_LOG: 'off',
      PORT: '0',
    });
    if (!product.url) throw new Error(`The server did not start: ${product.output()}`);
    const list = (await listsOf(await signIn(product, 'admin'))).find((each) => each.name === name)!;
    const { cookie = '' } = await signIn(product, list.login);
    const next = () => questionOf(list);
    await fire(product.url, cookie, { rate, seconds: WARM_UP }, next);
    const shots = await fire(product.url, cookie, { rate, seconds: SECONDS }, next);
    return judge(shots);
  } finally {
    await products.endAll();
  }
}

function judge(shots: readonly Shot[]): Measured {
  const times = shots.map(({ time }) => time);
  const slow = shots.toSorted((a, b) => b.time - a.time).slice(0, 20);
  for (const { time, status, address } of slow.slice(0, 5))
    console.log(`${Math.round(time)} ms ${status} ${decodeURIComponent(address)}`);
  return {
    asked: shots.length,
    failed: shots.filter(({ status }) => status !== 200).length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    slow,
  };
}
