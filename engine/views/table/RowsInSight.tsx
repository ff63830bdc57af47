/** The visible rows, and empty space for the others above and below. */
import { defaultRangeExtractor, useVirtualizer, type Rect, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, type ReactNode } from 'react';
import { afterPaint } from '../../ui/afterPaint.ts';
import type { ModelRow } from './model.ts';

export interface RowsProps {
  rows: readonly ModelRow[];
  /** Usual height of a row, in pixels. */
  height: number;
  draw(row: ModelRow, index: number): ReactNode;
}

/** Rows drawn outside the viewport, for the Tab key and for scrolling. */
const BEYOND = 6;

export function RowsInSight({ rows, height, draw }: RowsProps): ReactNode {
  const body = useRef<HTMLTableSectionElement>(null);
  // With a new function the virtualizer would measure all rows again at every scroll event.
  const keyAt = useCallback((index: number) => rows[index]!.id, [rows]);
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: rows.length,
    // Refs of outer elements are set after those of inner ones, so the region is looked up in the DOM.
    getScrollElement: () => body.current?.closest<HTMLElement>('[data-part=rows]') ?? null,
    estimateSize: () => height,
    overscan: BEYOND,
    initialRect: { width: 0, height: window.innerHeight },
    observeElementRect: observeSize,
    getItemKey: keyAt,
    // The focused row stays rendered, however far it is scrolled out of the viewport.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const focusedRow = document.activeElement?.closest<HTMLElement>('tr[data-index]');
      const at = focusedRow && body.current?.contains(focusedRow) ? Number(focusedRow.dataset.index) : -1;
      return at < 0 || at >= rows.length || shown.includes(at) ? shown : [...shown, at].sort((a, b) => a - b);
    },
  });
  const items = virtual.getVirtualItems();
  // Rows may be higher than usual: those of several lines, and cards. Until one is, no layout is forced: heights are
  // read after the paint.
  const uneven = useRef(false);
  useLayoutEffect(() => {
    const measure = () => {
      for (const row of body.current?.querySelectorAll<HTMLTableRowElement>('tr[data-index]') ?? []) {
        uneven.current ||= Math.abs(row.offsetHeight - height) > 1;
        if (uneven.current) virtual.measureElement(row);
      }
    };
    if (!uneven.current) return afterPaint(measure);
    measure();
    return undefined;
  }, [virtual, items, height]);
  let end = 0;
  const parts = items.flatMap((item) => {
    const room = item.start - end;
    end = item.end;
    const drawn = draw(rows[item.index]!, item.index);
    return room > 0 ? [<Room key={`before ${item.key}`} height={room} />, drawn] : [drawn];
  });
  return (
    <tbody ref={body}>
      {parts}
      {virtual.getTotalSize() > end && <Room key="rest" height={virtual.getTotalSize() - end} />}
    </tbody>
  );
}

/** Reports the size of the scrolling region from a ResizeObserver: reading it directly would force a layout. */
function observeSize(
  { scrollElement }: Virtualizer<HTMLElement, HTMLTableRowElement>,
  take: (size: Rect) => void,
): (() => void) | undefined {
  if (!scrollElement || typeof ResizeObserver === 'undefined') return undefined;
  const observer = new ResizeObserver(() =>
    take({ width: scrollElement.offsetWidth, height: scrollElement.offsetHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/** Empty space in place of rows outside the viewport. */
function Room({ height }: { height: number }): ReactNode {
  return (
    <tr data-part="room" aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is room, no control */}
      <td colSpan={1000} className="p-0" style={{ height }} />
    </tr>
  );
}
