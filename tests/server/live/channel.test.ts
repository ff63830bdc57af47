/** Who may open the live channel and subscribe, and what ends it (calls §7.12). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publish } from '../../../server/live/publish.ts';
import { CHANNEL_PATH } from '../../../server/live/channel.ts';
import { Client, signIn, startTestServer, type TestServer } from '../support.ts';
import { LIVE, liveApi } from './broadcasts.ts';
import { Listener } from './listener.ts';

let server: TestServer;
let manager: Client;
const open: Listener[] = [];

beforeAll(async () => {
  server = await startTestServer({ scale: 0.02, api: liveApi() });
  manager = await signIn(server, 'manager');
});
afterAll(async () => {
  for (const each of open) each.close();
  await server.close();
});

async function listen(client: Client, headers?: Record<string, string>): Promise<Listener> {
  const listener = await Listener.open(client, headers);
  open.push(listener);
  return listener;
}

interface Row {
  id: string;
  instance_id: string;
}
async function contractOf(instance: string): Promise<Row> {
  const { rows } = await server.pool.query<Row>(
    `select c.* from contracts c join instances i on i.id = c.instance_id
     where i.name = $1 and c.status = 'ACTIVE' order by c.id limit 1`,
    [instance],
  );
  return rows[0]!;
}
const districtOf = (contractId: string, share = 0.01) => ({
  contractId,
  district: { name: 'CENTRAL', caption: '' },
  share,
  effectiveDate: '2026-01-01',
});

describe('opening the channel', () => {
  it('asks for a session, for the own page, and for a websocket', async () => {
    await expect(Listener.open(new Client(server.url))).rejects.toThrow('401');
    await expect(Listener.open(manager, { Origin: 'https://elsewhere.example' })).rejects.toThrow('403');
    const { status, body } = await manager.call('GET', CHANNEL_PATH);
    expect([status, body.code]).toEqual([404, 'notFound']);
  });

  it('takes 20 sockets of an account and no more; a closed one makes room', async () => {
    const client = await signIn(server, 'customer1').catch(() => signIn(server, 'viewer'));
    const twenty = await Promise.all(Array.from({ length: 20 }, () => listen(client)));
    await expect(Listener.open(client)).rejects.toThrow('429');
    twenty[0]!.close();
    await twenty[0]!.closed;
    await expect.poll(() => Listener.open(client).then((one) => open.push(one) > 0, () => false)).toBe(true);
    twenty.forEach((one) => one.close());
  });
});
