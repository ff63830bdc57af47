/** Makes the file of a report within a thread (core/thread.ts): `openReport`, `writePart` for each piece of rows, `closeReport`. */
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import type ExcelJS from 'exceljs';
import { CSV_START, csvLine } from '../export/csv.ts';
import { isDay, type CellValue } from '../export/values.ts';
import { Lines, type Line, type MadePart, type MakeStart } from './lines.ts';
import { makePaper } from './paper.ts';
import { fillDocument, fillWorkbook, type TemplateData } from './template.ts';
import { isNumber, numberFormatOf, valueOf } from './types.ts';

type Row = readonly (string | null)[];

interface Maker {
  write(part: number, rows: readonly Row[]): Promise<Uint8Array> | Uint8Array;
  end(): Promise<Uint8Array> | Uint8Array;
}

const NOTHING = new Uint8Array();
/** A thread has one user at a time. */
let open: Maker | undefined;

export async function openReport(start: MakeStart): Promise<void> {
  if (start.template) open = filled(start, start.template);
  else if (start.format === 'CSV') open = csv(start);
  else if (start.format === 'PDF') open = paper(start);
  else open = await workbook(start);
}

/** Writes rows of a part; returns the bytes that are ready. */
export async function writePart({ part, rows }: { part: number; rows: readonly Row[] }): Promise<Uint8Array> {
  return maker().write(part, rows);
}

export async function closeReport(): Promise<Uint8Array> {
  const last = await maker().end();
  open = undefined;
  return last;
}

function maker(): Maker {
  if (!open) throw new Error('No report is open in this thread');
  return open;
}

/** One table with header and rows only, for other programs to read. */
function csv({ parts: [part], locale, words }: MakeStart): Maker {
  const encoder = new TextEncoder();
  const decimal = locale === 'ru' ? ',' : '.';
  const columns = part?.columns ?? [];
  let head = CSV_START + csvLine(columns.map(({ title }) => title));
  const take = (text: string) => {
    const bytes = encoder.encode(head + text);
    head = '';
    return bytes;
  };
  return {
    write: (_part, rows) =>
      take(
        rows
          .map((row) =>
            csvLine(
              columns.map(({ at, kind }) => valueOf(row[at] ?? null, kind, words)),
              decimal,
            ),
          )
          .join(''),
      ),
    end: () => take(''),
  };
}

/** Collects all lines of a document in memory: the number of rows has been limited before. */
function paper(start: MakeStart): Maker {
  const lines = start.parts.map(({ columns }) => new Lines(columns, start.words));
  const taken: Line[][] = start.parts.map(() => []);
  return {
    write(part, rows) {
      for (const row of rows) taken[part]!.push(...lines[part]!.of(row));
      return NOTHING;
    },
    end: () => {
      lines.forEach((one, part) => taken[part]!.push(...one.end()));
      return makePaper(start, taken);
    },
  };
}

function filled(start: MakeStart, template: Uint8Array): Maker {
  const data: TemplateData = {
    marks: { ...start.marks, title: start.title },
    sets: Object.fromEntries(start.parts.map(({ name }) => [name, [] as Record<string, CellValue>[]])),
  };
  return {
    write(part, rows) {
      const { name, columns } = start.parts[part]!;
      for (const row of rows) {
        data.sets[name]!.push(
          Object.fromEntries(
            columns.map(({ name: own, at, kind }) => [own, valueOf(row[at] ?? null, kind, start.words)]),
          ),
        );
      }
      return NOTHING;
    },
    end: () =>
      start.format === 'DOCX' ? fillDocument(template, data, start.locale) : fillWorkbook(template, data),
  };
}

/** Characters that XML cannot contain; the workbook writer removes control characters itself. */
const NO_XML = /[\uFFFE\uFFFF]/g;
const NO_SHEET_NAME = /[\\/?*[\]:]/g;
const WIDEST = 60;

/** A sheet for each data set, written as the rows arrive: the workbook is never whole in memory. */
async function workbook(start: MakeStart): Promise<Maker> {
  const { default: Excel } = await import('exceljs');
  const stream = new PassThrough();
  let ready: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => ready.push(chunk));
  const book = new Excel.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  let sheet: ExcelJS.Worksheet | undefined;
  let lines: Lines | undefined;
  let at = -1;
  const taken = () => {
    const bytes = Buffer.concat(ready);
    ready = [];
    return bytes;
  };
  const write = (line: Line, { columns }: MadePart) => {
    const row = sheet!.addRow(line.cells.map((cell) => (typeof cell === 'string' ? xmlText(cell) : cell)));
    line.cells.forEach((cell, i) => {
      const { format, kind } = columns[i]!;
      const shown = numberFormatOf(format, kind);
      if (cell === '') row.getCell(i + 1).value = null;
      else if (typeof cell === 'number' && shown) row.getCell(i + 1).numFmt = shown;
      else if (cell instanceof Date)
        row.getCell(i + 1).numFmt = shown ?? (isDay(cell) ? 'dd.mm.yyyy' : 'dd.mm.yyyy hh:mm');
    });
    if (line.kind !== 'row') row.font = { bold: true };
    row.commit();
  };
  const endPart = () => {
    for (const line of lines?.end() ?? []) write(line, start.parts[at]!);
    sheet?.commit();
  };
  const turnTo = (part: number) => {
    while (at < part) {
      endPart();
      at += 1;
      sheet = beginSheet(book, start, start.parts[at]!);
      lines = new Lines(start.parts[at]!.columns, start.words);
    }
  };
  return {
    write(part, rows) {
      turnTo(part);
      for (const row of rows) for (const line of lines!.of(row)) write(line, start.parts[part]!);
      return taken();
    },
    async end() {
      turnTo(start.parts.length - 1);
      endPart();
      const ended = finished(stream);
      await book.commit();
      await ended;
      return taken();
    },
  };
}

const xmlText = (text: string): string => text.replace(NO_XML, '');

function beginSheet(
  book: ExcelJS.stream.xlsx.WorkbookWriter,
  start: MakeStart,
  part: MadePart,
): ExcelJS.Worksheet {
  const { title, parameters, landscape, showColumnNums, parts } = start;
  const above = 1 + parameters.length + 1;
  const head = above + 1 + (showColumnNums ? 1 : 0);
  const name = part.title.replace(NO_SHEET_NAME, ' ').trim().slice(0, 28) || '1';
  const twice = parts.slice(0, parts.indexOf(part)).some((one) => one.title === part.title);
  const sheet = book.addWorksheet(twice ? `${name} ${parts.indexOf(part) + 1}` : name, {
    views: [{ state: 'frozen', ySplit: head }],
    pageSetup: {
      orientation: landscape ? 'landscape' : 'portrait',
      paperSize: 9,
      fitToPage: true,
      fitToHeight: 0,
    },
  });
  sheet.pageSetup.printTitlesRow = `${above + 1}:${head}`;
  sheet.columns = part.columns.map(({ title: label, width, kind }) => ({
    width: width ?? Math.min(WIDEST, Math.max(isNumber(kind) ? 12 : 16, label.length + 2)),
  }));
  const heading = sheet.addRow([xmlText(parts.length > 1 ? `${title}. ${part.title}` : title)]);
  heading.font = { bold: true, size: 14 };
  heading.commit();
  for (const [label, value] of parameters) sheet.addRow([xmlText(`${label}: ${value}`)]).commit();
  sheet.addRow([]).commit();
  const labels = sheet.addRow(part.columns.map(({ title: label }) => xmlText(label)));
  labels.font = { bold: true };
  labels.alignment = { wrapText: true, vertical: 'top' };
  labels.commit();
  if (showColumnNums) sheet.addRow(part.columns.map((_column, i) => i + 1)).commit();
  return sheet;
}
