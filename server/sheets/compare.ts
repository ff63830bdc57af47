/** Compares rows of a file with existing records: which values identify a record, and what differs. */
import { sql, type SqlBool } from 'kysely';
import type { InstanceCall } from '../access/handler.ts';
import type { BoundRecord } from '../records/bind.ts';
import { loadCaptions } from '../records/captions.ts';
import { rowsOf, selecting, shown } from '../records/read.ts';
import { columnOf, columnRef } from '../records/rows.ts';
import type { Sheet, SheetRow } from './define.ts';

/** A record that a row may refer to. */
export interface Known {
  id: string;
  version: number;
  values: Record<string, unknown>;
}

/**
 * Reduces a dictionary value to its name, another record to its id, leaves everything else unchanged; an absent value
 * is null.
 */
function bare(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'object') return value;
  const { name, id } = value as { name?: unknown; id?: unknown };
  return id ?? name ?? JSON.stringify(value);
}

/** Returns the values that identify a record, as one text. */
export const keyOf = ({ key }: Sheet, values: Record<string, unknown>): string =>
  JSON.stringify(key.map((property) => bare(values[property])));

/** Whether a record has the values of the row; properties without a column in the file are ignored. */
export const sameValues = (row: Record<string, unknown>, known: Record<string, unknown>): boolean =>
  Object.entries(row).every(([property, value]) => bare(value) === bare(known[property]));

/** Returns the records that share a value of the first key property with a row, by their key. */
export async function recordsLike(
  sheet: Sheet,
  record: BoundRecord,
  { scope, account, locale }: Pick<InstanceCall, 'scope' | 'account' | 'locale'>,
  rows: readonly SheetRow[],
): Promise<Map<string, Known>> {
  const first = sheet.key[0]!;
  const values = [...new Set(rows.map(({ body }) => String(bare(body[first]))))];
  const found = rowsOf(scope.db, record).where(
    sql<SqlBool>`${columnRef(columnOf(first))}::text = any(${values}::text[])`,
  );
  const read = await selecting(found, record, record.shown, account).execute();
  const captions = await loadCaptions(scope.db, locale);
  const known = read.map((row) => shown(record, record.shown, row, captions));
  return new Map(
    known.map((values) => [
      keyOf(sheet, values),
      { id: String(values['id']), version: Number(values['version']), values },
    ]),
  );
}
