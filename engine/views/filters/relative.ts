/**
 * Relative dates. A date filter stores one as text, also in the URL and in a saved view; it is resolved to a day when
 * the rows are requested.
 *
 * `today`, `today-29` and `today+7` count days; `weekBegin`, `weekEnd`, `monthBegin` and `monthEnd` are of the week or
 * month of today, with `-1` or `+1` of the one before or after it. Weeks begin on Monday, as in the calendar.
 */
import dayjs from 'dayjs';
import type { I18n } from '../../data/i18n.ts';
import type { Day } from '../date-input/rules.ts';

const WORD = /^(?:today(?<days>[+-][1-9]\d{0,3})?|(?<edge>(?:week|month)(?:Begin|End))(?<units>[+-]1)?)$/;

export interface Period {
  key: string;
  first: string;
  last: string;
}

/** Relative periods that a filter of two days offers; the key is that of its text. */
export const PERIODS: readonly Period[] = [
  { key: 'today', first: 'today', last: 'today' },
  { key: 'yesterday', first: 'today-1', last: 'today-1' },
  { key: 'week', first: 'weekBegin', last: 'weekEnd' },
  { key: 'month', first: 'monthBegin', last: 'monthEnd' },
  { key: 'lastMonth', first: 'monthBegin-1', last: 'monthEnd-1' },
  { key: 'last30', first: 'today-29', last: 'today' },
  { key: 'next30', first: 'today', last: 'today+29' },
];

/** Relative dates that a filter of one day offers. */
export const SINGLE_DAYS: Record<'begin' | 'end' | 'day', readonly string[]> = {
  day: ['today-1', 'today', 'today+1'],
  begin: ['today', 'weekBegin', 'monthBegin', 'today-29'],
  end: ['today', 'weekEnd', 'monthEnd', 'today+29'],
};

export const isRelative = (value: unknown): value is string => typeof value === 'string' && WORD.test(value);

/** Resolves a relative date for today; returns any other value unchanged. */
export function dayOn(value: unknown, today: Day): unknown {
  const { days, edge, units } = (typeof value === 'string' && WORD.exec(value)?.groups) || {};
  if (!isRelative(value)) return value;
  const by = Number(units ?? 0);
  const end = edge?.endsWith('End');
  let day = dayjs(today);
  if (!edge) day = day.add(Number(days ?? 0), 'day');
  else if (edge.startsWith('month')) {
    day = day.add(by, 'month');
    day = end ? day.endOf('month') : day.startOf('month');
  } else day = day.subtract((day.day() + 6) % 7, 'day').add(by * 7 + (end ? 6 : 0), 'day');
  return day.format('YYYY-MM-DD');
}

/** The text of a relative date: "today", "29 days ago", "beginning of the week". */
export function wordsOf(value: string, { t }: Pick<I18n, 't'>): string {
  const { days, edge, units } = WORD.exec(value)?.groups ?? {};
  if (edge) return t(`engine.relative.${edge}${units ? (units === '-1' ? 'Before' : 'After') : ''}`);
  const by = Number(days ?? 0);
  if (by === 0) return t('engine.relative.today');
  if (by === -1) return t('engine.relative.yesterday');
  if (by === 1) return t('engine.relative.tomorrow');
  return t(by < 0 ? 'engine.relative.ago' : 'engine.relative.ahead', { count: Math.abs(by) });
}

const EDGES = ['weekBegin', 'weekEnd', 'monthBegin', 'monthEnd'];
const WORDS = ['today', 'today-1', 'today+1', ...EDGES.flatMap((edge) => [edge, `${edge}-1`, `${edge}+1`])];

/** Parses the text of a relative date, the inverse of `wordsOf`: "in 60 days" is `today+60`; case-insensitive. */
export function wordCalled(text: string, i18n: Pick<I18n, 't'>): string | undefined {
  const days = Number(/\d{1,4}/.exec(text)?.[0] ?? 0);
  const counted = days > 0 ? [`today+${days}`, `today-${days}`] : [];
  const plain = (label: string) => label.trim().toLowerCase();
  return [...WORDS, ...counted].find((word) => plain(wordsOf(word, i18n)) === plain(text));
}
