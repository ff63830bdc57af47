/** Rows as a workbook, written as they come: it is never whole in memory. */
import { PassThrough } from 'node:stream';
import { isDay, type CellValue } from './values.ts';

const WIDEST = 60;
const DAY = 'dd.mm.yyyy';
const INSTANT = 'dd.mm.yyyy hh:mm';

/** The bytes of a workbook of one sheet with a head of labels that stays in sight. */
export function xlsxOf(labels: readonly string[], rows: AsyncIterable<CellValue[]>): PassThrough {
  const bytes = new PassThrough();
  write(bytes, labels, rows).catch((error: unknown) => bytes.destroy(error as Error));
  return bytes;
}

async function write(
  stream: PassThrough,
  labels: readonly string[],
  rows: AsyncIterable<CellValue[]>,
): Promise<void> {
  // Read by the first export: it takes a second, for which no server's start should wait.
  const { default: Excel } = await import('exceljs');
  const book = new Excel.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  const sheet = book.addWorksheet('1', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = labels.map((label) => ({ width: Math.min(WIDEST, Math.max(12, label.length + 2)) }));
  const head = sheet.addRow([...labels]);
  head.font = { bold: true };
  head.commit();
  for await (const cells of rows) {
    // Text stays text: what begins with "=" is a value here and no formula.
    const row = sheet.addRow(cells);
    cells.forEach((cell, i) => {
      if (cell instanceof Date) row.getCell(i + 1).numFmt = isDay(cell) ? DAY : INSTANT;
      else if (typeof cell === 'string' && cell === '') row.getCell(i + 1).value = null;
    });
    row.commit();
  }
  sheet.commit();
  await book.commit();
}
