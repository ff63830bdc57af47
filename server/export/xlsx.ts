/** A workbook of one sheet with a head of labels that stays in sight. */
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { isDay, type CellValue } from './values.ts';

/** Characters that XML cannot hold; the writer of workbooks removes control characters itself. */
const NO_XML = /[\uFFFE\uFFFF]/g;
const WIDEST = 60;
const DAY = 'dd.mm.yyyy';
const INSTANT = 'dd.mm.yyyy hh:mm';

const xmlText = (text: string): string => text.replace(NO_XML, '');

/** What takes the rows of a file; the bytes that are ready are given with each piece. */
export interface SheetFile {
  write(rows: readonly CellValue[][]): Uint8Array | Promise<Uint8Array>;
  end(): Uint8Array | Promise<Uint8Array>;
}

/** Begins a workbook; it is never whole in memory. */
export async function beginXlsx(labels: readonly string[]): Promise<SheetFile> {
  // Read by the first export: it takes a second, for which no thread's start should wait.
  const { default: Excel } = await import('exceljs');
  const stream = new PassThrough();
  let ready: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => ready.push(chunk));
  const book = new Excel.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  const sheet = book.addWorksheet('1', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = labels.map((label) => ({ width: Math.min(WIDEST, Math.max(12, label.length + 2)) }));
  const head = sheet.addRow(labels.map(xmlText));
  head.font = { bold: true };
  head.commit();
  const taken = () => {
    const bytes = Buffer.concat(ready);
    ready = [];
    return bytes;
  };
  return {
    write(rows) {
      for (const cells of rows) {
        // Text stays text: what begins with "=" is a value here and no formula.
        const row = sheet.addRow(cells.map((cell) => (typeof cell === 'string' ? xmlText(cell) : cell)));
        cells.forEach((cell, i) => {
          if (cell instanceof Date) row.getCell(i + 1).numFmt = isDay(cell) ? DAY : INSTANT;
          else if (typeof cell === 'string' && cell === '') row.getCell(i + 1).value = null;
        });
        row.commit();
      }
      return taken();
    },
    async end() {
      const ended = finished(stream);
      sheet.commit();
      await book.commit();
      await ended;
      return taken();
    },
  };
}
