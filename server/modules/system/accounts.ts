/** Accounts for administrators. System accounts are neither shown nor changed. */
import { sql } from 'kysely';
import {
  keepingAdmin,
  requireAdministers,
  requireOther,
  requireReachHeld,
  requireRolesHeld,
} from '../../access/administration.ts';
import { hashPassword } from '../../access/passwords.ts';
import { requirePassword } from '../../access/passwordRules.ts';
import { noteEvent } from '../../access/securityLog.ts';
import { endSessions, LIVING } from '../../access/sessions.ts';
import { invalid } from '../../core/problems.ts';
import type { Change } from '../../records/change.ts';
import { computed, type FieldMaker } from '../../records/fields.ts';
import { condition, equals, oneOf } from '../../records/filters.ts';
import { links } from '../../records/links.ts';
import { record, type SaveOf } from '../../records/record.ts';
import type { OwnRow } from '../../records/rows.ts';

type Save = SaveOf<'account'>;

const login: FieldMaker = () => ({
  columns: ['login'],
  show: (row) => row['login'],
  order: () => sql.ref('t.login'),
  orderedBy: 'login',
  search: (text) => sql<boolean>`strpos(t.login, ${text.trim().toLowerCase()}) > 0`,
  write: (value) => ({ login: (value as string).toLowerCase() }),
});

/** Set once, by `instance` below; ordered by the name of the instance. */
const instanceId: FieldMaker = () => ({
  columns: ['instance_id'],
  joins: { instance: { table: 'instances', on: 'instance_id' } },
  show: (row) => row['instance_id'],
  order: () => sql.ref('instance.name'),
  orderedBy: 'instance.name',
  write: () => ({}),
});

/** Only the hash is stored. A set password has to be changed by the owner. */
const password: FieldMaker = () => ({
  columns: [],
  show: () => undefined,
  write: async (value) =>
    value === undefined
      ? {}
      : { password_hash: await hashPassword(value as string), password_change_required: true },
});

export const accounts = record('account', {
  table: 'accounts',
  only: { system: false },
  secret: ['password_hash'],
  fields: {
    login,
    password,
    instanceId,
    roles: links({ table: 'account_roles', own: 'account_id', other: 'role_id', to: 'roles', asWords: true }),
    districts: links({
      table: 'account_districts',
      own: 'account_id',
      other: 'location_id',
      to: 'locations',
      instance: true,
    }),
    divisions: links({
      table: 'account_divisions',
      own: 'account_id',
      other: 'division_id',
      to: 'divisions',
      instance: true,
    }),
    permissions: computed(sql`array(select distinct p.permission from account_roles l
      join role_permissions p on p.role_id = l.role_id where l.account_id = t.id order by 1)`),
    lastSignIn: computed(sql`(select max(e.event_time) from security_log e
      where e.account_id = t.id and e.event = 'signIn')`),
    sessionCount: computed(
      sql`(select count(*) from sessions s where s.account_id = t.id and ${LIVING('s')})`,
    ),
  },
  search: ['login', 'lastName', 'firstName', 'middleName'],
  filters: {
    roles: condition(
      ['id'],
      (ids: string[]) =>
        sql<boolean>`exists (select from account_roles l where l.account_id = t.id
        and l.role_id = any(${ids}::uuid[]))`,
    ),
    instances: oneOf('instance_id', 'uuid'),
    enabled: equals('enabled'),
  },
  order: '-lastName',
  unique: { accounts_login: 'login' },
  instance: async (_trx, body, account) => body.instanceId?.toLowerCase() ?? account.instance.id,
  around: administered,
  after: settle,
});

/** Checks the rules for every change of an account, and runs `work`. */
async function administered<T>(change: Change<Save | undefined>, work: () => Promise<T>): Promise<T> {
  const { trx, account, before, body, instanceId } = change;
  requireAdministers(account, instanceId);
  if (before && (!body || !body.enabled || body.password !== undefined)) requireOther(account, before.id);
  if (body) requireSound(change as Change<Save>, body);
  const had = before ? await rolesOf(trx, before.id) : [];
  if (body) await requireReach(change, body);
  const given = body?.roles.map(({ name }) => name.toLowerCase()) ?? [];
  // Setting a password allows signing in as the account: it must not give more permissions than the caller holds.
  const all = body?.password === undefined ? given.filter((id) => !had.includes(id)) : given;
  await requireRolesHeld(trx, account, all);
  return keepingAdmin(trx, instanceId, work);
}

function requireSound({ before, instanceId }: Change<Save>, body: Save): void {
  if (!before && body.password === undefined)
    throw invalid({ field: 'password', code: 'required', message: 'validation.required' });
  if (body.instanceId && body.instanceId.toLowerCase() !== instanceId)
    throw invalid({ field: 'instanceId', code: 'fixed', message: 'validation.fixed' });
  if (body.password !== undefined) requirePassword(body.password, body.login, 'password');
}

/** Throws if changed districts and divisions would let the account see more than the caller. */
async function requireReach({ trx, account, before }: Change<Save | undefined>, body: Save): Promise<void> {
  const now = {
    districts: (body.districts ?? []).map(({ id }) => id.toLowerCase()),
    divisions: (body.divisions ?? []).map(({ id }) => id.toLowerCase()),
  };
  if (account.districts.length === 0 && account.divisions.length === 0) return;
  const had = before ? await placesOf(trx, before.id) : undefined;
  const same = (kind: 'districts' | 'divisions') =>
    had?.[kind].toSorted().join() === now[kind].toSorted().join();
  requireReachHeld(account, {
    ...(!same('districts') && { districts: now.districts }),
    ...(!same('divisions') && { divisions: now.divisions }),
  });
}

async function rolesOf(trx: Change['trx'], id: string): Promise<string[]> {
  const rows = await trx.selectFrom('account_roles').select('role_id').where('account_id', '=', id).execute();
  return rows.map(({ role_id: role }) => role);
}

async function placesOf(trx: Change['trx'], id: string) {
  const { rows } = await sql<{ districts: string[]; divisions: string[] }>`select
    array(select location_id::text from account_districts where account_id = ${id}) as districts,
    array(select division_id::text from account_divisions where account_id = ${id}) as divisions`.execute(
    trx,
  );
  return rows[0]!;
}

/** Ends all sessions after a password was set, or the account was disabled; both are logged. */
async function settle(row: OwnRow, { trx, account, body }: Change<Save | undefined>): Promise<void> {
  if (!body || (body.password === undefined && body.enabled)) return;
  await endSessions(trx, row.id);
  if (body.password === undefined) return;
  const origin = { address: account.address ?? '', userAgent: undefined };
  await noteEvent(trx, origin, {
    event: 'passwordSet',
    account: { id: row.id, login: String(row['login']), instance: { id: row.instance_id } },
    actor: account,
  });
}
