/** "View as": an ADMIN's read-only session with at most another account's permissions; attempts to bypass it fail. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { narrowed } from '../../server/access/viewAs.ts';
import { givesFile } from '../../server/core/operationKinds.ts';
import type { ApiOperation } from '../../engine/language/api.ts';
import { readAccount, type Account } from '../../server/access/accounts.ts';
import { requireRights } from '../../server/access/rights.ts';
import { Listener } from './live/listener.ts';
import {
  NOBODY,
  signIn,
  startTestServer,
  type Client,
  type ProblemReply,
  type TestServer,
} from './support.ts';

interface Reply {
  login: string;
  permissions: string[];
  instance: { name: string; type: string };
  viewAs: { login: string | null; name: string | null; ownPermissions: string[] } | null;
}
interface Page {
  size: number;
}

let server: TestServer;
let ids: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
  const rows = await server.db.selectFrom('accounts').select(['id', 'login']).execute();
  ids = Object.fromEntries(rows.map(({ id, login }) => [login, id]));
});
afterAll(() => server.close());

const begin = (client: Client, login: string) =>
  client.post<Reply & ProblemReply>('/auth/view-as', { accountId: ids[login] });
const end = (client: Client) => client.delete<Reply & ProblemReply>('/auth/view-as');
const viewing = async (own: string, other: string) => {
  const client = await signIn(server, own);
  expect((await begin(client, other)).status).toBe(200);
  return client;
};
const attempt = (client: Client, { method, path }: ApiOperation) =>
  client.call(method, path.replace(/\{\w+\}/g, NOBODY), {
    ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
  });

/** Concurrent requests. */
const AT_ONCE = 50;

describe('a session that views as another account', () => {
  it('has the permissions that both accounts have, shows the same rows, and can be ended', async () => {
    const client = await signIn(server, 'admin');
    const reply = (await begin(client, 'contracts')).body;
    expect(reply.permissions).toEqual(['MANAGE_CONTRACTS']);
    expect(reply.login).toBe('admin');
    expect(reply.viewAs).toMatchObject({ login: 'contracts' });
    expect(reply.viewAs!.ownPermissions).toContain('ADMIN');
    expect((await client.post<Reply>('/auth/renew')).body).toEqual(reply);
    const own = await signIn(server, 'contracts');
    const [seen, same] = [
      await client.get<Page>('/contract/paging'),
      await own.get<Page>('/contract/paging'),
    ];
    expect(seen.body.size).toBe(same.body.size);
    expect((await client.get('/vehicle/paging')).status).toBe(403);
    expect((await client.get('/account/paging')).status).toBe(403);
    const back = (await end(client)).body;
    expect([back.viewAs, back.permissions.includes('ADMIN')]).toEqual([null, true]);
    expect((await client.get('/account/paging')).status).toBe(200);
  });

  it(
    'is refused every write, every file and every export, in the language of the user',
    { timeout: 60_000 },
    async () => {
      const client = await viewing('admin', 'manager');
      const free = ['authLogin', 'authLogout', 'authRenew', 'viewAsBegin', 'viewAsEnd'];
      const wrong: string[] = [];
      const changes = async () => (await server.db.selectFrom('audit_log').select('id').execute()).length;
      const before = await changes();
      const asked = [...server.api.operations.values()].filter(({ id }) => !free.includes(id));
      const tryOne = async (operation: (typeof asked)[number]) => {
        const { id, method, scope } = operation;
        const { body } = await attempt(client, operation);
        const expected = givesFile(operation) ? 'viewNoFiles' : method === 'GET' ? undefined : 'viewOnly';
        const told = scope !== 'public' && body?.code?.startsWith('view') ? body.code : undefined;
        if (scope !== 'public' && told !== expected) wrong.push(`${id}: ${told}, not ${expected}`);
      };
      // All at once would exceed the connections of one address.
      while (asked.length > 0) await Promise.all(asked.splice(0, AT_ONCE).map(tryOne));
      expect(wrong).toEqual([]);
      expect(await changes()).toBe(before);
      const contracts = await client.call('GET', '/api/v3/contract/paging/export', {
        query: { format: 'csv' },
        headers: { 'Accept-Language': 'en' },
      });
      expect([contracts.status, contracts.body.code]).toEqual([403, 'viewNoFiles']);
      expect(contracts.body.message).toBe(
        'You are viewing the portal with the permissions of Белова А. П.: files and exports are not available. Return to your own permissions to get them.',
      );
      const publicWrites = [...server.api.operations.values()]
        .filter(({ scope, method }) => scope === 'public' && method !== 'GET')
        .map(({ id }) => id);
      expect(publicWrites.filter((id) => !free.includes(id))).toEqual([]);
    },
  );

  it('cannot be bypassed: by a key of an earlier write, an invented method, HEAD, the form of a file', async () => {
    const client = await signIn(server, 'admin');
    const key = { 'Idempotency-Key': 'view-as-1' };
    const body = { name: 'viewAs', screen: 'contracts', view: '', schemaVersion: 1, value: {} };
    const first = await client.call('POST', '/api/v3/customer', { body, headers: key });
    await begin(client, 'manager');
    const again = await client.call('POST', '/api/v3/customer', { body, headers: key });
    expect([first.body.code === 'viewOnly', again.body.code]).toEqual([false, 'viewOnly']);
    const override = await client.call('POST', '/api/v3/customer', {
      body,
      headers: { 'X-HTTP-Method-Override': 'GET' },
    });
    expect(override.body.code).toBe('viewOnly');
    const headers = { Cookie: client.cookie! };
    const head = await fetch(`${server.url}/api/v3/contract/paging/export`, { method: 'HEAD', headers });
    expect(head.status).toBe(403);
    const form = new FormData();
    form.append('file', new Blob(['a']), 'a.txt');
    expect((await client.post('/file/upload', form)).body.code).toBe('viewOnly');
    expect((await client.get('/account/paging')).status).toBe(403);
  });

  it('is started by an ADMIN only, for an account within the ADMIN’s reach', async () => {
    expect((await begin(await signIn(server, 'manager'), 'contracts')).status).toBe(403);
    const admin = await signIn(server, 'admin');
    expect((await begin(admin, 'chief')).status).toBe(404);
    expect((await begin(admin, 'admin')).body.code).toBe('viewOneself');
    const foreign = Object.keys(ids).filter((login) => !['admin', 'chief'].includes(login));
    const own = await admin.get<{ login: string }[]>('/auth/view-as/accounts');
    const offered = new Set(own.body.map(({ login }) => login));
    for (const login of foreign)
      expect([login, (await begin(admin, login)).status]).toEqual([login, offered.has(login) ? 200 : 404]);
    // From one account to another the reach is still that of the ADMIN.
    expect((await begin(admin, 'chief')).status).toBe(404);
    expect((await admin.get('/auth/view-as/accounts', { query: 'manager' })).body).toMatchObject([
      { login: 'manager' },
    ]);
  });

  it('never exceeds the ADMIN’s access, whatever the two accounts are', async () => {
    const accounts = await Promise.all(Object.values(ids).map((id) => readAccount(server.db, id)));
    const all = accounts.flatMap((one) => one ?? []);
    const admin = all.find(({ login }) => login === 'admin')!;
    const at = (change: Partial<Account>): Account => ({ ...admin, id: NOBODY, ...change });
    expect(narrowed(at({ districts: ['a', 'b'] }), { ...admin, districts: ['b', 'c'] }).districts).toEqual([
      'b',
    ]);
    const apart = narrowed(at({ divisions: ['a'] }), { ...admin, divisions: ['c'] });
    expect(apart.divisions).toHaveLength(1);
    expect(['a', 'c']).not.toContain(apart.divisions[0]);
    expect(narrowed(at({ divisions: ['a'] }), admin).divisions).toEqual(['a']);
    // Out of reach since it began: no permissions remain.
    const chief = all.find(({ login }) => login === 'chief')!;
    expect(narrowed(admin, chief).permissions).toEqual([]);
    expect(narrowed({ ...chief, districts: ['a'] }, admin).permissions).toEqual([]);
    expect(narrowed(at({ permissions: ['MANAGE_CONTRACTS'] }), admin).permissions).toEqual([]);
    for (const own of all)
      for (const other of all) {
        const both = narrowed({ ...own, id: NOBODY, permissions: ['ADMIN'] }, other);
        expect(both.permissions.filter((name) => name !== 'ADMIN')).toEqual([]);
      }
  });

  it('passes checks for its own type of instance and for the other', async () => {
    const [chief, manager] = await Promise.all(
      ['chief', 'manager'].map((login) => readAccount(server.db, ids[login]!)),
    );
    const list = server.api.operations.get('contractPaging')!;
    const viewer = narrowed(chief!, manager);
    expect(viewer.instance.type).toBe('RO');
    expect(() => requireRights(list, viewer)).not.toThrow();
    for (const instanceTypes of [['RO'], ['ADMINISTRATION']])
      expect(() => requireRights({ ...list, instanceTypes }, viewer)).toThrow('instanceType');
  });

  it('is checked again by the live channel as it begins and ends', async () => {
    const client = await signIn(server, 'admin');
    const live = await Listener.open(client);
    live.send('+contract:*');
    await live.hears(({ type, broadcast }) => type === 'subscribed' && broadcast === 'contract');
    await begin(client, 'customers');
    await live.hears(({ type, broadcast }) => type === 'refused' && broadcast === 'contract');
    await end(client);
    live.send('+contract:*');
    await live.hears((told) => told.type === 'subscribed' && live.told.indexOf(told) > 1);
    live.socket.close();
  });

  it('is checked again by the live channel when the other account loses a permission', async () => {
    const live = await Listener.open(await viewing('admin', 'contracts'));
    live.send('+contract:*');
    await live.hears(({ type, broadcast }) => type === 'subscribed' && broadcast === 'contract');
    const { rows } = await server.pool.query<{ account_id: string; role_id: string }>(
      'delete from account_roles where account_id = $1 returning *',
      [ids['contracts']],
    );
    await live.hears(({ type, broadcast }) => type === 'refused' && broadcast === 'contract');
    for (const { account_id, role_id } of rows)
      await server.pool.query('insert into account_roles values ($1, $2)', [account_id, role_id]);
    live.socket.close();
  });

  it('ends with the permissions of the account: deleted, disabled, or with a permission removed', async () => {
    const client = await viewing('admin', 'customers');
    expect((await client.get('/customer/paging')).status).toBe(200);
    await server.db
      .updateTable('accounts')
      .set({ enabled: false })
      .where('login', '=', 'customers')
      .execute();
    expect((await client.get('/customer/paging')).status).toBe(403);
    const now = (await client.post<Reply>('/auth/renew')).body;
    expect([now.permissions, now.viewAs!.login]).toEqual([[], null]);
    expect((await client.post('/customer', {})).body.code).toBe('viewOnly');
    await server.db.updateTable('accounts').set({ enabled: true }).where('login', '=', 'customers').execute();
    expect((await end(client)).body.permissions).toContain('ADMIN');
  });

  it('affects no other session, and is in the security log with the viewing account', async () => {
    const [first, second] = [await signIn(server, 'admin'), await signIn(server, 'admin')];
    await begin(first, 'reader');
    expect((await second.post<Reply>('/auth/renew')).body.viewAs).toBeNull();
    await first.post('/auth/logout');
    await begin(second, 'manager');
    await begin(second, 'reader');
    await end(second);
    const rows = await server.db
      .selectFrom('security_log')
      .select(['event', 'login', 'actor_login'])
      .where('event', 'in', ['viewBegun', 'viewEnded'])
      .orderBy('id', 'desc')
      .limit(6)
      .execute();
    expect(rows.toReversed().map((row) => [row.event, row.login, row.actor_login])).toEqual([
      ['viewBegun', 'reader', 'admin'],
      ['viewEnded', 'reader', 'admin'],
      ['viewBegun', 'manager', 'admin'],
      ['viewEnded', 'manager', 'admin'],
      ['viewBegun', 'reader', 'admin'],
      ['viewEnded', 'reader', 'admin'],
    ]);
    await begin(second, 'manager');
    await second.post('/customer', {});
    const refused = await server.db
      .selectFrom('security_log')
      .select(['login', 'operation', 'reason'])
      .where('event', '=', 'refused')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(refused).toEqual([{ login: 'admin', operation: 'customerSave', reason: 'viewOnly' }]);
  });
});
