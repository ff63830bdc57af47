/** Messages about changes: in order, without gaps, also after a reconnection, and only for committed changes. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { publish, publishRow } from '../../../server/records/publish.ts';
import type { OpenApiLive } from '../../../engine/language/openapi.ts';
import { readBroadcasts } from '../../../server/records/broadcasts.ts';
import { removeOldMessages } from '../../../server/live/topics.ts';
import { signIn, startTestServer, type Client, type TestServer } from '../support.ts';
import { liveApi } from './broadcasts.ts';
import { contractOf, limitOf, type Row } from './changes.ts';
import { Listener } from './listener.ts';
import { spec } from '../../spec/spec.ts';

let server: TestServer;
let manager: Client;
let contract: Row;
const open: Listener[] = [];

beforeAll(async () => {
  server = await startTestServer({ scale: 0.02, api: liveApi() });
  manager = await signIn(server, 'manager');
  contract = await contractOf(server.pool, 'ЭкоРегион');
});
afterEach(() => open.splice(0).forEach((each) => each.close()));
afterAll(() => server.close());

async function listen(): Promise<Listener> {
  const listener = await Listener.open(manager);
  open.push(listener);
  return listener;
}

interface Limit {
  id: string;
  version: number;
}

describe('a change of a record', () => {
  it('is published by instance and by record, with id and version, once it is committed', async () => {
    spec('websocket subscribe +{broadcast}:{index}');
    const listener = await listen();
    await listener.subscribe('+contract:*');
    await listener.subscribe(`+contract:${contract.id}`);
    const blocked = await manager.post<{ version: number }>(`/contract/${contract.id}/block`);
    const dto = { id: contract.id, version: blocked.body.version };
    expect(await listener.hears(({ index, type }) => index === '*' && !type)).toMatchObject({
      broadcast: 'contract',
      reference: true,
      dto,
    });
    expect(await listener.hears(({ index, type }) => index === contract.id && !type)).toMatchObject({ dto });
    await manager.post(`/contract/${contract.id}/unblock`);
    // A refused action changes nothing and sends no message.
    expect((await manager.post(`/contract/${contract.id}/unblock`)).status).toBe(409);
    await expect.poll(() => listener.messages().length).toBe(4);
  });

  it('its parts are published under the contract: creation, saving, deletion', async () => {
    const listener = await listen();
    const { sequence } = await listener.subscribe(`+contractLimit:${contract.id}`);
    const { body } = await manager.post<Limit>('/contract-limit', limitOf(contract.id));
    const { id, version } = body;
    await manager.post('/contract-limit', { ...limitOf(contract.id), id, version, value: 2 });
    await manager.delete(`/contract-limit/${id}`);
    await expect.poll(() => listener.messages().length).toBe(3);
    expect(listener.messages().map(({ dto }) => dto)).toEqual([
      { id, version: 1 },
      { id, version: 2 },
      { id, version: 2, removed: true },
    ]);
    expect(listener.messages().map((each) => each.sequence - sequence)).toEqual([1, 2, 3]);
  });

  it('that is rolled back is not published, and leaves no gap', async () => {
    const listener = await listen();
    const { sequence } = await listener.subscribe('+contract:*');
    await expect(
      server.db.transaction().execute(async (trx) => {
        await publishRow(trx, 'contract', contract, { id: contract.id });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await server.db.transaction().execute((trx) => publishRow(trx, 'contract', contract, { id: 'second' }));
    expect(await listener.hears(({ type }) => !type)).toMatchObject({
      sequence: sequence + 1,
      dto: { id: 'second' },
    });
  });
});

describe('the sequence', () => {
  it('has neither gap nor disorder with many concurrent writes, under several indexes, in any order', async () => {
    const listener = await listen();
    const indexes = ['one', 'two', 'three'];
    const trx = (n: number) =>
      server.db.transaction().execute(async (each) => {
        for (let i = 0; i < 3; i++)
          await publish(each, { broadcast: 'contract', index: indexes[(i + n) % 3]!, id: `${n}` });
      });
    const administration = await Listener.open(await signIn(server, 'administration'));
    open.push(administration);
    for (const index of indexes) await administration.subscribe(`+contract:${index}`);
    await Promise.all(Array.from({ length: 60 }, (_, n) => trx(n)));
    await expect.poll(() => administration.messages().length).toBe(180);
    for (const index of indexes) {
      const told = administration.messages().filter((each) => each.index === index);
      expect(told.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
    }
    expect(listener.messages()).toEqual([]);
  });
});

describe('reconnecting', () => {
  it('continues after the given sequence', async () => {
    const first = await listen();
    const { sequence } = await first.subscribe('+contract:*');
    first.close();
    await first.closed;
    for (const id of ['a', 'b', 'c'])
      await server.db.transaction().execute((trx) => publishRow(trx, 'contract', contract, { id }));
    const again = await listen();
    expect(await again.subscribe(`+contract:*@${sequence + 1}`)).toMatchObject({
      type: 'subscribed',
      sequence: sequence + 1,
    });
    await again.hears(({ dto }) => dto?.id === 'c');
    expect(again.messages().map(({ dto }) => dto?.id)).toEqual(['b', 'c']);
  });

  it('gets a reset after 24 hours, after a gap, and with a sequence from elsewhere', async () => {
    const { sequence } = await (await listen()).subscribe('+contract:*');
    const own = [contract.instance_id];
    for (const id of ['a', 'b', 'c'])
      await server.db.transaction().execute((trx) => publishRow(trx, 'contract', contract, { id }));
    const age = (hours: number, at: number) =>
      server.pool.query(
        `update live_messages set create_time = now() - make_interval(hours => $1)
         where broadcast = 'contract' and index = $2 and sequence = $3`,
        [hours, own[0], at],
      );
    await age(25, sequence + 1);
    const last = sequence + 3;
    const told = async (command: string) => (await listen()).subscribe(command);
    expect(await told(`+contract:*@${sequence}`)).toMatchObject({ type: 'reset', sequence: last });
    expect(await told(`+contract:*@${sequence + 1}`)).toMatchObject({ type: 'subscribed' });
    expect(await told(`+contract:*@${last + 7}`)).toMatchObject({ type: 'reset', sequence: last });
    await age(23, sequence + 2);
    await removeOldMessages(server.db);
    const { rows } = await server.pool.query<{ sequence: number }>(
      `select sequence from live_messages where broadcast = 'contract' and index = $1 and sequence > $2
       order by sequence`,
      [own[0], sequence],
    );
    expect(rows.map((row) => row.sequence)).toEqual([sequence + 2, sequence + 3]);
  });
});

describe('a dto', () => {
  const row = { id: 'a', instance_id: '' };
  const write = (dto: object, batch = false) =>
    server.db
      .transaction()
      .execute((trx) =>
        publishRow(trx, 'customer', { ...row, instance_id: contract.instance_id }, { dto, batch }),
      );

  it('is published unchanged, one or a batch', async () => {
    spec('messages broadcast/dto/batch');
    const listener = await listen();
    await listener.subscribe('+customer:*');
    await write({ id: 'a', shortName: 'ООО' });
    await write([{ id: 'b', shortName: 'АО' }], true);
    await listener.hears(({ batch }) => batch === true);
    expect(listener.messages()).toMatchObject([
      { broadcast: 'customer', index: '*', dto: { id: 'a', shortName: 'ООО' } },
      { batch: true, dto: [{ id: 'b', shortName: 'АО' }] },
    ]);
    expect(listener.messages()[0]).not.toHaveProperty('reference');
  });

  it('is reduced to id and version for accounts narrowed to districts or divisions, from that moment', async () => {
    const listener = await listen();
    await listener.subscribe('+customer:*');
    const account = `(select id from accounts where login = 'manager')`;
    const dtos = () => listener.messages().map(({ dto, reference }) => [dto, reference ?? false]);
    for (const [table, place] of [
      ['account_districts', 'locations'],
      ['account_divisions', 'divisions'],
    ] as const) {
      await server.pool.query(
        `insert into ${table} select p.instance_id, ${account}, p.id from ${place} p
         where p.instance_id = $1 order by p.id limit 1`,
        [contract.instance_id],
      );
      try {
        // A subscription reads the account again.
        await listener.subscribe('+customer:*');
        const before = dtos().length;
        await write({ id: 'a', shortName: 'ООО' });
        await write([{ id: 'b', shortName: 'АО' }], true);
        await expect
          .poll(() => dtos().slice(before))
          .toEqual([
            [{ id: 'a' }, true],
            [[{ id: 'b' }], true],
          ]);
      } finally {
        await server.pool.query(`delete from ${table}`);
      }
    }
    await listener.subscribe('+customer:*');
    const before = dtos().length;
    await write({ id: 'a', shortName: 'ООО' });
    await expect.poll(() => dtos().slice(before)).toEqual([[{ id: 'a', shortName: 'ООО' }, false]]);
  });

  it('outside its schema is refused, and so is one without a declared schema', async () => {
    await expect(write({ id: 'a' })).rejects.toThrow('outside its schema');
    await expect(write({ id: 'a', shortName: 'x', secret: 1 })).rejects.toThrow('outside its schema');
    await expect(write([{ id: 'a', shortName: 'x' }, {}], true)).rejects.toThrow('outside its schema');
    await expect(publishRow(server.db, 'contract', contract, { dto: {} })).rejects.toThrow('names no dto');
  });
});

describe('x-live is refused at the start', () => {
  const faults = (operation: string, entry: OpenApiLive, properties?: Record<string, object>) => {
    const schema = properties && { type: 'object' as const, additionalProperties: false, properties };
    return () => readBroadcasts(liveApi({ [operation]: [entry] }, schema));
  };
  const dto = 'CustomerLive';

  it.each<[string, () => unknown, RegExp]>([
    ['an unknown index', faults('contractPaging', { broadcast: 'a', index: 'nope' }), /no parameter nope/],
    ['a write', faults('contractSave', { broadcast: 'a' }), /only a read/],
    [
      'a parameter that nobody gives',
      faults('contractLimitPaging', { broadcast: 'a' }),
      /nothing gives contractId/,
    ],
    ['an unknown dto', faults('customerPaging', { broadcast: 'a', dto: 'Nope' }), /no schema Nope/],
    [
      'a field beyond the reply',
      faults('customerPaging', { broadcast: 'a', dto }, { password: {} }),
      /password/,
    ],
    [
      'a caption',
      faults('contractPaging', { broadcast: 'a', dto }, { type: { properties: { name: {}, caption: {} } } }),
      /has a caption/,
    ],
  ])('%s', (_what, read, text) => expect(read).toThrow(text));
});
