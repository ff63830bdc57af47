/** Saves a file from the disk to the store, within the quota of its instance. */
import { sql } from 'kysely';
import { transaction, type Db } from '../database/connection.ts';
import { Problem } from '../core/problems.ts';
import { unclaimedBytes, UNCLAIMED_FILES, UNCLAIMED_HOURS, type FileSettings } from './settings.ts';
import { piecesOf, writeBytes } from './store.ts';

/** A file that was inspected, or that the server created itself. */
export interface NewFile {
  instanceId: string;
  timeZone: string;
  uploaderId: string | null;
  entity: string;
  field: string;
  name: string;
  mediaType: string;
  path: string;
  size: number;
  width?: number;
  height?: number;
}

/**
 * Stores the file and returns its id. Throws 413 when the instance's quota is full, 429 when the uploader's share is.
 */
export async function saveFile(db: Db, settings: FileSettings, file: NewFile): Promise<string> {
  const { instanceId } = file;
  const id = await reserve(db, settings, file);
  try {
    await transaction(db, async (trx) => {
      const variant = { fileId: id, instanceId, variant: 'original' };
      const { sha256 } = await writeBytes(trx, settings, variant, file.mediaType, piecesOf(file.path));
      await trx.updateTable('files').set({ sha256 }).where('id', '=', id).execute();
    });
    return id;
  } catch (error) {
    await db.deleteFrom('files').where('id', '=', id).execute();
    throw error;
  }
}

/** Reserves the space first, in a short transaction, so that concurrent uploads count each other. */
function reserve(db: Db, settings: FileSettings, file: NewFile): Promise<string> {
  return transaction(db, async (trx) => {
    const { id } = await trx
      .insertInto('files')
      .values({
        instance_id: file.instanceId,
        uploader_id: file.uploaderId,
        entity: file.entity,
        field: file.field,
        name: file.name,
        media_type: file.mediaType,
        size: file.size,
        width: file.width ?? null,
        height: file.height ?? null,
        date: sql<string>`(now() at time zone ${file.timeZone})::date`,
        folder: settings.folder !== undefined,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { bytes } = await trx
      .selectFrom('file_usage')
      .select('bytes')
      .where('instance_id', '=', file.instanceId)
      .executeTakeFirstOrThrow();
    if (bytes > settings.quotaBytes) {
      const free = Math.max(0, settings.quotaBytes - bytes + file.size);
      throw new Problem(413, 'fileQuota', {
        values: {
          free: Math.floor(free / 1024 / 1024),
          quota: Math.floor(settings.quotaBytes / 1024 / 1024),
        },
      });
    }
    if (file.uploaderId !== null && file.entity !== 'job') await requireShare(trx, settings, file.uploaderId);
    return id;
  });
}

/**
 * Prevents an account from filling the shared space with unclaimed files. Throws 429 with the time at which the first
 * of them expires.
 */
async function requireShare(trx: Db, settings: FileSettings, uploaderId: string): Promise<void> {
  const { bytes, count, oldest } = await trx
    .selectFrom('files')
    .select(({ fn }) => [
      sql<number>`coalesce(sum(size), 0)`.as('bytes'),
      fn.countAll<number>().as('count'),
      fn.min('create_time').as('oldest'),
    ])
    .where('uploader_id', '=', uploaderId)
    .where('entity_id', 'is', null)
    .where('entity', '<>', 'job')
    .executeTakeFirstOrThrow();
  const limit = unclaimedBytes(settings);
  if (bytes <= limit && count <= UNCLAIMED_FILES) return;
  const expires = oldest.getTime() + UNCLAIMED_HOURS * 3_600_000;
  throw new Problem(429, 'filesUnclaimed', {
    values: { limit: Math.floor(limit / 1024 / 1024), count: UNCLAIMED_FILES },
    retryAfter: Math.max(1, Math.ceil((expires - Date.now()) / 1000)),
  });
}
