/** Rules of typed dates and times, as functions without a component. */
/** A calendar day, `YYYY-MM-DD`. */
export type Day = string;

export interface DateLimits {
  min?: Day;
  max?: Day;
  /** The only selectable days. */
  allowed?: readonly Day[];
}

const STORED = /^(\d{4})-(\d\d)-(\d\d)$/;
/** An optional time after the day, used only by date-time fields. */
const TIME = String.raw`(?:[ T](?<time>([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?))?$`;
/** Unambiguous formats: `D.M.YYYY`, `D.M.YY` of this century, `DDMMYYYY`, and the stored format. */
const TYPED = [
  new RegExp(String.raw`^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}|\d\d)${TIME}`),
  new RegExp(String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)${TIME}`),
  /^(?<day>\d\d)(?<month>\d\d)(?<year>\d{4})$/,
];

export function formatDay(day: Day | null | undefined): string {
  const parts = STORED.exec(day ?? '');
  return parts ? `${parts[3]}.${parts[2]}.${parts[1]}` : '';
}

/** Parses a day; undefined for an invalid one such as `31.02.2026`. */
export function parseDay(text: string): Day | undefined {
  const parts = partsOf(text);
  if (!parts) return undefined;
  const { day: d, month, year } = parts;
  const day = `${year!.padStart(4, '20')}-${month!.padStart(2, '0')}-${d!.padStart(2, '0')}`;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined;
}

function partsOf(text: string): Record<string, string> | undefined {
  for (const pattern of TYPED) {
    const groups = pattern.exec(text.trim())?.groups;
    if (groups) return groups;
  }
  return undefined;
}

/** Throws for limits that contradict each other, a mistake of the author. */
export function checkLimits({ min, max, allowed }: DateLimits): void {
  if (allowed && (min !== undefined || max !== undefined))
    throw new Error(
      'A date input was given allowed days together with ' +
        `${[min !== undefined && 'min', max !== undefined && 'max'].filter(Boolean).join(' and ')}: ` +
        'give either the allowed days or the limits, the allowed days already say both.',
    );
}

/** The accepted day for a typed or selected one: a day before `min` becomes `min`; undefined when it is not allowed. */
export function acceptDay(day: Day, { min, max, allowed }: DateLimits): Day | undefined {
  if (allowed) return allowed.includes(day) ? day : undefined;
  if (min && day < min) return min;
  if (max && day > max) return undefined;
  return day;
}

/** Separator of the two days of a period: a dash, or a hyphen with spaces around it. */
const TO = /\s*[–—]\s*|\s+-\s+/;

/** Parses both days of a typed or pasted period: `01.02.2026 – 15.02.2026`. */
export function parsePeriod(text: string): [first: Day, last: Day] | undefined {
  const days = text.trim().split(TO).map(parseDay);
  const [first, last] = days;
  return days.length === 2 && first && last ? [first, last] : undefined;
}

/** Why typed text is refused; each is the end of a text key (`engine.date.…`). */
export type DateRefusal = 'format' | 'noSuchDay' | 'afterMaximum' | 'notAllowed';

/** `time`: the time typed after the day, `HH:mm` or `HH:mm:ss`. */
export type Taken = { day: Day | null; time?: string } | { refused: DateRefusal };

/** Commits the text of a field: returns a day, null for an empty field, or why it is refused. */
export function commitText(text: string, limits: DateLimits): Taken {
  if (text.trim() === '') return { day: null };
  const day = parseDay(text);
  if (!day) return { refused: partsOf(text) ? 'noSuchDay' : 'format' };
  const accepted = acceptDay(day, limits);
  const time = partsOf(text)?.['time'];
  return accepted
    ? { day: accepted, ...(time && { time }) }
    : { refused: limits.allowed ? 'notAllowed' : 'afterMaximum' };
}

export type ConfirmError = 'dateRequired' | 'timeRequired' | 'afterMaximum' | 'beforeMinimum';

/** Why a day (and time) cannot be confirmed; undefined when it can. */
export function confirmError(
  value: { date: Day | null; time?: string | null; usesTime?: boolean },
  { min, max }: DateLimits,
): ConfirmError | undefined {
  if (!value.date) return 'dateRequired';
  if (value.usesTime && !value.time) return 'timeRequired';
  if (max && value.date > max) return 'afterMaximum';
  if (min && value.date < min) return 'beforeMinimum';
  return undefined;
}

/** Parses `H:mm`, `HH:mm` or `HH:mm:ss` to the stored format; undefined when the text is not a time of day. */
export function parseTime(text: string, seconds = false): string | undefined {
  const match = /^(\d{1,2}):?(\d{2})(?::?(\d{2}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, h, m, s] = match;
  if (Number(h) > 23 || Number(m) > 59 || Number(s ?? 0) > 59) return undefined;
  const time = `${h!.padStart(2, '0')}:${m}`;
  return seconds || s ? `${time}:${s ?? '00'}` : time;
}
