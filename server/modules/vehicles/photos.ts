/** Photos of a vehicle: a kind, a day and the file, which is deleted with the photo. */
import { OF_VEHICLE } from '../../records/auditKinds.ts';
import { claimFile } from '../../records/fileClaims.ts';
import { notFound } from '../../core/problems.ts';
import { word, type FieldMaker } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { vehicles } from './vehicles.ts';

const TOLD = ['name', 'media_type', 'size', 'width', 'height', 'rotation'];

/** The file in the column `file_id`, in the format of all files of records. */
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

export const vehiclePhotos = record('vehiclePhoto', {
  table: 'vehicle_photos',
  labels: ['photo'],
  title: [OF_VEHICLE, 'photoType', 'date'],
  parent: vehicles,
  joins: { file: 'files' },
  fields: {
    date: 'photo_date',
    photoType: word('photoTypes'),
    file,
    turned: () => ({
      columns: ['file.rotation'],
      show: (row) => (Number(row['file.rotation']) + 90) % 360,
    }),
    fileVersion: 'file.version',
    evaluation: word('fileAnalysisEvaluations', 'file.evaluation'),
    note: 'file.note',
  },
  order: '+date',
  // The file of a photo cannot be replaced: another file is another photo.
  check: async ({ before, body }) => {
    if (before && before['file_id'] !== body.file.id) throw notFound();
  },
  after: async (row, { trx, account }) => {
    const { id: entityId, instance_id: instanceId } = row;
    const claimed = { instanceId, entity: 'vehiclePhoto', entityId, field: 'file' };
    await claimFile(trx, account, { ...claimed, fileId: String(row['file_id']) });
  },
});
