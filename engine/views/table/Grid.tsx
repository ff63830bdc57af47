/** Header and rows, in a region of their own that scrolls both ways and can be reached by the keyboard. */
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { can, useCan } from '../../access/can.ts';
import { t } from '../../data/locale.ts';
import type { Scope } from '../../language/evaluate.ts';
import type { CompiledTable } from '../../language/compiled.ts';
import { cx } from '../../ui/cx.ts';
import { Checkbox } from '../../ui/input.tsx';
import type { Captions } from '../cells/Content.tsx';
import { useText } from '../../page/text.ts';
import { HeaderCell } from './HeaderCell.tsx';
import { HEAD, useCompact } from './looks.ts';
import type { TableModel } from './model.ts';
import type { Order } from './order/useOrder.ts';
import type { Rows } from './rows.ts';
import type { Selection } from './selection.ts';
import type { Sort } from './state.ts';
import { TableRow } from './TableRow.tsx';

interface Props {
  view: CompiledTable;
  label: string;
  model: TableModel;
  source: Rows;
  selection: Selection;
  scope: Scope;
  captions: Captions;
  sort?: Sort;
  onSort(field: string): void;
  order?: Order;
}

export function Grid({
  view,
  label,
  model,
  source,
  selection,
  scope,
  captions,
  sort,
  onSort,
  order,
}: Props): ReactNode {
  useCan();
  const compact = useCompact();
  const text = useText();
  const chooses = selection.mode !== 'none';
  const acts = order !== undefined || view.rowActions.some((action) => can(action.access));
  return (
    <div data-part="grid" className="relative flex min-h-0 flex-col">
      {source.validating && <Progress />}
      {order && (
        <p aria-live="assertive" className="sr-only">
          {order.said}
        </p>
      )}
      <section
        aria-label={t('engine.table.region', { title: label })}
        // A region that scrolls must be reachable by the keyboard. What is hidden from sight in its cells is
        // placed within it: else the page grew as wide as the table.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative min-h-0 overflow-auto -outline-offset-2 focus-visible:-outline-offset-2"
      >
        <table aria-busy={source.validating} className="w-full border-separate border-spacing-0 text-base">
          <thead>
            <tr>
              {order && (
                <th scope="col" className={cx(HEAD, 'w-9 px-1')}>
                  <span className="sr-only">{t('engine.order.title')}</span>
                </th>
              )}
              {chooses && (
                <th scope="col" className={cx(HEAD, 'w-10 pr-0 [&_input]:block')}>
                  {selection.mode === 'many' ? (
                    <Checkbox
                      aria-label={t('engine.table.choosePage')}
                      checked={selection.page === 'all'}
                      indeterminate={selection.page === 'some'}
                      onChange={selection.togglePage}
                    />
                  ) : (
                    <span className="sr-only">{t('engine.table.choice')}</span>
                  )}
                </th>
              )}
              {model.table.getVisibleLeafColumns().map(({ id }) => {
                const column = model.columnOf(id);
                return (
                  <HeaderCell
                    key={id}
                    column={column}
                    label={text(column.label)}
                    onSort={onSort}
                    {...(sort ? { sort } : {})}
                  />
                );
              })}
              {acts && (
                <th scope="col" className={cx(HEAD, 'right-0 z-20 w-12 border-l border-l-line')}>
                  <span className="sr-only">{t('engine.table.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {model.table.getRowModel().rows.map((row) => (
              <ErrorBoundary key={row.id} resetKeys={[row.original]} fallback={<BrokenRow />}>
                <TableRow
                  row={row}
                  cells={row.getVisibleCells().map((cell) => model.columnOf(cell.column.id))}
                  view={view}
                  scope={scope}
                  captions={captions}
                  compact={compact}
                  mode={selection.mode}
                  chosen={selection.has(row.original)}
                  choosable={selection.allows(row.original)}
                  onToggle={selection.toggle}
                  acts={acts}
                  {...(order ? { order } : {})}
                />
              </ErrorBoundary>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** Rows are shown; newer ones are on their way. */
function Progress(): ReactNode {
  return (
    <div aria-hidden="true" className="absolute inset-x-0 top-0 z-30 h-0.5 overflow-hidden">
      <div className="h-full w-1/4 animate-[progress_1s_ease-in-out_infinite] bg-accent-strong" />
    </div>
  );
}

/** A row that cannot be drawn leaves the others alone. */
function BrokenRow(): ReactNode {
  return (
    <tr>
      <td colSpan={1000} className="h-9 border-b border-line px-3 text-sm text-danger">
        {t('engine.view.broken')}
      </td>
    </tr>
  );
}
