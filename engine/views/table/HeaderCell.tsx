import { memo, useRef, type ReactNode } from 'react';
import type { CompiledColumn } from '../../language/compiled.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { useDragging, type Edge } from '../drag/useDragging.ts';
import { HEAD } from './looks.ts';
import { configOf, type ModelColumn } from './model.ts';
import { WidthHandle } from './WidthHandle.tsx';

interface Props {
  /** The column in the table's model, and in the config. */
  head: ModelColumn;
  column: CompiledColumn;
  label: string;
  /** Direction in which the rows are ordered by this column. */
  sorted: false | 'asc' | 'desc';
  /** Place among the pinned columns, if it is pinned. */
  pin?: number;
  /** Drag group of the header; with the keyboard, columns are moved in the columns dialog. */
  group?: object;
  accepts(other: string, id: string): boolean;
  onMove(other: string, id: string, edge: Edge): void;
}

/** A narrower column has no room for a label, so its label is for screen readers only. */
const NARROW = 64;

/** Returns the left offset of a pinned column; `usePins` sets the variable. */
export const pinOf = (place: number): string => `var(--pin-${place})`;

export const ALIGN = { start: 'text-left', center: 'text-center', end: 'text-right' };

/** The header cell of a column; a button when the rows can be ordered by it. */
function Cell({ head, column, label, sorted, pin, group, accepts, onMove }: Props): ReactNode {
  const { id } = head;
  const cell = useRef<HTMLTableCellElement>(null);
  const labelRef = useRef<HTMLElement>(null);
  const dragging = group && {
    across: true as const,
    group,
    id,
    draggable: true,
    accepts: (other: string) => accepts(other, id),
    onDrop: (other: string, edge: Edge) => onMove(other, id, edge),
  };
  const edge = useDragging(cell, dragging, labelRef);
  const sorts = column.sort !== undefined;
  const direction = DIRECTIONS[sorted || 'none'];
  // A width set by the user is exact. The width of the config is a maximum for the content: the column shrinks to its
  // content before the table scrolls, and grows to its label.
  const resized = column !== configOf(head);
  return (
    <th
      ref={cell}
      scope="col"
      data-column={column.id}
      aria-sort={sorts ? direction : undefined}
      className={cx(
        HEAD,
        ALIGN[column.align],
        'group/head',
        pin !== undefined && 'z-20',
        edge && FALLS[edge],
      )}
      style={{
        ...(column.width && {
          width: column.width,
          ...(resized && { minWidth: column.width, maxWidth: column.width }),
        }),
        ...(pin === undefined ? undefined : { left: pinOf(pin) }),
      }}
    >
      {!sorts ? (
        <span
          ref={labelRef}
          className={column.width && column.width < NARROW ? 'sr-only' : 'block truncate'}
          title={column.width ? label : undefined}
        >
          {label}
        </span>
      ) : (
        <button
          ref={(element) => void (labelRef.current = element)}
          type="button"
          onClick={() => head.toggleSorting()}
          className={cx(
            'group -mx-1.5 inline-flex h-7 items-center gap-1 rounded px-1.5 font-medium hover:bg-hover hover:text-ink',
            direction !== 'none' && 'text-ink',
            // A percentage lets the column shrink below its label, so it is used only when the width is fixed.
            resized ? 'max-w-[calc(100%+0.75rem)]' : 'in-[.table-fixed]:max-w-[calc(100%+0.75rem)]',
            column.align === 'end' && 'flex-row-reverse',
          )}
        >
          <span className="truncate">{label}</span>
          <Icon
            name={SORT_ICONS[direction]}
            size={16}
            className={
              direction === 'none' ? 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60' : ''
            }
          />
        </button>
      )}
      <WidthHandle column={head} />
    </th>
  );
}

/** Memoized: changes of rows and of the selection do not render it again. */
export const HeaderCell = memo(Cell);

/** Edge at which a dragged column would be dropped. */
const FALLS = {
  before: 'shadow-[inset_2px_0_0_var(--accent-strong)]',
  after: 'shadow-[inset_-2px_0_0_var(--accent-strong)]',
};

const DIRECTIONS = { none: 'none', asc: 'ascending', desc: 'descending' } as const;
const SORT_ICONS = { none: 'sort-none', ascending: 'sort-up', descending: 'sort-down' };
