/** Shared by the benchmarks: a figure with its goal, medians, the format of a line. */

export interface Figure {
  /** Name of the row in docs/quality.md. */
  row: string;
  what: string;
  reached: number;
  goal: number;
  unit: string;
}

export const holds = ({ reached, goal }: Figure): boolean => reached <= goal;

export function shown({ reached, unit }: Pick<Figure, 'reached' | 'unit'>): string {
  return `${reached.toFixed(unit === 'KB' ? 1 : unit === 'frames' ? 0 : 2)} ${unit}`;
}

export function printFigure(figure: Figure): void {
  console.log(
    `  ${holds(figure) ? 'ok  ' : 'MISS'} ${figure.what.padEnd(58)} ${shown(figure).padStart(12)}   (goal ≤ ${figure.goal} ${figure.unit})`,
  );
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
