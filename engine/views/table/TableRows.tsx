/**
 * The rows of a grid. Of many only those in sight are drawn, by code that comes when there are many; on paper all of
 * them are there.
 */
import { Suspense, type ReactNode } from 'react';
import { lazyComponent } from '../../ui/lazy.tsx';
import type { ModelRow } from './model.ts';
import { usePrinting } from './printing.ts';

export interface RowsProps {
  rows: readonly ModelRow[];
  /** Usual height of a row, in pixels. */
  height: number;
  draw(row: ModelRow, index: number): ReactNode;
}

/** From so many rows on only those in sight are drawn. */
export const MANY_ROWS = 60;
/** What is drawn of many until the code is there. */
const FIRST = 40;

const { Component: RowsInSight, preload } = lazyComponent(
  async () => (await import('./RowsInSight.tsx')).RowsInSight,
);

/** Many rows are asked for: what draws them may come beside them. */
export const expectRows = (count: number): void => {
  if (count > MANY_ROWS) void preload();
};

export function TableRows({ virtual, ...props }: RowsProps & { virtual: boolean }): ReactNode {
  const { rows, draw } = props;
  const printing = usePrinting();
  if (!virtual || printing) return <tbody>{rows.map(draw)}</tbody>;
  return (
    <Suspense fallback={<tbody>{rows.slice(0, FIRST).map(draw)}</tbody>}>
      <RowsInSight {...props} />
    </Suspense>
  );
}
