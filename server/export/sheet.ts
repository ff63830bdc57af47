/**
 * Creates the file of an export, in a thread (core/thread.ts): `openSheet`, then `writeRows` or `writeCells` for each
 * piece, then `closeSheet`. Those three return the bytes that are ready.
 */
import type { Locale } from '../core/texts.ts';
import { CSV_START, csvLine } from './csv.ts';
import { cellsOf, type CellValue, type Ground } from './values.ts';
import { beginXlsx, type SheetFile } from './xlsx.ts';

export type Format = 'csv' | 'xlsx';

/** How values of rows become cells: `Ground` without functions. */
export interface CellGround {
  locale: Locale;
  timeZone: string;
  /** Texts of the two booleans. */
  yes: string;
  no: string;
}

export interface SheetColumn {
  label: string;
  path: string[];
}

export interface SheetStart {
  format: Format;
  columns: readonly SheetColumn[];
  cells: CellGround;
}

interface OpenSheet extends SheetStart {
  file: SheetFile;
}

/** A thread has one user at a time. */
let open: OpenSheet | undefined;

export async function openSheet(start: SheetStart): Promise<void> {
  const labels = start.columns.map(({ label }) => label);
  open = { ...start, file: start.format === 'csv' ? beginCsv(labels, start.cells) : await beginXlsx(labels) };
}

/** Writes rows as the list returns them. */
export async function writeRows(rows: readonly unknown[]): Promise<Uint8Array> {
  const { file, columns, cells } = sheet();
  const ground = groundOf(cells);
  return file.write(rows.map((row) => cellsOf(row, columns, ground)));
}

/** Writes cells as `packRows` packed them. */
export async function writeCells(packed: string): Promise<Uint8Array> {
  const rows = JSON.parse(packed) as (CellValue | { date: string })[][];
  return sheet().file.write(rows.map((row) => row.map(unpacked)));
}

export async function closeSheet(): Promise<Uint8Array> {
  const { file } = sheet();
  open = undefined;
  return file.end();
}

/** Returns rows of a list as JSON of their cells, to be stored until the file is written. */
export function packRows({
  rows,
  columns,
  cells,
}: Pick<SheetStart, 'columns' | 'cells'> & { rows: readonly unknown[] }): string {
  const ground = groundOf(cells);
  return JSON.stringify(rows.map((row) => cellsOf(row, columns, ground).map(packed)));
}

/** Distinguishes dates from texts in JSON. */
const packed = (cell: CellValue) => (cell instanceof Date ? { date: cell.toISOString() } : cell);
const unpacked = (cell: CellValue | { date: string }): CellValue =>
  typeof cell === 'object' && 'date' in cell ? new Date(cell.date) : cell;

function sheet(): OpenSheet {
  if (!open) throw new Error('No sheet is open in this thread');
  return open;
}

function groundOf({ locale, timeZone, yes, no }: CellGround): Ground {
  return { locale, timeZone, translate: (key) => (key === 'server.export.yes' ? yes : no) };
}

function beginCsv(labels: readonly string[], { locale }: CellGround): SheetFile {
  const encoder = new TextEncoder();
  const decimal = locale === 'ru' ? ',' : '.';
  let head = CSV_START + csvLine(labels);
  const take = (text: string) => {
    const bytes = encoder.encode(head + text);
    head = '';
    return bytes;
  };
  return {
    write: (rows) => take(rows.map((cells) => csvLine(cells, decimal)).join('')),
    end: () => take(''),
  };
}
