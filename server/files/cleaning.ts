/** Periodic cleaning: deletes files that no record has claimed, and content whose rows were deleted. */
import { rm } from 'node:fs/promises';
import type { Db } from '../database/connection.ts';
import { folderOf } from './store.ts';
import { UNCLAIMED_HOURS, type FileSettings } from './settings.ts';
import { cleanSpool } from './spool.ts';

/** Deletes them and returns how many rows were deleted. Safe to run twice, and on two servers at the same time. */
export async function cleanFiles(db: Db, settings: FileSettings, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - UNCLAIMED_HOURS * 60 * 60 * 1000);
  const deleted = await db
    .deleteFrom('files')
    .where('entity_id', 'is', null)
    .where('create_time', '<', before)
    .returning('id')
    .execute();
  await cleanSpool(UNCLAIMED_HOURS);
  const { folder } = settings;
  if (folder) {
    const removals = await db.selectFrom('file_removals').select('file_id').execute();
    for (const { file_id } of removals) {
      await rm(folderOf(folder, file_id), { recursive: true, force: true });
      await db.deleteFrom('file_removals').where('file_id', '=', file_id).execute();
    }
  }
  return deleted.length;
}
