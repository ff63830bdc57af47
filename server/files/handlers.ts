/** Operations of files (calls §7.2). */
import type { ApiCatalogue } from '../../engine/language/api.ts';
import { shortNameOf } from '../access/accounts.ts';
import type { Scope } from '../access/scope.ts';
import {
  fileHandler,
  handlers,
  instanceHandler,
  uploadHandler,
  type Handlers,
  type InstanceCall,
} from '../access/handler.ts';
import { invalid, notFound, unknownValue } from '../core/problems.ts';
import { loadCaptions } from '../records/captions.ts';
import { audit, requireFresh } from '../records/saving.ts';
import { FileGates } from './gates.ts';
import type { ThumbnailSize } from './image.ts';
import { kindOf } from './kinds.ts';
import { readableFile, writableFile, type FileRow, type ReadableFile } from './reading.ts';
import { analysisReply, fileReply } from './replies.ts';
import type { FileSettings } from './settings.ts';
import { readBytes } from './store.ts';
import { takeUpload } from './upload.ts';
import { variantOf } from './variants.ts';
import type { AuditAction } from '../records/auditKinds.ts';

/** Returns the handlers of files, which are stored according to the settings. */
export function createFileHandlers(api: ApiCatalogue, settings: FileSettings): Handlers {
  const gates = new FileGates(api);

  async function download(
    call: Parameters<typeof readableFile>[1],
    params: { fileId: string; date?: string; download?: boolean },
  ) {
    const found = await readableFile(gates, call, params.fileId);
    if (params.date !== undefined && params.date !== found.file.date) throw notFound();
    return give(found, params.download ?? false);
  }

  async function give({ file, db }: ReadableFile, save: boolean, size?: ThumbnailSize) {
    const { variant, sha256, ...rest } = await variantOf(db, settings, file, size);
    const place = { fileId: file.id, instanceId: file.instance_id, variant, folder: file.folder };
    return {
      ...rest,
      name: size ? `${file.name}.webp` : file.name,
      etag: sha256.toString('hex'),
      inline: !save && kindOf(file.media_type)?.inline === true,
      read: () => readBytes(db, settings, place),
    };
  }

  return handlers({
    fileUpload: uploadHandler<'fileUpload'>(async ({ scope, account, operations, parameters, upload }) => {
      const { entity, field } = parameters;
      const saves = gates.saves(entity, field);
      if (saves.length === 0) throw unknownValue(gates.knows(entity) ? 'field' : 'entity');
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
        id = await takeUpload(scope.db, settings, account, parameters, file);
      }
      if (!id) throw invalid({ field: 'file', code: 'required', message: 'validation.required' });
      return fileReply(
        await scope.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      );
    }),

    fileDownload: fileHandler<'fileDownload'>((call) => download(call, call.parameters)),
    fileDownloadByDate: fileHandler<'fileDownloadByDate'>((call) => download(call, call.parameters)),

    fileThumbnail: fileHandler<'fileThumbnail'>(async (call) => {
      const found = await readableFile(gates, call, call.parameters.fileId);
      return give(found, false, call.parameters.size);
    }),

    fileRotationGet: instanceHandler<'fileRotationGet'>(async (call) =>
      rotationReply((await readableFile(gates, call, call.parameters.fileId)).file),
    ),

    fileRotationSave: instanceHandler<'fileRotationSave'>(async (call) => {
      const file = await writableFile(gates, call, call.parameters.fileId);
      if (!kindOf(file.media_type)?.image) throw unknownValue('rotation');
      const { rotation, version } = call.body;
      return rotationReply(await change(call, file.id, version, 'rotate', { rotation }, rotationReply));
    }),

    fileAnalysisGet: instanceHandler<'fileAnalysisGet'>(async (call) => {
      const captions = await loadCaptions(call.scope.db, call.locale);
      const { file } = await readableFile(gates, call, call.parameters.fileId);
      return analysisReply({ ...file, evaluated_by: await judgeOf(call.scope, file) }, captions);
    }),

    fileAnalysisEvaluate: instanceHandler<'fileAnalysisEvaluate'>(async (call) => {
      const { id } = await writableFile(gates, call, call.parameters.fileId);
      const { evaluation, note, version } = call.body;
      const captions = await loadCaptions(call.scope.db, call.locale);
      const values = {
        evaluation: evaluation.name,
        note: note ?? null,
        evaluate_time: new Date(),
        evaluated_by: shortNameOf(call.account),
      };
      const reply = (file: FileRow) => analysisReply(file, captions);
      return reply(await change(call, id, version, 'evaluate', values, reply));
    }),
  });
}

function rotationReply(file: FileRow) {
  return { fileId: file.id, rotation: file.rotation, version: file.version };
}

/** Returns the name of the person who evaluated the analysis; for a file of another instance, that instance's name. */
async function judgeOf({ db, instanceId }: Scope, file: FileRow): Promise<string | null> {
  const own = instanceId === undefined || instanceId === file.instance_id;
  if (own || file.evaluated_by === null) return file.evaluated_by;
  const owner = db.selectFrom('instances').select('name').where('id', '=', file.instance_id);
  return (await owner.executeTakeFirstOrThrow()).name;
}

/** Changes the metadata of a file, unless someone else has changed it since it was read. */
function change(
  { scope }: Pick<InstanceCall, 'scope'>,
  id: string,
  version: number,
  action: AuditAction,
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
