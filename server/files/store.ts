/** The content of files: chunks in the database, or a folder. Written and read as streams. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../database/connection.ts';
import type { FileSettings } from './settings.ts';

const CHUNK = 256 * 1024;
const UUID = /^[0-9a-f-]{36}$/i;

/** One stored version of a file's content, for example `original` or `small-90`. */
export interface Variant {
  fileId: string;
  instanceId: string;
  variant: string;
}

/** Returns the folder of a file in the file store. */
export function folderOf(folder: string, fileId: string): string {
  if (!UUID.test(fileId)) throw new Error(`${fileId} is no file`);
  return path.join(folder, fileId.slice(0, 2), fileId);
}

/** Stores the content and returns its size and SHA-256. Part of the given transaction. */
export async function writeBytes(
  trx: Db,
  settings: FileSettings,
  variant: Variant,
  mediaType: string,
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<{ size: number; sha256: Buffer }> {
  const hash = createHash('sha256');
  let size = 0;
  const counted = async function* () {
    for await (const bytes of source) {
      hash.update(bytes);
      size += bytes.length;
      yield bytes;
    }
  };
  if (settings.folder) await writeFolder(settings.folder, variant, counted());
  else await writeChunks(trx, variant, counted());
  const sha256 = hash.digest();
  await trx
    .insertInto('file_variants')
    .values({ ...columnsOf(variant), media_type: mediaType, size, sha256 })
    .execute();
  return { size, sha256 };
}

/** Reads a file from the disk in chunks that fit one row each. */
export function piecesOf(file: string): AsyncIterable<Buffer> {
  return createReadStream(file, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>;
}

function columnsOf({ fileId, instanceId, variant }: Variant) {
  return { file_id: fileId, instance_id: instanceId, variant };
}

async function writeChunks(trx: Db, variant: Variant, source: AsyncIterable<Buffer>): Promise<void> {
  let position = 0;
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; at += CHUNK) {
      const values = { ...columnsOf(variant), position, bytes: bytes.subarray(at, at + CHUNK) };
      await trx.insertInto('file_chunks').values(values).execute();
      position += 1;
    }
  }
}

/** Writes to a temporary file and renames it: an existing file is always complete. */
async function writeFolder(
  folder: string,
  { fileId, variant }: Variant,
  source: AsyncIterable<Buffer>,
): Promise<void> {
  const home = folderOf(folder, fileId);
  await mkdir(home, { recursive: true, mode: 0o700 });
  const fresh = path.join(home, `${variant}.${process.pid}.new`);
  try {
    const handle = await open(fresh, 'w', 0o600);
    try {
      for await (const bytes of source) await handle.write(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, path.join(home, variant));
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** Reads the content of a variant chunk by chunk; `folder`: whether the file's row says that it is in the folder. */
export function readBytes(
  db: Db,
  settings: FileSettings,
  variant: Variant & { folder: boolean },
): AsyncIterable<Buffer> {
  if (!variant.folder) return readChunks(db, variant);
  if (!settings.folder) throw new Error('FILES_DIR is not set, but there are files in it');
  return createReadStream(
    path.join(folderOf(settings.folder, variant.fileId), variant.variant),
  ) as AsyncIterable<Buffer>;
}

async function* readChunks(db: Db, { fileId, variant }: Variant): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const row = await db
      .selectFrom('file_chunks')
      .select('bytes')
      .where('file_id', '=', fileId)
      .where('variant', '=', variant)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!row) return;
    yield row.bytes;
  }
}
