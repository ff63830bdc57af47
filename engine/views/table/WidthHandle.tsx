/**
 * The edge of a column: dragging it changes the width, a double click restores the screen's width. With the keyboard,
 * widths are set in the columns dialog.
 */
import { useRef, type PointerEvent, type ReactNode } from 'react';
import type { ModelColumn } from './model.ts';

export const NARROWEST = 48;
export const WIDEST = 1200;

export const widthWithin = (width: number): number =>
  Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

export function WidthHandle({ column }: { column: ModelColumn }): ReactNode {
  const from = useRef<{ x: number; width: number }>(undefined);
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const head = event.currentTarget.parentElement!;
    from.current = { x: event.clientX, width: head.getBoundingClientRect().width };
  };
  const move = (event: PointerEvent) => {
    const start = from.current;
    const width = start && widthWithin(start.width + event.clientX - start.x);
    if (width) column.table.setColumnSizing((widths) => ({ ...widths, [column.id]: width }));
  };
  const end = () => {
    from.current = undefined;
  };
  return (
    <span
      aria-hidden="true"
      data-part="column-edge"
      // Keeps the header's text from being selected while dragging.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => column.resetSize()}
      className="absolute inset-y-1.5 right-0 z-10 w-2 cursor-col-resize touch-none select-none border-x-[3px] border-transparent bg-clip-content group-hover/head:bg-line-strong hover:bg-accent-strong max-sm:hidden"
    />
  );
}
