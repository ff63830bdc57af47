/** Preferences: the layout of a view for one account, for the accounts of a role, or for a whole instance. */
import { sql, type Selectable } from 'kysely';
import { requireAdministers } from '../../access/administration.ts';
import type { Account } from '../../access/accounts.ts';
import type { PreferenceTable } from '../../database/tables/access.ts';
import type { PreferenceSave, PreferenceShare } from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb, ScopedTransaction } from '../../access/scope.ts';
import { readList } from '../../database/list.ts';
import { invalid, notFound } from '../../core/problems.ts';
import { audit, requireFresh } from '../../records/saving.ts';
import type { AuditAction } from '../../records/auditKinds.ts';

type Row = Selectable<PreferenceTable>;
/** A preference as visible to the account. */
type Seen = Row & { role_name: string | null; applies: boolean };

/** Limits against exhausting the disk: characters of a value as JSON, and preferences per owner. */
const LONGEST = 50_000;
const MOST = 1000;

export const preferenceHandlers = handlers({
  preferencePaging: instanceHandler<'preferencePaging'>((call) => {
    const { scope, account, parameters } = call;
    let rows = concerning(scope.db, account);
    let shown = seen(scope.db, account);
    for (const name of ['screen', 'view'] as const) {
      const value = parameters.filter?.[name];
      if (value === undefined) continue;
      rows = rows.where(name, '=', value);
      shown = shown.where(name, '=', value);
    }
    // Order: the account's own, then those of roles, then those for all: the first of a view applies.
    const key = sql`array[screen, view, (account_id is null)::text, (role_id is null)::text]`;
    const list = { rows, shown, order: '-key', sorts: { key: { by: key } }, id: sql.ref('id') };
    return readList(scope.db, call, list, reply);
  }),

  preferenceSave: instanceHandler<'preferenceSave'>(({ scope, account, body }) => {
    const owner = { instance_id: account.instance.id, account_id: account.id, role_id: null };
    return scope.transaction((trx) => save(trx, account, owner, body));
  }),

  preferenceShare: instanceHandler<'preferenceShare'>(({ scope, account, body }) => {
    const owner = sharedWith(account, body);
    return scope.transaction((trx) => save(trx, account, owner, body));
  }),

  preferenceDelete: instanceHandler<'preferenceDelete'>(({ scope, account, parameters }) =>
    scope.transaction(async (trx) => {
      const before = await concerning(trx, account)
        .selectAll()
        .where('id', '=', parameters.preferenceId)
        .forUpdate()
        .executeTakeFirst();
      if (!before) throw notFound();
      if (before.account_id === null) requireAdministers(account, before.instance_id);
      await trx.deleteFrom('preferences').where('id', '=', before.id).execute();
      await recordChange(trx, account, 'delete', before, undefined);
      return undefined;
    }),
  ),
});

const rolesOf = (db: ScopedDb, { id }: Account) =>
  db.selectFrom('account_roles').select('account_roles.role_id').where('account_roles.account_id', '=', id);

/**
 * Returns all preferences that concern an account, in the format of `preferencePaging`; its own first. An
 * administration, too, has only those of its own instance.
 */
export async function preferencesOf(db: ScopedDb, account: Account) {
  const rows = await seen(db, account)
    .orderBy(sql`account_id is null`)
    .orderBy(sql`role_id is null`)
    .orderBy('id')
    .limit(MOST)
    .execute();
  return rows.map(reply);
}

function concerning(db: ScopedDb, account: Account) {
  return db
    .selectFrom('preferences')
    .where('instance_id', '=', account.instance.id)
    .where((eb) =>
      eb.or([
        eb('account_id', '=', account.id),
        eb.and([eb('account_id', 'is', null), eb('role_id', 'is', null)]),
        eb('role_id', 'in', rolesOf(db, account)),
        // An administrator of roles also sees what is shared with roles.
        ...(account.permissions.includes('ADMIN') ? [eb('role_id', 'is not', null)] : []),
      ]),
    );
}

/** Adds the name of the role, and whether the preference applies to the account. */
function seen(db: ScopedDb, account: Account) {
  return concerning(db, account)
    .selectAll('preferences')
    .select((eb) => [
      eb
        .selectFrom('roles')
        .select('roles.name')
        .whereRef('roles.id', '=', 'preferences.role_id')
        .as('role_name'),
      eb
        .or([eb('role_id', 'is', null), eb('role_id', 'in', rolesOf(db, account))])
        .$castTo<boolean>()
        .as('applies'),
    ]);
}

type Owner = Pick<Row, 'instance_id' | 'account_id' | 'role_id'>;

function sharedWith(account: Account, { owner, roleId }: PreferenceShare): Owner {
  const instance_id = account.instance.id;
  if ((owner === 'ROLE') !== (roleId !== undefined))
    throw invalid({ field: 'roleId', code: 'required', message: 'validation.required' });
  requireAdministers(account, instance_id);
  return { instance_id, account_id: null, role_id: roleId ?? null };
}

async function save(
  trx: ScopedTransaction,
  account: Account,
  owner: Owner,
  body: PreferenceSave,
): Promise<ReturnType<typeof reply>> {
  if (JSON.stringify(body.value).length > LONGEST)
    throw invalid({
      field: 'value',
      code: 'maxLength',
      message: 'validation.maxLength',
      values: { limit: LONGEST },
    });
  const before = await existing(trx, owner, body);
  if (body.version !== undefined)
    await requireFresh(
      before,
      body.version,
      async () => before && reply(await readSeen(trx, account, before)),
    );
  if (!before) await requireRoom(trx, owner);
  const after = await (before ? change(trx, before, body) : add(trx, owner, body));
  await recordChange(trx, account, before ? 'save' : 'create', before, after);
  return reply(await readSeen(trx, account, after));
}

const readSeen = (trx: ScopedTransaction, account: Account, { id }: Row): Promise<Seen> =>
  seen(trx, account).where('preferences.id', '=', id).executeTakeFirstOrThrow();

function ofOwner(db: ScopedDb, { instance_id, account_id, role_id }: Owner) {
  return db
    .selectFrom('preferences')
    .where('instance_id', '=', instance_id)
    .where('account_id', 'is not distinct from', account_id)
    .where('role_id', 'is not distinct from', role_id);
}

function existing(trx: ScopedTransaction, owner: Owner, { screen, view }: PreferenceSave) {
  return ofOwner(trx, owner)
    .selectAll()
    .where('screen', '=', screen)
    .where('view', '=', view)
    .forUpdate()
    .executeTakeFirst();
}

async function requireRoom(trx: ScopedTransaction, owner: Owner): Promise<void> {
  const { count } = await ofOwner(trx, owner)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  if (count >= MOST)
    throw invalid({ field: '', code: 'maxItems', message: 'validation.maxItems', values: { limit: MOST } });
}

function add(trx: ScopedTransaction, owner: Owner, body: PreferenceSave): Promise<Row> {
  const { screen, view } = body;
  // Two windows of one account may save concurrently: the later save wins.
  return trx
    .insertInto('preferences')
    .values({ ...owner, screen, view, ...columnsOf(body) })
    .onConflict((conflict) =>
      conflict
        .columns(['instance_id', 'account_id', 'role_id', 'screen', 'view'])
        .doUpdateSet({ ...columnsOf(body), version: sql`preferences.version + 1`, change_time: sql`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

function change(trx: ScopedTransaction, before: Row, body: PreferenceSave): Promise<Row> {
  return trx
    .updateTable('preferences')
    .set({ ...columnsOf(body), version: before.version + 1, change_time: sql<Date>`now()` })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const columnsOf = ({ schemaVersion, value }: PreferenceSave) => ({
  schema_version: schemaVersion,
  value: JSON.stringify(value),
});

/** Logs shared preferences; an account's own layouts are private. */
async function recordChange(
  trx: ScopedTransaction,
  account: Account,
  action: AuditAction,
  before: Row | undefined,
  after: Row | undefined,
): Promise<void> {
  if ((after ?? before)?.account_id !== null) return;
  await audit(trx, account, {
    entity: 'preference',
    action,
    ...(before && { before }),
    ...(after && { after }),
  });
}

function reply(row: Seen) {
  return {
    id: row.id,
    version: row.version,
    owner: row.account_id ? ('ACCOUNT' as const) : row.role_id ? ('ROLE' as const) : ('ALL' as const),
    roleId: row.role_id,
    roleName: row.role_name,
    applies: row.applies,
    screen: row.screen,
    view: row.view,
    schemaVersion: row.schema_version,
    value: row.value as Record<string, unknown>,
    changeTime: row.change_time.toISOString(),
  };
}
