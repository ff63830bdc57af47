/** Operations of files (calls §7.2). */
import type { ApiCatalogue } from '../../engine/language/api.ts';
import { shortNameOf } from '../access/accounts.ts';
import {
  fileHandler,
  instanceHandler,
  uploadHandler,
  type Handlers,
  type InstanceCall,
} from '../http/handler.ts';
import { invalid, notFound, unknownValue } from '../http/problems.ts';
import { loadCaptions, type ClassifierValue } from '../records/captions.ts';
import { audit, requireFresh } from '../records/saving.ts';
import { FileGates } from './gates.ts';
import type { ThumbnailSize } from './image.ts';
import { kindOf } from './kinds.ts';
import { readableFile, writableFile, type FileRow } from './reading.ts';
import { analysisReply, fileReply } from './replies.ts';
import type { FileSettings } from './settings.ts';
import { readBytes } from './store.ts';
import { takeUpload } from './upload.ts';
import { variantOf } from './variants.ts';

interface OneFile {
  params: { fileId: string };
}
type Download = OneFile & { params: { date?: string }; query: { download: boolean } };
type Thumbnail = OneFile & { params: { size: ThumbnailSize } };
type Upload = { query: { entity: string; field: string } };
type RotationSave = OneFile & { body: { rotation: number; version: number } };
type Evaluate = OneFile & {
  body: { evaluation: ClassifierValue; note?: string | null; version: number };
};

/** The handlers of files, kept as the settings say. */
export function createFileHandlers(api: ApiCatalogue, settings: FileSettings): Handlers {
  const gates = new FileGates(api);

  const download = fileHandler<Download>(async (call) => {
    const file = await readableFile(gates, call, call.params.fileId);
    if (call.params.date !== undefined && call.params.date !== file.date) throw notFound();
    return give(call, file, call.query.download);
  });

  async function give(call: Pick<InstanceCall, 'scope'>, file: FileRow, save: boolean, size?: ThumbnailSize) {
    const { db } = call.scope;
    const { variant, sha256, ...told } = await variantOf(db, settings, file, size);
    const place = { fileId: file.id, instanceId: file.instance_id, variant, folder: file.folder };
    return {
      ...told,
      name: size ? `${file.name}.webp` : file.name,
      etag: sha256.toString('hex'),
      inline: !save && kindOf(file.media_type)?.inline === true,
      read: () => readBytes(db, settings, place),
    };
  }

  return {
    fileUpload: uploadHandler<Upload>(async ({ scope, account, operations, query, upload }) => {
      const saves = gates.saves(query.entity, query.field);
      if (saves.length === 0) throw unknownValue(gates.knows(query.entity) ? 'field' : 'entity');
      operations.require(...saves);
      const { files } = await upload(settings.maxBytes);
      let id: string | undefined;
      for await (const file of files) {
        if (id)
          throw invalid({
            field: 'file',
            code: 'maxItems',
            message: 'validation.maxItems',
            values: { limit: 1 },
          });
        id = await takeUpload(scope.db, settings, account, query, file);
      }
      if (!id) throw invalid({ field: 'file', code: 'required', message: 'validation.required' });
      return fileReply(
        await scope.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      );
    }),

    fileDownload: download,
    fileDownloadByDate: download,

    fileThumbnail: fileHandler<Thumbnail>(async (call) => {
      const file = await readableFile(gates, call, call.params.fileId);
      return give(call, file, false, call.params.size);
    }),

    fileRotationGet: instanceHandler<OneFile>(async (call) =>
      rotationReply(await readableFile(gates, call, call.params.fileId)),
    ),

    fileRotationSave: instanceHandler<RotationSave>(async (call) => {
      const file = await writableFile(gates, call, call.params.fileId);
      if (!kindOf(file.media_type)?.image) throw unknownValue('rotation');
      const { rotation, version } = call.body;
      return rotationReply(await change(call, file.id, version, 'rotate', { rotation }, rotationReply));
    }),

    fileAnalysisGet: instanceHandler<OneFile>(async (call) => {
      const captions = await loadCaptions(call.scope.db, call.locale, 'fileAnalysisEvaluations');
      return analysisReply(await readableFile(gates, call, call.params.fileId), captions);
    }),

    fileAnalysisEvaluate: instanceHandler<Evaluate>(async (call) => {
      const { id } = await writableFile(gates, call, call.params.fileId);
      const { evaluation, note, version } = call.body;
      const captions = await loadCaptions(call.scope.db, call.locale, 'fileAnalysisEvaluations');
      const values = {
        evaluation: evaluation.name,
        note: note ?? null,
        evaluate_time: new Date(),
        evaluated_by: shortNameOf(call.account),
      };
      const reply = (file: FileRow) => analysisReply(file, captions);
      return reply(await change(call, id, version, 'evaluate', values, reply));
    }),
  };
}

function rotationReply(file: FileRow) {
  return { fileId: file.id, rotation: file.rotation, version: file.version };
}

/** Changes what is known about a file, unless someone else did since it was read. */
function change(
  { scope }: Pick<InstanceCall, 'scope'>,
  id: string,
  version: number,
  action: string,
  values: Partial<Pick<FileRow, 'rotation' | 'evaluation' | 'note' | 'evaluate_time' | 'evaluated_by'>>,
  reply: (file: FileRow) => unknown,
): Promise<FileRow> {
  return scope.transaction(async (trx) => {
    const locked = await trx
      .selectFrom('files')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const before = await requireFresh(locked, version, async () => locked && reply(locked));
    const after = await trx
      .updateTable('files')
      .set({ ...values, version: before.version + 1, change_time: new Date() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, scope.account, { entity: 'file', action, before, after });
    return after;
  });
}
