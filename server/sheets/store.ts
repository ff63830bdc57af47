/** Stored imports: written by the preview, read by the status operation and by the import job. */
import { sql, type Selectable } from 'kysely';
import type { SheetImport } from '../../schemas/generated/api.ts';
import type { Account } from '../access/accounts.ts';
import type { Db } from '../database/connection.ts';
import type { SheetImportTable } from '../database/tables/sheets.ts';
import { notFound } from '../core/problems.ts';
import { MOST_FAULTS, type SheetFault } from './define.ts';
import type { Preview } from './preview.ts';

export type ImportRow = Selectable<SheetImportTable>;

/** Stores a preview for its account. */
export function keepPreview(
  trx: Db,
  account: Account,
  { record, fileName }: { record: string; fileName: string },
  { rows, faults, ...counts }: Preview,
): Promise<ImportRow> {
  return trx
    .insertInto('sheet_imports')
    .values({
      instance_id: account.instance.id,
      account_id: account.id,
      record,
      file_name: fileName,
      ...counts,
      rows: JSON.stringify(rows),
      faults: JSON.stringify(faults.slice(0, MOST_FAULTS)),
      job_id: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the account's own import of this kind of record, locked; throws 404 for any other. */
export async function lockImport(trx: Db, account: Account, record: string, id: string): Promise<ImportRow> {
  const row = await trx
    .selectFrom('sheet_imports')
    .selectAll()
    .where('id', '=', id)
    .where('record', '=', record)
    .where('account_id', '=', account.id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Returns an import as its operations return it. */
export function shownImport(row: ImportRow): SheetImport {
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    fileName: row.file_name,
    total: row.total,
    created: row.created,
    changed: row.changed,
    unchanged: row.unchanged,
    faulty: row.faulty,
    faults: row.faults as SheetFault[],
    jobId: row.job_id,
  };
}

/** Deletes old imports: two weeks are enough to carry out a preview, or to read its result. */
export async function cleanSheets(db: Db): Promise<void> {
  await db
    .deleteFrom('sheet_imports')
    .where('create_time', '<', sql<Date>`now() - interval '14 days'`)
    .where('state', '<>', 'IN_PROCESS')
    .execute();
}
