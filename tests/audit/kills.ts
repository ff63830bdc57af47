/**
 * Kills the product in the middle of writes: the server, its database, both at once, or the database's connections.
 * Writers send each row under an idempotency key until it is acknowledged; afterwards every row must exist exactly
 * once.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/database/cluster.ts';
import { Products, type Product } from '../server/product.ts';
import { compareLimits, limitsOfActive, type Compared } from './limitRows.ts';
import { asOwner, clusterOf } from './owner.ts';
import { Client, signIn, temporaryFolder } from '../server/support.ts';

export const KINDS = ['server', 'database', 'both', 'connections'] as const;
export type Kind = (typeof KINDS)[number];

export interface Outcome extends Compared {
  /** Longest time without an acknowledged row, in milliseconds. */
  longestAway: number;
}

const WRITERS = 4;
/** Rows between two kills. */
const ROWS = 8;
/** A product that is unavailable this long will not recover. */
const LIMIT_MS = 120_000;

/** Kills a product once for each of the kinds, each time after some rows were acknowledged since the last kill. */
export async function kill(kinds: readonly Kind[]): Promise<Outcome> {
  const { folder, remove } = temporaryFolder();
  const products = new Products();
  const env = { DATA_DIR: path.join(folder, 'pg'), SEED_SCALE: '0.02', PORT: String(await freePort()) };
  let product = await products.server(env);
  try {
    const written = new Rows(product.url, await signIn(product, 'manager'));
    await written.start();
    for (const kind of kinds) {
      await written.wait(ROWS);
      if (kind === 'connections') await endConnections(env.DATA_DIR);
      if (kind === 'database' || kind === 'both') process.kill(clusterOf(env.DATA_DIR).pid, 'SIGKILL');
      if (kind === 'server' || kind === 'both')
        product = await killServer(product, () => products.server(env));
    }
    await written.wait(ROWS);
    await written.stop();
    const compared = await asOwner(env.DATA_DIR, (client) => compareLimits(client, written.keys));
    return { ...compared, longestAway: written.longestAway };
  } finally {
    await products.endAll();
    remove();
  }
}

/** Kills a server without a shutdown and starts the next. */
export async function killServer(product: Product, start: () => Promise<Product>): Promise<Product> {
  product.child.kill('SIGKILL');
  await product.ended;
  const next = await start();
  if (!next.url) throw new Error(`The server did not start again: ${next.output()}`);
  return next;
}

/** Writers that never give up a row. */
class Rows {
  /** Keys of the acknowledged rows. */
  readonly keys: string[] = [];
  longestAway = 0;
  #last = Date.now();
  #running = true;
  #writers: Promise<void>[] = [];

  constructor(
    private readonly url: string,
    private readonly client: Client,
  ) {}

  #sent = 0;

  async start(): Promise<void> {
    const limit = await limitsOfActive(this.client);
    this.#writers = Array.from({ length: WRITERS }, () => this.#write(limit));
  }

  async #write(limit: Awaited<ReturnType<typeof limitsOfActive>>): Promise<void> {
    const client = new Client(this.url);
    client.cookie = this.client.cookie;
    while (this.#running) {
      const key = randomUUID();
      const body = { ...limit(this.#sent++), comment: key };
      for (;;) {
        const headers = { 'Idempotency-Key': key };
        const status = await client.call('POST', '/api/v3/contract-limit', { body, headers }).then(
          (answer) => answer.status,
          () => 503,
        );
        if (status === 200) break;
        if (status !== 503) throw new Error(`A writer was answered ${status}`);
        if (Date.now() - this.#last > LIMIT_MS) throw new Error('The product does not come back');
        await sleep(20);
      }
      this.keys.push(key);
      this.longestAway = Math.max(this.longestAway, Date.now() - this.#last);
      this.#last = Date.now();
    }
  }

  /** Resolves when `more` further rows are acknowledged. */
  async wait(more: number): Promise<void> {
    const wanted = this.keys.length + more;
    const failed = Promise.all(this.#writers);
    while (this.keys.length < wanted) await Promise.race([sleep(5), failed]);
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#writers);
  }
}

const endConnections = (dataDir: string) =>
  asOwner(dataDir, (client) =>
    client.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'application'"),
  );
