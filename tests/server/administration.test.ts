/** Accounts and roles through their operations: what an administrator sees, changes, and may not do. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RouteGate } from '../../engine/tools/access.ts';
import { valueOf } from '../../server/modules/system/propertyValue.ts';
import { pointOf } from '../../server/modules/system/system.ts';
import { spec } from '../spec/spec.ts';
import {
  Client,
  dayOf,
  signIn,
  startTestServer,
  temporaryFolder,
  type ProblemReply,
  type TestServer,
} from './support.ts';

interface Named {
  id: string;
  name: string;
}
interface Word {
  name: string;
  caption: string;
}
interface Role {
  id: string;
  version: number;
  name: string;
  description: string | null;
  type: { name: string; caption: string };
  scope: { name: string };
  system: boolean;
  permissions: string[];
  accountCount: number;
}
interface Card {
  id: string;
  version: number;
  login: string;
  lastName: string;
  firstName: string;
  middleName: string | null;
  instanceId: string;
  enabled: boolean;
  passwordChangeRequired: boolean;
  roles: Word[];
  districts: Named[];
  staffId: string | null;
  permissions: string[];
  sessionCount: number;
}
interface Page<T> {
  list: T[];
  size: number;
}

/** A route gate as the build declares it; the screens of the product may change. */
const gate = (path: string, permissions: string[], more: Partial<RouteGate> = {}): RouteGate => ({
  path,
  screen: path.slice(1),
  public: false,
  permissions,
  instanceTypes: [],
  ...more,
});
const GATES = [
  gate('/shifts', ['VEHICLES_VIEW_VEHICLES', 'SUBMIT_VEHICLE']),
  gate('/accounts', ['ADMIN'], { title: 'accounts.title' }),
  gate('/login', [], { public: true }),
  gate('/shared', ['ADMIN', 'MANAGE_CONTRACTS'], { instanceTypes: ['ADMINISTRATION'] }),
  gate('/welcome', []),
];

const build = temporaryFolder();
let server: TestServer;
let admin: Client;
let chief: Client;
beforeAll(async () => {
  mkdirSync(path.join(build.folder, 'tools'));
  writeFileSync(path.join(build.folder, 'tools/routes.json'), JSON.stringify(GATES));
  server = await startTestServer({ scale: 0.02, staticDir: build.folder });
  admin = await signIn(server, 'admin');
  chief = await signIn(server, 'chief');
});
afterAll(async () => {
  await server.close();
  build.remove();
});

const PASSWORD = 'Тёплый-ветер-82';
const rolesOf = async (client: Client, query = {}) =>
  (await client.get<Page<Role>>('/role/paging', { count: 100, ...query })).body.list;
const accountsOf = async (client: Client, query = {}) =>
  (await client.get<Page<Card>>('/account/paging', { count: 100, ...query })).body.list;
const accountOf = async (client: Client, login: string) => {
  const found = (await accountsOf(client, { query: login })).find((one) => one.login === login);
  return (await client.get<Card>(`/account/${found!.id}`)).body;
};
const saveRole = (client: Client, body: object) => client.post<Role & ProblemReply>('/role', body);
const saveAccount = (client: Client, body: object) => client.post<Card & ProblemReply>('/account', body);
const type = { name: 'OPERATOR', caption: '' };
const person = { lastName: 'Новикова', firstName: 'Елена', middleName: 'Юрьевна', enabled: true };
/** The properties of a card that a save accepts. */
const taken = ({
  id,
  version,
  login,
  lastName,
  firstName,
  middleName,
  enabled,
  roles,
  districts,
  staffId,
}: Card) => ({
  id,
  version,
  login,
  lastName,
  firstName,
  middleName,
  enabled,
  roles,
  districts,
  staffId,
});
const outcome = ({ status, body }: { status: number; body: ProblemReply }) =>
  `${status} ${body.code ?? ''}`.trim();

describe('the access list', () => {
  interface Access {
    path: string;
    title: string | null;
    admits: Word;
    accountCount: number;
    logins: string[];
  }
  const pageOf = async (client: Client, query = {}) =>
    (await client.get<Page<Access>>('/access/paging', { count: 100, ...query })).body;
  const pathsOf = async (query = {}) => (await pageOf(admin, query)).list.map((one) => one.path);
  const gated = ['/accounts', '/login', '/shared', '/shifts', '/welcome'];

  it('has every route with its gate and the accounts of the instance that may enter', async () => {
    const { list, size } = await pageOf(admin);
    expect([list.map((one) => one.path), size]).toEqual([gated, 5]);
    const [accounts, , shared, shifts, welcome] = list;
    expect(accounts).toMatchObject({ title: 'Учётные записи', accountCount: 1, logins: ['admin'] });
    expect(shifts!.logins).toEqual(['admin', 'dispatcher', 'fleet', 'planner']);
    expect(list.map((one) => one.admits.name)).toEqual([
      'PERMISSIONS',
      'PUBLIC',
      'PERMISSIONS',
      'PERMISSIONS',
      'SIGNED_IN',
    ]);
    // For another type of instance; an administration sees accounts of all.
    expect(shared!.logins).toEqual([]);
    const all = (await pageOf(chief)).list;
    expect(all.find((one) => one.path === '/shared')!.logins).toEqual(['administration', 'chief']);
    expect(all.find((one) => one.path === '/welcome')!.accountCount).toBeGreaterThan(welcome!.accountCount);
  });

  it('is filtered by address, account and permission, sorted and paged', async () => {
    const { body: found } = await admin.get<Page<{ id: string }>>('/access/accounts', { query: 'guest' });
    expect(found.list).toHaveLength(1);
    expect(await pathsOf({ filter: { account: found.list[0]!.id } })).toEqual(['/login', '/welcome']);
    expect(await pathsOf({ filter: { permissions: ['SUBMIT_VEHICLE', 'MANAGE_CONTRACTS'] } })).toEqual([
      '/shared',
      '/shifts',
    ]);
    expect(await pathsOf({ query: 'УЧЁТНЫЕ' })).toEqual(['/accounts']);
    expect(await pathsOf({ order: '+path' })).toEqual(gated.toReversed());
    expect((await pathsOf({ order: '-accountCount' }))[0]).toBe('/shared');
    expect(await pathsOf({ page: 1, count: 2 })).toEqual(gated.slice(2, 4));
    const manager = await signIn(server, 'manager');
    expect((await manager.get('/access/paging')).status).toBe(403);
  });
});

describe('roles', () => {
  it('are found by name and have captions; permissions come in groups', async () => {
    spec('GET roles', 'GET role types', 'GET permissions', 'B-089');
    const [dispatcher] = await rolesOf(admin, { filter: { name: 'смены' } });
    expect(dispatcher).toMatchObject({
      name: 'Диспетчер смены',
      type: { name: 'OPERATOR', caption: 'Сотрудники оператора' },
      scope: { name: 'INSTANCE', caption: 'Организация' },
      accountCount: 0,
    });
    const listed = (await admin.get<Word[]>('/role/list')).body.map(({ caption }) => caption);
    expect(listed).toEqual(expect.arrayContaining(['Администратор', 'Наблюдатель', 'Диспетчер смены']));
    const types = (await admin.get<{ name: string }[]>('/role/types')).body;
    expect(types.map(({ name }) => name)).toContain('CARRIER');
    const permissions = (
      await admin.get<{ name: string; caption: string; group: string }[]>('/role/permissions')
    ).body;
    expect(permissions).toContainEqual({
      name: 'REPORTS_VIEW',
      caption: expect.any(String),
      group: 'Отчёты',
    });
    const manager = await signIn(server, 'manager');
    for (const address of ['/role/paging', '/role/permissions', '/role/list', '/account/paging'])
      expect((await manager.get(address)).status).toBe(403);
  });

  it('are created, changed with their permissions, logged in the audit log, and deleted', async () => {
    spec('POST role', 'DELETE role', 'B-091');
    const made = await saveRole(admin, { name: 'Кассир', type, permissions: ['REPORTS_VIEW'] });
    expect([made.status, made.body.permissions, made.body.version]).toEqual([200, ['REPORTS_VIEW'], 1]);
    const change = { ...made.body, type, permissions: ['MANAGE_CUSTOMERS', 'REPORTS_VIEW'] };
    const {
      accountCount: _a,
      changeTime: _c,
      system: _s,
      ...body
    } = change as typeof change & { changeTime: string };
    const changed = await saveRole(admin, body);
    expect([changed.status, changed.body.permissions]).toEqual([200, ['MANAGE_CUSTOMERS', 'REPORTS_VIEW']]);
    const history = (
      await admin.get<Page<{ changes: { field: string; before: string; after: string }[] }>>(
        `/role/${made.body.id}/history`,
      )
    ).body.list;
    expect(history[0]!.changes).toContainEqual({
      field: 'permissions',
      before: '["REPORTS_VIEW"]',
      after: '["MANAGE_CUSTOMERS","REPORTS_VIEW"]',
    });
    const give =
      'insert into account_roles (account_id, role_id) select id, $1 from accounts where login = $2';
    await server.pool.query(give, [made.body.id, 'manager']);
    const refused = await admin.delete<{ message: string }>(`/role/${made.body.id}`);
    expect(outcome(refused as never)).toBe('409 roleInUse');
    expect(refused.body.message).toMatch(/\(1\): manager/);
    await server.pool.query('delete from account_roles where role_id = $1', [made.body.id]);
    expect((await admin.delete(`/role/${made.body.id}`)).status).toBe(204);
    expect((await admin.get(`/role/${made.body.id}`)).status).toBe(404);
    const twice = await saveRole(admin, { name: 'отчётность', type, permissions: [] });
    expect(twice.body.details?.errors).toMatchObject([{ field: 'name', code: 'duplicate' }]);
  });

  it('grant no more than their creator has, and stay within the instance', async () => {
    await server.pool.query(
      `delete from role_permissions where permission = 'MANAGE_INVENTORIES' and role_id in
         (select role_id from account_roles r join accounts a on a.id = r.account_id where a.login = 'admin')`,
    );
    const beyond = { name: 'Сверх прав', type, permissions: ['MANAGE_INVENTORIES'] };
    expect(outcome(await saveRole(admin, beyond))).toBe('403 notHeld');
    expect(outcome(await saveRole(admin, { ...beyond, permissions: ['Invented'] }))).toBe('400 validation');
    // Permissions that a role already has may stay when another property is changed.
    const [inspector] = await rolesOf(admin, { filter: { name: 'Инспектор' } });
    const { id, version, permissions } = inspector!;
    const kept = { id, version, name: 'Инспектор площадок', description: 'Обход', type, permissions };
    expect((await saveRole(admin, kept)).status).toBe(200);
    const foreign = await signIn(server, 'manager2');
    await server.pool.query(
      `insert into role_permissions select role_id, 'ADMIN' from account_roles
       where account_id = (select id from accounts where login = 'manager2')`,
    );
    expect((await foreign.get(`/role/${id}`)).status).toBe(404);
    expect((await saveRole(foreign, { ...kept, permissions: [] })).status).toBe(404);
    expect((await foreign.delete(`/role/${id}`)).status).toBe(404);
  });

  it('of all instances can be assigned by every administrator and are changed by the administration only', async () => {
    const [shared] = await rolesOf(admin, { filter: { name: 'Наблюдатель' } });
    expect(shared!.scope.name).toBe('ALL');
    const { id, version } = shared!;
    const change = { id, version, name: 'Наблюдатель', type, permissions: ['REPORTS_VIEW'] };
    expect(outcome(await saveRole(admin, change))).toBe('403 scopeNotHeld');
    const made = { name: 'Для всех', type, permissions: [], scope: { name: 'ALL', caption: '' } };
    expect(outcome(await saveRole(admin, made))).toBe('403 scopeNotHeld');
    const done = await saveRole(chief, { ...change, description: 'Только отчёты' });
    expect([done.status, done.body.description]).toEqual([200, 'Только отчёты']);
    expect((await rolesOf(admin, { filter: { name: 'Наблюдатель' } }))[0]!.description).toBe('Только отчёты');
  });

  it('that come with the product are locked, and a role change cannot remove the last ADMIN', async () => {
    const [own] = await rolesOf(admin, { filter: { name: 'Администратор' } });
    const { id, version } = own!;
    const without = { id, version, name: 'Администратор', type, permissions: [] };
    expect(outcome(await saveRole(admin, without))).toBe('409 lastAdmin');
    expect(outcome(await admin.delete(`/role/${id}`))).toBe('409 roleInUse');
    await server.pool.query('update roles set system = true where id = $1', [id]);
    expect(outcome(await saveRole(admin, { ...without, permissions: ['ADMIN'] }))).toBe('403 roleLocked');
    await server.pool.query('update roles set system = false where id = $1', [id]);
  });
});

describe('accounts', () => {
  it('are listed with roles and instance; system accounts are hidden', async () => {
    spec('GET account paging', 'GET account', 'B-087');
    const own = await accountsOf(admin);
    expect(own.map(({ login }) => login)).toContain('manager');
    expect(own.map(({ login }) => login)).not.toContain('telematics');
    expect(new Set(own.map(({ instanceId }) => instanceId)).size).toBe(1);
    const all = await accountsOf(chief);
    expect(new Set(all.map(({ instanceId }) => instanceId)).size).toBe(6);
    const { rows } = await server.pool.query<{ id: string }>(
      "select id from accounts where login = 'telematics'",
    );
    expect((await admin.get(`/account/${rows[0]!.id}`)).status).toBe(404);
    expect((await admin.delete(`/account/${rows[0]!.id}`)).status).toBe(404);
    const [role] = await rolesOf(admin, { filter: { name: 'Менеджер' } });
    const managers = await accountsOf(admin, { filter: { roles: [role!.id] } });
    expect(managers.map(({ login }) => login)).toEqual(['manager']);
  });

  it('are created with a first password, changed, disabled and deleted', async () => {
    spec('POST account', 'DELETE account', 'B-088');
    const roles = (await rolesOf(admin, { filter: { name: 'Отчётность' } })).map(({ id, name }) => ({
      name: id,
      caption: name,
    }));
    const locations = (await admin.get<(Named & { children: Named[] })[]>('/common/locations/tree')).body;
    const [district] = locations.map(({ id, name }) => ({ id, name }));
    const fresh = { ...person, login: 'Novikova', roles, districts: [district!] };
    expect((await saveAccount(admin, fresh)).body.details?.errors).toMatchObject([{ field: 'password' }]);
    for (const password of ['novikova-1', 'password1', 'qwerty123456'])
      expect((await saveAccount(admin, { ...fresh, password })).body.details?.errors).toMatchObject([
        { field: 'password', code: 'passwordGuessed' },
      ]);
    const made = await saveAccount(admin, { ...fresh, password: PASSWORD });
    expect([made.status, made.body.login, made.body.passwordChangeRequired]).toEqual([200, 'novikova', true]);
    expect(made.body).toMatchObject({
      roles,
      districts: [district],
      permissions: ['REPORTS_VIEW'],
      enabled: true,
    });
    expect(outcome(await saveAccount(admin, { ...fresh, password: PASSWORD }))).toBe('400 validation');
    const { rows } = await server.pool.query<{ after: object; address: string }>(
      `select after, address from audit_log where entity = 'account' and entity_id = $1`,
      [made.body.id],
    );
    expect(rows[0]!.after).toMatchObject({ login: 'novikova', roles: [{ caption: 'Отчётность' }] });
    expect(rows[0]!.after).not.toHaveProperty('password_hash');
    expect(rows[0]!.address).toBe('127.0.0.1');

    const newcomer = new Client(server.url);
    expect((await newcomer.post('/auth/login', { login: 'novikova', password: PASSWORD })).status).toBe(200);
    const off = await saveAccount(admin, { ...taken(made.body), enabled: false, roles: [] });
    expect([off.status, off.body.roles, off.body.sessionCount]).toEqual([200, [], 0]);
    expect((await newcomer.post('/auth/renew')).status).toBe(401);
    expect((await admin.delete(`/account/${made.body.id}`)).status).toBe(204);
    expect((await admin.get(`/account/${made.body.id}`)).status).toBe(404);
  });

  it('cannot be given permissions that their administrator does not have', async () => {
    const roles = (await rolesOf(admin, { filter: { name: 'Инспектор' } })).map(({ id, name }) => ({
      name: id,
      caption: name,
    }));
    const fresh = { ...person, login: 'overseer', password: PASSWORD, roles };
    expect(outcome(await saveAccount(admin, fresh))).toBe('403 notHeld');
    // An administrator cannot take over an account with more permissions by setting its password.
    const stronger = await saveAccount(chief, {
      ...fresh,
      instanceId: (await accountOf(admin, 'manager')).instanceId,
    });
    expect(stronger.status).toBe(200);
    const card = await accountOf(admin, 'overseer');
    expect(outcome(await saveAccount(admin, { ...taken(card), password: 'Снежная-буря-17' }))).toBe(
      '403 notHeld',
    );
    expect((await saveAccount(admin, { ...taken(card), lastName: 'Обходов' })).status).toBe(200);
    // A role of another instance does not exist here.
    const foreign = (await rolesOf(chief)).find(({ name }) => name === 'Администратор портала')!;
    const given = {
      ...person,
      login: 'other',
      password: PASSWORD,
      roles: [{ name: foreign.id, caption: '' }],
    };
    expect(outcome(await saveAccount(admin, given))).toBe('400 validation');
  });

  it('cannot be created beyond the districts of their creator', async () => {
    const tree = (await admin.get<Named[]>('/common/locations/tree')).body;
    const [north, south] = tree;
    const card = await accountOf(chief, 'admin');
    await server.pool.query(
      `insert into account_districts select instance_id, id, $1 from accounts where login = 'admin'`,
      [north!.id],
    );
    const fresh = { ...person, login: 'beyond', password: PASSWORD, roles: [] };
    expect(outcome(await saveAccount(admin, fresh))).toBe('403 reachNotHeld');
    const within = { ...fresh, districts: [{ id: north!.id, name: '' }] };
    expect((await saveAccount(admin, within)).status).toBe(200);
    if (south)
      expect(
        (await saveAccount(admin, { ...within, login: 'south', districts: [{ id: south.id, name: '' }] }))
          .status,
      ).not.toBe(200);
    await server.pool.query('delete from account_districts where account_id = $1', [card.id]);
  });

  it('cannot disable themselves or remove the last ADMIN, and stay in their instance', async () => {
    const me = await accountOf(admin, 'admin');
    expect(outcome(await admin.delete(`/account/${me.id}`))).toBe('409 oneself');
    expect(outcome(await saveAccount(admin, { ...taken(me), enabled: false }))).toBe('409 oneself');
    expect(outcome(await saveAccount(admin, { ...taken(me), password: PASSWORD }))).toBe('409 oneself');
    expect(outcome(await saveAccount(admin, { ...taken(me), roles: [] }))).toBe('409 lastAdmin');
    expect(outcome(await chief.delete(`/account/${me.id}`))).toBe('409 lastAdmin');
    const moved = { ...taken(me), instanceId: (await accountOf(chief, 'chief')).instanceId };
    expect((await saveAccount(chief, moved)).body.details?.errors).toMatchObject([
      { field: 'instanceId', code: 'fixed' },
    ]);
    const foreign = await accountOf(chief, 'carrier');
    expect((await admin.get(`/account/${foreign.id}`)).status).toBe(404);
    const unseen = await saveAccount(admin, { ...taken(foreign), staffId: null, roles: [] });
    expect([unseen.status, unseen.body]).toMatchObject([404, {}]);
  });
});

describe('preferences', () => {
  interface Preference {
    id: string;
    version: number;
    owner: string;
    applies: boolean;
    value: object;
  }
  const view = { screen: 'contracts', view: 'main', schemaVersion: 1 };
  const save = (client: Client, body: object) =>
    client.post<Preference & ProblemReply>('/preference', { ...view, ...body });
  const share = (client: Client, body: object) =>
    client.post<Preference & ProblemReply>('/preference/share', { ...view, ...body });
  const seen = async (client: Client) =>
    (await client.get<Page<Preference>>('/preference/paging', { filter: { screen: 'contracts' } })).body.list;

  it('of an account are private, one per view; the later save or the known version wins', async () => {
    const [manager, guest] = [await signIn(server, 'manager'), await signIn(server, 'guest')];
    const first = await save(manager, { value: { columns: ['number'] } });
    expect([first.status, first.body.version, await seen(guest)]).toEqual([200, 1, []]);
    const second = await save(manager, { value: { columns: ['number', 'name'] } });
    expect([second.body.id, second.body.version]).toEqual([first.body.id, 2]);
    expect(await seen(manager)).toMatchObject([{ owner: 'ACCOUNT', value: { columns: ['number', 'name'] } }]);
    expect(outcome(await save(manager, { version: 1, value: {} }))).toBe('412 stale');
    expect(outcome(await guest.delete(`/preference/${first.body.id}`))).toBe('404 notFound');
    const large = { value: { text: 'x'.repeat(60_000) } };
    expect(outcome(await save(manager, large))).toBe('400 validation');
    const both = await Promise.all([1, 2].map((n) => save(manager, { view: 'twice', value: { n } })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await manager.delete(`/preference/${first.body.id}`)).status).toBe(204);
    expect((await seen(manager)).length).toBe(1);
  });

  it('of a role or of all accounts are set by an ADMIN, and come after the account’s own', async () => {
    const manager = await signIn(server, 'manager');
    const [role] = await rolesOf(admin, { filter: { name: 'Менеджер' } });
    expect(outcome(await share(manager, { owner: 'ALL', value: {} }))).toBe('403 forbidden');
    expect(outcome(await share(manager, { owner: 'ROLE', roleId: role!.id, value: {} }))).toBe(
      '403 forbidden',
    );
    expect(outcome(await share(admin, { owner: 'ROLE', value: {} }))).toBe('400 validation');
    const all = await share(admin, { owner: 'ALL', value: { of: 'all' } });
    await share(admin, { owner: 'ROLE', roleId: role!.id, value: { of: 'role' } });
    await save(manager, { value: { of: 'me' } });
    const owners = async (client: Client) =>
      (await seen(client)).filter((one) => 'of' in one.value).map(({ owner }) => owner);
    expect(await owners(manager)).toEqual(['ACCOUNT', 'ROLE', 'ALL']);
    expect((await seen(manager))[1]).toMatchObject({ roleName: 'Менеджер', applies: true });
    // The ADMIN who shared it sees it, although it does not apply to them.
    expect((await seen(admin)).map(({ owner, applies }) => [owner, applies])).toEqual([
      ['ROLE', false],
      ['ALL', true],
    ]);
    expect(await owners(await signIn(server, 'guest'))).toEqual(['ALL']);
    expect(await owners(await signIn(server, 'carrier'))).toEqual([]);
    expect(await owners(chief)).toEqual([]);
    expect(outcome(await manager.delete(`/preference/${all.body.id}`))).toBe('403 forbidden');
  });
});

describe('a first password', () => {
  const login = 'firsttime';
  const NEXT = 'Долгая-дорога-45';
  const enterAs = async (password: string) => {
    const client = new Client(server.url);
    const answer = await client.post<{ passwordChangeRequired: boolean }>('/auth/login', { login, password });
    return { client, answer };
  };
  const change = (client: Client, oldPassword: string, newPassword: string, repeatPassword = newPassword) =>
    client.post('/auth/password', { oldPassword, newPassword, repeatPassword });

  it('must be changed before anything else works; then the other sessions end', async () => {
    const roles = (await rolesOf(admin, { filter: { name: 'Специалист' } })).map(({ id, name }) => ({
      name: id,
      caption: name,
    }));
    expect((await saveAccount(admin, { ...person, login, password: PASSWORD, roles })).status).toBe(200);
    const { client, answer } = await enterAs(PASSWORD);
    expect(answer.body.passwordChangeRequired).toBe(true);
    for (const address of ['/customer/paging', '/profile', '/auth/session', '/common/districts'])
      expect(outcome(await client.get(address))).toBe('403 passwordChangeRequired');
    expect((await client.get('/system/info')).status).toBe(200);
    const start = await client.get<{ preferences: unknown[] }>('/auth/start');
    expect([start.status, start.body.preferences]).toEqual([200, []]);

    spec('V-037', 'B-072');
    const faultOf = async (answered: Promise<{ body: ProblemReply }>) =>
      (await answered).body.details?.errors?.map(({ field, code }) => `${field} ${code}`);
    expect(await faultOf(change(client, 'не тот', NEXT))).toEqual(['oldPassword wrongPassword']);
    expect(await faultOf(change(client, PASSWORD, NEXT, 'другое'))).toEqual(['repeatPassword rule']);
    expect(await faultOf(change(client, PASSWORD, 'firsttime1'))).toEqual(['newPassword passwordGuessed']);
    expect(await faultOf(change(client, PASSWORD, PASSWORD))).toEqual(['newPassword samePassword']);

    const { client: elsewhere } = await enterAs(PASSWORD);
    expect((await change(client, PASSWORD, NEXT)).status).toBe(204);
    expect((await client.get('/customer/paging')).status).toBe(200);
    expect((await elsewhere.post('/auth/renew')).status).toBe(401);
    expect((await enterAs(PASSWORD)).answer.status).toBe(401);
    expect((await enterAs(NEXT)).answer.body.passwordChangeRequired).toBe(false);
  });

  it('is rate-limited in an open session as at sign-in', async () => {
    const { client } = await enterAs(NEXT);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await change(client, `мимо-${i}`, PASSWORD)).status);
    expect(statuses.slice(0, 4)).toEqual([400, 400, 400, 400]);
    expect(statuses.at(-1)).toBe(429);
    await server.pool.query('delete from login_tries');
  });

  it('loses the permissions of removed roles at the next request', async () => {
    const { client } = await enterAs(NEXT);
    const card = await accountOf(admin, login);
    expect((await client.get('/customer/paging')).status).toBe(200);
    expect((await saveAccount(admin, { ...taken(card), roles: [] })).status).toBe(200);
    expect((await client.get('/customer/paging')).status).toBe(403);
  });
});

describe('sessions', () => {
  interface Session {
    id: string;
    current: boolean;
    browser: string | null;
    address: string;
  }
  it('are listed, and ended by their owner or an administrator', async () => {
    const first = await signIn(server, 'guest');
    const second = new Client(server.url);
    await second.call('POST', '/api/v3/auth/login', {
      body: { login: 'guest', password: 'demo' },
      headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    });
    const own = async (client: Client) => (await client.get<Session[]>('/auth/session')).body;
    const [mine, other] = await own(first);
    expect([mine!.current, mine!.address, other!.current, other!.browser]).toEqual([
      true,
      '127.0.0.1',
      false,
      'Firefox 140, Linux',
    ]);
    const stranger = await signIn(server, 'contracts');
    expect(outcome(await stranger.delete(`/auth/session/${other!.id}`))).toBe('404 notFound');
    expect((await first.delete(`/auth/session/${other!.id}`)).status).toBe(204);
    expect((await second.post('/auth/renew')).status).toBe(401);

    const third = await signIn(server, 'guest');
    expect((await third.post('/auth/session/end-others')).status).toBe(204);
    expect((await first.post('/auth/renew')).status).toBe(401);
    const { id } = await accountOf(admin, 'guest');
    const seen = (await admin.get<Session[]>(`/account/${id}/session`)).body;
    expect(seen.map(({ current }) => current)).toEqual([false]);
    expect((await admin.delete(`/account/${id}/session/${seen[0]!.id}`)).status).toBe(204);
    expect((await third.post('/auth/renew')).status).toBe(401);
    const fourth = await signIn(server, 'guest');
    expect((await admin.post(`/account/${id}/session/end-all`)).status).toBe(204);
    expect((await fourth.post('/auth/renew')).status).toBe(401);
  });
});

describe('the logs', () => {
  it('of security show an ADMIN what happened to the accounts of the instance', async () => {
    interface Entry {
      event: { name: string; caption: string };
      login: string;
      address: string;
      actor: string | null;
      reason: string | null;
    }
    const read = async (client: Client, query: object) =>
      (await client.get<Page<Entry>>('/security-log/paging', { count: 100, ...query })).body.list;
    const set = await read(admin, { filter: { events: ['PASSWORD_SET'] }, query: 'firsttime' });
    expect(set).toMatchObject([
      { event: { caption: 'Пароль назначен администратором' }, actor: 'admin', address: '127.0.0.1' },
    ]);
    const all = await read(admin, { query: 'firsttime' });
    expect(new Set(all.map(({ event }) => event.name))).toEqual(
      new Set([
        'PASSWORD_SET',
        'SIGN_IN',
        'REFUSED',
        'PASSWORD_REFUSED',
        'PASSWORD_CHANGED',
        'SIGN_IN_FAILED',
      ]),
    );
    const refused = all.filter(({ event }) => event.name === 'REFUSED').map(({ reason }) => reason);
    expect(refused).toContainEqual(expect.stringMatching(/Пароль назначен/));
    const foreign = await signIn(server, 'carrier');
    expect((await foreign.get('/security-log/paging')).status).toBe(403);
    await server.pool.query(
      `insert into role_permissions select role_id, 'ADMIN' from account_roles
       where account_id = (select id from accounts where login = 'carrier') on conflict do nothing`,
    );
    expect(await read(foreign, { query: 'firsttime' })).toEqual([]);
    expect((await read(chief, { query: 'firsttime' })).length).toBe(all.length);
    const today = dayOf();
    expect((await read(admin, { filter: { to: '2020-01-01' } })).length).toBe(0);
    expect(
      (await read(admin, { filter: { from: '2020-01-01', to: `2099${today.slice(4)}` } })).length,
    ).toBeGreaterThan(20);
  });

  it('of changes show who changed what, with old and new values', async () => {
    const card = await accountOf(admin, 'guest');
    await saveAccount(admin, { ...taken(card), firstName: 'Павел' });
    const { list } = (
      await admin.get<Page<{ id: string; record: string; fields: string; login: string; entity: object }>>(
        '/audit-log/paging',
        { filter: { entities: ['account'], recordId: card.id } },
      )
    ).body;
    expect(list[0]).toMatchObject({
      record: 'guest',
      login: 'admin',
      fields: 'Имя',
      entity: { caption: 'Учётная запись' },
      address: '127.0.0.1',
    });
    const changes = (await admin.get<object[]>(`/audit-log/${list[0]!.id}/change`)).body;
    expect(changes).toEqual([{ field: 'first_name', caption: 'Имя', before: 'Пётр', after: 'Павел' }]);
    const [contract] = (
      await server.pool.query<{ id: string }>(
        `select id from contracts where status = 'ACTIVE'
           and instance_id = (select instance_id from accounts where login = 'admin') limit 1`,
      )
    ).rows;
    await admin.post(`/contract/${contract!.id}/block`);
    const told = (
      await admin.get<Page<{ id: string }>>('/audit-log/paging', { filter: { recordId: contract!.id } })
    ).body.list;
    // Captions replace codes.
    expect((await admin.get<object[]>(`/audit-log/${told[0]!.id}/change`)).body).toContainEqual(
      expect.objectContaining({ field: 'status', before: 'Действует', after: 'Заблокирован' }),
    );
    const foreign = await signIn(server, 'carrier');
    expect(outcome(await foreign.get(`/audit-log/${list[0]!.id}`))).toBe('404 notFound');
    const entities = (await admin.get<Word[]>('/audit-log/entities')).body;
    expect(entities).toContainEqual({ name: 'contract', caption: 'Договор' });
  });
});

describe('a profile', () => {
  it('is changed by its owner only; no one else can read the photo', async () => {
    spec('GET profile', 'POST profile', 'B-070', 'B-071');
    interface Profile {
      id: string;
      version: number;
      lastName: string;
      firstName: string;
      middleName: string | null;
      photo: { id: string } | null;
      roles: string[];
    }
    const guest = await signIn(server, 'guest');
    const before = (await guest.get<Profile>('/profile')).body;
    expect(before).toMatchObject({ lastName: 'Гостев', roles: ['Гость'], photo: null });
    const form = new FormData();
    form.set(
      'file',
      new Blob([
        await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      ]),
      'me.png',
    );
    const sent = await guest.post<{ id: string }>('/file/upload?entity=profile&field=photo', form);
    const photo = sent.body;
    expect([sent.status, photo]).toMatchObject([200, {}]);
    const { version } = before;
    const name = { lastName: 'Гостев', firstName: 'Павел', middleName: null };
    const saved = await guest.post<Profile & ProblemReply>('/profile', {
      version,
      ...name,
      photo: { id: photo.id },
    });
    expect([saved.status, saved.body.photo?.id, saved.body.middleName]).toEqual([200, photo.id, null]);
    expect((await guest.get(`/files/${photo.id}`)).status).toBe(200);
    expect((await admin.get(`/files/${photo.id}`)).status).toBe(404);
    expect(outcome(await guest.post('/profile', { version, ...name }))).toBe('412 stale');
    const cleared = await guest.post<Profile>('/profile', { version: version + 1, ...name, photo: null });
    expect(cleared.body.photo).toBeNull();
    expect((await guest.get(`/files/${photo.id}`)).status).toBe(404);
  });

  it('stores the theme and which events are shown as notifications', async () => {
    interface Settings {
      version: number;
      theme: { name: string } | null;
      noticeSeverities: { name: string }[];
    }
    const reader = await signIn(server, 'reader');
    const told = async () => (await reader.get<{ size: number }>('/event/notices', { count: 1 })).body.size;
    const read = async () => (await reader.get<Settings>('/profile')).body;
    const name = { lastName: 'Читалова', firstName: 'Нина', middleName: 'Олеговна' };
    const save = async (settings: object) => {
      const { version } = await read();
      return (await reader.post<Settings & ProblemReply>('/profile', { version, ...name, ...settings })).body;
    };
    const before = await read();
    expect([before.theme, before.noticeSeverities.length]).toEqual([null, 5]);
    expect(await told()).toBeGreaterThan(0);
    const saved = await save({ theme: { name: 'DARK', caption: '' }, noticeSeverities: [] });
    expect(saved).toMatchObject({ theme: { name: 'DARK', caption: 'Тёмная' }, noticeSeverities: [] });
    expect(await told()).toBe(0);
    expect((await reader.post('/auth/renew')).body).toMatchObject({ theme: 'dark' });
    // A save leaves properties unchanged that it does not include.
    expect(await save({})).toMatchObject({ theme: { name: 'DARK' }, noticeSeverities: [] });
    expect((await save({ theme: { name: 'PINK', caption: '' } })).code).toBe('validation');
    await save({ theme: null, noticeSeverities: before.noticeSeverities });
    expect((await read()).theme).toBeNull();
  });
});

describe('events', () => {
  interface Event {
    id: string;
    text: string;
    severity: { name: string; caption: string };
    sourceType: { name: string };
    account: string | null;
  }
  it('are listed newest first and searched; the preview has those since it was cleared', async () => {
    spec('events list', 'B-231', 'B-232', 'B-191', 'S-020');
    const manager = await signIn(server, 'manager');
    const list = async (client: Client, query = {}) =>
      (await client.get<Page<Event>>('/event/paging', { count: 100, ...query })).body.list;
    const preview = async (client: Client) => (await client.get<Event[]>('/event/preview')).body;
    expect((await preview(manager)).length).toBeGreaterThan(0);
    expect((await manager.post('/event/preview/clear')).status).toBe(204);
    expect(await preview(manager)).toEqual([]);
    expect((await preview(admin)).length).toBeGreaterThan(0);
    const told = { text: 'Завал на въезде', sourceDisplayableName: 'Полигон', severity: 'HIGH' };
    expect((await admin.post('/event/external', told)).status).toBe(200);
    const [event, ...others] = await preview(manager);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      text: 'Завал на въезде',
      severity: { name: 'HIGH' },
      sourceType: { name: 'EXTERNAL', caption: 'Внешняя система' },
      account: 'admin',
    });
    expect((await list(manager))[0]!.id).toBe(event!.id);
    expect((await list(manager, { query: 'въезде' })).map(({ id }) => id)).toEqual([event!.id]);
    const high = await list(manager, { filter: { severities: ['HIGH'] } });
    expect(new Set(high.map(({ severity }) => severity.name))).toEqual(new Set(['HIGH']));
    expect(await list(await signIn(server, 'carrier'), { query: 'въезде' })).toEqual([]);
    // An account that can read an event sets its status; one that has read an older version gets 412.
    const path = `/event/${event!.id}/status`;
    expect((await manager.post(path, { version: 1, status: 'IN_PROGRESS' })).status).toBe(200);
    expect((await list(admin, { query: 'въезде' }))[0]).toMatchObject({
      version: 2,
      status: { name: 'IN_PROGRESS', caption: 'В работе' },
    });
    expect(outcome(await admin.post(path, { version: 1, status: 'CLOSED' }))).toBe('412 stale');
    expect(outcome(await manager.post(path, { version: 2, status: 'AWAY' }))).toBe('400 validation');
    expect(outcome(await (await signIn(server, 'carrier')).post(path, { version: 2, status: 'SEEN' }))).toBe(
      '404 notFound',
    );
    // An account is not notified of events that it caused.
    const notices = async (client: Client) =>
      (await client.get<Page<Event>>('/event/notices', { count: 5 })).body.list.map(({ id }) => id);
    expect(await notices(manager)).toContain(event!.id);
    expect(await notices(admin)).not.toContain(event!.id);
  });

  it('are seen, and closed, by accounts that may read their subject', async () => {
    const { rows } = await server.pool.query<{ vehicle: string; home: string; owner: string }>(
      `select v.id vehicle, v.instance_id home, a.id owner from vehicles v
       join accounts a on a.instance_id = v.instance_id and a.login = 'customers' limit 1`,
    );
    const { vehicle, home, owner } = rows[0]!;
    const add = async (columns: string, values: unknown[]) => {
      const { rows: added } = await server.pool.query<{ id: string }>(
        `insert into events (instance_id, meta, severity, source_type, event_values, ${columns})
         values ($1, 'EXTERNAL_MESSAGE', 'HIGH', 'EXTERNAL', '{"text": "предмет"}', ${values.map((_, n) => `$${n + 2}`).join()})
         returning id`,
        [home, ...values],
      );
      return added[0]!.id;
    };
    const ofVehicle = await add('vehicle_id', [vehicle]);
    const ofContract = await add('entity, entity_id', ['contract', vehicle]);
    const ofJob = await add('entity, entity_id, account_id', ['job', vehicle, owner]);
    const ofNothing = await add('account_id', [null]);
    const seen = async (login: string) => {
      const client = await signIn(server, login);
      const page = await client.get<Page<Event>>('/event/paging', { query: 'предмет' });
      const found = new Set(page.body.list.map(({ id }) => id));
      const statuses: number[] = [];
      for (const id of [ofVehicle, ofContract, ofJob, ofNothing]) {
        const { status } = await client.post(`/event/${id}/status`, { version: 99, status: 'CLOSED' });
        // 412: the event exists, in another version.
        expect([login, status]).toEqual([login, found.has(id) ? 412 : 404]);
        statuses.push(status);
      }
      return statuses.map((status) => status === 412);
    };
    expect(await seen('admin')).toEqual([true, true, true, true]);
    expect(await seen('dispatcher')).toEqual([true, false, false, true]);
    expect(await seen('reader')).toEqual([false, true, false, true]);
    expect(await seen('customers')).toEqual([false, false, true, true]);
    expect(await seen('guest')).toEqual([false, false, false, false]);
  });

  it('of sign-ins are visible to an ADMIN only', async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      `insert into events (instance_id, meta, severity, source_type, event_values)
       select instance_id, 'SIGN_IN_REFUSED', 'HIGH', 'SIGN_IN', '{"login": "x", "address": "192.0.2.9"}'
       from accounts where login = 'manager' returning id`,
    );
    const seen = async (client: Client) =>
      (await client.get<Page<Event>>('/event/paging', { query: '192.0.2.9' })).body.list.map(({ id }) => id);
    expect(await seen(admin)).toEqual([rows[0]!.id]);
    expect(await seen(await signIn(server, 'manager'))).toEqual([]);
  });
});

describe('settings', () => {
  interface Setting {
    name: string;
    version: number;
    own: boolean;
    value: string | null;
    flag: boolean | null;
    start: string | null;
    end: string | null;
  }
  const save = (client: Client, body: object) => client.post<Setting & ProblemReply>('/app-property', body);
  const holds = async (client: Client, name: string) =>
    (await client.get<Setting>(`/app-property/${name}`)).body.value;

  it('belong to an instance, or are set by an administration for all', async () => {
    spec('GET app-property by name', 'GET app-property ccg-operations-blocked', 'C-032');
    const carrier = await signIn(server, 'carrier');
    expect((await admin.get<Setting>('/app-property/ccg-operations-blocked')).body.value).toBe('false');
    expect((await admin.delete('/app-property/ccgsBlocked')).status).toBe(204);
    expect(await holds(admin, 'ccgsBlocked')).toBe('true');
    const set = await save(admin, { name: 'ccgsBlocked', version: 0, flag: false });
    expect([set.status, set.body.own, set.body.flag]).toEqual([200, true, false]);
    expect([await holds(admin, 'ccgsBlocked'), await holds(carrier, 'ccgsBlocked')]).toEqual([
      'false',
      'true',
    ]);
    const common = await save(chief, { name: 'base.url', text: 'https://old.example' });
    expect([common.status, await holds(carrier, 'base.url')]).toEqual([200, 'https://old.example']);
    expect((await admin.delete('/app-property/ccgsBlocked')).status).toBe(204);
    expect(await holds(admin, 'ccgsBlocked')).toBe('true');
    expect(outcome(await admin.delete('/app-property/ccgsBlocked'))).toBe('404 notFound');
    expect(outcome(await save(admin, { name: 'invented', text: 'x' }))).toBe('404 notFound');
    const manager = await signIn(server, 'manager');
    expect(outcome(await save(manager, { name: 'base.url', text: 'x' }))).toBe('403 forbidden');
  });

  it('accept the values of their type', async () => {
    const window = 'hypothesis.vTaskItem.defaultTimeWindow';
    const set = await save(admin, { name: window, start: '08:00:00', end: '20:00:00' });
    expect([set.body.start, set.body.end]).toEqual(['08:00:00', '20:00:00']);
    const faults = async (body: object) =>
      (await save(admin, body)).body.details?.errors?.map(({ field, code }) => `${field} ${code}`);
    expect(await faults({ name: window, start: '08:00:00' })).toEqual(['end required']);
    expect(await faults({ name: window, start: '08:00:00', end: '07:00:00' })).toEqual(['end intervalOrder']);
    expect(await faults({ name: 'hypothesis.vunit.maxVisitPointCount', number: 1.5 })).toEqual([
      'number type.integer',
    ]);
    spec('C-031', 'C-033', 'C-034', 'C-035', 'C-036');
    // An instance without any setting has the product's defaults.
    const { rows: given } = await server.pool.query<{ name: string; value: string | null }>(
      'select name, value from app_properties where instance_id is null order by name',
    );
    const defaults = Object.fromEntries(given.map(({ name, value }) => [name, value]));
    expect(defaults).toMatchObject({
      'commercial.manage.mode': null,
      'pointGroupManagement.useModernStyle': 'false',
      'hypothesis.vunit.maxVisitPointCount': '1',
      [window]: null,
    });
    const list = (await admin.get<Page<Setting>>('/app-property/paging', { count: 100 })).body.list;
    expect(list.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(defaults)));
    expect(list.map(({ name }) => name)).toContain('base.url');
    expect(list.find(({ name }) => name === window)).toMatchObject({ own: true, value: '08:00:00/20:00:00' });
  });

  it('are read by their type as the specification says', () => {
    spec('V-029', 'V-030', 'V-031', 'V-032', 'V-078');
    const lines = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(valueOf('a', 'Integer', '')).toBeUndefined();
    expect(['true', 'TRUE', '1', 'yes'].map((text) => valueOf('a', 'Boolean', text))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(valueOf('a', 'Interval', '08:00/20:00')).toEqual({ start: '08:00', end: '20:00' });
    expect(lines).not.toHaveBeenCalled();
    expect([valueOf('a', 'Interval', '08:00/'), valueOf('a', 'Interval', '/20:00')]).toEqual([
      undefined,
      undefined,
    ]);
    expect(lines).toHaveBeenCalledTimes(2);
    lines.mockRestore();
    expect(valueOf('a', 'Unheard', '12')).toBe('12');
    expect([valueOf('a', 'Float', '1.5'), valueOf('a', 'LIST', 'a\nb')]).toEqual([1.5, ['a', 'b']]);
  });

  it('return where maps start', async () => {
    spec('GET map info');
    const { body } = await admin.get<object>('/system/map-info');
    expect(body).toEqual({
      key: null,
      mapCenter: { latitude: 54.193, longitude: 37.617 },
      pickedMark: null,
      provider: 'DEMO',
      styleUrl: '/map/style.json',
    });
    await server.db
      .deleteFrom('app_properties')
      .where('name', '=', 'map.center')
      .where('instance_id', 'is not', null)
      .execute();
    const { body: usual } = await admin.get<{ mapCenter: object }>('/system/map-info');
    expect(usual.mapCenter).toEqual({ latitude: 55.75222, longitude: 37.61556 });
    expect([pointOf('1,2,3'), pointOf('95, 10'), pointOf('север')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
