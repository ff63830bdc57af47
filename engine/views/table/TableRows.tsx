/** The rows of a grid. Of many only those in sight are drawn; on paper all of them are there. */
import type { ReactNode } from 'react';
import type { ModelRow } from './model.ts';
import { usePrinting } from './printing.ts';
import { RowsInSight } from './RowsInSight.tsx';

export interface RowsProps {
  rows: readonly ModelRow[];
  /** Usual height of a row, in pixels. */
  height: number;
  draw(row: ModelRow, index: number): ReactNode;
}

/** From so many rows on only those in sight are drawn. */
export const MANY_ROWS = 60;

export function TableRows({ virtual, ...props }: RowsProps & { virtual: boolean }): ReactNode {
  const { rows, draw } = props;
  const printing = usePrinting();
  return virtual && !printing ? <RowsInSight {...props} /> : <tbody>{rows.map(draw)}</tbody>;
}
