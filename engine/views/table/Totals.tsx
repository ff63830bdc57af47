/** The row of totals below all rows; each total is drawn like the values of its column. */
import { useMemo, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledColumn } from '../../language/compiled.ts';
import type { Scope } from '../../language/evaluate.ts';
import { cx } from '../../ui/cx.ts';
import { CellContent, type Captions } from '../cells/Content.tsx';
import { ALIGN } from './HeaderCell.tsx';
import type { ModelRow } from './model.ts';
import { totalRow } from './totals.ts';

interface Props {
  rows: readonly ModelRow[];
  columns: readonly CompiledColumn[];
  /** Their labels, for cards. */
  labels: readonly string[];
  scope: Scope;
  captions: Captions;
  /** Number of cells before the columns. */
  before: number;
  /** Whether there is a column of actions. */
  acts: boolean;
}

const CELL = 'h-9 border-t border-line-strong bg-raised px-3 py-0 align-middle font-semibold tabular-nums';

export function Totals({ rows, columns, labels, scope, captions, before, acts }: Props): ReactNode {
  const { t } = useLocale();
  const records = useMemo(() => rows.map((row) => row.original), [rows]);
  const totals = useMemo(() => columns.map((column) => totalRow(column, records)), [columns, records]);
  // The label is in the first column without a total.
  const named = columns.findIndex(({ total }) => !total);
  return (
    <tfoot>
      <tr>
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is room, no control */}
        {before > 0 && <td data-cell="beyond" className={CELL} colSpan={before} />}
        {columns.map((column, i) => {
          const content = column.content.at(-1)?.do;
          const total = totals[i];
          return (
            <td
              key={column.id}
              data-cell={i === named ? 'lead' : total ? 'more' : 'beyond'}
              data-label={labels[i]}
              className={cx(CELL, ALIGN[column.align])}
            >
              {total && content ? (
                <CellContent content={content} row={total.row} scope={scope} captions={captions} linked />
              ) : (
                i === named && t('engine.table.sums')
              )}
            </td>
          );
        })}
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is room, no control */}
        {acts && <td data-cell="beyond" className={CELL} />}
      </tr>
    </tfoot>
  );
}
