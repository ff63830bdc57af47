/**
 * Widths of columns. A short table is laid out by its content. When rows change while scrolling, the columns keep the
 * widths of the first rows; and when there are many columns, only the visible ones are drawn.
 */
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import type { CompiledColumn } from '../../language/compiled.ts';
import { afterPaint } from '../../ui/afterPaint.ts';

/** Above this number of columns, only the visible ones are drawn. */
export const MANY_COLUMNS = 24;
/** Default width of a column when there are many, in pixels. */
const USUAL = 160;
/** Pixels outside the viewport in which columns are still drawn. */
const BEYOND = 320;

/** Range of columns: from `first` up to, not including, `end`. */
export interface ColumnWindow {
  first: number;
  end: number;
}

/** Returns a width for each column in pixels; undefined while the browser lays them out. */
export function useWidths(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly CompiledColumn[],
  kept: boolean,
): readonly number[] | undefined {
  const many = columns.length > MANY_COLUMNS;
  const names = columns.map(({ id, width }) => `${id} ${width ?? ''}`).join('\n');
  const [measured, setMeasured] = useState<{ names: string; widths: number[] }>();
  const waits = kept && !many && measured?.names !== names;
  // The first rows look the same before and after the measurement, so it can wait until after the paint.
  useEffect(() => {
    if (!waits) return undefined;
    return afterPaint(() => {
      const heads = [...(scroller.current?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])];
      const widths = heads.map((head) => head.getBoundingClientRect().width);
      if (widths.some((width) => width > 0)) setMeasured({ names, widths });
    });
  }, [waits, scroller, names]);
  // In a window of another size the browser lays out the columns again.
  useLayoutEffect(() => {
    const region = scroller.current;
    if (!kept || many || !region || typeof ResizeObserver === 'undefined') return;
    let before: number | undefined;
    // The first call reports the initial width, after the browser has laid the page out.
    const observer = new ResizeObserver(() => {
      if (before !== undefined && Math.abs(region.clientWidth - before) > 1) setMeasured(undefined);
      before = region.clientWidth;
    });
    observer.observe(region);
    return () => observer.disconnect();
  }, [scroller, kept, many]);
  if (many) return columns.map(({ width }) => width ?? USUAL);
  return kept && measured?.names === names ? measured.widths : undefined;
}

/** Returns the visible columns, of many; undefined when all are drawn. */
export function useColumnWindow(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly CompiledColumn[],
  widths: readonly number[] | undefined,
): ColumnWindow | undefined {
  const many = columns.length > MANY_COLUMNS;
  const [sight, setSight] = useState({
    left: 0,
    right: typeof window === 'undefined' ? 0 : window.innerWidth,
  });
  useLayoutEffect(() => {
    const region = scroller.current;
    if (!many || !region) return;
    const look = () => {
      // In steps, so that not every pixel causes a render.
      const left = Math.floor(region.scrollLeft / USUAL) * USUAL;
      const right = left + Math.ceil(region.clientWidth / USUAL + 1) * USUAL;
      setSight((now) => (now.left === left && now.right === right ? now : { left, right }));
    };
    look();
    region.addEventListener('scroll', look, { passive: true });
    return () => region.removeEventListener('scroll', look);
  }, [scroller, many]);
  return many && widths ? columnsBetween(widths, sight.left - BEYOND, sight.right + BEYOND) : undefined;
}

/** Returns the columns that overlap a range, in pixels from the left end. */
export function columnsBetween(widths: readonly number[], left: number, right: number): ColumnWindow {
  let at = 0;
  let first = widths.length;
  let end = 0;
  widths.forEach((width, i) => {
    if (at + width > left && at < right) {
      first = Math.min(first, i);
      end = i + 1;
    }
    at += width;
  });
  return first < end ? { first, end } : { first: 0, end: Math.min(1, widths.length) };
}
