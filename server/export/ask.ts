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

/** Rows that the reader has ticked: the file holds these of the list and no others. */
export interface ChosenRows {
  /** Paths into a row whose values, joined by `/`, name it. */
  key: string[];
  rows: string[];
}

/**
 * Reads the body of POST …/export; none asks for the whole list. Throws what is wrong with it.
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

/** What names a row to whoever ticked it. */
export const rowName = (key: readonly string[]): ((row: unknown) => string) => {
  const paths = key.map((path) => path.split('.'));
  return (row) => paths.map((path) => String(valueIn(row, path))).join('/');
};

const valueIn = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row);

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
/** A screen lets nobody tick more. */
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
