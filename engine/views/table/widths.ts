/**
 * Widths of columns. A short table is laid out by its words. Where rows come and go as one scrolls, the columns keep
 * the widths of the first rows; and where there are many columns, only those in sight are drawn.
 */
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import type { CompiledColumn } from '../../language/compiled.ts';
import { afterPaint } from '../../ui/afterPaint.ts';

/** From so many columns on only those in sight are drawn. */
export const MANY_COLUMNS = 24;
/** Width of one of many columns that states none, in pixels. */
const USUAL = 160;
/** Pixels beyond sight in which columns are drawn. */
const BEYOND = 320;

/** Of all columns, those from `first` on and before `end`. */
export interface ColumnWindow {
  first: number;
  end: number;
}

/** A width for each column in pixels; undefined while the browser lays them out. */
export function useWidths(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly CompiledColumn[],
  kept: boolean,
): readonly number[] | undefined {
  const many = columns.length > MANY_COLUMNS;
  const names = columns.map(({ id, width }) => `${id} ${width ?? ''}`).join('\n');
  const [measured, setMeasured] = useState<{ names: string; widths: number[] }>();
  const waits = kept && !many && measured?.names !== names;
  // The first rows look the same before and after: they need not wait for it.
  useEffect(() => {
    if (!waits) return undefined;
    return afterPaint(() => {
      const heads = [...(scroller.current?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])];
      const widths = heads.map((head) => head.getBoundingClientRect().width);
      if (widths.some((width) => width > 0)) setMeasured({ names, widths });
    });
  }, [waits, scroller, names]);
  // In another window the words find their room anew.
  useLayoutEffect(() => {
    const region = scroller.current;
    if (!kept || many || !region || typeof ResizeObserver === 'undefined') return;
    let before: number | undefined;
    // It is told the first width as well, once the browser has laid the page out.
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

/** The columns in sight, of many; undefined where all are drawn. */
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
      // In steps: not each pixel is a drawing.
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

/** Columns of which some part lies between two places, in pixels from the left end. */
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
