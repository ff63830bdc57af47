import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordEvent, recordEventOnce, type NewEvent } from '../../server/records/recordEvent.ts';
import { Client, scopeOf, signIn, startTestServer, type TestServer } from './support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
});
afterAll(() => server.close());

const accountOf = (login: string) =>
  server.db
    .selectFrom('accounts')
    .select(['id', 'instance_id'])
    .where('login', '=', login)
    .executeTakeFirstOrThrow();

const eventsOf = (entity: string, entityId: string) =>
  server.db
    .selectFrom('events')
    .selectAll()
    .where('entity', '=', entity)
    .where('entity_id', '=', entityId)
    .orderBy('event_time')
    .execute();

describe('events are recorded', () => {
  it('for blocking, unblocking and deleting a contract, with the account', async () => {
    const account = await accountOf('manager');
    const contract = await server.db
      .selectFrom('contracts')
      .selectAll()
      .where('status', '=', 'ACTIVE')
      .where('instance_id', '=', account.instance_id)
      .executeTakeFirstOrThrow();
    const client = await signIn(server, 'manager');
    expect((await client.post(`/contract/${contract.id}/block`)).status).toBe(200);
    expect((await client.post(`/contract/${contract.id}/unblock`)).status).toBe(200);
    expect((await client.delete(`/contract/${contract.id}`)).status).toBeLessThan(300);
    // A refused action records no event.
    expect((await client.post(`/contract/${contract.id}/block`)).status).toBe(409);
    const common = {
      instance_id: contract.instance_id,
      source_type: 'STATE',
      source_name: 'Белова А. П.',
      account_id: account.id,
      event_values: { number: contract.number },
    };
    expect(await eventsOf('contract', contract.id)).toMatchObject([
      { ...common, meta: 'CONTRACT_BLOCKED', severity: 'WARNING' },
      { ...common, meta: 'CONTRACT_UNBLOCKED', severity: 'INFORMATION' },
      { ...common, meta: 'CONTRACT_REMOVED', severity: 'WARNING' },
    ]);
  });

  it("with an account of an administration named, not referenced, on another instance's event", async () => {
    const { instance_id } = await accountOf('manager');
    const contract = await server.db
      .selectFrom('contracts')
      .select('id')
      .where('status', '=', 'ACTIVE')
      .where('instance_id', '=', instance_id)
      .executeTakeFirstOrThrow();
    const client = await signIn(server, 'administration');
    expect((await client.post(`/contract/${contract.id}/block`)).status).toBe(200);
    expect(await eventsOf('contract', contract.id)).toMatchObject([
      { instance_id, source_name: 'Главный С. П.', account_id: null },
    ]);
  });

  it('for tries to guess a password, once a quarter of an hour, for the instance of the account', async () => {
    const account = await accountOf('weigher');
    const client = new Client(server.url);
    const guess = (login: string) => client.post('/auth/login', { login, password: 'guess' });
    for (let i = 0; i < 5; i += 1) expect((await guess('weigher')).status).toBe(401);
    expect(await eventsOf('account', account.id)).toEqual([]);
    const refused = await Promise.all(Array.from({ length: 6 }, () => guess('weigher')));
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 429));
    expect(await eventsOf('account', account.id)).toMatchObject([
      {
        meta: 'SIGN_IN_REFUSED',
        severity: 'HIGH',
        source_type: 'SIGN_IN',
        instance_id: account.instance_id,
        account_id: account.id,
        event_values: { login: 'weigher', address: '127.0.0.1' },
      },
    ]);
  });

  it('for tries with unknown logins, once for their address, for the administration only', async () => {
    const client = new Client(server.url);
    for (const login of ['nobody', 'noone']) {
      for (let i = 0; i < 6; i += 1) await client.post('/auth/login', { login, password: 'guess' });
    }
    const [event, ...others] = await eventsOf('address', '127.0.0.1');
    expect(event).toMatchObject({ meta: 'SIGN_IN_REFUSED', instance_id: null, account_id: null });
    expect(others).toEqual([]);
    const seen = async (login: string) => {
      const account = await accountOf(login);
      const { db } = await scopeOf(server.db, account.id);
      return db.selectFrom('events').select('id').where('id', '=', event!.id).execute();
    };
    expect(await seen('manager')).toEqual([]);
    expect(await seen('administration')).toHaveLength(1);
  });
});

describe('the operation for events of other systems', () => {
  const event = { text: 'Въезд на полигон', sourceDisplayableName: 'Весовой комплекс', severity: 'AVERAGE' };
  const own = (table: 'vehicles' | 'staff', mine: boolean) =>
    server.pool
      .query<{ id: string }>(
        `select id from ${table} where (instance_id = (select instance_id from accounts where login = 'admin')) = $1 limit 1`,
        [mine],
      )
      .then(({ rows }) => rows[0]!.id);

  it('records one with vehicle, driver and time', async () => {
    const client = await signIn(server, 'admin');
    const account = await accountOf('admin');
    const time = '2026-11-20T10:00:00.000Z';
    const [vehicleId, driverId] = [await own('vehicles', true), await own('staff', true)];
    const answer = await client.post<{ id: string }>('/event/external', {
      ...event,
      time,
      vehicleId,
      driverId,
    });
    expect(answer.status).toBe(200);
    const row = await server.db
      .selectFrom('events')
      .selectAll()
      .where('id', '=', answer.body.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      instance_id: account.instance_id,
      meta: 'EXTERNAL_MESSAGE',
      severity: 'AVERAGE',
      source_type: 'EXTERNAL',
      source_name: 'Весовой комплекс',
      account_id: account.id,
      vehicle_id: vehicleId,
      driver_id: driverId,
      event_time: new Date(time),
      event_values: { text: 'Въезд на полигон' },
    });
  });

  it('refuses references to another instance, an unknown severity, and callers other than an ADMIN', async () => {
    const client = await signIn(server, 'admin');
    const fields = async (change: object) => {
      const { status, body } = await client.post('/event/external', { ...event, ...change });
      return [status, body.details?.errors?.[0]?.field];
    };
    expect(await fields({ vehicleId: await own('vehicles', false) })).toEqual([400, 'vehicleId']);
    expect(await fields({ driverId: await own('staff', false) })).toEqual([400, 'driverId']);
    expect(await fields({ severity: 'LOUD' })).toEqual([400, 'severity']);
    expect((await (await signIn(server, 'manager')).post('/event/external', event)).status).toBe(403);
  });
});

describe('recordEvent', () => {
  const message = async (event: Partial<NewEvent> = {}): Promise<NewEvent> => ({
    instanceId: (await accountOf('manager')).instance_id,
    meta: 'EXTERNAL_MESSAGE',
    source: 'EXTERNAL',
    values: { text: 'Въезд' },
    ...event,
  });
  const read = (id: string) =>
    server.db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it("has the meta's severity unless another is given", async () => {
    const plain = await read(await recordEvent(server.db, await message()));
    const loud = await read(await recordEvent(server.db, await message({ severity: 'DISASTER' })));
    expect([plain.severity, loud.severity]).toEqual(['INFORMATION', 'DISASTER']);
    expect(plain).toMatchObject({ status: 'NEW', event_values: { text: 'Въезд' } });
  });

  it('is rolled back with the transaction of its cause', async () => {
    const count = () => server.pool.query('select count(*) n from events').then(({ rows }) => rows);
    const before = await count();
    const failed = server.db.transaction().execute(async (trx) => {
      await recordEvent(trx, await message());
      throw new Error('the cause failed');
    });
    await expect(failed).rejects.toThrow('the cause failed');
    expect(await count()).toEqual(before);
  });

  it('refuses an unknown meta, and references to another instance', async () => {
    await expect(recordEvent(server.db, await message({ meta: 'NONE' }))).rejects.toThrow(
      'no event meta NONE',
    );
    const { rows } = await server.pool.query<{ id: string }>(
      `select id from vehicles where instance_id <> $1 limit 1`,
      [(await accountOf('manager')).instance_id],
    );
    const foreign = await message({ vehicleId: rows[0]!.id });
    await expect(recordEvent(server.db, foreign)).rejects.toThrow('foreign key');
    await expect(recordEvent(server.db, { ...foreign, instanceId: null })).rejects.toThrow(
      'check constraint',
    );
  });

  it('records one event per interval for one record, also when called concurrently', async () => {
    const event = { ...(await message()), entity: 'test', entityId: 'one' };
    const ids = await Promise.all(Array.from({ length: 8 }, () => recordEventOnce(server.db, event, 60)));
    expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
    expect(await recordEventOnce(server.db, { ...event, entityId: 'two' }, 60)).toBeDefined();
    expect(await recordEventOnce(server.db, event, 0)).toBeDefined();
  });
});
