/** Converts any objects that the screen passes to spans of time, as rows of days. */
import { valueAt } from '../../engine/index.ts';

export type Shape = 'bar' | 'half' | 'line';

/** Options as widget.json declares them. */
export interface TimelineOptions {
  title: string;
  empty: string;
  row: string;
  rowLabel: string;
  group?: string;
  kind: string;
  begin: string;
  end: string;
  label?: string;
  kinds: Record<string, { title: string; tone: string; shape?: Shape }>;
}

/** From one instant to another, in milliseconds since the epoch. */
export interface Span {
  kind: string;
  begin: number;
  end: number;
  label: string;
}

export interface Line {
  key: string;
  label: string;
  spans: Span[];
}

export interface Day {
  day: string;
  lines: Line[];
  /** Full hours around all spans of the day. */
  begin: number;
  end: number;
}

const HOUR = 3_600_000;

const wordOf = (value: unknown): string => {
  const scalar = typeof value === 'object' && value !== null ? (value as { name?: unknown }).name : value;
  return typeof scalar === 'string' || typeof scalar === 'number' ? String(scalar) : '';
};

/** Returns the text at a path; the name of a dictionary value. */
const at = (item: unknown, path: string) => wordOf(valueAt(item, path.split('.')));

/**
 * Returns days in order, rows in order of appearance, spans by their begin; objects without valid times are left out.
 */
export function daysOf(items: readonly unknown[], options: TimelineOptions): Day[] {
  const days = new Map<string, Map<string, Line>>();
  for (const item of items) {
    const begin = Date.parse(at(item, options.begin));
    const end = Date.parse(at(item, options.end));
    if (!(end >= begin)) continue;
    const day = options.group ? at(item, options.group) : '';
    const key = at(item, options.row);
    const lines = days.get(day) ?? new Map<string, Line>();
    const line = lines.get(key) ?? { key, label: at(item, options.rowLabel), spans: [] };
    const label = options.label ? at(item, options.label) : '';
    line.spans.push({ kind: at(item, options.kind), begin, end, label });
    days.set(day, lines.set(key, line));
  }
  return [...days]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([day, lines]) => {
      const all = [...lines.values()];
      for (const { spans } of all) spans.sort((one, other) => one.begin - other.begin || one.end - other.end);
      const spans = all.flatMap((line) => line.spans);
      const begin = spans.reduce((least, span) => Math.min(least, span.begin), Infinity);
      const end = spans.reduce((most, span) => Math.max(most, span.end), -Infinity);
      return {
        day,
        lines: all,
        begin: Math.floor(begin / HOUR) * HOUR,
        end: Math.max(Math.ceil(end / HOUR), Math.floor(begin / HOUR) + 1) * HOUR,
      };
    });
}

/** Returns full hours of a day, spaced so that their labels fit: every 1, 2, 3, 6, 12 or 24 hours. */
export function hoursOf({ begin, end }: Day, most: number): number[] {
  const count = (end - begin) / HOUR;
  const step = [1, 2, 3, 6, 12, 24].find((one) => count / one <= most) ?? 24;
  return Array.from({ length: Math.floor(count / step) + 1 }, (_, i) => begin + i * step * HOUR);
}

/** Returns the index of the span at an instant, the last one when several overlap. */
export const spanAt = ({ spans }: Line, moment: number): number =>
  spans.findLastIndex(({ begin, end }) => begin <= moment && moment <= end);
