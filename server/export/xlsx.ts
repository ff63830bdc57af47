/** A workbook of one sheet whose header row stays visible. */
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { isDay, type CellValue } from './values.ts';

/** Characters that XML cannot contain; the workbook writer removes control characters itself. */
const NO_XML = /[\uFFFE\uFFFF]/g;
const WIDEST = 60;
const DAY = 'dd.mm.yyyy';
const INSTANT = 'dd.mm.yyyy hh:mm';

const xmlText = (text: string): string => text.replace(NO_XML, '');

/** Receives the rows of a file; each call returns the bytes that are ready. */
export interface SheetFile {
  write(rows: readonly CellValue[][]): Uint8Array | Promise<Uint8Array>;
  end(): Uint8Array | Promise<Uint8Array>;
}

/** Starts a workbook, which is never in memory as a whole. */
export async function beginXlsx(labels: readonly string[]): Promise<SheetFile> {
  // Imported by the first export: it takes a second, which should not delay the start of a thread.
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
        // Text remains text: a text that begins with "=" is a value here, not a formula.
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
