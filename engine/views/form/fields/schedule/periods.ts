/** Periods of a schedule, and whether they cross (screens §5). */
import { isObject } from '../../schemas.ts';

/**
 * A period as the API has it: words bare or as `{name}`, hours `HH:mm`, days `YYYY-MM-DD`. What is left open has no
 * bound. `excluded` takes its time out of the schedule again, so it may cross what is included.
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

/** Places of the first two periods that cross. */
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
  // An hour ends where the next begins; a day belongs to its period whole.
  text(a.timeFrom, '00:00') < text(b.timeTo, '24:00') &&
  text(b.timeFrom, '00:00') < text(a.timeTo, '24:00') &&
  text(a.beginDate, '') <= text(b.endDate, '9999') &&
  text(b.beginDate, '') <= text(a.endDate, '9999');

/** Words, or all of them; of a period whose kind is not chosen yet none. */
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
