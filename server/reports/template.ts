/**
 * Fills templates with marks. A mark is `{parameter}` or `{title}`; rows of a data set are between `{#rows}` and
 * `{/rows}` (DOCX: in a table row, or around paragraphs), or in a row of a sheet whose cells contain `{rows.column}`
 * (XLSX).
 */
import type ExcelJS from 'exceljs';
import type { CellValue } from '../export/values.ts';
import { printedOf } from './types.ts';

export interface TemplateData {
  marks: Record<string, string>;
  /** Rows by data set. */
  sets: Record<string, Record<string, CellValue>[]>;
}

/** The marks of a template. */
export interface TemplateMarks {
  marks: string[];
}

const MARK = /\{([#/]?)([a-z_]\w*)(?:\.([a-z_]\w*))?\}/gi;

/** Thrown for a file that is not a template; names a text `server.KEY`. */
export class TemplateFault extends Error {
  constructor(readonly key: string) {
    super(key);
  }
}

/** Returns the marks of a DOCX. */
export async function marksOfDocument(content: Uint8Array): Promise<string[]> {
  const { TemplateHandler } = await import('easy-template-x');
  try {
    const tags = await new TemplateHandler().parseTags(Buffer.from(content));
    return [...new Set(tags.map(({ rawText }) => rawText))];
  } catch {
    throw new TemplateFault('report.templateBroken');
  }
}

/** Returns a DOCX with its marks filled in. */
export async function fillDocument(
  template: Uint8Array,
  { marks, sets }: TemplateData,
  locale: string,
): Promise<Uint8Array> {
  const { TemplateHandler } = await import('easy-template-x');
  const rows = Object.fromEntries(
    Object.entries(sets).map(([name, list]) => [
      name,
      list.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [column, printedOf(value, undefined, locale)]),
        ),
      ),
    ]),
  );
  return new TemplateHandler().process(Buffer.from(template), { ...marks, ...rows });
}

async function openWorkbook(content: Uint8Array): Promise<ExcelJS.Workbook> {
  const { default: Excel } = await import('exceljs');
  const book = new Excel.Workbook();
  try {
    await book.xlsx.load(content as never);
    return book;
  } catch {
    throw new TemplateFault('report.templateBroken');
  }
}

/** Returns the marks of an XLSX. */
export async function marksOfWorkbook(content: Uint8Array): Promise<string[]> {
  const found = new Set<string>();
  (await openWorkbook(content)).eachSheet((sheet) =>
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        for (const [whole] of textIn(cell).matchAll(MARK)) found.add(whole);
      }),
    ),
  );
  return [...found];
}

/**
 * Returns an XLSX with its marks filled in: a row that names a data set is repeated for each row of the set, with its
 * formatting.
 */
export async function fillWorkbook(template: Uint8Array, { marks, sets }: TemplateData): Promise<Uint8Array> {
  const book = await openWorkbook(template);
  book.eachSheet((sheet) => {
    // From the end, so that inserted rows do not move rows that are still to be processed.
    for (let at = sheet.rowCount; at >= 1; at -= 1) {
      const set = setOf(sheet.getRow(at), sets);
      if (set === undefined) fillRow(sheet.getRow(at), marks, {});
      else repeatRow(sheet, at, sets[set]!, { set, marks });
    }
  });
  return Buffer.from(await book.xlsx.writeBuffer());
}

function setOf(row: ExcelJS.Row, sets: TemplateData['sets']): string | undefined {
  let found: string | undefined;
  row.eachCell((cell) => {
    for (const [, , name, column] of textIn(cell).matchAll(MARK))
      if (column !== undefined && name !== undefined && name in sets) found = name;
  });
  return found;
}

function repeatRow(
  sheet: ExcelJS.Worksheet,
  at: number,
  rows: readonly Record<string, CellValue>[],
  { set, marks }: { set: string; marks: Record<string, string> },
): void {
  if (rows.length === 0) {
    sheet.spliceRows(at, 1);
    return;
  }
  if (rows.length > 1) sheet.duplicateRow(at, rows.length - 1, true);
  rows.forEach((row, i) =>
    fillRow(
      sheet.getRow(at + i),
      marks,
      Object.fromEntries(Object.entries(row).map(([name, value]) => [`${set}.${name}`, value])),
    ),
  );
}

function fillRow(row: ExcelJS.Row, marks: Record<string, string>, values: Record<string, CellValue>): void {
  row.eachCell((cell) => {
    const text = textIn(cell);
    if (!text.includes('{')) return;
    const whole = /^\{([a-z_]\w*(?:\.[a-z_]\w*)?)\}$/i.exec(text.trim())?.[1];
    // A cell with only one mark gets the value itself: a number stays a number.
    const own = whole === undefined ? undefined : values[whole];
    if (own !== undefined) {
      cell.value = own === '' ? null : own;
      if (own instanceof Date && (!cell.numFmt || cell.numFmt === 'General')) cell.numFmt = 'dd.mm.yyyy';
      return;
    }
    cell.value = text.replace(MARK, (mark, _kind, name: string, column?: string) => {
      const value = column === undefined ? marks[name] : values[`${name}.${column}`];
      return value === undefined ? mark : printedOf(value, undefined, 'ru');
    });
  });
}

/** Returns the text of a cell; empty for a formula. */
function textIn(cell: ExcelJS.Cell): string {
  const { value } = cell;
  if (typeof value === 'string') return value;
  if (value && typeof value === 'object' && 'richText' in value)
    return value.richText.map(({ text }) => text).join('');
  return '';
}
