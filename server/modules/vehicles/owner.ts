/** Creates a customer from a vehicle whose owner is not yet known. */
import type { VehicleOwnerSave } from '../../../schemas/generated/api.ts';
import { shortNameOf } from '../../access/accounts.ts';
import { invalid } from '../../core/problems.ts';
import type { Change } from '../../records/change.ts';
import type { Columns } from '../../records/rows.ts';
import { audit } from '../../records/saving.ts';

/** Creates the customer and returns the column of the vehicle; no columns where none is given. */
export async function createOwner(value: unknown, change: Change): Promise<Columns> {
  const given = value as VehicleOwnerSave | null | undefined;
  if (!given) return {};
  const { trx, account, instanceId } = change;
  await requireUnknown(given, change);
  const customer = await trx
    .insertInto('customers')
    .values({
      instance_id: instanceId,
      kind: given.kind.name,
      name: given.name,
      short_name: given.shortName,
      tin: given.tin ?? null,
      phone: given.phone ?? null,
      person_last_name: given.personLastName ?? null,
      person_first_name: given.personFirstName ?? null,
      person_middle_name: given.personMiddleName ?? null,
      status: 'ACTIVE',
      days_kind: 'WORKDAY',
      claim_submission_days: 0,
      claim_consideration_days: 0,
      status_account: shortNameOf(account),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(trx, account, { entity: 'customer', action: 'create', after: customer });
  return { owner_customer_id: customer.id };
}

/** Throws if a customer with the same tax number exists. */
async function requireUnknown({ tin }: VehicleOwnerSave, { trx, instanceId }: Change): Promise<void> {
  if (!tin) return;
  const known = await trx
    .selectFrom('customers')
    .select('short_name')
    .where('instance_id', '=', instanceId)
    .where('tin', '=', tin)
    .executeTakeFirst();
  if (!known) return;
  const values = { name: known.short_name };
  throw invalid({ field: 'newOwner.tin', code: 'duplicate', message: 'server.ownerKnown', values });
}
