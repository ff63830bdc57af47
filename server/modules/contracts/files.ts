/** Files of a contract: those of its documents. A file uploaded to the contract gets its own document. */
import { sql } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import { claimFile } from '../../records/fileClaims.ts';
import { fileReply } from '../../files/replies.ts';
import type { FileSettings } from '../../files/settings.ts';
import type { FileRow } from '../../files/reading.ts';
import { takeUpload } from '../../files/upload.ts';
import { handlers, instanceHandler, uploadHandler, type Handlers } from '../../access/handler.ts';
import type { ScopedDb, ScopedTransaction } from '../../access/scope.ts';
import { readList } from '../../database/list.ts';
import { containing } from '../../database/paging.ts';
import { invalid, notFound } from '../../core/problems.ts';
import { ownersOnly } from '../../records/owners.ts';
import { dynamic, type OwnRow } from '../../records/rows.ts';
import { audit } from '../../records/saving.ts';
import { asOwner, lockContract, partChanged, requireContract } from './changes.ts';

const ENTITY = 'contractDocument';
const FIELD = 'files';

export function contractFileHandlers(settings: FileSettings): Handlers {
  return handlers({
    contractFilePaging: instanceHandler<'contractFilePaging'>(
      async (call) => {
        const { contractId, query, order = '+date' } = call.parameters;
        const { db } = call.scope;
        await requireContract(db, contractId);
        let rows = filesOf(db).where(sql<boolean>`d.contract_id = ${contractId}`);
        if (query?.trim()) rows = rows.where(sql<boolean>`f.name ilike ${containing(query)}`);
        const sorts = {
          name: { by: sql`f.name` },
          size: { by: sql`f.size` },
          date: { by: sql`f.date` },
          document: { by: sql`d.name` },
        };
        const found = rows
          .selectAll('f')
          .select([sql<string>`d.id`.as('document_id'), sql<string>`d.name`.as('document_name')]);
        const list = { rows, shown: found, order, sorts, id: sql`f.id` };
        return readList(db, call, list, (row) => shown(row as unknown as Found, contractId));
      },
      ['name', 'size', 'date', 'document'],
    ),

    contractFileUpload: uploadHandler<'contractFileUpload'>(async (call) => {
      const { scope, account, parameters, upload } = call;
      const { contractId } = parameters;
      await asOwner(call, contractId, () => scope.transaction((trx) => lockContract(trx, contractId)));
      const { files } = await upload(settings.maxBytes);
      const target = { entity: ENTITY, field: FIELD };
      let fileId: string | undefined;
      for await (const file of files) {
        if (fileId)
          throw invalid({
            field: 'file',
            code: 'maxItems',
            message: 'validation.maxItems',
            values: { limit: 1 },
          });
        fileId = await takeUpload(scope.db, settings, account, target, file);
      }
      if (!fileId) throw invalid({ field: 'file', code: 'required', message: 'validation.required' });
      const id = fileId;
      return scope.transaction((trx) => makeDocument(trx, account, contractId, id));
    }),

    contractFileDelete: instanceHandler<'contractFileDelete'>(({ scope, account, parameters }) => {
      const id = parameters.fileInfoId;
      const find = (db: ScopedDb) =>
        filesOf(db)
          .where(sql<boolean>`f.id = ${id}`)
          .select([sql<string>`d.id`.as('document'), sql<string>`d.contract_id`.as('contract')])
          .executeTakeFirst();
      return ownersOnly(
        async () => (await find(scope.on('both').db)) !== undefined,
        () =>
          scope.transaction(async (trx) => {
            const found = await find(trx);
            if (!found) throw notFound();
            const contract = await lockContract(trx, String(found.contract));
            await touch(trx, account, String(found.document));
            await trx.deleteFrom('files').where('id', '=', id).execute();
            await partChanged(contract, trx);
            return undefined;
          }),
      );
    }),
  });
}

interface Found extends FileRow {
  document_id: string;
  document_name: string;
}

function shown(row: Found, contractId: string) {
  const file = fileReply(row);
  const { name, mediaType, size } = file.fileInfo;
  const document = { id: row.document_id, name: row.document_name };
  const { id, date, rotation, version } = row;
  return { id, contractId, name, mediaType, size, date, document, rotation, version, file };
}

/** Files as `f` with their documents as `d`: a file is visible with its document. */
function filesOf(db: ScopedDb) {
  return dynamic(db)
    .selectFrom('contract_documents as d')
    .leftJoin('files as f', (join) =>
      join
        .on('f.entity', '=', ENTITY)
        .on('f.field', '=', FIELD)
        .on(sql<boolean>`f.entity_id = d.id::text`),
    )
    .where('f.sha256', 'is not', null);
}

/** Creates a document for one file, with the name of the file. */
async function makeDocument(trx: ScopedTransaction, account: Account, contractId: string, fileId: string) {
  const contract = await lockContract(trx, contractId);
  const { instance_id } = contract;
  const file = await trx.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow();
  const values = { instance_id, contract_id: contractId, type: 'OTHER', name: file.name.slice(0, 300) };
  const document = (await dynamic(trx)
    .insertInto('contract_documents')
    .values({ ...values, document_date: file.date })
    .returningAll()
    .executeTakeFirstOrThrow()) as OwnRow;
  const claimed = { instanceId: instance_id, entity: ENTITY, entityId: document.id, field: FIELD, fileId };
  await claimFile(trx, account, claimed);
  await audit(trx, account, { entity: ENTITY, action: 'create', after: document });
  await partChanged(contract, trx);
  return shown({ ...file, document_id: document.id, document_name: String(document['name']) }, contractId);
}

/** Increments the version of a document that lost a file: a concurrent edit of it gets a conflict. */
async function touch(trx: ScopedTransaction, account: Account, id: string): Promise<void> {
  const rows = dynamic(trx).selectFrom('contract_documents').selectAll().where('id', '=', id);
  const before = (await rows.forUpdate().executeTakeFirstOrThrow()) as OwnRow;
  const after = (await dynamic(trx)
    .updateTable('contract_documents')
    .set({ version: before.version + 1, change_time: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as OwnRow;
  await audit(trx, account, { entity: ENTITY, action: 'save', before, after });
}
