/** Formats dates and numbers. Calendar days are `YYYY-MM-DD`; instants are ISO 8601. */

const FORMATS: Record<string, string> = { ru: 'ru-RU', en: 'en-GB' };

type NumberOptions = Pick<
  Intl.NumberFormatOptions,
  'minimumFractionDigits' | 'maximumFractionDigits' | 'style' | 'unit'
>;

export interface Formats {
  /** Sets the zone in which instants are shown: that of the account's instance. */
  setTimeZone(timeZone: string | undefined): void;
  /** Returns that zone; undefined for the zone of this computer. */
  timeZone(): string | undefined;
  /** `2026-03-01` → `01.03.2026`; an instant is cut to its day in the instance's zone. */
  formatDate(value: string | null | undefined): string;
  /** `2026-03-01T07:05:09Z` → `01.03.2026 10:05:09` in Moscow; `seconds: false` drops the seconds. */
  formatDateTime(value: string | null | undefined, options?: { seconds?: boolean }): string;
  /** The time of day of an instant, in the instance's zone. */
  formatTime(value: Date): string;
  formatNumber(value: number | null | undefined, options?: NumberOptions): string;
  /** The instant's calendar day, hour and so on in the instance's zone; undefined for an invalid instant. */
  instantParts(value: string | number | Date): Record<string, string> | undefined;
  /** Today as `YYYY-MM-DD` in the instance's zone. */
  today(): string;
  /** Returns a comparison of texts in the order of the language; numbers within them are compared by value. */
  textOrder(): (a: string, b: string) => number;
}

/** @param locale returns the current language, as `ru` */
export function createFormats(locale: () => string): Formats {
  let zone: string | undefined;
  const cached = cacheOfFormats();
  const instantParts = (value: string | number | Date) => {
    const time = new Date(value);
    if (Number.isNaN(time.getTime())) return undefined;
    const format = cached(`instant ${zone}`, () => instantFormat(zone));
    return Object.fromEntries(format.formatToParts(time).map((part) => [part.type, part.value]));
  };
  return {
    setTimeZone(timeZone) {
      zone = timeZone;
      try {
        // Creating a format is slow, so the one that validates the zone is cached for use.
        instantParts(0);
      } catch {
        console.warn(`Unknown time zone "${timeZone}"; times are shown in the zone of this computer`);
        zone = undefined;
      }
    },
    timeZone: () => zone,
    instantParts,
    ...dateFormats(instantParts, () => zone),
    formatNumber(value, options = {}) {
      if (value == null || Number.isNaN(value)) return '';
      const language = locale();
      const key = `number ${language} ${JSON.stringify(options)}`;
      return cached(key, () => new Intl.NumberFormat(FORMATS[language] ?? language, options)).format(value);
    },
    textOrder() {
      const language = locale();
      return cached(`texts ${language}`, () => new Intl.Collator(language, { numeric: true })).compare;
    },
  };
}

const dayHere = (now: Date): string =>
  [String(now.getFullYear()).padStart(4, '0'), two(now.getMonth() + 1), two(now.getDate())].join('-');
const two = (number: number): string => String(number).padStart(2, '0');

function dateFormats(
  instantParts: Formats['instantParts'],
  zone: Formats['timeZone'],
): Pick<Formats, 'formatDate' | 'formatDateTime' | 'formatTime' | 'today'> {
  return {
    formatDate(value) {
      if (!value) return '';
      const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
      if (day) return `${day[3]}.${day[2]}.${day[1]}`;
      const parts = instantParts(value);
      return parts ? `${parts.day}.${parts.month}.${parts.year}` : value;
    },
    formatDateTime(value, options = {}) {
      if (!value) return '';
      const parts = instantParts(value);
      if (!parts) return value;
      const time = `${parts.hour}:${parts.minute}${options.seconds === false ? '' : `:${parts.second}`}`;
      return `${parts.day}.${parts.month}.${parts.year} ${time}`;
    },
    formatTime(value) {
      const { hour, minute, second } = instantParts(value)!;
      return `${hour}:${minute}:${second}`;
    },
    today() {
      // Without a zone, today is this computer's day, and no format is needed.
      if (zone() === undefined) return dayHere(new Date());
      const parts = instantParts(new Date())!;
      return `${parts.year}-${parts.month}-${parts.day}`;
    },
  };
}

function instantFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  const digits = '2-digit' as const;
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
    second: digits,
    hourCycle: 'h23',
  });
}

type Format = Intl.DateTimeFormat | Intl.NumberFormat | Intl.Collator;

function cacheOfFormats() {
  const cache = new Map<string, Format>();
  return <T extends Format>(key: string, make: () => T): T => {
    const found = (cache.get(key) as T | undefined) ?? make();
    cache.set(key, found);
    return found;
  };
}
