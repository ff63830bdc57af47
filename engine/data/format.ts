/** Dates and numbers as they are shown. Calendar days are `YYYY-MM-DD`; instants are ISO 8601. */
import { currentLocale } from './localeState.ts';

const FORMATS: Record<string, string> = { ru: 'ru-RU', en: 'en-GB' };
let zone: string | undefined;
const cache = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

/** The zone in which instants are shown: that of the account's instance. */
export function setTimeZone(timeZone: string | undefined): void {
  zone = timeZone;
  try {
    // Making a format is dear: the one that proves the zone is the one that will be used.
    instantParts(0);
  } catch {
    console.warn(`Unknown time zone "${timeZone}"; times are shown in the zone of this computer`);
    zone = undefined;
  }
}

/** That zone; undefined is the one of this computer. */
export const shownTimeZone = (): string | undefined => zone;

/** `2026-03-01` → `01.03.2026`; an instant is cut to its day in the instance's zone. */
export function formatDate(value: string | null | undefined): string {
  if (!value) return '';
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
  if (day) return `${day[3]}.${day[2]}.${day[1]}`;
  const parts = instantParts(value);
  return parts ? `${parts.day}.${parts.month}.${parts.year}` : value;
}

/** `2026-03-01T07:05:09Z` → `01.03.2026 10:05:09` in Moscow; `seconds: false` drops the seconds. */
export function formatDateTime(
  value: string | null | undefined,
  options: { seconds?: boolean } = {},
): string {
  if (!value) return '';
  const parts = instantParts(value);
  if (!parts) return value;
  const time = `${parts.hour}:${parts.minute}${options.seconds === false ? '' : `:${parts.second}`}`;
  return `${parts.day}.${parts.month}.${parts.year} ${time}`;
}

/** The time of day of an instant, in the instance's zone. */
export function formatTime(value: Date): string {
  const { hour, minute, second } = instantParts(value)!;
  return `${hour}:${minute}:${second}`;
}

/** The instant's calendar day, hour and so on in the instance's zone; undefined for what is no instant. */
export function instantParts(value: string | number | Date): Record<string, string> | undefined {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return undefined;
  const format = cached(`instant ${zone}`, () => {
    const digits = '2-digit' as const;
    return new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      year: 'numeric',
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
      second: digits,
      hourCycle: 'h23',
    });
  });
  return Object.fromEntries(format.formatToParts(time).map((part) => [part.type, part.value]));
}

/** Today as `YYYY-MM-DD` in the instance's zone. */
export function today(): string {
  const parts = instantParts(new Date())!;
  return `${parts.year}-${parts.month}-${parts.day}`;
}

export function formatNumber(
  value: number | null | undefined,
  options: Pick<
    Intl.NumberFormatOptions,
    'minimumFractionDigits' | 'maximumFractionDigits' | 'style' | 'unit'
  > = {},
): string {
  if (value == null || Number.isNaN(value)) return '';
  const locale = currentLocale();
  const format = cached(
    `number ${locale} ${JSON.stringify(options)}`,
    () => new Intl.NumberFormat(FORMATS[locale] ?? locale, options),
  );
  return format.format(value);
}

function cached<T extends Intl.DateTimeFormat | Intl.NumberFormat>(key: string, make: () => T): T {
  const found = cache.get(key) as T | undefined;
  if (found) return found;
  const made = make();
  cache.set(key, made);
  return made;
}
