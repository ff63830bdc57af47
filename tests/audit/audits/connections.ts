/** Five thousand live channels on one server: they open, they receive a change, and a page still gets a response. */
import path from 'node:path';
import { Products } from '../../server/product.ts';
import { signIn, temporaryFolder, type Client } from '../../server/support.ts';
import type { Audit } from '../audit.ts';
import { addSessions, openMany } from '../load/manySockets.ts';
import { connectAsOwner } from '../owner.ts';

const CHANNELS = 5_000;
const ACCOUNTS = CHANNELS / 20;
const LIMIT_MS = 60_000;

const audit: Audit = async (step) => {
  const { opened, told, toldMs, beforeMs, besideMs, before, after } = await step('measure', measure);
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
  return [
    {
      what: `${CHANNELS.toLocaleString('en')} live channels of ${ACCOUNTS} accounts on one server`,
      goal: 'all open, all receive a change, lists are answered meanwhile',
      reached:
        `opened in ${(opened / 1000).toFixed(1)} s; ${told} received a change, the last after ${Math.round(toldMs)} ms; ` +
        `list p95 ${Math.round(besideMs)} ms, without them ${Math.round(beforeMs)} ms; ` +
        `memory ${megabytes(before)} → ${megabytes(after)} MB`,
      ok: told === CHANNELS,
    },
  ];
};
export default audit;

async function measure() {
  const { folder, remove } = temporaryFolder();
  const products = new Products();
  try {
    const dataDir = path.join(folder, 'pg');
    const env = { DATA_DIR: dataDir, SEED_SCALE: '0.1', NODE_ENV: 'production', SEED: 'on' };
    const product = await products.server(env);
    const owner = await connectAsOwner(dataDir);
    const manager = await signIn(product, 'manager');
    const cookies = await addSessions(owner, ACCOUNTS);
    const beforeMs = await listTime(manager);
    const before = await memoryOf(manager);
    const instance = await owner.query<{ id: string }>(
      "select instance_id id from accounts where login = 'manager'",
    );
    const begun = performance.now();
    const sockets = await openMany(product.url, cookies, CHANNELS, `contract:${instance.rows[0]!.id}`);
    const opened = performance.now() - begun;
    const besideMs = await listTime(manager);
    const heard = sockets.map(
      (socket) => new Promise<void>((resolve) => socket.once('message', () => resolve())),
    );
    let told = 0;
    for (const one of heard) void one.then(() => (told += 1));
    const changed = performance.now();
    await changeContract(manager);
    await Promise.race([Promise.all(heard), new Promise((resolve) => setTimeout(resolve, LIMIT_MS).unref())]);
    const toldMs = performance.now() - changed;
    const after = await memoryOf(manager);
    for (const socket of sockets) socket.terminate();
    await owner.end();
    return { opened, told, toldMs, beforeMs, besideMs, before, after };
  } finally {
    await products.endAll();
    remove();
  }
}

async function changeContract(client: Client): Promise<void> {
  const filter = { statuses: ['ACTIVE'] };
  const page = await client.get<{ list: { id: string }[] }>('/contract/paging', { count: 1, filter });
  const { status } = await client.post(`/contract/${page.body.list[0]!.id}/block`);
  if (status !== 200) throw new Error(`Blocking a contract was answered ${status}`);
}

async function listTime(client: Client): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const begun = performance.now();
    await client.get('/contract/paging', { count: 50 });
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b)[94]!;
}

async function memoryOf(client: Client): Promise<number> {
  const { body } = await client.call<string>('GET', '/metrics');
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(body)?.[1]);
}
