/** Reads the first sheet of a workbook, or a CSV file, row by row. */
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type ExcelJS from 'exceljs';
import { Problem } from '../core/problems.ts';
import { inspectFile } from '../files/inspect.ts';
import { KINDS } from '../files/kinds.ts';
import { MEGABYTE } from '../files/settings.ts';
import { readZip, unpackedBytes } from '../files/zip.ts';
import type { Cell } from './cells.ts';

/** Largest size of an imported file. */
export const SHEET_BYTES = 10 * MEGABYTE;
/** Largest unpacked size of a workbook: texts of all its cells are in memory at the same time. */
const MOST_UNPACKED = 100 * MEGABYTE;
/** Most rows without the header, and most columns. */
export const MOST_ROWS = 20_000;
const MOST_COLUMNS = 100;

export interface ReadRow {
  /** Its number in the file, from 1. */
  number: number;
  cells: Cell[];
}

/**
 * Yields the rows that are not empty. Throws a Problem for a file of another kind, a malicious one, or one with more
 * than 20,000 rows or 100 columns.
 */
export async function* readSheet(path: string, size: number): AsyncIterable<ReadRow> {
  const kind = await inspectFile(path, size);
  if (kind !== KINDS.xlsx && kind !== KINDS.csv && kind !== KINDS.txt) throw new Problem(415, 'sheetKind');
  const rows = kind === KINDS.xlsx ? workbookRows(path, size) : csvRows(path);
  let count = 0;
  for await (const row of rows) {
    if (row.cells.every((cell) => cell === null || cell === '')) continue;
    count += 1;
    if (count > MOST_ROWS + 1) throw new Problem(413, 'sheetRows', { values: { most: MOST_ROWS } });
    if (row.cells.length > MOST_COLUMNS)
      throw new Problem(413, 'sheetColumns', { values: { most: MOST_COLUMNS } });
    yield row;
  }
}

/** Private methods and fields of exceljs's WorkbookReader, each of which parses one part of the workbook. */
interface Parts {
  _parseRels(part: Readable): Promise<void>;
  _parseWorkbook(part: Readable): Promise<void>;
  _parseStyles(part: Readable): Promise<void>;
  _parseSharedStrings(part: Readable): AsyncIterable<unknown>;
  _parseWorksheet(part: Readable, number: string): Iterable<{ value: AsyncIterable<ExcelJS.Row> }>;
  workbookRels?: { Id: string; Target: string }[];
  model?: { sheets?: { rId: string }[] };
}

/** Characters in a chunk of a part; between chunks other requests can run. */
const PIECE = 65_536;

/**
 * Yields rows of the first sheet. Unpacks the archive itself and parses relations, workbook, styles and shared strings
 * before the sheet: exceljs's own iteration over the archive has a race that loses entries, so valid files failed.
 */
async function* workbookRows(path: string, size: number): AsyncIterable<ReadRow> {
  const entries = new Map((await readZip(path, size)).map((entry) => [entry.name, entry]));
  const unpacked = [...entries.values()].reduce((sum, entry) => sum + entry.size, 0);
  if (unpacked > MOST_UNPACKED) throw new Problem(400, 'fileBomb');
  const { default: Excel } = await import('exceljs');
  const part = async (name: string): Promise<Readable> => {
    const entry = entries.get(name);
    const text = entry ? (await unpackedBytes(path, entry, true)).toString('utf8') : '';
    const pieces = Math.ceil(text.length / PIECE);
    return Readable.from(Array.from({ length: pieces }, (_, i) => text.slice(i * PIECE, (i + 1) * PIECE)));
  };
  try {
    const reader = new Excel.stream.xlsx.WorkbookReader(path, {
      worksheets: 'emit',
      sharedStrings: 'cache',
      // Styles distinguish dates from numbers.
      styles: 'cache',
      hyperlinks: 'ignore',
    }) as unknown as Parts;
    await reader._parseRels(await part('xl/_rels/workbook.xml.rels'));
    await reader._parseWorkbook(await part('xl/workbook.xml'));
    await reader._parseStyles(await part('xl/styles.xml'));
    for await (const _ of reader._parseSharedStrings(await part('xl/sharedStrings.xml')));
    const first = reader.model?.sheets?.[0]?.rId;
    const target = reader.workbookRels?.find(({ Id }) => Id === first)?.Target ?? '';
    const name = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    if (!entries.has(name)) throw new Problem(400, 'fileDamaged');
    for (const { value: sheet } of reader._parseWorksheet(await part(name), '1'))
      for await (const row of sheet) yield { number: row.number, cells: cellsOf(row) };
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(400, 'fileDamaged', { cause: error });
  }
}

/** Returns the values of a row, whose list in exceljs begins at 1 and has gaps. */
function cellsOf({ values }: ExcelJS.Row): Cell[] {
  const list = Array.isArray(values) ? values : [];
  return Array.from({ length: Math.max(0, list.length - 1) }, (_, i) => plain(list[i + 1]));
}

/** Converts a formula to its result, a text in several styles to its plain text, an error to its displayed text. */
function plain(value: ExcelJS.CellValue | undefined): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object' || value instanceof Date) return value;
  if ('richText' in value) return value.richText.map(({ text }) => text).join('');
  if ('error' in value) return value.error;
  if ('hyperlink' in value) return plain(value.text);
  return 'result' in value ? plain(value.result) : null;
}

async function* csvRows(path: string): AsyncIterable<ReadRow> {
  const { default: Excel } = await import('exceljs');
  const text = decoded(await readFile(path));
  const sheet = await new Excel.Workbook().csv
    .read(Readable.from([text]), { parserOptions: { delimiter: delimiterOf(text) }, map: (value) => value })
    .catch((error: unknown) => {
      throw new Problem(400, 'fileDamaged', { cause: error });
    });
  for (let number = 1; number <= sheet.rowCount; number += 1)
    yield { number, cells: cellsOf(sheet.getRow(number)) };
}

/** Programs on Russian systems still write Windows-1251. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

function delimiterOf(text: string): string {
  const head = text.slice(0, Math.max(0, text.search(/[\r\n]/))).replaceAll(/"[^"]*"/g, '');
  const counted = [';', '\t', ','].map((delimiter) => [delimiter, head.split(delimiter).length] as const);
  return counted.toSorted(([, a], [, b]) => b - a)[0]![0];
}
