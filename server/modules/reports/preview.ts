/** The first rows of a report, as the browser shows them. */
import type { ReportDefinition } from '../../reports/definition.ts';
import type { MadeColumn } from '../../reports/lines.ts';
import type { RawRow } from '../../reports/sandbox.ts';
import { isNumber, printedOf, valueOf, type CellKind } from '../../reports/types.ts';

const CELLS: Readonly<Partial<Record<CellKind, string>>> = {
  DATE: 'date',
  DATETIME: 'dateTime',
  BOOLEAN: 'boolean',
  INTEGER: 'number',
  NUMBER: 'number',
};
const DIGITS: Readonly<Record<string, number>> = {
  INTEGER: 0,
  DECIMAL1: 1,
  DECIMAL2: 2,
  DECIMAL3: 3,
  MONEY: 2,
  PERCENT: 1,
};

/** Columns in the screen language. */
export function shownColumns(columns: readonly MadeColumn[]) {
  return columns.map(({ name, title, kind, format }) => {
    const cell = CELLS[kind];
    const digits = DIGITS[format];
    return {
      field: name,
      label: title,
      ...(cell && { cell }),
      ...(isNumber(kind) && { align: 'end' as const }),
      ...(isNumber(kind) && digits !== undefined && { options: { digits } }),
    };
  });
}

/** Rows by the names of their columns. */
export function shownRows(rows: readonly RawRow[], columns: readonly MadeColumn[]) {
  return rows.map((row, i) => ({
    rowNumber: i + 1,
    ...Object.fromEntries(columns.map(({ name, kind, at }) => [name, jsonOf(row[at] ?? null, kind)])),
  }));
}

function jsonOf(text: string | null, kind: CellKind): unknown {
  if (text === null) return null;
  if (kind === 'BOOLEAN') return text === 't';
  if (isNumber(kind)) return Number.isFinite(Number(text)) ? Number(text) : null;
  if (kind === 'TIME') return text.slice(0, 5);
  if (kind !== 'DATETIME') return text;
  const date = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

/** Returns the data of the chart: the sum of the value per category. */
export function chartOf(
  rows: readonly RawRow[],
  columns: readonly MadeColumn[],
  { chartCategory, chartValue }: ReportDefinition,
  locale: string,
): { category: string; value: number }[] {
  const category = columns.find(({ name }) => name === chartCategory);
  const value = columns.find(({ name }) => name === chartValue);
  if (!category || !value) return [];
  const words = { yes: '+', no: '–' };
  const sums = new Map<string, number>();
  for (const row of rows) {
    const name =
      printedOf(valueOf(row[category.at] ?? null, category.kind, words), category.format, locale) || '—';
    const number = Number(row[value.at] ?? 0);
    sums.set(name, (sums.get(name) ?? 0) + (Number.isFinite(number) ? number : 0));
  }
  return [...sums].map(([name, sum]) => ({ category: name, value: Math.round(sum * 1e6) / 1e6 }));
}
