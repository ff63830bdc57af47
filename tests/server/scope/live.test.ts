/** Live messages of a contract to both parties, and how a change of an account's reach affects its sockets. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, startTestServer, type TestServer } from '../support.ts';
import { Listener } from '../live/listener.ts';
import { contractsBetween, PARTIES, type Ids, type Party, type Stands } from './contracts.ts';

let server: TestServer;
let records: Record<Stands, Ids>;
const listeners = {} as Record<Party, Listener>;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  records = await contractsBetween(server);
  for (const [who, login] of Object.entries(PARTIES))
    listeners[who as Party] = await Listener.open(await signIn(server, login));
});
afterAll(async () => {
  for (const listener of Object.values(listeners)) listener.close();
  await server.close();
});

describe('the live channel of two parties', () => {
  it('sends the linked instance messages of its contracts, and to no one else', async () => {
    for (const listener of Object.values(listeners))
      expect(await listener.subscribe('+contract:*')).toMatchObject({ type: 'subscribed' });
    const owner = await signIn(server, PARTIES.owner);
    for (const stands of ['nowhere', 'customer', 'supplier'] as const)
      await owner.post(`/contract/${records[stands]['contract']}/block`);
    const [own] = (
      await server.pool.query<{ id: string }>(
        `select c.id from contracts c join instances i on i.id = c.instance_id
         where i.name = 'Чистый край' and c.status = 'ACTIVE' order by c.id limit 1`,
      )
    ).rows;
    await (await signIn(server, PARTIES.third)).post(`/contract/${own!.id}/block`);
    const between = [records.customer['contract'], records.supplier['contract']];
    const ends = { owner: between[1], linked: between[1], third: own!.id };
    const told = async (who: Party) => {
      await listeners[who].hears(({ dto }) => dto?.id === ends[who]);
      return [...new Set(listeners[who].messages().map(({ dto }) => dto?.id))];
    };
    expect(await told('owner')).toEqual([records.nowhere['contract'], ...between]);
    expect(await told('linked')).toEqual(between);
    expect(await told('third')).toEqual([own!.id]);
  });

  it('lets the linked instance subscribe only to parts of its contracts', async () => {
    const { linked } = listeners;
    const part = (stands: Stands) => linked.subscribe(`+contractLimit:${records[stands]['contract']}`);
    expect(await part('supplier')).toMatchObject({ type: 'subscribed' });
    expect(await part('nowhere')).toMatchObject({ type: 'refused', status: 404 });
  });

  it('ends the subscriptions of the linked instance with the link', async () => {
    const index = records.supplier['contract'];
    await server.pool.query('update customers set linked_instance_id = null where id = $1', [
      records.supplier['customer'],
    ]);
    expect(
      await listeners.linked.hears((told) => told.type === 'refused' && told.index === index),
    ).toMatchObject({ status: 404, broadcast: 'contractLimit' });
  });
});

describe('districts and divisions of an account', () => {
  it.each(['account_districts', 'account_divisions'])(
    '%s: every change notifies all servers',
    async (table) => {
      const place = table === 'account_districts' ? 'locations' : 'divisions';
      const listener = server.pool;
      const client = await listener.connect();
      try {
        const heard: string[] = [];
        client.on('notification', ({ payload }) => heard.push(payload!));
        await client.query('listen access');
        const { rows } = await client.query<{ id: string }>(
          `insert into ${table} select a.instance_id, a.id, (
           select id from ${place} where instance_id = a.instance_id order by id limit 1)
         from accounts a where login = 'manager' returning account_id as id`,
        );
        await client.query(`delete from ${table} where account_id = $1`, [rows[0]!.id]);
        await client.query('unlisten access');
        expect(heard).toEqual([rows[0]!.id, rows[0]!.id]);
      } finally {
        client.release();
      }
    },
  );
});
