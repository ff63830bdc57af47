/** A customer that has its own instance: both parties see its contracts. */
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { SeedInstance } from './types.ts';

/** Links the first carrier of the first instance to the first instance of carriers. */
export async function linkParties(trx: Transaction<Database>, instances: SeedInstance[]): Promise<void> {
  const linked = instances.find(({ type }) => type === 'CARRIER');
  const stands = instances[0]?.carriers[0];
  if (!linked || !stands) return;
  const owner = await trx
    .selectFrom('customers')
    .select(['kind', 'name', 'short_name', 'tin', 'registration_code', 'registration_number'])
    .select(['actual_address', 'legal_address', 'phone', 'mail', 'site'])
    .select(['person_last_name', 'person_first_name', 'person_middle_name'])
    .where('id', '=', linked.ownerCustomer.id)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('customers')
    .set({
      ...owner,
      uuid_agreed: true,
      linked_instance_id: linked.id,
      status: 'ACTIVE',
      status_reason: null,
    })
    .where('id', '=', stands.id)
    .execute();
  stands.shortName = linked.ownerCustomer.shortName;
}
