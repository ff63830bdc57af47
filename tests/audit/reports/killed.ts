/** Kills the server in the middle of reports, again and again, and reports how each request ended. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../server/database/cluster.ts';
import { Products } from '../../server/product.ts';
import { temporaryFolder, type Client } from '../../server/support.ts';
import { killServer } from '../kills.ts';
import { requestNumbers, foundIn, readNumbers, requestOf, writeNumbers, type Format } from './numbers.ts';

export interface Killed {
  /** Kills while a file was being made. */
  kills: number;
  requests: number;
  done: number;
  canceled: number;
  failed: number;
  /** Requests that did not end. */
  stuck: number;
  /** Requests that are done but whose file does not contain every row. */
  broken: number;
}

/** In thousands of rows; each takes a few seconds. */
const KINDS: readonly { format: Format; thousands: number }[] = [
  { format: 'XLSX', thousands: 100 },
  { format: 'CSV', thousands: 400 },
  { format: 'PDF', thousands: 5 },
];
const ONE_CANCELED_IN = 4;
const LONGEST_WAIT_MS = 1500;
/** Three tries, each after the lease of the previous one, and the time that files take. */
const END_MS = 5 * 60_000;

/** Kills the server this many times. */
export async function killReports(kills: number): Promise<Killed> {
  const { folder, remove } = temporaryFolder();
  const products = new Products();
  // More at once than the product allows, so that requests waiting for a second try do not delay new ones.
  const env = {
    DATA_DIR: path.join(folder, 'pg'),
    SEED_SCALE: '0.02',
    SEED: 'on',
    PORT: String(await freePort()),
    JOB_LANES: 'report=4/9',
  };
  let product = await products.server(env);
  try {
    const author = await writeNumbers(product);
    const sent = new Map<string, (typeof KINDS)[number]>();
    let struck = 0;
    for (let round = 0; struck < kills; round += 1) {
      const kind = KINDS[round % KINDS.length]!;
      const request = await requestNumbers(author, kind.format, kind.thousands);
      if (request) sent.set(request.id, kind);
      const running = await begun(author, request ? [request.id] : [...sent.keys()]);
      await sleep(Math.random() * LONGEST_WAIT_MS);
      const before = await buildingOf(author, running);
      // The response may be lost with the server.
      const canceling =
        round % ONE_CANCELED_IN === 0 && before[0]
          ? author.call('POST', `/api/re/requests/${before[0]}/cancel`).catch(() => undefined)
          : undefined;
      product = await killServer(product, () => products.server(env));
      await canceling;
      if (before.length > 0) struck += 1;
    }
    return { kills: struck, ...(await ends(author, sent)) };
  } finally {
    await products.endAll();
    remove();
  }
}

/** Waits until one of the requests is being made, or none is left; returns those being made. */
async function begun(client: Client, ids: readonly string[]): Promise<string[]> {
  for (;;) {
    const requests = await Promise.all(ids.map((id) => requestOf(client, id)));
    const building = requests.filter(({ status }) => status.name === 'BUILDING');
    const started = building.filter(({ start }) => start !== null);
    if (started.length > 0 || building.length === 0) return started.map(({ id }) => id);
    await sleep(20);
  }
}

async function buildingOf(client: Client, ids: readonly string[]): Promise<string[]> {
  const requests = await Promise.all(ids.map((id) => requestOf(client, id)));
  return requests.filter(({ status }) => status.name === 'BUILDING').map(({ id }) => id);
}

async function ends(client: Client, sent: ReadonlyMap<string, (typeof KINDS)[number]>) {
  const until = Date.now() + END_MS;
  const ids = [...sent.keys()];
  while (Date.now() < until && (await buildingOf(client, ids)).length > 0) await sleep(500);
  const count = { requests: ids.length, done: 0, canceled: 0, failed: 0, stuck: 0, broken: 0 };
  for (const [id, { format, thousands }] of sent) {
    const { status } = await requestOf(client, id);
    if (status.name === 'CANCELED') count.canceled += 1;
    else if (status.name === 'ERROR') count.failed += 1;
    else if (status.name !== 'DONE') count.stuck += 1;
    else {
      count.done += 1;
      if (format === 'PDF') continue;
      const found = await readNumbers(client, id, format);
      const wanted = foundIn(thousands);
      if (found.rows !== wanted.rows || found.sum !== wanted.sum) count.broken += 1;
    }
  }
  return count;
}
