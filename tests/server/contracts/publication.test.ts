/** A published contract is "changed since publication" as soon as anything that belongs to it changes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../schemas/generated/api.ts';
import { readTables } from '../../../server/database/knownTables.ts';
import { records } from '../../../server/modules/handlers.ts';
import { spec } from '../../spec/spec.ts';
import { Listener } from '../live/listener.ts';
import { savedOf } from '../saved.ts';
import { contractsBetween, type Ids } from '../scope/contracts.ts';
import { signIn, startTestServer, type Client, type TestServer } from '../support.ts';

type Saved = Record<string, unknown> & { id: string; version: number };
interface Contract {
  version: number;
  publication: { name: string };
}

/** Every kind of record that belongs to a contract. */
const PARTS = records.filter(({ parent }) => parent?.name === 'contract');

/** Tables that refer to a contract but have no agreed content, each with the reason. */
const NOT_AGREED: Record<string, string> = {
  contract_rule_findings: 'found by the rules',
  contract_talon_links: 'how the exchange with another system goes',
  coupons: 'given out under it',
  csoris: 'agreed of what was carried under it',
  recalculations: 'judged again under it',
};

let server: TestServer;
let manager: Client;
let carrier: Client;
let ids: Ids;
let contract: string;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  [manager, carrier] = await Promise.all([signIn(server, 'manager'), signIn(server, 'carrier')]);
  ids = (await contractsBetween(server)).supplier;
  contract = ids['contract']!;
  const { pool } = server;
  await pool.query(
    `update contract_policies set status = 'STATUS_NOT_SET', reject_reason = null where id = $1`,
    [ids['contractPolicy']],
  );
  // A plan with tasks cannot be deleted.
  await pool.query('delete from task_items where plan_id = $1', [ids['contractPlan']]);
  // Makes the contract complete, so that it can be published.
  await pool.query(
    `update contracts set responsible = 'Белова А. П.', sign_status = 'SIGNED' where id = $1`,
    [contract],
  );
  await pool.query(
    `update customers set status = 'ACTIVE' from contracts c where c.id = $1 and customers.id in (c.customer_id, c.supplier_id)`,
    [contract],
  );
  await pool.query(`delete from contract_districts where contract_id = $1 and id <> $2`, [
    contract,
    ids['contractDistrict'],
  ]);
  await pool.query(`update contract_districts set share = 100 where contract_id = $1`, [contract]);
  // All parts have dates within its term; agreed periods are in the future.
  await pool.query(
    `update contracts set effective_date = '2010-01-01', expiration_date = null where id = $1`,
    [contract],
  );
  await pool.query(
    `update contract_policies set status = 'STATUS_NOT_SET', effective_date = '2031-01-01', expiration_date = null
     where id = $1`,
    [ids['contractPolicy']],
  );
  await pool.query(`update contract_vehicles set is_primary = (id = $2) where contract_id = $1`, [
    contract,
    ids['contractVehicle'],
  ]);
});
afterAll(() => server.close());

/** Sets the state after a publication; its preconditions are tested elsewhere. */
const publish = () =>
  server.pool.query(
    `update contracts set published_version = version, publish_time = now(), parts_changed = false where id = $1`,
    [contract],
  );
const read = async () => (await manager.get<Contract>(`/contract/${contract}`)).body;
const state = async () => (await read()).publication.name;
const pathOf = (name: string) => server.api.resources.get(name)!.path.replace('/api/v3', '');

beforeEach(async () => {
  await publish();
  expect(await state()).toBe('PUBLISHED');
});

describe.each(PARTS.map(({ name }) => name))('a published contract with a changed %s', (name) => {
  it('has changed after a save, a deletion and a creation; its version stays', async () => {
    const { version } = await read();
    const path = pathOf(name);
    const id = ids[name]!;
    const part = (await manager.get<Saved>(`${path}/${id}`)).body;
    const saved = await manager.post<Saved>(path, savedOf(server.api, name, part));
    expect([saved.status, await state()]).toEqual([200, 'CHANGED']);
    await publish();
    expect([(await manager.delete(`${path}/${id}`)).status, await state()]).toEqual([204, 'CHANGED']);
    await publish();
    const { id: _id, version: _version, ...body } = savedOf(server.api, name, saved.body);
    // A file belongs to one record and is deleted with it.
    const made = await manager.post<Saved>(path, 'files' in body ? { ...body, files: [] } : body);
    expect([made.status, await state()]).toEqual([200, 'CHANGED']);
    ids[name] = made.body.id;
    expect((await read()).version).toBe(version);
  });
});

describe('the publication of a contract', () => {
  it('is NEVER in the history of a contract that was never published', async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      `select c.id from contracts c join accounts a on a.instance_id = c.instance_id
       where a.login = 'manager' and c.published_version is null
         and exists (select 1 from audit_log l where l.entity_id = c.id::text and not l.after ? 'published_version')
       limit 1`,
    );
    const history = `/contract/${rows[0]!.id}/history?page=0&count=100`;
    const { list } = (await manager.get<{ list: HistoryEntry[] }>(history)).body;
    const told = list.flatMap(({ changes }) => changes).filter(({ field }) => field === 'publication');
    expect(told.map(({ after }) => JSON.parse(after!) as unknown)).toEqual([
      expect.objectContaining({ name: 'NEVER' }),
    ]);
  });

  it('follows every table that belongs to the contract; the others have a reason why not', async () => {
    const tables = await readTables(server.db);
    const referring = [...tables].filter(([, { references }]) =>
      references.some(({ table }) => table === 'contracts'),
    );
    const content = new Set(PARTS.map(({ table }) => table));
    const others = referring.map(([table]) => table).filter((table) => !content.has(table));
    expect(others.toSorted()).toEqual(Object.keys(NOT_AGREED));
  });

  it('ignores what is calculated, sent and decided', async () => {
    spec('POST contract-limit balance calculation');
    const limitIds = [ids['contractLimit']!];
    expect((await manager.post('/contract-limit/balance', { limitIds })).status).toBe(200);
    const policy = `/contract-policy/${ids['contractPolicy']!}`;
    expect((await manager.post(`${policy}/send`)).status).toBe(200);
    expect((await carrier.post(`${policy}/accept`)).status).toBe(200);
    expect(await state()).toBe('PUBLISHED');
  });

  it('follows the files of its documents', async () => {
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n']), 'a.pdf');
    const sent = await manager.post<{ id: string }>(`/contract-file?contractId=${contract}`, form);
    expect([sent.status, await state()]).toEqual([200, 'CHANGED']);
    await publish();
    expect([(await manager.delete(`/contract-file/${sent.body.id}`)).status, await state()]).toEqual([
      204,
      'CHANGED',
    ]);
  });

  it('is published live to users who have the contract open, once, and without a version', async () => {
    const listeners = await Promise.all([manager, carrier].map((client) => Listener.open(client)));
    for (const listener of listeners) await listener.subscribe(`+contract:${contract}`);
    const path = pathOf('contractLimit');
    for (const value of [11, 12]) {
      const limit = (await manager.get<Saved>(`${path}/${ids['contractLimit']!}`)).body;
      const body = { ...savedOf(server.api, 'contractLimit', limit), value };
      expect((await manager.post(path, body)).status).toBe(200);
    }
    // Sent after both saves: a second message for the limit would come before it.
    await manager.post(`/contract/${contract}/block`);
    for (const listener of listeners) {
      await listener.hears(({ dto }) => dto?.version !== undefined);
      expect(listener.messages().map(({ dto }) => dto)).toEqual([
        { id: contract },
        { id: contract, version: (await read()).version },
      ]);
      listener.close();
    }
    await manager.post(`/contract/${contract}/unblock`);
  });

  it('depends on whether a save or a publication was last; neither waits forever', async () => {
    const path = pathOf('contractRestriction');
    const given = (await manager.get<Saved>(`${path}/${ids['contractRestriction']!}`)).body;
    const { id: _id, version: _version, ...body } = savedOf(server.api, 'contractRestriction', given);
    const { body: whole } = await manager.get<{ effectiveDate: string }>(`/contract/${contract}`);
    const days = { beginDate: whole.effectiveDate, endDate: null };
    const save = (comment: string) => manager.post<Saved>(path, { ...body, ...days, comment });
    const send = () => manager.post(`/contract/${contract}/publish`);
    const tries = Array.from({ length: 20 }, (_, at) => (at % 4 === 3 ? send() : save(`№ ${at}`)));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((_, at) => at % 4 !== 3)).toEqual(Array<number>(15).fill(200));
    // A publication that finds nothing changed is refused with 409.
    expect(new Set(statuses)).toEqual(new Set([200, ...(statuses.includes(409) ? [409] : [])]));
    expect([(await save('last')).status, await state()]).toEqual([200, 'CHANGED']);
    expect([(await send()).status, await state()]).toEqual([200, 'PUBLISHED']);
    expect((await send()).status).toBe(409);
  });
});
