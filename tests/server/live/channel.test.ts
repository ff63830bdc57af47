/** Access to the live channel and subscriptions, and what ends it (calls §7.12). */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CHANNEL_PATH } from '../../../server/http/liveChannel.ts';
import { Client, signIn, startTestServer, type TestServer } from '../support.ts';
import { liveApi } from './broadcasts.ts';
import { contractOf, limitOf } from './changes.ts';
import { Listener } from './listener.ts';
import { spec } from '../../spec/spec.ts';

let server: TestServer;
let manager: Client;
const open: Listener[] = [];

beforeAll(async () => {
  // Only intervals are faked: time goes on as usual, and a test may advance to the next check of the sockets.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
  server = await startTestServer({ scale: 0.02, api: liveApi() });
  manager = await signIn(server, 'manager');
});
afterAll(async () => {
  for (const each of open) each.close();
  await server.close();
  vi.useRealTimers();
});

async function listen(client: Client, headers?: Record<string, string>): Promise<Listener> {
  const listener = await Listener.open(client, headers);
  open.push(listener);
  return listener;
}

describe('opening the channel', () => {
  it('requires a session, the own origin, and a websocket', async () => {
    spec('websocket open', 'B-236');
    expect(CHANNEL_PATH).toBe('/api/v3/notification/refreshbus');
    expect((await listen(manager)).socket.url).toBe(
      `${server.url.replace('http:', 'ws:')}/api/v3/notification/refreshbus`,
    );
    await expect(Listener.open(new Client(server.url))).rejects.toThrow('401');
    await expect(Listener.open(manager, { Origin: 'https://elsewhere.example' })).rejects.toThrow('403');
    const { status, body } = await manager.call('GET', CHANNEL_PATH);
    expect([status, body.code]).toEqual([404, 'notFound']);
  });

  it('accepts 20 sockets of an account and no more; closing one makes room', async () => {
    const client = await signIn(server, 'guest');
    const twenty = await Promise.all(Array.from({ length: 20 }, () => listen(client)));
    await expect(Listener.open(client)).rejects.toThrow('429');
    twenty[0]!.close();
    await twenty[0]!.closed;
    await expect
      .poll(() =>
        Listener.open(client).then(
          (one) => open.push(one) > 0,
          () => false,
        ),
      )
      .toBe(true);
    twenty.forEach((one) => one.close());
  });
});

describe('subscribing', () => {
  it('checks the permissions of the operation that names the broadcast', async () => {
    const reader = await listen(await signIn(server, 'contracts'));
    const { id } = await contractOf(server.pool, 'ЭкоРегион');
    expect(await reader.subscribe('+contract:*')).toMatchObject({ type: 'subscribed', sequence: 0 });
    expect(await reader.subscribe(`+contract:${id}`)).toMatchObject({ type: 'subscribed' });
    expect(await reader.subscribe('+nothing:*')).toMatchObject({ type: 'refused', status: 404 });
    const guest = await listen(await signIn(server, 'guest'));
    expect(await guest.subscribe('+contract:*')).toMatchObject({ type: 'refused', code: 'forbidden' });
    expect(await guest.subscribe(`+contractLimit:${id}`)).toMatchObject({ type: 'refused', status: 403 });
  });

  it('checks its scope: nothing of another instance, by record or by instance', async () => {
    const foreign = await listen(await signIn(server, 'manager2'));
    const { id, instance_id } = await contractOf(server.pool, 'ЭкоРегион');
    for (const index of [id, instance_id, 'not-an-id', "'or'1'='1"]) {
      expect(await foreign.subscribe(`+contract:${index}`)).toMatchObject({ type: 'refused' });
    }
    expect(await foreign.subscribe(`+contractLimit:${id}`)).toMatchObject({ type: 'refused', status: 404 });
    expect(await foreign.subscribe('+contractLimit:*')).toMatchObject({ type: 'refused' });
    expect(await foreign.subscribe('+contract:*')).toMatchObject({ type: 'subscribed' });
    const own = await listen(manager);
    await own.subscribe('+contract:*');
    await manager.post(`/contract/${id}/block`);
    await own.hears(({ dto }) => dto?.id === id);
    // A later message of the own instance shows that the one of the other was skipped.
    const theirs = await contractOf(server.pool, 'Чистый край');
    const rival = await signIn(server, 'manager2');
    await rival.post(`/contract/${theirs.id}/block`);
    await foreign.hears(({ dto }) => dto?.id === theirs.id);
    expect(foreign.messages().map(({ dto }) => dto?.id)).toEqual([theirs.id]);
    await manager.post(`/contract/${id}/unblock`);
  });

  it('an administration gets messages of every instance', async () => {
    const administration = await listen(await signIn(server, 'administration'));
    await administration.subscribe('+contract:*');
    const { id } = await contractOf(server.pool, 'ЭкоРегион');
    await manager.post(`/contract/${id}/block`);
    await manager.post(`/contract/${id}/unblock`);
    await administration.hears(({ sequence }) => sequence > 0);
    const seen = await administration.hears(({ dto }) => dto?.id === id);
    expect(seen).toMatchObject({ broadcast: 'contract', index: '*', reference: true });
  });

  it('ends with a minus', async () => {
    spec('websocket unsubscribe -{broadcast}:{index}');
    const listener = await listen(manager);
    await listener.subscribe('+contract:*');
    const { id } = await contractOf(server.pool, 'ЭкоРегион');
    listener.send('-contract:*');
    await listener.subscribe(`+contractLimit:${id}`);
    await manager.post(`/contract/${id}/block`);
    await manager.post(`/contract/${id}/unblock`);
    await manager.post('/contract-limit', limitOf(id));
    await listener.hears(({ broadcast, type }) => broadcast === 'contractLimit' && !type);
    expect(listener.messages().map(({ broadcast }) => broadcast)).toEqual(['contractLimit']);
  });

  it('is limited to 200 on a socket', async () => {
    const listener = await listen(manager);
    const contract = await contractOf(server.pool, 'ЭкоРегион');
    const broadcasts = ['contract', 'contractLimit', 'contractDistrict'];
    const { rows: all } = await server.pool.query<{ id: string }>(
      `insert into contracts (instance_id, number, name, type, customer_id, supplier_id, effective_date)
       select c.instance_id, 'LIVE-' || n, 'Предел', c.type, c.customer_id, c.supplier_id, c.effective_date
       from contracts c, generate_series(1, 67) n where c.id = $1 returning id`,
      [contract.id],
    );
    const keys = all.flatMap(({ id }) => broadcasts.map((broadcast) => `${broadcast}:${id}`));
    listener.send(...keys.map((key) => `+${key}`));
    await expect.poll(() => listener.told.length, { timeout: 20_000 }).toBe(201);
    expect(listener.told.filter(({ type }) => type === 'subscribed')).toHaveLength(200);
    expect(listener.told.at(-1)).toMatchObject({ type: 'refused', code: 'tooManySubscriptions' });
    listener.send(`-${keys[0]!}`);
    expect(await listener.subscribe(`+${keys.at(-1)!}`)).toMatchObject({ type: 'subscribed' });
  });

  it('an invalid or too long command closes the socket', async () => {
    const garbled = await listen(manager);
    garbled.send('hello');
    expect(await garbled.closed).toBe(1008);
    const long = await listen(manager);
    long.send(`+contract:${'a'.repeat(2000)}`);
    expect(await long.closed).toBe(1009);
  });
});

describe('the end of rights', () => {
  it('sign-out closes every socket of the session immediately', async () => {
    const client = await signIn(server, 'contracts');
    const other = await listen(await signIn(server, 'contracts'));
    const one = await listen(client);
    await one.subscribe('+contract:*');
    await client.post('/auth/logout');
    expect(await one.closed).toBe(1000);
    expect(other.socket.readyState).toBe(other.socket.OPEN);
  });

  it('a removed role ends the subscriptions that it allowed, and keeps the socket', async () => {
    const client = await signIn(server, 'customers');
    const listener = await listen(client);
    await listener.subscribe('+customer:*');
    const { rows } = await server.pool.query<{ account_id: string; role_id: string }>(
      `delete from account_roles where account_id = (select id from accounts where login = 'customers')
       returning *`,
    );
    await expect
      .poll(() => listener.told.at(-1))
      .toMatchObject({ type: 'refused', broadcast: 'customer', code: 'forbidden' });
    expect(listener.socket.readyState).toBe(listener.socket.OPEN);
    await server.pool.query('insert into account_roles values ($1, $2)', [
      rows[0]!.account_id,
      rows[0]!.role_id,
    ]);
    expect(await listener.subscribe('+customer:*')).toMatchObject({ type: 'subscribed' });
    await server.pool.query('delete from role_permissions where role_id = $1', [rows[0]!.role_id]);
    await expect.poll(() => listener.told.at(-1)).toMatchObject({ type: 'refused' });
  });

  it('disabling an account closes its sockets', async () => {
    const listener = await listen(await signIn(server, 'carrier'));
    await server.pool.query("update accounts set enabled = false where login = 'carrier'");
    expect(await listener.closed).toBe(1000);
  });

  it('a periodic check finds expired sessions, which no message announces', async () => {
    const [over, other] = [await listen(await signIn(server, 'fleet')), await listen(manager)];
    await server.pool.query(
      "update sessions set expire_time = now() where account_id = (select id from accounts where login = 'fleet')",
    );
    await vi.advanceTimersByTimeAsync(20_000);
    await expect.poll(() => over.socket.readyState).toBe(over.socket.CLOSED);
    expect(await over.closed).toBe(1000);
    expect(other.socket.readyState).toBe(other.socket.OPEN);
  });

  it('is noticed although the LISTEN connection was lost', async () => {
    const listener = await listen(await signIn(server, 'weigher'));
    await listener.subscribe('+contract:*');
    await server.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where query like 'listen %' and datname = current_database()`,
    );
    await server.pool.query("update accounts set enabled = false where login = 'weigher'");
    expect(await listener.closed).toBe(1000);
  });
});
