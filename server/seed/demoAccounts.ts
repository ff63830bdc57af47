/** Inserts the demo accounts with their roles. */
import type { Transaction } from 'kysely';
import { hashPassword, type PasswordCost } from '../access/passwords.ts';
import type { Database } from '../database/schema.ts';
import { DEMO_PASSWORD, demoAccounts } from './accounts.ts';
import { Random } from '../core/random.ts';
import { seedAdministration } from './administration.ts';
import type { SeedInstance } from './types.ts';

/** This many demo accounts draw from the common random stream. */
const FIRST = 11;

export async function seedAccounts(
  trx: Transaction<Database>,
  random: Random,
  instances: SeedInstance[],
  cost: PasswordCost | undefined,
): Promise<void> {
  // One hash for all: their password is the same and public, and hashing is slow by design.
  const hash = await hashPassword(DEMO_PASSWORD, cost);
  // Accounts that were added later draw from a separate stream, so that data that follow stay the same.
  const later = new Random(20_140);
  for (const [i, demo] of demoAccounts.entries()) {
    const instance = instances.find((each) => each.key === demo.instance);
    if (!instance) throw new Error(`No instance for the account ${demo.login}`);
    const stream = i < FIRST ? random : later;
    const ids = { account: stream.uuid(), staff: stream.uuid(), role: stream.uuid() };
    const instance_id = instance.id;
    const name = { last_name: demo.lastName, first_name: demo.firstName, middle_name: demo.middleName };
    await trx
      .insertInto('staff')
      .values({ id: ids.staff, instance_id, ...name })
      .execute();
    await trx
      .insertInto('accounts')
      .values({
        id: ids.account,
        instance_id,
        login: demo.login,
        password_hash: hash,
        ...name,
        staff_id: ids.staff,
      })
      .execute();
    await trx
      .insertInto('roles')
      .values({ id: ids.role, instance_id, name: demo.role, description: null })
      .execute();
    for (const permission of demo.permissions) {
      await trx.insertInto('role_permissions').values({ role_id: ids.role, permission }).execute();
    }
    await trx.insertInto('account_roles').values({ account_id: ids.account, role_id: ids.role }).execute();
  }
  await seedAdministration(trx, later, instances);
  const first = instances[0];
  if (first) {
    await trx
      .insertInto('host_instances')
      .values({ host: `${first.key}.localhost`, instance_id: first.id })
      .execute();
  }
}
