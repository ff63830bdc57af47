/** The rows of a grid. Of many only those in sight are drawn; on paper all of them are there. */
import type { ReactNode } from 'react';
import { usePrinting } from './printing.ts';
import { RowsInSight, type RowsProps } from './RowsInSight.tsx';

/** From so many rows on only those in sight are drawn. */
export const MANY_ROWS = 60;

export function TableRows({ virtual, ...props }: RowsProps & { virtual: boolean }): ReactNode {
  const { rows, draw } = props;
  const printing = usePrinting();
  return virtual && !printing ? <RowsInSight {...props} /> : <tbody>{rows.map(draw)}</tbody>;
}
