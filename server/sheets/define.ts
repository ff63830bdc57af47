/** Definition of an import from a sheet: a kind of record, its columns, and its key. */
import type { Locale } from '../core/texts.ts';
import type { RecordKind } from '../records/record.ts';
import type { CellReader } from './cells.ts';

export interface SheetColumn {
  /** Property of the record's save. */
  property: string;
  /** The header of the column. A file in any of the languages is read, whatever the user's language is. */
  heads: Readonly<Record<Locale, string>>;
  read: CellReader;
  /** Whether the file must have the column; a value may be missing where the record does not require one. */
  required?: boolean;
}

/**
 * An import. Its operations are `RECORDImportPreview` (POST, multipart with `file`), `RECORDImport` (POST) and
 * `RECORDImportGet` (GET), the latter two with the parameter `importId`; all return `SheetImport` of sheets.json.
 */
export interface Sheet {
  record: RecordKind;
  columns: readonly SheetColumn[];
  /** Properties that identify a record: a row of the file with the same values changes it, another creates one. */
  key: readonly string[];
}

/**
 * Declares an import.
 *
 * @example
 * export const correctionSheet = defineSheet({
 *   record: timeCorrections,
 *   key: ['containerType', 'countFrom'],
 *   columns: [{ property: 'countFrom', heads: { ru: 'Количество от', en: 'Count from' }, read: number, required: true }, …],
 * });
 */
export function defineSheet(sheet: Sheet): Sheet {
  return sheet;
}

/** An error, at its cell. */
export interface SheetFault {
  /** Number of the row in the file; the header is row 1. */
  row: number;
  /** Header of the column; null for the row as a whole. */
  column: string | null;
  text: string;
}

/** A record to be created, or changed from the version that was previewed. */
export interface SheetRow {
  row: number;
  id?: string;
  version?: number;
  body: Record<string, unknown>;
}

/** Most errors that are stored; the others are only counted. */
export const MOST_FAULTS = 1_000;
