/** Rules of typed dates and times: plain functions, the components only show them. */
/** A calendar day, `YYYY-MM-DD`. */
export type Day = string;

export interface DateLimits {
  min?: Day;
  max?: Day;
  /** The only days that can be chosen. */
  allowed?: readonly Day[];
}

const STORED = /^(\d{4})-(\d\d)-(\d\d)$/;
/** `DD.MM.YYYY`, with or without `HH:mm:ss`; the time is not kept. */
const TYPED = /^(\d\d)\.(\d\d)\.(\d{4})(?: ([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/;

export function formatDay(day: Day | null | undefined): string {
  const parts = STORED.exec(day ?? '');
  return parts ? `${parts[3]}.${parts[2]}.${parts[1]}` : '';
}

/** The day that the text names, or undefined: `31.02.2026` names none. */
export function parseDay(text: string): Day | undefined {
  const parts = TYPED.exec(text.trim());
  if (!parts) return undefined;
  const day = `${parts[3]}-${parts[2]}-${parts[1]}`;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined;
}

/** Limits that contradict each other are the author's slip, told at once. */
export function checkLimits({ min, max, allowed }: DateLimits): void {
  if (allowed && (min !== undefined || max !== undefined))
    throw new Error(
      'A date input was given allowed days together with ' +
        `${[min !== undefined && 'min', max !== undefined && 'max'].filter(Boolean).join(' and ')}: ` +
        'give either the allowed days or the limits, the allowed days already say both.',
    );
}

/** The day to take for the one that was typed or chosen; undefined when it cannot be taken. */
export function acceptDay(day: Day, { min, max, allowed }: DateLimits): Day | undefined {
  if (allowed) return allowed.includes(day) ? day : undefined;
  if (min && day < min) return min;
  if (max && day > max) return undefined;
  return day;
}

/** What leaving the field makes of its text: the new day, null for an emptied field, or the previous day. */
export function commitText(text: string, previous: Day | null, limits: DateLimits): Day | null {
  if (text.trim() === '') return null;
  const day = parseDay(text);
  return (day && acceptDay(day, limits)) ?? previous;
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

/** `H:mm`, `HH:mm` or `HH:mm:ss` as it is stored; undefined when the text is no time of day. */
export function parseTime(text: string, seconds = false): string | undefined {
  const match = /^(\d{1,2}):?(\d{2})(?::?(\d{2}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, h, m, s] = match;
  if (Number(h) > 23 || Number(m) > 59 || Number(s ?? 0) > 59) return undefined;
  const time = `${h!.padStart(2, '0')}:${m}`;
  return seconds || s ? `${time}:${s ?? '00'}` : time;
}
