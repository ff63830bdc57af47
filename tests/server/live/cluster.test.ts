/** Two servers on one database: each publishes the changes of the other, and one may die. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client, signIn } from '../support.ts';
import { contractOf, type Row } from './changes.ts';
import { Balancer, liveClient, startCluster, type Cluster, type Node } from './cluster.ts';
import { cutAndReport, tally, tell, until } from './cuts.ts';
import { Listener } from './listener.ts';

let cluster: Cluster;
let nodes: Node[];
let row: Row;

beforeAll(async () => {
  cluster = await startCluster();
  nodes = await Promise.all([cluster.start(), cluster.start()]);
  row = await contractOf(cluster.pool, 'ЭкоРегион');
});
afterAll(() => cluster.stop());

/** Uses the same session at another server. */
function at(url: string, session: Client): Client {
  const client = new Client(url);
  client.cookie = session.cookie;
  return client;
}

it('a change through one is published by the other, and a sign-out through one closes at the other', async () => {
  const [first, second] = nodes as [Node, Node];
  const here = await signIn(first, 'manager');
  const listener = await Listener.open(at(second.url, here));
  await listener.subscribe('+contract:*');
  const other = await signIn(first, 'manager');
  const { body } = await other.post<{ version: number }>(`/contract/${row.id}/block`);
  expect(await listener.hears(({ type }) => !type)).toMatchObject({
    broadcast: 'contract',
    dto: { id: row.id, version: body.version },
  });
  await here.post('/auth/logout');
  expect(await listener.closed).toBe(1000);
});

it('after 20 cuts clients always reconnect, with nothing lost, nothing doubled, in order', async () => {
  const balancer = await new Balancer(nodes[0]!.url).listen();
  const live = liveClient(await signIn(nodes[0]!, 'manager'), balancer.url);
  const kept = tally(live, 'contract');
  await tell(cluster.db, row, 'first');
  await until(() => kept.heard.length + kept.resets > 0);
  kept.resets = 0;
  // The first message may arrive late, after the reset that the test waits for.
  const after = () => kept.heard.filter((text) => text !== 'first');
  const told = await cutAndReport(20, { db: cluster.db, row, balancer, nodes, heard: after });
  live.close();
  balancer.close();
  expect(after()).toEqual(told);
  expect(kept.resets).toBe(0);
});

it('when one is killed, its clients continue at the other where they were', async () => {
  const dying = await cluster.start();
  const balancer = await new Balancer(dying.url).listen();
  const session = await signIn(dying, 'manager');
  const lives = Array.from({ length: 10 }, () => liveClient(session, balancer.url));
  const all = lives.map((live) => tally(live, 'contract'));
  await until(() => balancer.clients === 10);
  await tell(cluster.db, row, 'first');
  await until(() => all.every(({ heard, resets }) => heard.length + resets > 0));
  for (const kept of all) kept.resets = 0;
  const after = () => all.map(({ heard }) => heard.filter((text) => text !== 'first'));
  const told: string[] = [];
  for (let i = 0; i < 60; i++) {
    if (i === 20) await dying.kill();
    if (i === 40) balancer.target = nodes[1]!.url;
    told.push(String(i));
    await tell(cluster.db, row, told.at(-1)!);
  }
  await until(() => after().every((heard) => heard.length >= told.length));
  for (const live of lives) live.close();
  balancer.close();
  expect(after()).toEqual(lives.map(() => told));
  expect(all.map(({ resets }) => resets)).toEqual(lives.map(() => 0));
});
