/** Lists concurrent with reports that would never end and queries that are rejected, of two instances at once. */
import path from 'node:path';
import { ENDLESS, HOSTILE, UNWANTED } from '../../server/reports/hostile.ts';
import { re } from '../../server/reports/lab.ts';
import { Products } from '../../server/product.ts';
import { signIn, temporaryFolder, type Client } from '../../server/support.ts';
import type { Audit } from '../audit.ts';
import { fire, percentile } from '../load/fire.ts';
import { writeReport } from '../reports/numbers.ts';

const RATE = 50;
const SECONDS = 30;
const GOAL_MS = 50;
const LIST = '/api/v3/contract/paging?page=0&count=10';
const HOSTILE_QUERIES = [...Object.values(HOSTILE).flat(), ...UNWANTED];

const audit: Audit = async (step) => {
  const { alone, beside, failed, refused, passed, ended } = await step('lists beside reports', measure);
  const ms = (times: readonly number[]) => `p95 ${Math.round(percentile(times, 0.95))} ms`;
  return [
    {
      what: `List of contracts at ${RATE} a second beside ${HOSTILE_QUERIES.length} hostile queries repeatedly and ${ENDLESS.length} reports without an end, of two instances`,
      goal: `p95 ≤ ${GOAL_MS} ms, no list fails, no hostile query passes`,
      reached:
        `${ms(beside)}, alone ${ms(alone)}; ${failed} lists failed; ${refused} queries refused, ${passed} passed; ` +
        `${ended} endless runs cut off or refused`,
      ok: percentile(beside, 0.95) <= GOAL_MS && failed + passed === 0 && refused > 0 && ended > 0,
    },
  ];
};
export default audit;

async function measure() {
  const { folder, remove } = temporaryFolder();
  const products = new Products();
  try {
    const product = await products.server({
      DATA_DIR: path.join(folder, 'pg'),
      SEED_SCALE: '1',
      SEED: 'on',
      NODE_ENV: 'production',
      ACCESS_LOG: 'off',
    });
    const { url } = product;
    if (!url) throw new Error(`The server did not start: ${product.output()}`);
    const { cookie = '' } = await signIn({ url }, 'manager');
    const authors = await Promise.all(['analyst', 'chief'].map((login) => signIn({ url }, login)));
    for (const author of authors) await writeEndless(author);
    const lists = async () => {
      const shots = await fire(url, cookie, { rate: RATE, seconds: SECONDS }, () => LIST);
      return {
        times: shots.map(({ time }) => time),
        failed: shots.filter(({ status }) => status !== 200).length,
      };
    };
    await lists();
    const alone = await lists();
    const counts = { refused: 0, passed: 0, ended: 0 };
    const state = { over: false };
    const work = authors.flatMap((author) => [
      askHostile(author, state, counts),
      ...ENDLESS.map((_, n) => runEndless(author, n, state, counts)),
    ]);
    const beside = await lists();
    state.over = true;
    await Promise.all(work);
    return { alone: alone.times, beside: beside.times, failed: beside.failed, ...counts };
  } finally {
    await products.endAll();
    remove();
  }
}

interface Counts {
  refused: number;
  passed: number;
  ended: number;
}

/** A draft can be run by its author, so it is not published. */
async function writeEndless(author: Client): Promise<void> {
  for (const [n, query] of ENDLESS.entries())
    await writeReport(author, `endless-${n}`, {
      name: `Без конца ${n}`,
      formats: ['CSV'],
      parameters: [],
      dataSets: [{ name: 'main', query }],
      columns: [],
    });
}

async function askHostile(author: Client, state: { over: boolean }, counts: Counts): Promise<void> {
  while (!state.over)
    for (const query of HOSTILE_QUERIES) {
      if (state.over) return;
      const { body } = await re<{ faults: object[] }>(author, 'POST', '/check', { body: { query } });
      if (body.faults?.length === 0) counts.passed += 1;
      else counts.refused += 1;
    }
}

async function runEndless(
  author: Client,
  n: number,
  state: { over: boolean },
  counts: Counts,
): Promise<void> {
  while (!state.over) {
    const { status, body } = await re<{ rows?: object[] }>(author, 'POST', '/generate', {
      body: { reportCode: `endless-${n}`, parameters: {} },
    });
    if (status !== 200 || !body.rows?.length) counts.ended += 1;
  }
}
