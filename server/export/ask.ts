/** What an export is asked for: the format, the reader's columns, the zone of its times, and the list's own parameters. */
import { invalid } from '../core/problems.ts';
import { readColumns } from './columns.ts';
import type { Format, SheetColumn } from './sheet.ts';

export interface Wanted {
  format: Format;
  /** What the reader calls the list; names the file. */
  title?: string;
  columns: SheetColumn[];
  timeZone: string;
  /** Parameters of the list itself, as the address has them. */
  asked: Record<string, string>;
}

/** Reads the query of an export; throws what is wrong with it. */
export function readWanted(query: unknown): Wanted {
  const { format, columns, timeZone, title, ...asked } = query as Record<string, string>;
  requireOnce({ format, columns, timeZone, title });
  const called = title?.trim().slice(0, LONGEST_TITLE);
  return {
    format: format === 'csv' ? 'csv' : 'xlsx',
    columns: readColumns(columns),
    timeZone: readZone(timeZone),
    ...(called ? { title: called } : {}),
    asked,
  };
}

/** A parameter that the address gives twice is a list. */
function requireOnce(given: Record<string, unknown>): void {
  const twice = Object.keys(given).filter((name) => Array.isArray(given[name]));
  if (twice.length > 0)
    throw invalid(...twice.map((field) => ({ field, code: 'type', message: 'validation.type.string' })));
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
