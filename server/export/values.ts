/** Values of rows as cells of a sheet: numbers, dates, instants or text. */
import { nameOf } from '../../engine/language/nameOf.ts';
import type { Locale, Translate } from '../core/texts.ts';

export type CellValue = string | number | Date;

export interface Ground {
  translate: Translate;
  locale: Locale;
  /** Time zone in which instants are written. */
  timeZone: string;
}

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

/** Returns the value at a path of a row, as a cell of a sheet. */
export function cellOf(row: unknown, path: readonly string[], ground: Ground): CellValue {
  const value = path.reduce<unknown>(
    (at, name) => (at && typeof at === 'object' ? (at as Record<string, unknown>)[name] : undefined),
    row,
  );
  return shown(value, ground);
}

/** Returns a row as the cells of these columns. */
export const cellsOf = (row: unknown, columns: readonly { path: string[] }[], ground: Ground): CellValue[] =>
  columns.map(({ path }) => cellOf(row, path, ground));

function shown(value: unknown, ground: Ground): CellValue {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return ground.translate(value ? 'server.export.yes' : 'server.export.no');
  if (Array.isArray(value))
    return value
      .map((item) => textOf(shown(item, ground)))
      .filter(Boolean)
      .join(', ');
  if (typeof value === 'object') return shown(nameOf(value), ground);
  const text = String(value);
  // A sheet has no time zones: write the date, and instants in the local time of the time zone.
  if (DAY.test(text)) return new Date(`${text}T00:00:00Z`);
  if (INSTANT.test(text)) return wallClock(new Date(text), ground.timeZone);
  return text;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function wallClock(instant: Date, timeZone: string): Date {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  return new Date(`${format.format(instant).replace(' ', 'T')}Z`);
}

/** Returns `01.03.2026`, or with a time `01.03.2026 10:05`. */
export function textOf(value: CellValue): string {
  if (!(value instanceof Date)) return String(value);
  const [year, month, day] = value.toISOString().slice(0, 10).split('-');
  const time = value.toISOString().slice(11, 16);
  return `${day}.${month}.${year}${isDay(value) ? '' : ` ${time}`}`;
}

export const isDay = (value: Date): boolean => value.getTime() % 86_400_000 === 0;
