/** The account's own profile: name, photo, theme, and which events are notified live. */
import { sql } from 'kysely';
import { filesOf } from '../../files/replies.ts';
import { claimFiles } from '../../records/fileClaims.ts';
import type { Account } from '../../access/accounts.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import type { Locale } from '../../core/texts.ts';
import { loadCaptions } from '../../records/captions.ts';
import { audit, requireFresh } from '../../records/saving.ts';

export const profileHandlers = handlers({
  profileGet: instanceHandler<'profileGet'>(({ scope, account, locale }) =>
    readProfile(scope.db, account, locale),
  ),

  profileSave: instanceHandler<'profileSave'>(({ scope, account, locale, body }) =>
    scope.transaction(async (trx) => {
      const row = () => trx.selectFrom('accounts').select(COLUMNS).where('id', '=', account.id);
      const locked = await row().forUpdate().executeTakeFirst();
      const before = await requireFresh(locked, body.version, () => readProfile(trx, account, locale));
      await trx
        .updateTable('accounts')
        .set({
          last_name: body.lastName.trim(),
          first_name: body.firstName.trim(),
          middle_name: body.middleName?.trim() || null,
          ...(body.theme !== undefined && { theme: body.theme?.name ?? null }),
          ...(body.noticeSeverities && {
            notice_severities: body.noticeSeverities.map(({ name }) => name),
          }),
          version: before.version + 1,
          change_time: sql<Date>`now()`,
        })
        .where('id', '=', account.id)
        .execute();
      await claimFiles(trx, account, {
        instanceId: account.instance.id,
        entity: 'profile',
        entityId: account.id,
        field: 'photo',
        fileIds: body.photo ? [body.photo.id] : [],
      });
      await audit(trx, account, {
        entity: 'account',
        action: 'save',
        before,
        after: await row().executeTakeFirstOrThrow(),
      });
      return readProfile(trx, account, locale);
    }),
  ),
});

const COLUMNS = [
  'id',
  'instance_id',
  'version',
  'login',
  'last_name',
  'first_name',
  'middle_name',
  'theme',
  'notice_severities',
] as const;

async function readProfile(db: ScopedDb, account: Account, locale: Locale) {
  const row = await db
    .selectFrom('accounts as t')
    .select(COLUMNS.map((name) => `t.${name}` as const))
    .select(
      sql<string[]>`array(select r.name from account_roles l join roles r on r.id = l.role_id
      where l.account_id = t.id order by 1)`.as('roles'),
    )
    .where('t.id', '=', account.id)
    .executeTakeFirstOrThrow();
  const captions = await loadCaptions(db, locale);
  const files = await filesOf(db, 'profile', 'photo', [account.id]);
  return {
    id: row.id,
    version: row.version,
    login: row.login,
    lastName: row.last_name,
    firstName: row.first_name,
    middleName: row.middle_name,
    photo: files.get(account.id)?.[0] ?? null,
    instance: account.instance.name,
    roles: row.roles,
    theme: captions.optional('themes', row.theme),
    noticeSeverities: row.notice_severities.map((name) => captions.value('eventSeverities', name)),
  };
}
