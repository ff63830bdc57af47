/** Answers with a list as a file: its columns in the reader's words, its rows as the reader may see them. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ApiOperation } from '../../engine/language/api.ts';
import { deref, type JsonSchema } from '../../engine/language/schema.ts';
import { disposition } from '../http/fileReply.ts';
import { invalid } from '../http/problems.ts';
import type { Locale, Translate } from '../http/texts.ts';
import { readColumns, type ExportColumn } from './columns.ts';
import { CSV_START, csvLine } from './csv.ts';
import { allRows } from './rows.ts';
import { cellOf, type CellValue, type Ground } from './values.ts';
import { xlsxOf } from './xlsx.ts';

const MEDIA = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** A GET whose reply is a page of rows, for somebody who is signed in. */
export function givesPage(
  { method, reply, scope }: ApiOperation,
  schemas: Record<string, JsonSchema>,
): boolean {
  const { properties } = reply ? deref(reply, schemas) : {};
  return (
    method === 'GET' && scope !== 'public' && properties?.list !== undefined && properties.size !== undefined
  );
}

interface Asked {
  /** `csv` or `xlsx`. */
  format: string | undefined;
  columns: string | undefined;
  timeZone: string | undefined;
}

export async function sendExport(
  reply: FastifyReply,
  asked: Asked,
  page: (page: number, count: number) => Promise<unknown>,
  { locale, translate }: { locale: Locale; translate: Translate },
): Promise<FastifyReply> {
  const format = asked.format === 'csv' ? 'csv' : 'xlsx';
  const columns = readColumns(asked.columns);
  const ground: Ground = { locale, translate, timeZone: readZone(asked.timeZone) };
  // What is refused is refused as JSON, before the first byte of a file.
  await page(0, 1);
  const rows = cellsOf(allRows(page), columns, ground);
  const labels = columns.map(({ label }) => label);
  const bytes = format === 'csv' ? Readable.from(csvOf(labels, rows, locale)) : xlsxOf(labels, rows);
  return reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', disposition('attachment', `${translate('server.export.name')}.${format}`))
    .type(MEDIA[format])
    .send(bytes);
}

async function* cellsOf(
  rows: AsyncIterable<unknown>,
  columns: readonly ExportColumn[],
  ground: Ground,
): AsyncIterable<CellValue[]> {
  for await (const row of rows) yield columns.map(({ path }) => cellOf(row, path, ground));
}

async function* csvOf(
  labels: readonly string[],
  rows: AsyncIterable<CellValue[]>,
  locale: Locale,
): AsyncIterable<string> {
  yield CSV_START + csvLine(labels);
  for await (const cells of rows) yield csvLine(cells, locale === 'ru' ? ',' : '.');
}

function readZone(zone: string | undefined): string {
  if (!zone) return 'UTC';
  try {
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
    return zone;
  } catch {
    throw invalid({ field: 'timeZone', code: 'pattern', message: 'validation.pattern' });
  }
}
