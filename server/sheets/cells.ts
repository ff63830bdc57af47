/** Cells of a sheet: their contents, and how a column reads them. */
import type { ScopedDb } from '../access/scope.ts';
import { dynamic } from '../records/rows.ts';
import type { TextValues } from '../core/texts.ts';

/** The contents of a cell, independent of the program that wrote it. */
export type Cell = string | number | boolean | Date | null;

/** A cell with an invalid value: names a text, with the values of its placeholders. */
export class CellFault extends Error {
  constructor(
    readonly key: string,
    readonly values: TextValues = {},
  ) {
    super(key);
    this.name = 'CellFault';
  }
}

/** Reads a cell as a value of the record's save; throws a CellFault. */
export type ReadCell = (cell: Cell) => unknown;
/** Makes the reader of a column, once per file: it may need rows of the database. */
export type CellReader = (db: ScopedDb) => ReadCell | Promise<ReadCell>;

const LONGEST = 100;
/** Returns a cell as users see it. */
export const shownCell = (cell: Cell): string =>
  (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '').trim()).slice(0, LONGEST);

const isEmpty = (cell: Cell): boolean => cell === null || (typeof cell === 'string' && cell.trim() === '');

/** Reads text without spaces at its ends; null for an empty cell. */
export const text: CellReader = () => (cell) =>
  isEmpty(cell) ? null : cell instanceof Date ? shownCell(cell) : String(cell).trim();

/** Reads a number, also written as "1 250,5". */
export const number: CellReader = () => (cell) => {
  if (isEmpty(cell)) return null;
  const plain = String(cell).replaceAll(/[\s\u00a0\u202f]/g, '');
  const value = typeof cell === 'number' ? cell : Number(plain.replace(',', '.'));
  if (cell instanceof Date || typeof cell === 'boolean' || !Number.isFinite(value))
    throw new CellFault('server.sheet.number', { value: shownCell(cell) });
  return value;
};

/** Reads a day: a date of the sheet, or 31.12.2026 or 2026-12-31 as text. */
export const day: CellReader = () => (cell) => {
  if (isEmpty(cell)) return null;
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  const given = String(cell).trim();
  const [, date, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(given) ?? [];
  const iso = year ? `${year}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}` : given;
  const parsed = /^\d{4}-\d\d-\d\d$/.test(iso) ? new Date(`${iso}T00:00:00Z`) : new Date(Number.NaN);
  if (Number.isNaN(parsed.getTime()) || !parsed.toISOString().startsWith(iso))
    throw new CellFault('server.sheet.day', { value: shownCell(cell) });
  return iso;
};

/** Reads a row of a coded list, named by its code or its name. */
export function codedCell(table: string): CellReader {
  return async (db) => {
    const rows = await dynamic(db).selectFrom(table).select(['code', 'name']).execute();
    const codes = new Map<string, string>();
    for (const { code, name } of rows as { code: string; name: string }[]) {
      codes.set(name.trim().toLowerCase(), code);
      codes.set(code.toLowerCase(), code);
    }
    return (cell) => {
      if (isEmpty(cell)) return null;
      const name = codes.get(String(cell).trim().toLowerCase());
      if (name === undefined) throw new CellFault('server.sheet.word', { value: shownCell(cell) });
      return { name, caption: name };
    };
  };
}
