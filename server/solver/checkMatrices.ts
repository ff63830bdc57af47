/** Matrices must be square, of one size, and contain non-negative numbers. */
import type { Problem } from './problem.ts';
import { fail } from './problemError.ts';

/** Returns the number of locations. */
export function checkMatrices({ matrices }: Problem): number {
  let size: number | undefined;
  for (const [profile, { durations, distances, costs }] of Object.entries(matrices))
    for (const [name, matrix] of Object.entries({ durations, distances, costs })) {
      if (!matrix) continue;
      const path = `matrices.${profile}.${name}`;
      size ??= matrix.length;
      if (matrix.length !== size) fail('matrixSize', path, `has ${matrix.length} rows, others have ${size}`);
      matrix.forEach((row, i) => checkRow(row, size!, `${path}[${i}]`));
    }
  return size ?? 0;
}

function checkRow(row: unknown, size: number, path: string): void {
  if (!Array.isArray(row) || row.length !== size)
    return fail('matrixSize', path, `must be a list of ${size} numbers, as there are rows`);
  for (let j = 0; j < size; j++) {
    const value: unknown = row[j];
    if (typeof value !== 'number' || !(value >= 0) || value === Infinity)
      fail('matrixNumber', `${path}[${j}]`, `is ${JSON.stringify(value)}, which is no number from 0 on`);
  }
}
