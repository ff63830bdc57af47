/** Attaches files to records. A record's save calls these functions in its own transaction. */
import type { Account } from '../access/accounts.ts';
import type { ScopedDb } from '../access/scope.ts';
import { unknownValue } from '../core/problems.ts';

/** A field of one record. */
export interface RecordField {
  /** The instance of the record; its files belong to this instance, no matter which account adds them. */
  instanceId: string;
  entity: string;
  entityId: string;
  field: string;
}

/**
 * Attaches a file to a record. It must have been uploaded by this account for this field, or be attached already; any
 * other id gets the same error as an unknown one, for the field.
 */
export async function claimFile(
  trx: ScopedDb,
  account: Account,
  file: RecordField & { fileId: string },
): Promise<void> {
  const claimed = await trx
    .updateTable('files')
    .set((eb) => ({
      instance_id: file.instanceId,
      // Accounts of other instances are not stored as uploader.
      uploader_id: eb.case().when('instance_id', '=', file.instanceId).then(eb.ref('uploader_id')).end(),
      entity_id: file.entityId,
      claim_time: eb.fn.coalesce('claim_time', eb.val(new Date())),
    }))
    .where('id', '=', file.fileId)
    .where('entity', '=', file.entity)
    .where('field', '=', file.field)
    .where('sha256', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('entity_id', '=', file.entityId),
        eb.and([eb('entity_id', 'is', null), eb('uploader_id', '=', account.id)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  if (!claimed) throw unknownValue(file.field);
}

/** Makes a field contain exactly these files: claims new ones, deletes the others. */
export async function claimFiles(
  trx: ScopedDb,
  account: Account,
  { fileIds, ...record }: RecordField & { fileIds: readonly string[] },
): Promise<void> {
  for (const fileId of fileIds) await claimFile(trx, account, { ...record, fileId });
  let others = trx
    .deleteFrom('files')
    .where('entity', '=', record.entity)
    .where('entity_id', '=', record.entityId)
    .where('field', '=', record.field);
  if (fileIds.length > 0) others = others.where('id', 'not in', [...fileIds]);
  await others.execute();
}

/** Deletes all files of a record; for its delete. */
export async function removeFiles(trx: ScopedDb, entity: string, entityId: string): Promise<void> {
  await trx.deleteFrom('files').where('entity', '=', entity).where('entity_id', '=', entityId).execute();
}
