/** Access to a database without demo data: one administrator, created once. */
import { hashPassword, type PasswordCost } from '../access/passwords.ts';
import type { Db } from '../database/connection.ts';
import { allPermissions } from './accounts.ts';

/** Creates the account `admin` when there is no account at all. Returns whether it did. */
export async function createFirstAccount(db: Db, password: string, cost?: PasswordCost): Promise<boolean> {
  const hash = await hashPassword(password, cost);
  return db.transaction().execute(async (trx) => {
    if (await trx.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) return false;
    const { id: instance_id } = await trx
      .insertInto('instances')
      .values({ name: 'Администрация портала', type: 'ADMINISTRATION' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: account_id } = await trx
      .insertInto('accounts')
      .values({
        instance_id,
        login: 'admin',
        password_hash: hash,
        last_name: 'Администратор',
        first_name: '',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: role_id } = await trx
      .insertInto('roles')
      .values({ instance_id, name: 'Администратор', system: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('role_permissions')
      .values(allPermissions().map((permission) => ({ role_id, permission })))
      .execute();
    await trx.insertInto('account_roles').values({ account_id, role_id }).execute();
    return true;
  });
}
