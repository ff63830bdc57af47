/** Uploads are written to the disk first: memory use stays small, and no transaction waits for a slow client. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../core/problems.ts';
import { tooLarge } from '../core/upload.ts';

const FOLDER = path.join(tmpdir(), 'waste-uploads');

/** A temporary file on the disk; `remove` deletes it. */
export interface Spooled {
  path: string;
  size: number;
  remove(): Promise<void>;
}

/** Returns a new path in the spool folder. */
export async function spoolPath(): Promise<string> {
  await mkdir(FOLDER, { recursive: true, mode: 0o700 });
  return path.join(FOLDER, randomUUID());
}

/** Writes a stream to the disk. Throws 413 above `maxBytes` and 400 for an empty or aborted one. */
export async function spool(stream: Readable, maxBytes: number): Promise<Spooled> {
  const file = await spoolPath();
  const remove = () => rm(file, { force: true });
  let size = 0;
  try {
    await pipeline(
      stream,
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          size += chunk.length;
          if (size > maxBytes) throw tooLarge(maxBytes);
          yield chunk;
        }
      },
      createWriteStream(file, { mode: 0o600 }),
    );
    if (size === 0) throw new Problem(400, 'fileEmpty');
    return { path: file, size, remove };
  } catch (error) {
    await remove();
    if (error instanceof Problem) throw error;
    // The client disconnected, or the body ended within the file.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC')
      throw new Problem(400, 'badRequest', { cause: error });
    throw error;
  }
}

/**
 * Deletes what killed servers left in the spool folder. The folder is shared by all servers of the machine, so the age
 * of its files is measured with the machine's clock, not with the caller's time.
 */
export async function cleanSpool(olderThanHours: number): Promise<number> {
  const olderThan = Date.now() - olderThanHours * 60 * 60 * 1000;
  const names = await readdir(FOLDER).catch(() => []);
  let removed = 0;
  for (const name of names) {
    const file = path.join(FOLDER, name);
    const found = await stat(file).catch(() => undefined);
    if (!found || found.mtimeMs >= olderThan) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}
