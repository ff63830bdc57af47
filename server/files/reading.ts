/** Finds the file of a request and asks whether its reader may have it. */
import type { Selectable } from 'kysely';
import type { FileTable } from '../database/tables/files.ts';
import type { InstanceCall } from '../access/handler.ts';
import type { ScopedDb } from '../access/scope.ts';
import { notFound, Problem } from '../core/problems.ts';
import type { FileGates } from './gates.ts';

export type FileRow = Selectable<FileTable>;
type Reader = Pick<InstanceCall, 'scope' | 'account' | 'operations'>;

/** A file, and the database in which its bytes are reached: they may be another instance's. */
export interface ReadableFile {
  file: FileRow;
  db: ScopedDb;
}

/**
 * A whole file that this account may read: its record's, or one that it uploaded and that no record has yet. The record
 * is asked under its own scope, so the other party of a contract reads what its documents show to it.
 */
export async function readableFile(gates: FileGates, call: Reader, fileId: string): Promise<ReadableFile> {
  const { scope, account, operations } = call;
  const { db } = scope.on('files');
  const file = await db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', fileId)
    .where('sha256', 'is not', null)
    .executeTakeFirst();
  if (!file) throw notFound();
  if (file.entity_id === null) {
    if (file.uploader_id !== account.id) throw notFound();
    return { file, db };
  }
  const reading = gates.requireRead(operations, file, file.entity_id);
  const foreign = scope.instanceId !== undefined && file.instance_id !== scope.instanceId;
  await (foreign ? reading.catch(forbiddenAsMissing) : reading);
  return { file, db };
}

/** A 403 would reveal that another instance has a file of this id: it becomes the 404 of a missing file. */
function forbiddenAsMissing(error: unknown): never {
  throw error instanceof Problem && error.status === 403 ? notFound() : error;
}

/** The same for a change of what is known about the file, which is its owner's alone. */
export async function writableFile(gates: FileGates, call: Reader, fileId: string): Promise<FileRow> {
  const { file } = await readableFile(gates, call, fileId);
  const saves = gates.saves(file.entity, file.field);
  // What no operation saves, a job's result say, is nobody's to change.
  if (saves.length === 0) throw notFound();
  call.operations.require(...saves);
  const { instanceId } = call.scope;
  if (instanceId !== undefined && file.instance_id !== instanceId) throw new Problem(403, 'ownersOnly');
  return file;
}
