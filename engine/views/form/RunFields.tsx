/** The fields of a run in the grid of its block: alone, side by side, or as the two days of a period. */
import { memo, type ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { BoundField } from './BoundField.tsx';
import { PeriodField } from './PeriodField.tsx';
import { ColumnsContext, type Run } from './run.ts';

const COLUMNS = [
  '',
  'md:grid-cols-1',
  'md:grid-cols-2',
  'md:grid-cols-3',
  'md:grid-cols-4',
  'md:grid-cols-5',
  'md:grid-cols-6',
];
const GRID = 'grid grid-cols-1 items-start gap-x-4 gap-y-4';

/** Class of a grid with the given number of columns; one column on a phone. */
export const gridClass = (columns: number): string => cx(GRID, COLUMNS[Math.min(columns, 6)]);

/** Aligns a checkbox beside other fields with their controls, not with their labels. */
export const ALIGNED = 'md:[&_:has(>label>input[type=checkbox]):not(fieldset_*)]:pt-6';

/** Renders one run, once, as its fields never change. */
export const RunFields = memo(function RunFields({ run }: { run: Run }): ReactNode {
  return layRun(run, (name) => <BoundField key={name} field={run.fields.get(name)!} />);
});

/**
 * Lays out the rows of a run.
 * @param draw renders the field of a name, with that name as its key
 */
export function layRun(run: Run, draw: (name: string) => ReactNode): ReactNode {
  return run.rows.map(({ key, names, row, period }) =>
    period ? (
      <PeriodField
        key={key}
        label={period.label}
        span={period.span}
        days={names.map((name) => run.fields.get(name)!)}
      >
        {names.map(draw)}
      </PeriodField>
    ) : row ? (
      <div
        key={key}
        className={cx(
          gridClass(widthOf(run, names)),
          names.length > 1 && ALIGNED,
          'col-span-full empty:hidden',
        )}
      >
        <ColumnsContext value={Infinity}>{names.map(draw)}</ColumnsContext>
      </div>
    ) : (
      draw(key)
    ),
  );
}

const widthOf = (run: Run, names: readonly string[]): number =>
  names.reduce((width, name) => width + (run.fields.get(name)?.span ?? 1), 0);
