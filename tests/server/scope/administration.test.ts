/** The accounts and roles that an ADMIN may administer, and what even an ADMIN may not do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAccount, type Account } from '../../../server/access/accounts.ts';
import {
  keepingAdmin,
  requireAdministers,
  requireHeld,
  requireOther,
  requireRolesHeld,
} from '../../../server/access/administration.ts';
import { toProblem } from '../../../server/core/problems.ts';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
const accounts = {} as Record<'admin' | 'manager' | 'carrier' | 'administration', Account>;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
  for (const login of ['admin', 'manager', 'carrier', 'administration'] as const) {
    const { id } = await server.db
      .selectFrom('accounts')
      .select('id')
      .where('login', '=', login)
      .executeTakeFirstOrThrow();
    accounts[login] = (await readAccount(server.db, id))!;
  }
});
afterAll(() => server.close());

/** Returns the code of the thrown problem; "done" without one. */
async function outcome(work: () => unknown): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    const { status, code } = toProblem(error);
    return `${status} ${code}`;
  }
}

describe('an ADMIN', () => {
  it('acts within its instance, that of an administration in all', async () => {
    const { admin, manager, carrier, administration } = accounts;
    const chief = { ...administration, permissions: ['ADMIN'] };
    const acts = (who: Account, on: Account) => outcome(() => requireAdministers(who, on.instance.id));
    expect(await acts(admin, manager)).toBe('done');
    expect(await acts(admin, carrier)).toBe('404 notFound');
    expect(await acts(chief, carrier)).toBe('done');
    expect(await acts(administration, carrier)).toBe('403 forbidden');
    expect(await acts(manager, manager)).toBe('403 forbidden');
  });

  it('grants only what it holds, by permission and by role', async () => {
    const { admin, manager } = accounts;
    const [held] = manager.permissions;
    expect(await outcome(() => requireHeld(manager, [held!]))).toBe('done');
    expect(await outcome(() => requireHeld(manager, [held!, 'ADMIN']))).toBe('403 notHeld');
    const roles = await server.db
      .selectFrom('account_roles')
      .select('role_id')
      .where('account_id', '=', admin.id)
      .execute();
    const ids = roles.map(({ role_id: id }) => id);
    expect(await outcome(() => requireRolesHeld(server.db, admin, ids))).toBe('done');
    expect(await outcome(() => requireRolesHeld(server.db, manager, ids))).toBe('403 notHeld');
    expect(await outcome(() => requireRolesHeld(server.db, manager, []))).toBe('done');
  });

  it('cannot remove itself, in whatever case the id is written', async () => {
    const { admin, manager } = accounts;
    expect(await outcome(() => requireOther(admin, admin.id.toUpperCase()))).toBe('409 oneself');
    expect(await outcome(() => requireOther(admin, manager.id))).toBe('done');
  });
});

describe('the last ADMIN of an instance', () => {
  /** Disables an account, as an operation on accounts does. */
  const switchOff = (account: Account) =>
    outcome(() =>
      server.db
        .transaction()
        .execute((trx) =>
          keepingAdmin(trx, account.instance.id, () =>
            trx.updateTable('accounts').set({ enabled: false }).where('id', '=', account.id).execute(),
          ),
        ),
    );
  const enabled = async (ids: string[]) =>
    (
      await server.db
        .selectFrom('accounts')
        .select('id')
        .where('id', 'in', ids)
        .where('enabled', '=', true)
        .execute()
    ).length;

  /** Gives the manager all roles of the admin, so that there are two. */
  async function appoint(): Promise<Account> {
    const { admin, manager } = accounts;
    await server.pool.query(
      `insert into account_roles select $1, role_id from account_roles where account_id = $2
       on conflict do nothing`,
      [manager.id, admin.id],
    );
    return manager;
  }

  it('cannot be removed: the change is rolled back', async () => {
    const { admin, manager } = accounts;
    expect(await switchOff(manager)).toBe('done');
    await server.pool.query('update accounts set enabled = true where id = $1', [manager.id]);
    expect(await switchOff(admin)).toBe('409 lastAdmin');
    expect(await enabled([admin.id])).toBe(1);
  });

  it('cannot be removed when two are removed concurrently', async () => {
    const second = await appoint();
    const outcomes = await Promise.all([switchOff(accounts.admin), switchOff(second)]);
    expect(outcomes.toSorted()).toEqual(['409 lastAdmin', 'done']);
    expect(await enabled([accounts.admin.id, second.id])).toBe(1);
  });
});
