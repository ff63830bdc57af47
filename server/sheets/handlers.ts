/** The operations of imports: preview of a file, carrying it out, and its status. */
import type { ApiCatalogue } from '../../engine/language/api.ts';
import type { SheetImport } from '../../schemas/generated/api.ts';
import type { Handlers, InstanceCall, UploadCall } from '../access/handler.ts';
import { invalid, Problem } from '../core/problems.ts';
import { KINDS, safeName } from '../files/kinds.ts';
import { spool } from '../files/spool.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import type { BoundRecord } from '../records/bind.ts';
import { bindRecords } from '../records/handlers.ts';
import type { Sheet } from './define.ts';
import { SHEET_IMPORT, type SheetInput } from './job.ts';
import { previewSheet, type Preview } from './preview.ts';
import { readSheet, SHEET_BYTES } from './read.ts';
import { keepPreview, lockImport, shownImport } from './store.ts';

interface Ground {
  api: ApiCatalogue;
  sheet: Sheet;
  record: BoundRecord;
}

/** Handlers of every declared import. */
export function sheetHandlers(api: ApiCatalogue, sheets: readonly Sheet[]): Handlers {
  const handlers: Handlers = {};
  for (const sheet of sheets) {
    const [record] = bindRecords(api, [sheet.record]);
    const ground: Ground = { api, sheet, record: record! };
    requireProperties(ground);
    const { name } = sheet.record;
    const json = (run: (call: InstanceCall) => Promise<unknown>): Handlers[string] => ({
      scope: 'instance',
      sorts: [],
      body: 'json',
      reply: 'json',
      run,
    });
    const preview = (call: UploadCall) => takeFile(ground, call);
    handlers[`${name}ImportPreview`] = { ...json(preview as never), body: 'files', run: preview } as never;
    handlers[`${name}Import`] = json((call) => begin(ground, call));
    handlers[`${name}ImportGet`] = json((call) =>
      call.scope.transaction(async (trx) =>
        shownImport(await lockImport(trx, call.account, name, importOf(call))),
      ),
    );
  }
  return handlers;
}

function requireProperties({ sheet, record }: Ground): void {
  const named = [...sheet.columns.map(({ property }) => property), ...sheet.key];
  const unknown = named.filter((property) => !record.saved.includes(property));
  if (unknown.length > 0)
    throw new Error(`The import of ${record.name} names ${unknown.join(', ')}, which no save takes`);
}

const importOf = ({ parameters }: InstanceCall) => (parameters as { importId: string }).importId;

async function takeFile(ground: Ground, call: UploadCall): Promise<SheetImport> {
  const { scope, account, operations, upload } = call;
  operations.require(`${ground.record.name}Save`);
  const { files } = await upload(SHEET_BYTES);
  let kept: { preview: Preview; fileName: string } | undefined;
  for await (const { name, stream } of files) {
    if (kept)
      throw invalid({
        field: 'file',
        code: 'maxItems',
        message: 'validation.maxItems',
        values: { limit: 1 },
      });
    const received = await spool(stream, SHEET_BYTES);
    try {
      const rows = readSheet(received.path, received.size);
      const kind = /\.xlsx$/i.test(name) ? KINDS.xlsx : KINDS.txt;
      kept = { preview: await previewSheet({ ...ground, call }, rows), fileName: safeName(name, kind) };
    } finally {
      await received.remove();
    }
  }
  if (!kept) throw invalid({ field: 'file', code: 'required', message: 'validation.required' });
  const { preview, fileName } = kept;
  return scope.transaction(async (trx) =>
    shownImport(await keepPreview(trx, account, { record: ground.record.name, fileName }, preview)),
  );
}

/** Starts a previewed import, once: a repeated call returns its progress. */
function begin({ record }: Ground, call: InstanceCall): Promise<SheetImport> {
  const { scope, account, locale, operations } = call;
  operations.require(`${record.name}Save`);
  return scope.transaction(async (trx) => {
    const before = await lockImport(trx, account, record.name, importOf(call));
    if (before.state !== 'PREVIEW') return shownImport(before);
    if (before.created + before.changed === 0) throw new Problem(409, 'sheetNothing');
    const { id, file_name: title } = before;
    const input: SheetInput = { importId: id, record: record.name, locale, title };
    const jobId = await enqueueJob(trx, account, SHEET_IMPORT, input);
    const row = await trx
      .updateTable('sheet_imports')
      .set({
        state: 'IN_PROCESS',
        job_id: jobId,
        version: before.version + 1,
        change_time: new Date(),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return shownImport(row);
  });
}
