/** The rows of a grid. Of many, only the visible ones are drawn; all of them when the page is printed. */
import type { ReactNode } from 'react';
import { usePrinting } from './printing.ts';
import { RowsInSight, type RowsProps } from './RowsInSight.tsx';

/** Above this number of rows, only the visible ones are drawn. */
export const MANY_ROWS = 60;

export function TableRows({ virtual, ...props }: RowsProps & { virtual: boolean }): ReactNode {
  const { rows, draw } = props;
  const printing = usePrinting();
  return virtual && !printing ? <RowsInSight {...props} /> : <tbody>{rows.map(draw)}</tbody>;
}
