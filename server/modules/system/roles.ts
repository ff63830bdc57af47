/** Roles: permissions, declared once for all accounts that have the role. */
import { sql } from 'kysely';
import { keepingAdmins, requireAdministers, requireHeld } from '../../access/administration.ts';
import type { Account } from '../../access/accounts.ts';
import { invalid, Problem } from '../../core/problems.ts';
import type { Change } from '../../records/change.ts';
import { computed, word, type FieldMaker } from '../../records/fields.ts';
import { containedIn, equals, oneOf } from '../../records/filters.ts';
import { links } from '../../records/links.ts';
import { record, type SaveOf } from '../../records/record.ts';
import type { Columns, OwnRow } from '../../records/rows.ts';

type Save = SaveOf<'role'> | undefined;

/** Scope of a role: one instance, or all; for all, the column is null. */
const scope: FieldMaker = () => ({
  columns: ['instance_id'],
  dictionaries: ['roleScopes'],
  show: (row, captions) => captions.value('roleScopes', row['instance_id'] === null ? 'ALL' : 'INSTANCE'),
  write: (value, { account, before }) =>
    scopeColumns((value as { name: string } | undefined)?.name, account, before),
});

function scopeColumns(name: string | undefined, { instance }: Account, before: OwnRow | undefined): Columns {
  const now = before && (before.instance_id === null ? 'ALL' : 'INSTANCE');
  // Otherwise accounts of other instances would keep a role that is no longer theirs.
  if (now && (name ?? now) !== now)
    throw invalid({ field: 'scope', code: 'fixed', message: 'validation.fixed' });
  if (before || name !== 'ALL') return {};
  if (instance.type !== 'ADMINISTRATION') throw new Problem(403, 'scopeNotHeld');
  return { instance_id: null };
}

export const roles = record('role', {
  table: 'roles',
  fields: {
    type: word('roleTypes'),
    scope,
    permissions: links({ table: 'role_permissions', own: 'role_id', other: 'permission' }),
    accountCount: computed(sql`(select count(*) from account_roles l where l.role_id = t.id)`),
  },
  search: ['name', 'description'],
  filters: { name: containedIn('name'), types: oneOf('type'), system: equals('system') },
  order: '-name',
  unique: { roles_name_taken: 'name' },
  around: administered,
});

/** Checks the rules for every change of a role, and runs `work`. */
async function administered<T>(change: Change<Save>, work: () => Promise<T>): Promise<T> {
  const { trx, account, before, body } = change;
  if (before?.instance_id === null && account.instance.type !== 'ADMINISTRATION')
    throw new Problem(403, 'scopeNotHeld');
  requireAdministers(account, before?.instance_id ?? account.instance.id);
  if (before?.['system'] === true) throw new Problem(403, 'roleLocked');
  if (before && change.action === 'delete') await requireUnused(trx, account, before.id);
  const held = before ? await permissionsOf(trx, before.id) : [];
  const added = body ? body.permissions.filter((name) => !held.includes(name)) : [];
  requireHeld(account, added);
  return keepingAdmins(trx, before ? await instancesOf(trx, before.id) : [], work);
}

/** Throws, with logins, if accounts have the role: they would silently lose its permissions. */
async function requireUnused(trx: Change['trx'], account: Account, roleId: string): Promise<void> {
  const { rows } = await sql<{ login: string; own: boolean }>`
    select a.login, a.instance_id = ${account.instance.id} as own from account_roles l
    join accounts a on a.id = l.account_id where l.role_id = ${roleId} order by a.login`.execute(trx);
  if (!rows.length) return;
  const listed = rows.filter(({ own }) => own).slice(0, MOST_LISTED);
  const logins = listed.map(({ login }) => login).join(', ') || '—';
  throw new Problem(409, 'roleInUse', { values: { count: rows.length, logins } });
}

/** Most accounts named that have a role. */
const MOST_LISTED = 5;

async function permissionsOf(trx: Change['trx'], roleId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('role_permissions')
    .select('permission')
    .where('role_id', '=', roleId)
    .execute();
  return rows.map(({ permission }) => permission);
}

/** Returns the instances whose accounts have the role: the change may remove their last ADMIN. */
async function instancesOf(trx: Change['trx'], roleId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct a.instance_id::text as id
    from account_roles l join accounts a on a.id = l.account_id where l.role_id = ${roleId}`.execute(trx);
  return rows.map(({ id }) => id);
}
