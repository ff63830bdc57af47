/** The request of an export: format, the user's columns, time zone, and the parameters of the list itself. */
import { invalid } from '../core/problems.ts';
import { readColumns } from './columns.ts';
import type { Format, SheetColumn } from './sheet.ts';

export interface Wanted {
  format: Format;
  /** The list's title for the user; names the file. */
  title?: string;
  columns: SheetColumn[];
  timeZone: string;
  /** Query parameters of the list itself: search, filters and order. */
  listQuery: Record<string, string>;
}

/** Rows that the user has selected: the file contains only these rows of the list. */
export interface ChosenRows {
  /** Paths into a row whose values, joined by `/`, identify it. */
  key: string[];
  rows: string[];
}

/**
 * Reads the body of POST …/export; without one the whole list is exported. Throws a validation error.
 *
 *   readChosen({ key: ['id'], rows: ['7f…', '81…'] })
 */
export function readChosen(body: unknown): ChosenRows | undefined {
  if (body === undefined || body === null) return undefined;
  const { key, rows } = body as Partial<ChosenRows>;
  for (const [field, given, most] of [
    ['key', key, 5],
    ['rows', rows, MOST_CHOSEN],
  ] as const) {
    if (!Array.isArray(given) || given.some((one) => typeof one !== 'string'))
      throw invalid({ field, code: 'type', message: 'validation.type.array' });
    if (given.length === 0 || given.length > most)
      throw invalid({ field, code: 'maxItems', message: 'validation.maxItems', values: { limit: most } });
  }
  return { key: key!, rows: rows! };
}

/** Returns a function that identifies a row by its key values, as the client does. */
export const rowName = (key: readonly string[]): ((row: unknown) => string) => {
  const paths = key.map((path) => path.split('.'));
  return (row) => paths.map((path) => String(valueIn(row, path))).join('/');
};

const valueIn = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row);

/** Reads the query of an export; throws a validation error. */
export function readWanted(query: unknown): Wanted {
  const { format, columns, timeZone, title, ...listQuery } = query as Record<string, string>;
  requireOnce({ format, columns, timeZone, title });
  const called = title?.trim().slice(0, LONGEST_TITLE);
  return {
    format: format === 'csv' ? 'csv' : 'xlsx',
    columns: readColumns(columns),
    timeZone: readZone(timeZone),
    ...(called ? { title: called } : {}),
    listQuery,
  };
}

/** A parameter that occurs twice in the URL is parsed as a list. */
function requireOnce(given: Record<string, unknown>): void {
  const twice = Object.keys(given).filter((name) => Array.isArray(given[name]));
  if (twice.length > 0)
    throw invalid(...twice.map((field) => ({ field, code: 'type', message: 'validation.type.string' })));
}

const LONGEST_TITLE = 100;
/** A screen does not allow more selected rows. */
const MOST_CHOSEN = 1000;

function readZone(zone: string | undefined): string {
  if (!zone) return 'UTC';
  try {
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
    return zone;
  } catch {
    throw invalid({ field: 'timeZone', code: 'pattern', message: 'validation.pattern' });
  }
}
