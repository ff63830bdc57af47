/** Photos of visits: time and subject, the file, and the findings of the analysis. */
import { sql } from 'kysely';
import type { VisitPhoto } from '../../../schemas/generated/api.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { notFound } from '../../core/problems.ts';
import { OF_VISIT } from '../../records/auditKinds.ts';
import type { Captions } from '../../records/captions.ts';
import { claimFile } from '../../records/fileClaims.ts';
import { word, type FieldMaker } from '../../records/fields.ts';
import { equals } from '../../records/filters.ts';
import { record } from '../../records/record.ts';
import { words } from '../../records/rowFields.ts';
import { requestRecalculation } from './recalculate.ts';

const TOLD = ['name', 'media_type', 'size', 'width', 'height', 'rotation'];

const file: FieldMaker = () => ({
  columns: ['file_id', 'file.date', ...TOLD.map((name) => `file.${name}`)],
  joins: { file: { table: 'files', on: 'file_id' } },
  show: (row) => ({
    id: row['file_id'],
    date: row['file.date'],
    fileInfo: {
      id: row['file_id'],
      name: row['file.name'],
      mediaType: row['file.media_type'],
      size: row['file.size'],
      width: row['file.width'],
      height: row['file.height'],
      rotation: row['file.rotation'],
    },
  }),
  write: (value) => ({ file_id: (value as { id: string }).id }),
});

export const visitPhotos = record('visitPhoto', {
  table: 'visit_photos',
  title: [OF_VISIT, 'time'],
  joins: { file: 'files' },
  fields: {
    time: 'photo_time',
    kind: word('visitPhotoKinds'),
    file,
    turned: () => ({
      columns: ['file.rotation'],
      show: (row) => (Number(row['file.rotation']) + 90) % 360,
    }),
    fileVersion: 'file.version',
    evaluation: word('fileAnalysisEvaluations', 'file.evaluation'),
    note: 'file.note',
    analysis: word('analysisStatuses'),
    seen: words('photoFindings'),
    failure: 'analysis_failure',
  },
  filters: { visitId: equals('visit_id') },
  order: '-time',
  // The file of a photo cannot be replaced: another file is another photo.
  check: async ({ before, body }) => {
    if (before && before['file_id'] !== body.file.id) throw notFound();
  },
  after: async (row, { trx, account, body }) => {
    if (!body) return;
    const { id: entityId, instance_id: instanceId } = row;
    const claimed = { instanceId, entity: 'visitPhoto', entityId, field: 'file' };
    await claimFile(trx, account, { ...claimed, fileId: String(row['file_id']) });
    await requestRecalculation(trx, { event: 'PHOTO_RECEIVED', visitIds: [String(row['visit_id'])] });
  },
});

/** Returns the photos of some visits, in order of time. */
export async function photosOfVisits(
  db: ScopedDb,
  visitIds: readonly string[],
  captions: Captions,
): Promise<VisitPhoto[]> {
  if (visitIds.length === 0) return [];
  const rows = await db
    .selectFrom('visit_photos as t')
    .innerJoin('files as f', 'f.id', 't.file_id')
    .selectAll('t')
    .select(['f.date', 'f.name', 'f.media_type', 'f.size', 'f.width', 'f.height', 'f.rotation'])
    .select(['f.version as file_version', 'f.evaluation', 'f.note'])
    .where('t.visit_id', 'in', [...visitIds])
    .where(sql<boolean>`f.sha256 is not null`)
    .orderBy('t.photo_time')
    .orderBy('t.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    visitId: row.visit_id,
    time: row.photo_time.toISOString(),
    kind: captions.value('visitPhotoKinds', row.kind),
    file: {
      id: row.file_id,
      date: row.date,
      fileInfo: {
        id: row.file_id,
        name: row.name,
        mediaType: row.media_type,
        size: Number(row.size),
        width: row.width,
        height: row.height,
        rotation: row.rotation as 0,
      },
    },
    turned: ((row.rotation + 90) % 360) as 0,
    fileVersion: row.file_version,
    evaluation: captions.optional('fileAnalysisEvaluations', row.evaluation),
    note: row.note,
    analysis: captions.optional('analysisStatuses', row.analysis) as VisitPhoto['analysis'],
    fill: row.fill,
    seen: row.seen.map((name) => captions.value('photoFindings', name)),
    confidence: row.confidence,
    failure: row.analysis_failure,
  }));
}
