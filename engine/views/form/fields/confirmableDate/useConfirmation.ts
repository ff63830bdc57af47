/** The unconfirmed input of a confirmable date, and why it cannot be confirmed. */
import { useRef, useState } from 'react';
import type { I18n } from '../../../../data/i18n.ts';
import { useLocale } from '../../../../data/useLocale.ts';
import type { FieldProps, Unread } from '../../../../registry/define.ts';
import { commitText, confirmError, formatDay, type DateLimits } from '../../../date-input/rules.ts';
import { dayOption, emptyOf } from '../control.ts';
import { toDayTime, toInstant } from '../dateTime/instants.ts';

interface Moment {
  day: string | null;
  time: string | null;
}

/** Unconfirmed input, and text of the inputs that is not a day or time. */
interface Entry {
  moment?: Moment;
  unread: { day?: Unread; time?: Unread };
}

const NOTHING: Moment = { day: null, time: null };
const same = (a: Moment, b: Moment) => a.day === b.day && a.time === b.time;

export function useConfirmation(props: FieldProps, usesTime: boolean) {
  const i18n = useLocale();
  const { t } = i18n;
  const { value, onChange, onBlur, onUnread } = props;
  const limits = limitsOf(i18n, props);
  const stored = storedIn(i18n, value, usesTime);
  const [entry, setEntry] = useState(() => restored(i18n, props.unread));
  // The confirming key may be in the same event as the change that it confirms.
  const latest = useRef(entry);
  const put = (next: Entry) => {
    latest.current = next;
    setEntry(next);
  };
  const change = (part: Partial<Moment>) => {
    const { moment = stored, unread } = latest.current;
    const next = { ...moment, ...part };
    put({ unread, ...(same(next, stored) ? {} : { moment: next }) });
  };
  const setUnread = (part: 'day' | 'time', unread: Unread | undefined) =>
    put({ ...latest.current, unread: { ...latest.current.unread, [part]: unread } });
  const settle = () => {
    put({ unread: {} });
    onUnread(undefined);
  };
  const refusal = () => {
    const { unread, moment = stored } = latest.current;
    return unread.day ?? unread.time ?? refusalOf(i18n, moment, props.field.required, usesTime, limits);
  };
  const confirm = () => {
    const refused = refusal();
    if (refused) return onUnread(refused);
    const { moment } = latest.current;
    settle();
    if (moment) onChange(storedAs(i18n, moment, usesTime) ?? emptyOf(props));
    onBlur();
  };
  /** On blur unconfirmed input is kept, reported, and blocks the form. */
  const leave = () => {
    const { moment, unread } = latest.current;
    if (!moment && !unread.day && !unread.time) {
      onUnread(undefined);
      return onBlur();
    }
    onUnread(refusal() ?? { text: textOf(moment!), why: () => t('engine.date.unconfirmed') });
  };
  return {
    shown: entry.moment ?? stored,
    unread: { day: entry.unread.day?.text, time: entry.unread.time?.text },
    pending: entry.moment !== undefined || props.unread !== undefined,
    limits,
    change,
    setUnread,
    confirm,
    revert: settle,
    leave,
  };
}

/** Restores unparsed input of the field as the unconfirmed entry. */
function restored(i18n: I18n, text: string | undefined): Entry {
  if (!text) return { unread: {} };
  const taken = commitText(text, {});
  if ('day' in taken) return { unread: {}, moment: { day: taken.day, time: taken.time ?? null } };
  return { unread: { day: { text, why: () => i18n.t(`engine.date.${taken.refused}`, { text }) } } };
}

/** Why the moment cannot be confirmed; an optional one may be empty. */
function refusalOf(
  i18n: I18n,
  moment: Moment,
  required: boolean,
  usesTime: boolean,
  limits: DateLimits,
): Unread | undefined {
  if (!required && same(moment, NOTHING)) return undefined;
  const error = confirmError({ date: moment.day, time: moment.time, usesTime }, limits);
  const limit = formatDay(error === 'afterMaximum' ? limits.max : limits.min);
  return error && { text: textOf(moment), why: () => i18n.t(`engine.date.${error}`, { limit }) };
}

function storedAs(i18n: I18n, { day, time }: Moment, usesTime: boolean): string | null {
  if (!usesTime || !day || !time) return day;
  return toInstant(i18n, { day, time });
}

function storedIn(i18n: I18n, value: unknown, usesTime: boolean): Moment {
  if (typeof value !== 'string') return NOTHING;
  return usesTime ? (toDayTime(i18n, value, false) ?? NOTHING) : { day: value, time: null };
}

function limitsOf(i18n: I18n, props: FieldProps): DateLimits {
  const min = dayOption(i18n, props, 'min');
  const max = dayOption(i18n, props, 'max');
  return { ...(min ? { min } : {}), ...(max ? { max } : {}) };
}

const textOf = ({ day, time }: Moment): string => [formatDay(day), time].filter(Boolean).join(' ');
