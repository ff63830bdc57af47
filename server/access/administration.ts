/**
 * Rules of who administers whom. An ADMIN acts within their instance, the ADMIN of an ADMINISTRATION instance in all of
 * them. Every change of accounts, roles, permissions and reach calls these checks inside its transaction.
 */
import type { Db } from '../database/connection.ts';
import { notFound, Problem } from '../core/problems.ts';
import type { Account } from './accounts.ts';

const ADMIN = 'ADMIN';

/** Throws unless the account administers the instance; another instance gets the same 404 as a missing one. */
export function requireAdministers({ permissions, instance }: Account, instanceId: string): void {
  if (!permissions.includes(ADMIN)) throw new Problem(403, 'forbidden');
  if (instance.type !== 'ADMINISTRATION' && instance.id !== instanceId) throw notFound();
}

/** Throws when permissions are granted, to an account or a role, that the grantor does not have. */
export function requireHeld({ permissions }: Account, granted: readonly string[]): void {
  const missing = granted.filter((name) => !permissions.includes(name));
  if (missing.length > 0)
    throw new Problem(403, 'notHeld', { values: { permissions: missing.toSorted().join(', ') } });
}

/** Throws unless the account has all permissions of the roles: granting a role grants its permissions. */
export async function requireRolesHeld(trx: Db, account: Account, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return;
  const rows = await trx
    .selectFrom('role_permissions')
    .select('permission')
    .distinct()
    .where('role_id', 'in', [...roleIds])
    .execute();
  requireHeld(
    account,
    rows.map(({ permission }) => permission),
  );
}

/**
 * Throws when an account would see more than its grantor: a grantor who is narrowed to districts or divisions cannot
 * grant access outside them. The grantor's list also has all places below their own.
 */
export function requireReachHeld(
  grantor: Account,
  granted: Partial<Record<'districts' | 'divisions', readonly string[]>>,
): void {
  for (const kind of ['districts', 'divisions'] as const) {
    const own = grantor[kind];
    const given = granted[kind];
    if (own.length === 0 || given === undefined) continue;
    if (given.length === 0 || given.some((id) => !own.includes(id))) throw new Problem(403, 'reachNotHeld');
  }
}

/** Throws when the account is about to delete or disable itself. */
export function requireOther({ id }: Account, otherId: string): void {
  if (id === otherId.toLowerCase()) throw new Problem(409, 'oneself');
}

/**
 * Makes the change and throws, which rolls it back, when it leaves an instance that had an ADMIN able to sign in
 * without one. Concurrent changes to the administrators of one instance wait for each other.
 */
export async function keepingAdmin<T>(trx: Db, instanceId: string, change: () => Promise<T>): Promise<T> {
  await trx.selectFrom('instances').select('id').where('id', '=', instanceId).forUpdate().execute();
  const before = await hasAdmin(trx, instanceId);
  const result = await change();
  if (before && !(await hasAdmin(trx, instanceId))) throw new Problem(409, 'lastAdmin');
  return result;
}

/** `keepingAdmin` for several instances, as when a role changes. Locks them in sorted order to avoid deadlocks. */
export function keepingAdmins<T>(
  trx: Db,
  instanceIds: Iterable<string>,
  change: () => Promise<T>,
): Promise<T> {
  const ordered = [...new Set(instanceIds)].toSorted();
  const around = ordered.reduceRight((work, id) => () => keepingAdmin(trx, id, work), change);
  return around();
}

async function hasAdmin(trx: Db, instanceId: string): Promise<boolean> {
  const admin = await trx
    .selectFrom('accounts as a')
    .innerJoin('account_roles as r', 'r.account_id', 'a.id')
    .innerJoin('role_permissions as p', 'p.role_id', 'r.role_id')
    .select('a.id')
    .where('a.instance_id', '=', instanceId)
    .where('a.enabled', '=', true)
    .where('a.system', '=', false)
    .where('p.permission', '=', ADMIN)
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}
