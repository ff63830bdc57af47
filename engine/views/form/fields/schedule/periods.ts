/** Periods of a schedule, and whether they overlap (screens §5). */
import { isObject } from '../../schemas.ts';

/**
 * A period of the API: enum values plain or as `{name}`, hours `HH:mm`, days `YYYY-MM-DD`. An absent bound is
 * open. `excluded` removes its time from the schedule, so it may overlap included periods.
 */
export interface Period {
  kind?: unknown;
  excluded?: unknown;
  weekDays?: unknown;
  weeks?: unknown;
  timeFrom?: unknown;
  timeTo?: unknown;
  beginDate?: unknown;
  endDate?: unknown;
}

/** Indexes of the first two overlapping periods. */
export function crossingOf(periods: readonly unknown[]): [number, number] | undefined {
  for (const [i, one] of periods.entries())
    for (const [j, other] of periods.slice(0, i).entries())
      if (isObject(one) && isObject(other) && cross(one, other)) return [j, i];
  return undefined;
}

const cross = (a: Period, b: Period): boolean =>
  Boolean(a.excluded) === Boolean(b.excluded) &&
  meet(daysOf(a), daysOf(b)) &&
  meet(weeksOf(a), weeksOf(b)) &&
  // Hours are half-open, so adjacent ones do not overlap; days are inclusive.
  text(a.timeFrom, '00:00') < text(b.timeTo, '24:00') &&
  text(b.timeFrom, '00:00') < text(a.timeTo, '24:00') &&
  text(a.beginDate, '') <= text(b.endDate, '9999') &&
  text(b.beginDate, '') <= text(a.endDate, '9999');

/** A set of values, or all; empty for a period without a kind yet. */
type Words = ReadonlySet<unknown> | 'all';

const NONE: Words = new Set();
const KINDS: ReadonlySet<unknown> = new Set(['EVERYDAY', 'EVERY_WEEK', 'NUMBERED_WEEKS']);

function daysOf({ kind, weekDays }: Period): Words {
  if (!KINDS.has(wordOf(kind))) return NONE;
  return wordOf(kind) === 'EVERYDAY' ? 'all' : wordsOf(weekDays);
}

const weeksOf = ({ kind, weeks }: Period): Words =>
  wordOf(kind) === 'NUMBERED_WEEKS' ? wordsOf(weeks) : 'all';

function meet(a: Words, b: Words): boolean {
  if (a === 'all') return b === 'all' || b.size > 0;
  if (b === 'all') return a.size > 0;
  return [...a].some((word) => b.has(word));
}

const wordOf = (value: unknown): unknown => (isObject(value) ? value['name'] : value);
const wordsOf = (value: unknown): Words => new Set(Array.isArray(value) ? value.map(wordOf) : []);
const text = (value: unknown, open: string): string => (typeof value === 'string' && value ? value : open);
