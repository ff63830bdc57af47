/** The folder of a hypothesis: its solutions write to it, all accounts read it and copy from it. */
import type { Account } from '../../access/accounts.ts';
import type { ScopedTransaction } from '../../access/scope.ts';
import type { OwnRow } from '../../records/rows.ts';
import { audit } from '../../records/saving.ts';

/** A group to save: its evacuation points in their order. */
export interface GroupOfRoute {
  name: string;
  colour?: string;
  vehicleGroup?: string | null;
  vehicleType?: string | null;
  evacuationPointIds: readonly string[];
}

/**
 * Saves groups in the folder of a hypothesis, which is created if `directoryId` is undefined. Returns the folder and
 * the ids of the groups, in their order.
 */
export async function saveHypothesisGroups(
  trx: ScopedTransaction,
  account: Account,
  folder: { directoryId?: string | undefined; name: string; instanceId: string },
  groups: readonly GroupOfRoute[],
): Promise<{ directoryId: string; groupIds: string[] }> {
  const instance_id = folder.instanceId;
  const directoryId = folder.directoryId ?? (await makeFolder(trx, account, instance_id, folder.name));
  const groupIds: string[] = [];
  for (const { name, colour, vehicleGroup = null, vehicleType = null, evacuationPointIds } of groups) {
    const row = await trx
      .insertInto('point_groups')
      .values({
        instance_id,
        directory_id: directoryId,
        root: 'HYPOTHESIS',
        name,
        author_id: account.id,
        vehicle_group: vehicleGroup,
        vehicle_type: vehicleType,
        ...(colour && { colour }),
        strict_sequence: true,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const elements = evacuationPointIds.map((id, index) => ({
      instance_id,
      point_group_id: row.id,
      evacuation_point_id: id,
      position: index + 1,
    }));
    if (elements.length > 0) await trx.insertInto('point_group_elements').values(elements).execute();
    await audit(trx, account, { entity: 'pointGroup', action: 'create', after: row as unknown as OwnRow });
    groupIds.push(row.id);
  }
  return { directoryId, groupIds };
}

async function makeFolder(trx: ScopedTransaction, account: Account, instance_id: string, name: string) {
  const row = await trx
    .insertInto('point_group_directories')
    .values({ instance_id, root: 'HYPOTHESIS', name, author_id: account.id })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(trx, account, {
    entity: 'pointGroupDirectory',
    action: 'create',
    after: row as unknown as OwnRow,
  });
  return row.id;
}
