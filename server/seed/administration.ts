/** Administrative data besides the demo accounts: more roles, one shared by all instances, and a system account. */
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Random } from '../core/random.ts';
import type { SeedInstance } from './types.ts';

const ROLES = [
  [
    'Диспетчер смены',
    'OPERATOR',
    'Следит за выполнением маршрутов и принимает события',
    ['Диспетчер', 'VEHICLES_VIEW_VEHICLES', 'STANDS_MAP'],
  ],
  [
    'Специалист по договорам',
    'OPERATOR',
    'Ведёт контрагентов и их договоры',
    ['MANAGE_CUSTOMERS', 'MANAGE_CONTRACTS', 'MANAGE_CUSTOMER_CONTRACTS'],
  ],
  [
    'Инспектор площадок',
    'OPERATOR',
    'Проводит инвентаризации мест накопления',
    ['Инспектор', 'STANDS_MAP', 'MANAGE_INVENTORIES'],
  ],
  ['Отчётность', 'COMMON', 'Строит готовые отчёты', ['REPORTS_VIEW']],
] as const;

const SHARED = [
  'Наблюдатель',
  'COMMON',
  'Просмотр отчётов; роль доступна всем организациям',
  ['REPORTS_VIEW'],
] as const;

export async function seedAdministration(
  trx: Transaction<Database>,
  random: Random,
  instances: readonly SeedInstance[],
): Promise<void> {
  const home = instances[0];
  if (!home) return;
  for (const role of ROLES) await addRole(trx, random.uuid(), home.id, role);
  await addRole(trx, random.uuid(), null, SHARED);
  // The first instance works with container groups; elsewhere the product's own setting blocks them.
  await trx
    .insertInto('app_properties')
    .values({ instance_id: home.id, name: 'ccgsBlocked', value: 'false', type: 'Boolean' })
    .execute();
  await trx
    .insertInto('accounts')
    .values({
      id: random.uuid(),
      instance_id: home.id,
      login: 'telematics',
      // No password has this hash: other systems authenticate by keys, not by the sign-in page.
      password_hash: 'none',
      first_name: 'Телематика',
      last_name: 'Обмен',
      middle_name: null,
      system: true,
      staff_id: null,
    })
    .execute();
}

async function addRole(
  trx: Transaction<Database>,
  id: string,
  instance_id: string | null,
  [name, type, description, permissions]: readonly [string, string, string, readonly string[]],
): Promise<void> {
  await trx.insertInto('roles').values({ id, instance_id, name, type, description }).execute();
  await trx
    .insertInto('role_permissions')
    .values(permissions.map((permission) => ({ role_id: id, permission })))
    .execute();
}
