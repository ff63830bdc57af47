/** Files as represented in the API. */
import { sql } from 'kysely';
import type { ScopedDb } from '../access/scope.ts';
import type { Captions } from '../records/captions.ts';
import type { FileRow } from './reading.ts';

/** Returns a file as records contain it; its URL is built from `date` and `id`. */
export function fileReply(file: FileRow) {
  return {
    id: file.id,
    date: file.date,
    fileInfo: {
      id: file.id,
      name: file.name,
      mediaType: file.media_type,
      size: file.size,
      width: file.width,
      height: file.height,
      rotation: file.rotation,
    },
  };
}

/** Returns the files of a field, by record id; for the replies of records with files. */
export async function filesOf(
  db: ScopedDb,
  entity: string,
  field: string,
  entityIds: readonly string[],
): Promise<Map<string, ReturnType<typeof fileReply>[]>> {
  const rows = await db
    .selectFrom('files')
    .selectAll()
    .where('entity', '=', entity)
    .where('field', '=', field)
    .where('entity_id', '=', sql<string>`any(${[...entityIds]}::text[])`)
    .where('sha256', 'is not', null)
    .orderBy('claim_time')
    .orderBy('id')
    .execute();
  const found = new Map<string, ReturnType<typeof fileReply>[]>();
  for (const row of rows) {
    const key = row.entity_id ?? '';
    found.set(key, [...(found.get(key) ?? []), fileReply(row)]);
  }
  return found;
}

export function analysisReply(file: FileRow, captions: Captions) {
  return {
    fileId: file.id,
    version: file.version,
    name: file.name,
    mediaType: file.media_type,
    size: file.size,
    sha256: file.sha256?.toString('hex') ?? '',
    width: file.width,
    height: file.height,
    rotation: file.rotation,
    createTime: file.create_time.toISOString(),
    evaluation: captions.optional('fileAnalysisEvaluations', file.evaluation),
    note: file.note,
    evaluateTime: file.evaluate_time?.toISOString() ?? null,
    evaluatedBy: file.evaluated_by,
  };
}
