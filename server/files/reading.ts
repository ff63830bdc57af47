/** Finds the file of a request and checks whether the account may read it. */
import type { Selectable } from 'kysely';
import type { FileTable } from '../database/tables/files.ts';
import type { InstanceCall } from '../access/handler.ts';
import type { ScopedDb } from '../access/scope.ts';
import { notFound, Problem } from '../core/problems.ts';
import type { FileGates } from './gates.ts';

export type FileRow = Selectable<FileTable>;
type Reader = Pick<InstanceCall, 'scope' | 'account' | 'operations'>;

/** A file, and the database that reaches its content: it may belong to another instance. */
export interface ReadableFile {
  file: FileRow;
  db: ScopedDb;
}

/**
 * Returns a complete file that this account may read: one of a record it may read, or one that it uploaded and no
 * record has claimed. The record is read under its own scope, so the other party of a contract can read the files of
 * documents shown to it.
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

/** Turns a 403 into the 404 of a missing file: a 403 would reveal that another instance has a file with this id. */
function forbiddenAsMissing(error: unknown): never {
  throw error instanceof Problem && error.status === 403 ? notFound() : error;
}

/** Returns a file whose metadata this account may change; only the owner's instance may. */
export async function writableFile(gates: FileGates, call: Reader, fileId: string): Promise<FileRow> {
  const { file } = await readableFile(gates, call, fileId);
  const saves = gates.saves(file.entity, file.field);
  // A file that no operation saves, such as the result of a job, cannot be changed by anyone.
  if (saves.length === 0) throw notFound();
  call.operations.require(...saves);
  const { instanceId } = call.scope;
  if (instanceId !== undefined && file.instance_id !== instanceId) throw new Problem(403, 'ownersOnly');
  return file;
}
