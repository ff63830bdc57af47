/** Sums below a table of items. */
import { getAt } from '../../paths.ts';

/** Decimals of a sum: enough for typed numbers, few enough to hide rounding errors of binary fractions. */
const DIGITS = 9;

/** The sum of the numbers at `path` of each item; items without a number count as nothing. */
export function totalOf(list: readonly unknown[], path: string): number {
  const sum = list.reduce<number>((total, item) => {
    const value = getAt(item, path.split('.'));
    return typeof value === 'number' ? total + value : total;
  }, 0);
  return Number(sum.toFixed(DIGITS));
}
