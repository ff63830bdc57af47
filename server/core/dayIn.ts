import dayjs from 'dayjs';

/**
 * The day at a moment in a time zone, as `YYYY-MM-DD`; by default today. `days` later when given.
 *
 * @example dayIn('Asia/Vladivostok', new Date('2026-11-26T19:00:00Z'), 1) === '2026-11-28'
 */
export function dayIn(timeZone: string, moment = new Date(), days = 0): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment);
  return days ? dayjs(day).add(days, 'day').format('YYYY-MM-DD') : day;
}
