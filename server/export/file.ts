/** Rows of cells as the bytes of a file. */
import { Readable } from 'node:stream';
import type { Locale, Translate } from '../http/texts.ts';
import type { ExportColumn } from './columns.ts';
import { CSV_START, csvLine } from './csv.ts';
import type { CellValue } from './values.ts';
import { xlsxOf } from './xlsx.ts';

export type Format = 'csv' | 'xlsx';

const MEDIA: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** What a system of files keeps for itself. */
// oxlint-disable-next-line no-control-regex
const NOT_IN_NAMES = /[\\/:*?"<>|\x00-\x1f]/g;

export interface ExportFile {
  name: string;
  mediaType: string;
  bytes: Readable;
}

/** The file, written as the rows come. */
export function fileOf(
  format: Format,
  columns: readonly ExportColumn[],
  rows: AsyncIterable<CellValue[]>,
  { title, locale, translate }: { title?: string | undefined; locale: Locale; translate: Translate },
): ExportFile {
  const labels = columns.map(({ label }) => label);
  return {
    name: `${title?.replace(NOT_IN_NAMES, '_') ?? translate('server.export.name')}.${format}`,
    mediaType: MEDIA[format],
    bytes: format === 'csv' ? Readable.from(csvOf(labels, rows, locale)) : xlsxOf(labels, rows),
  };
}

async function* csvOf(
  labels: readonly string[],
  rows: AsyncIterable<CellValue[]>,
  locale: Locale,
): AsyncIterable<string> {
  yield CSV_START + csvLine(labels);
  for await (const cells of rows) yield csvLine(cells, locale === 'ru' ? ',' : '.');
}
