/** Records events that concern both parties of a contract for the other party: each has its own registry of events. */
import type { ScopedTransaction } from '../../access/scope.ts';
import type { Change } from '../../records/change.ts';
import { recordEvent, type NewEvent } from '../../records/recordEvent.ts';
import type { OwnRow } from '../../records/rows.ts';

/** Returns the linked instances of the parties of contracts: the other parties. */
async function otherParties(
  trx: ScopedTransaction,
  contracts: readonly OwnRow[],
): Promise<readonly string[]> {
  const sides = contracts.flatMap((row) => [String(row['customer_id']), String(row['supplier_id'])]);
  const rows = await trx
    // The acting account may belong to the other party, which does not see these customers.
    .withoutPlugins()
    .selectFrom('customers')
    .select('linked_instance_id')
    .distinct()
    .where('id', 'in', sides)
    .where('linked_instance_id', 'is not', null)
    .orderBy('linked_instance_id')
    .execute();
  return rows.map(({ linked_instance_id: id }) => id!);
}

/** Records an event for the other parties; it names the instance that caused it, but not the person. */
export async function notifyOtherParties(
  { trx, account }: Pick<Change, 'trx' | 'account'>,
  contracts: readonly OwnRow[],
  event: Omit<NewEvent, 'instanceId' | 'source' | 'sourceName' | 'accountId'>,
): Promise<void> {
  const cause = { source: 'STATE', sourceName: account.instance.name } as const;
  for (const instanceId of await otherParties(trx, contracts))
    await recordEvent(trx.withoutPlugins(), { ...event, ...cause, instanceId });
}
