/** A month from which one or several days are selected. Loaded at first opening. */
import type { ReactNode } from 'react';
import dayjs from 'dayjs';
import { DayPicker, type ChevronProps, type Matcher } from 'react-day-picker';
import { enUS } from 'react-day-picker/locale/en-US';
import { ru } from 'react-day-picker/locale/ru';
import { useLocale } from '../../data/useLocale.ts';
import { Icon } from '../../ui/icon.tsx';
import type { DateLimits, Day } from './rules.ts';

/** Screens §9. */
const LOCALES = { ru, en: enUS };

interface Props {
  value: Day | null;
  limits: DateLimits;
  /** The other end of the period that the day belongs to. */
  other?: Day;
  onChoose(day: Day): void;
}

const DAY = 'size-9 rounded-md text-center hover:bg-hover focus-visible:-outline-offset-2';

const CLASSES = {
  root: 'w-[290px] p-2.5 text-sm select-none',
  months: 'relative',
  month_caption: 'flex h-9 items-center justify-center gap-1 font-medium',
  dropdowns: 'flex items-center gap-1',
  dropdown_root: 'relative inline-flex items-center rounded-md hover:bg-hover',
  dropdown: 'absolute inset-0 z-10 w-full cursor-pointer appearance-none opacity-0',
  caption_label: 'inline-flex items-center gap-0.5 px-1 py-1 capitalize',
  nav: 'pointer-events-none absolute inset-x-0 top-0 z-10 flex h-9 items-center justify-between',
  button_previous:
    'pointer-events-auto flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover',
  button_next:
    'pointer-events-auto flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover',
  month_grid: 'w-full border-collapse',
  weekday: 'h-8 text-xs font-normal text-faint capitalize',
  day: 'p-0 text-center',
  day_button: DAY,
  selected: '[&>button]:bg-accent-strong [&>button]:text-accent-ink [&>button]:font-medium',
  today: '[&>button]:ring-1 [&>button]:ring-line-strong [&>button]:ring-inset',
  outside: '[&>button]:text-faint',
  disabled: '[&>button]:pointer-events-none [&>button]:opacity-40',
  hidden: 'invisible',
};

const PERIOD = { period: 'bg-accent-soft' };

interface DaysProps {
  value: readonly Day[];
  limits: DateLimits;
  disabled: boolean;
  onChange(days: Day[]): void;
}

/** A month in which each click adds or removes a day. */
export function DaysCalendar({ value, limits, disabled, onChange }: DaysProps): ReactNode {
  const common = useMonth(value[0] ?? null, limits);
  return (
    <DayPicker
      {...common}
      mode="multiple"
      selected={value.map(toDate)}
      disabled={disabled ? true : common.disabled}
      onSelect={(dates = []) => onChange(dates.map(toDay).toSorted())}
    />
  );
}

/** Common properties of both months: styles, language and selectable days. */
function useMonth(shown: Day | null, { min, max, allowed }: DateLimits) {
  const { locale, today } = useLocale();
  const first = min ?? allowed?.[0] ?? shiftYears(shown ?? today(), -100);
  const last = max ?? allowed?.at(-1) ?? shiftYears(shown ?? today(), 50);
  const refused: Matcher[] = [
    ...(min ? [{ before: toDate(min) }] : []),
    ...(max ? [{ after: toDate(max) }] : []),
    ...(allowed ? [(date: Date) => !allowed.includes(toDay(date))] : []),
  ];
  return {
    fixedWeeks: true,
    showOutsideDays: true,
    captionLayout: 'dropdown',
    weekStartsOn: 1,
    locale: LOCALES[locale as keyof typeof LOCALES] ?? ru,
    defaultMonth: toDate(shown ?? allowed?.[0] ?? (min && min > today() ? min : today())),
    startMonth: toDate(first),
    endMonth: toDate(last),
    disabled: refused,
    classNames: CLASSES,
    components: CHEVRONS,
  } as const;
}

const CHEVRONS = {
  Chevron: ({ orientation = 'down' }: ChevronProps) => <Icon name={`chevron-${orientation}`} size={16} />,
};

export function Calendar({ value, limits, other, onChoose }: Props): ReactNode {
  const common = useMonth(value, limits);
  const [from, to] = value && other ? [value, other].toSorted() : [];
  return (
    <DayPicker
      {...common}
      mode="single"
      required
      // The user has just opened it, so the days get the focus.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      selected={value ? toDate(value) : undefined}
      modifiers={from && to ? { period: { from: toDate(from), to: toDate(to) } } : {}}
      modifiersClassNames={PERIOD}
      onSelect={(date) => onChoose(toDay(date))}
    />
  );
}

/** Calendar days have no time zone; the picker needs a local Date. */
const toDate = (day: Day): Date => dayjs(day).toDate();
const toDay = (date: Date): Day => dayjs(date).format('YYYY-MM-DD');
const shiftYears = (day: Day, years: number): Day => toDay(dayjs(day).add(years, 'year').toDate());
