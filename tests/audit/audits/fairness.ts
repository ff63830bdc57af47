/**
 * How other accounts are affected while one account creates large files: heartbeat and lists during exports and prints.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Thread } from '../../../server/core/thread.ts';
import { Products } from '../../server/product.ts';
import { signIn, temporaryFolder, type Client } from '../../server/support.ts';
import type { Audit } from '../audit.ts';
import { COLUMNS, EXPORTS, PRINTS, type makeFiles } from '../load/makeFiles.ts';

const SECONDS = 30;
/** Time for the threads of the server to start and load their modules. */
const WARM_SECONDS = 5;
/** Milliseconds between two heartbeats, and between two lists. */
const BEAT_MS = 50;
const LIST_MS = 100;

const MAKE_FILES = new URL('../load/makeFiles.ts', import.meta.url);

interface Times {
  beat: { p95: number; worst: number };
  list: { p50: number; p95: number };
}

const audit: Audit = async (step) => {
  const { alone, beside, made, refused } = await step('measure', measure);
  const ratio = beside.list.p95 / alone.list.p95;
  const ms = (value: number) => `${Math.round(value)} ms`;
  return [
    {
      what: `Beside ${EXPORTS} exports of ${COLUMNS} columns and ${PRINTS} prints of one account, repeatedly`,
      goal: 'a heartbeat ≤ 100 ms, list p95 ≤ 2 × of the run without',
      reached:
        `heartbeat p95 ${ms(beside.beat.p95)}, worst ${ms(beside.beat.worst)} (without ${ms(alone.beat.worst)}); ` +
        `list p95 ${ms(beside.list.p95)}, without ${ms(alone.list.p95)} (${ratio.toFixed(1)} ×); ` +
        `${made} files made, ${refused} answered 429`,
      ok: beside.beat.worst <= 100 && ratio <= 2,
    },
  ];
};
export default audit;

async function measure() {
  const { folder, remove } = temporaryFolder();
  const products = new Products();
  try {
    const env = { DATA_DIR: path.join(folder, 'pg'), SEED_SCALE: '1', NODE_ENV: 'production', SEED: 'on' };
    const product = await products.server(env);
    const [manager, reader] = [await signIn(product, 'manager'), await signIn(product, 'reader')];
    await watch(manager, 5);
    const alone = await watch(manager, SECONDS);
    // In a thread, so that its replies do not delay the clock here.
    const thread = new Thread();
    const load = thread.call<typeof makeFiles>(MAKE_FILES, 'makeFiles', {
      url: product.url,
      cookie: reader.cookie!,
      seconds: WARM_SECONDS + SECONDS,
    });
    await sleep(WARM_SECONDS * 1000);
    const beside = await watch(manager, SECONDS);
    const { made, refused } = await load;
    thread.end();
    return { alone, beside, made, refused };
  } finally {
    await products.endAll();
    remove();
  }
}

/** Sends heartbeats and lists for some seconds; each is sent at its time, whatever the outcome of the previous one. */
async function watch(client: Client, seconds: number): Promise<Times> {
  const list = () => client.get('/contract/paging', { count: 50 });
  const [beats, lists] = await Promise.all([
    times(() => client.get('/system/heartbeat'), BEAT_MS, seconds),
    times(list, LIST_MS, seconds),
  ]);
  const at = (sorted: number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)]!;
  return {
    beat: { p95: at(beats, 0.95), worst: at(beats, 1) },
    list: { p50: at(lists, 0.5), p95: at(lists, 0.95) },
  };
}

async function times(call: () => Promise<{ status: number }>, everyMs: number, seconds: number) {
  const taken: Promise<number>[] = [];
  for (let n = 0; n < (seconds * 1000) / everyMs; n += 1) {
    const begun = performance.now();
    taken.push(
      call().then(({ status }) => {
        if (status !== 200) throw new Error(`Answered ${status}`);
        return performance.now() - begun;
      }),
    );
    await sleep(everyMs);
  }
  return (await Promise.all(taken)).toSorted((a, b) => a - b);
}
