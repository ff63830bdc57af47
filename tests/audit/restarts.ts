/** Three servers on one database behind a balancer, restarted one after the other during reads and writes. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { freePort } from '../../server/database/cluster.ts';
import { startTestCluster } from '../server/databases.ts';
import { Products, type Product } from '../server/product.ts';
import { Client, signIn } from '../server/support.ts';
import { Balancer } from './balancer.ts';
import { compareLimits, limitsOfActive, type Compared } from './limitRows.ts';

const SERVERS = 3;
const READERS = 8;
const WRITERS = 4;
/** Milliseconds after which a server that is not ready has failed. */
const LIMIT_MS = 120_000;

export interface Restarted extends Compared {
  restarts: number;
  reads: number;
  /** Requests that failed or had another status than 200, as `GET 503`. */
  refused: string[];
}

/** Restarts each server `rounds` times. */
export async function restartEach(rounds: number): Promise<Restarted> {
  const cluster = await startTestCluster();
  const products = new Products();
  const ports = await Promise.all(Array.from({ length: SERVERS }, () => freePort()));
  const start = async (port: number) => {
    const product = await products.server({
      DATABASE_URL: cluster.applicationUrl,
      DATABASE_OWNER_URL: cluster.url,
      SEED_SCALE: '0.02',
      PORT: String(port),
      TRUST_PROXY: '1',
    });
    if (!product.url) throw new Error(`A server did not start: ${product.output()}`);
    return product;
  };
  const servers: Product[] = [];
  for (const port of ports) servers.push(await start(port));
  const balancer = new Balancer(servers.map(({ url }) => url));
  try {
    const people = new People(await balancer.listen());
    await people.start();
    for (let round = 0; round < rounds; round++)
      for (const [i, port] of ports.entries()) {
        await people.wait();
        servers[i]!.child.kill('SIGTERM');
        if ((await servers[i]!.ended) !== 0) throw new Error(`A server ended badly: ${servers[i]!.output()}`);
        servers[i] = await start(port);
        await until(() => balancer.ready.size === SERVERS);
      }
    await people.wait();
    await people.stop();
    const { reads, keys, refused } = people;
    return { restarts: rounds * SERVERS, reads, refused, ...(await compare(cluster.url, keys)) };
  } finally {
    balancer.close();
    await products.endAll();
    await cluster.close();
  }
}

/** Readers of a list and writers of rows, until stopped. */
class People {
  reads = 0;
  /** Comments of the acknowledged rows. */
  readonly keys: string[] = [];
  readonly refused: string[] = [];
  #running = true;
  #work: Promise<void>[] = [];
  #sent = 0;

  constructor(private readonly url: string) {}

  async start(): Promise<void> {
    const client = await signIn({ url: this.url }, 'manager');
    const limit = await limitsOfActive(client);
    const write = async (key: string) => {
      await this.#ask(client, 'POST', '/contract-limit', { ...limit(this.#sent++), comment: key });
      this.keys.push(key);
    };
    const read = async () => {
      await this.#ask(client, 'GET', '/contract/paging?count=10');
      this.reads += 1;
    };
    this.#work = [
      ...Array.from({ length: WRITERS }, () => this.#repeat(() => write(randomUUID()))),
      ...Array.from({ length: READERS }, () => this.#repeat(read)),
    ];
  }

  /** Resolves when some more rows are acknowledged. */
  async wait(): Promise<void> {
    const wanted = this.keys.length + 2 * WRITERS;
    await until(() => this.keys.length >= wanted);
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#work);
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (this.#running) await work().catch((error: Error) => void this.refused.push(error.message));
  }

  /** Throws for any status other than 200. */
  async #ask(client: Client, method: string, address: string, body?: object): Promise<void> {
    const { status } = await client.call(method, `/api/v3${address}`, { body }).catch((error: Error) => {
      throw new Error(`${method} ${error.message}`);
    });
    if (status !== 200) throw new Error(`${method} ${status}`);
  }
}

async function compare(url: string, comments: readonly string[]): Promise<Compared> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return compareLimits(client, comments).finally(() => client.end());
}

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + LIMIT_MS;
  while (!holds()) {
    if (Date.now() > end) throw new Error('The servers do not come back');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
