/** Thumbnails and rotated images: created at the first request and stored. */
import { scopedTransaction, type ScopedDb } from '../access/scope.ts';
import { notFound } from '../core/problems.ts';
import { thumbnail, turned, type ThumbnailSize } from './image.ts';
import { kindOf, type FileKind } from './kinds.ts';
import type { FileRow } from './reading.ts';
import type { FileSettings } from './settings.ts';
import { readBytes, writeBytes } from './store.ts';

export interface StoredVariant {
  variant: string;
  mediaType: string;
  size: number;
  sha256: Buffer;
}

/** Returns the content to send for a file: a thumbnail, or the whole file in its rotation. */
export async function variantOf(
  db: ScopedDb,
  settings: FileSettings,
  file: FileRow,
  thumbnailSize?: ThumbnailSize,
): Promise<StoredVariant> {
  const kind = kindOf(file.media_type);
  if (thumbnailSize && !kind?.image) throw notFound();
  const whole = !thumbnailSize && file.rotation === 0;
  const variant = whole ? 'original' : `${thumbnailSize ?? 'turned'}-${file.rotation}`;
  const found = await findVariant(db, file.id, variant);
  if (found) return found;
  if (!kind) throw new Error(`${file.id} has lost its bytes`);
  const bytes = await make(db, settings, file, kind, thumbnailSize);
  await keep(
    db,
    settings,
    file,
    { variant, mediaType: thumbnailSize ? 'image/webp' : file.media_type },
    bytes,
  );
  const made = await findVariant(db, file.id, variant);
  if (!made) throw notFound();
  return made;
}

async function findVariant(
  db: ScopedDb,
  fileId: string,
  variant: string,
): Promise<StoredVariant | undefined> {
  return db
    .selectFrom('file_variants')
    .select(['variant', 'media_type as mediaType', 'size', 'sha256'])
    .where('file_id', '=', fileId)
    .where('variant', '=', variant)
    .executeTakeFirst();
}

async function make(
  db: ScopedDb,
  settings: FileSettings,
  file: FileRow,
  kind: FileKind,
  size: ThumbnailSize | undefined,
): Promise<Buffer> {
  const original = {
    fileId: file.id,
    instanceId: file.instance_id,
    variant: 'original',
    folder: file.folder,
  };
  const pieces: Buffer[] = [];
  for await (const piece of readBytes(db, settings, original)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  return size ? thumbnail(bytes, size, file.rotation) : turned(bytes, kind, file.rotation);
}

/** Stores a variant once, even if two first requests have made it concurrently. */
async function keep(
  db: ScopedDb,
  settings: FileSettings,
  file: FileRow,
  { variant, mediaType }: { variant: string; mediaType: string },
  bytes: Buffer,
): Promise<void> {
  await scopedTransaction(db, async (trx) => {
    // The file's row is the lock; a file that was deleted meanwhile has none.
    await trx.selectFrom('files').select('id').where('id', '=', file.id).forUpdate().execute();
    if (await findVariant(trx, file.id, variant)) return;
    const home = { ...settings, folder: file.folder ? settings.folder : undefined };
    await writeBytes(trx, home, { fileId: file.id, instanceId: file.instance_id, variant }, mediaType, [
      bytes,
    ]);
  });
}
