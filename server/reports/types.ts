/** Kinds of database values in a file, and how they are shown. */
import type { CellValue } from '../export/values.ts';
import type { ColumnFormat } from './definition.ts';

export type CellKind = 'TEXT' | 'INTEGER' | 'NUMBER' | 'BOOLEAN' | 'DATE' | 'DATETIME' | 'TIME';

const KINDS: Readonly<Record<number, CellKind>> = {
  16: 'BOOLEAN',
  20: 'INTEGER',
  21: 'INTEGER',
  23: 'INTEGER',
  700: 'NUMBER',
  701: 'NUMBER',
  1700: 'NUMBER',
  1082: 'DATE',
  1083: 'TIME',
  1114: 'DATETIME',
  1184: 'DATETIME',
};

/** Returns the kind of a PostgreSQL type by its OID. */
export const kindOfType = (oid: number): CellKind => KINDS[oid] ?? 'TEXT';

/** Whether values of a kind can be summed. */
export const isNumber = (kind: CellKind): boolean => kind === 'INTEGER' || kind === 'NUMBER';

/** Converts a PostgreSQL text to a cell value; an instant is the local time of the session's zone. */
export function valueOf(text: string | null, kind: CellKind, words: { yes: string; no: string }): CellValue {
  if (text === null) return '';
  if (kind === 'BOOLEAN') return text === 't' ? words.yes : words.no;
  if (isNumber(kind)) {
    const number = Number(text);
    return Number.isFinite(number) ? number : text;
  }
  if (kind === 'DATE') return dateOf(`${text}T00:00:00Z`, text);
  if (kind === 'DATETIME') return dateOf(`${text.slice(0, 19).replace(' ', 'T')}Z`, text);
  if (kind === 'TIME') return text.slice(0, 5);
  return text;
}

/** Dates outside the calendar of a sheet, such as `infinity`, stay texts. */
function dateOf(iso: string, text: string): CellValue {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1900 ? text : date;
}

const NUMBER_FORMATS: Readonly<Partial<Record<ColumnFormat, string>>> = {
  INTEGER: '#,##0',
  DECIMAL1: '#,##0.0',
  DECIMAL2: '#,##0.00',
  DECIMAL3: '#,##0.000',
  MONEY: '#,##0.00 "₽"',
  PERCENT: '0.0"%"',
  DATE: 'dd.mm.yyyy',
  DATETIME: 'dd.mm.yyyy hh:mm',
  MONTH: 'mm.yyyy',
};

/** Returns the number format of a cell in a workbook; undefined: the default of the program. */
export function numberFormatOf(format: ColumnFormat | null | undefined, kind: CellKind): string | undefined {
  const own = format && format !== 'AUTO' ? NUMBER_FORMATS[format] : undefined;
  if (own) return own;
  if (kind === 'DATE') return NUMBER_FORMATS.DATE;
  return kind === 'DATETIME' ? NUMBER_FORMATS.DATETIME : undefined;
}

const DIGITS: Readonly<Partial<Record<ColumnFormat, number>>> = {
  INTEGER: 0,
  DECIMAL1: 1,
  DECIMAL2: 2,
  DECIMAL3: 3,
  MONEY: 2,
  PERCENT: 1,
};

/** Returns the same value as text for print. */
export function printedOf(value: CellValue, format: ColumnFormat | null | undefined, locale: string): string {
  if (value instanceof Date) {
    const [year, month, day] = value.toISOString().slice(0, 10).split('-');
    if (format === 'MONTH') return `${month}.${year}`;
    const time = value.toISOString().slice(11, 16);
    const withTime = format === 'DATETIME' || (format !== 'DATE' && value.getTime() % 86_400_000 !== 0);
    return `${day}.${month}.${year}${withTime ? ` ${time}` : ''}`;
  }
  if (typeof value !== 'number') return value;
  const digits = format ? DIGITS[format] : undefined;
  const shown = value.toLocaleString(locale, {
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? 6,
  });
  if (format === 'MONEY') return `${shown} ₽`;
  return format === 'PERCENT' ? `${shown} %` : shown;
}
