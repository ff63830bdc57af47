/** Totals of a column's numbers. */
import { valueAt } from '../../language/evaluate.ts';
import type { CompiledColumn } from '../../language/compiled.ts';

/**
 * Returns the total of the values that are numbers; null when there is none. A sum is free of binary rounding errors.
 */
export function totalOf(
  kind: NonNullable<CompiledColumn['total']>,
  values: readonly unknown[],
): number | null {
  const numbers = values.filter((one): one is number => typeof one === 'number');
  if (!numbers.length) return null;
  if (kind === 'min') return Math.min(...numbers);
  if (kind === 'max') return Math.max(...numbers);
  const sum = numbers.reduce((all, one) => all + one, 0);
  return rounded(kind === 'sum' ? sum : sum / numbers.length);
}

/** Twelve digits are enough for any sum of entered numbers. */
const rounded = (value: number): number => Number(value.toPrecision(12));

/** Returns a row that contains only the total, at the path where the column's cell looks for its value. */
export function totalRow(
  column: CompiledColumn,
  rows: readonly object[],
): { path: string[]; row: object } | undefined {
  const cell = column.content.at(-1)?.do;
  const path = column.total && cell && 'paths' in cell ? cell.paths[0] : undefined;
  if (!column.total || !path) return undefined;
  const values = rows.map((row) => valueAt(row, path));
  const value: unknown = totalOf(column.total, values);
  return { path, row: path.reduceRight((inner, name) => ({ [name]: inner }), value) as object };
}
