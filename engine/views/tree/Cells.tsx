/** Cells of the columns of a tree for one node, and the header row above them. */
// The lines of a tree are positioned by the scroll offset, outside the flow of a table.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useMemo, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import { useRegistry } from '../../registry/context.ts';
import { within } from '../../page/conditions.ts';
import { usePage } from '../../page/page.ts';
import { useScope } from '../../page/scope.ts';
import { cx } from '../../ui/cx.ts';
import { caseFor, drawCell } from '../cells/Content.tsx';
import { ALIGN } from '../table/HeaderCell.tsx';
import type { TreeGrid } from './grid.ts';
import type { Row } from './nodes.ts';

interface Props {
  grid: TreeGrid;
  row: Row;
  /** Left offset of the node's name in pixels; content below the name is aligned with it. */
  inset: number;
}

export function Cells({ grid, row, inset }: Props): ReactNode {
  const i18n = useLocale();
  const page = usePage();
  const base = useScope();
  const registry = useRegistry();
  const scope = useMemo(() => within(page, base, { row }), [page, base, row]);
  return grid.columns.map(({ column, label }, i) => {
    const content = caseFor(column.content, scope);
    return (
      <div
        key={i}
        role="gridcell"
        style={grid.stacked ? { paddingLeft: inset } : undefined}
        className={cx(
          'min-w-0 truncate',
          grid.stacked ? 'col-span-full flex h-[22px] items-center gap-1.5 text-sm' : 'px-3',
          !grid.stacked && ALIGN[column.align],
        )}
      >
        {grid.stacked && <span className="shrink-0 text-muted">{label}:</span>}
        {content && drawCell(i18n, registry, { content, row, scope, captions: grid.captions })}
      </div>
    );
  });
}

/** Stays visible while the lines are scrolled. */
export function Head({ grid }: { grid: TreeGrid }): ReactNode {
  if (grid.stacked) return null;
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-10 grid items-center border-b border-line bg-raised text-sm font-medium text-muted"
      style={{ gridTemplateColumns: grid.template, height: grid.head }}
    >
      <span role="columnheader" className="truncate px-3">
        {grid.heading}
      </span>
      {grid.columns.map(({ column, label }, i) => (
        <span key={i} role="columnheader" className={cx('truncate px-3', ALIGN[column.align])} title={label}>
          {label}
        </span>
      ))}
    </div>
  );
}
