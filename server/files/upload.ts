/** Turns an upload stream into a stored file: spooled to the disk, inspected, cleaned, stored. */
import type { Account } from '../access/accounts.ts';
import type { ScopedDb } from '../access/scope.ts';
import type { UploadedFile } from '../core/upload.ts';
import { cleanImage } from './image.ts';
import { inspectFile } from './inspect.ts';
import { safeName } from './kinds.ts';
import { saveFile } from './save.ts';
import type { FileSettings } from './settings.ts';
import { spool } from './spool.ts';

/** Stores an uploaded file for a field of a kind of record; returns its id. No record has claimed it yet. */
export async function takeUpload(
  db: ScopedDb,
  settings: FileSettings,
  account: Account,
  target: { entity: string; field: string },
  file: UploadedFile,
): Promise<string> {
  const received = await spool(file.stream, settings.maxBytes);
  try {
    const kind = await inspectFile(received.path, received.size);
    const image = kind.image ? await cleanImage(received.path, kind) : undefined;
    try {
      return await saveFile(db, settings, {
        ...target,
        instanceId: account.instance.id,
        timeZone: account.instance.timeZone,
        uploaderId: account.id,
        name: safeName(file.name, kind),
        mediaType: kind.mediaType,
        path: (image ?? received).path,
        size: (image ?? received).size,
        ...(image && { width: image.width, height: image.height }),
      });
    } finally {
      await image?.remove();
    }
  } finally {
    await received.remove();
  }
}
