/** What an export is asked for: the format, the reader's columns, the zone of its times, and the list's own parameters. */
import type { ApiOperation } from '../../engine/language/api.ts';
import { deref, type JsonSchema } from '../../engine/language/schema.ts';
import { invalid } from '../http/problems.ts';
import { readColumns, type ExportColumn } from './columns.ts';
import type { Format } from './file.ts';

export interface Wanted {
  format: Format;
  /** What the reader calls the list; names the file. */
  title?: string;
  columns: ExportColumn[];
  timeZone: string;
  /** Parameters of the list itself, as the address has them. */
  asked: Record<string, string>;
}

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

/** Reads the query of an export; throws what is wrong with it. */
export function readWanted(query: unknown): Wanted {
  const { format, columns, timeZone, title, ...asked } = query as Record<string, string>;
  const called = title?.trim().slice(0, LONGEST_TITLE);
  return {
    format: format === 'csv' ? 'csv' : 'xlsx',
    columns: readColumns(columns),
    timeZone: readZone(timeZone),
    ...(called ? { title: called } : {}),
    asked,
  };
}

const LONGEST_TITLE = 100;

function readZone(zone: string | undefined): string {
  if (!zone) return 'UTC';
  try {
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
    return zone;
  } catch {
    throw invalid({ field: 'timeZone', code: 'pattern', message: 'validation.pattern' });
  }
}
