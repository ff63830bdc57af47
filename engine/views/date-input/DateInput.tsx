/**
 * A calendar day, typed as `dd.mm.yyyy` or selected in a calendar. Text is committed on blur (or by
 * Enter); an invalid text stays in the field and is reported. The calendar's code loads at first opening.
 */
import { Suspense, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { PeriodEnd, Unread } from '../../registry/define.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Input } from '../../ui/input.tsx';
import { lazyComponent } from '../../ui/lazy.tsx';
import { Popup } from '../../ui/popup.tsx';
import { checkLimits, commitText, formatDay, parsePeriod, type DateLimits, type Day } from './rules.ts';

const { Component: Calendar, preload } = lazyComponent(async () => (await import('./Calendar.tsx')).Calendar);

/** An additional choice beside the days of the calendar. */
export interface Offer {
  label: string;
  choose(): void;
}

export interface DateInputProps extends DateLimits {
  id: string;
  label: string;
  value: Day | null | undefined;
  onChange(value: Day | null): void;
  /** Called with day and time when a time was typed after the day, `HH:mm` or `HH:mm:ss`; without it the time is ignored. */
  onMoment?(day: Day, time: string): void;
  /** Selectable days of the calendar, when the caller validates typed text itself. */
  offered?: DateLimits;
  /** The day is one end of a period: both days can be pasted here, and selected in this calendar. */
  period?: PeriodEnd;
  /** Text shown instead of the day, for a relative date. */
  words?: string;
  /** Choices above the calendar, which can also be typed. */
  offers?: readonly Offer[];
  /** Called with a typed relative date; returns false when it is none. */
  onWords?(typed: string): boolean;
  onBlur?(): void;
  /** Text of the field that is not a day. */
  unread?: string;
  onUnread?(unread: Unread | undefined): void;
  disabled?: boolean;
  readOnly?: boolean;
  invalid?: boolean;
  describedBy?: string;
  className?: string;
}

export function DateInput(props: DateInputProps): ReactNode {
  const { id, label, onChange, onBlur, onUnread, disabled = false, readOnly = false } = props;
  const { min, period } = props;
  checkLimits(props);
  const { t } = useLocale();
  const value = props.value ?? null;
  const [typed, setTyped] = useTyped(value, props.unread);
  const [open, setOpen] = useState(false);
  // The first day was selected in this calendar, and the last one is expected.
  const [awaitsLast, setAwaitsLast] = useState(false);
  const field = useRef<HTMLSpanElement>(null);
  const fixed = disabled || readOnly;

  const take = (next: Day | null, time?: string) => {
    setTyped(undefined);
    onUnread?.(undefined);
    if (time && next && props.onMoment) props.onMoment(next, time);
    else if (next !== value || props.words) onChange(next);
  };
  const takeOffer = (offer: Offer) => {
    setTyped(undefined);
    onUnread?.(undefined);
    offer.choose();
  };
  const commit = () => {
    if (typed === undefined) return;
    if (props.words && sameWords(typed, props.words)) return setTyped(undefined);
    const offer = props.offers?.find(({ label }) => sameWords(typed, label));
    if (offer) return takeOffer(offer);
    if (props.onWords?.(typed)) {
      onUnread?.(undefined);
      return setTyped(undefined);
    }
    const whole = period && parsePeriod(typed);
    if (whole) {
      const [own, other] = period.end === 'first' ? whole : whole.toReversed();
      take(own!);
      return period.onOther(other!);
    }
    const taken = commitText(typed, props);
    if ('day' in taken) take(taken.day, taken.time);
    else
      onUnread?.({
        text: typed,
        why: () => t(`engine.date.${taken.refused}`, { text: typed.trim(), limit: formatDay(props.max) }),
      });
  };
  const below = !fixed && min !== undefined && value !== null && value < min;
  const raise = useRef(onChange);
  useEffect(() => {
    raise.current = onChange;
  });
  useEffect(() => {
    if (below) raise.current(min!);
  }, [below, min]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    if (event.key === 'ArrowDown' && event.altKey && !fixed) setOpen(true);
  };

  const close = () => {
    setOpen(false);
    setAwaitsLast(false);
  };
  const choose = (day: Day) => {
    if (awaitsLast) period!.onOther(day);
    else take(day);
    if (period?.end === 'first' && !period.other && !awaitsLast) return setAwaitsLast(true);
    close();
    field.current?.querySelector('input')?.focus();
  };
  const limits = props.offered ?? props;

  return (
    <span ref={field} className={cx('relative block', props.className)}>
      <Input
        id={id}
        value={typed ?? props.words ?? formatDay(value)}
        title={props.words ? formatDay(value) : undefined}
        placeholder={fixed ? '' : t('engine.date.placeholder')}
        inputMode="numeric"
        maxLength={period || props.offers ? 27 : 19}
        disabled={disabled}
        readOnly={readOnly}
        invalid={props.invalid ?? false}
        aria-describedby={props.describedBy}
        {...(fixed ? {} : { className: 'pr-15' })}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          commit();
          onBlur?.();
        }}
      />
      {!fixed && (
        <span className="absolute inset-y-0 right-1 flex items-center">
          {(value !== null || typed) && (
            <InnerButton icon="close" label={t('engine.date.clear', { label })} onClick={() => take(null)} />
          )}
          <InnerButton
            icon="calendar"
            label={t('engine.date.open', { label })}
            expanded={open}
            onPointerEnter={preload}
            onClick={() => setOpen(!open)}
          />
        </span>
      )}
      {open && (
        <Popup anchor={field} label={t('engine.date.calendar')} onClose={close}>
          {period && (
            <p aria-live="polite" className="px-3 pt-2 text-sm text-muted">
              {t(period.end === 'last' || awaitsLast ? 'engine.date.chooseLast' : 'engine.date.chooseFirst')}
            </p>
          )}
          {props.offers && (
            <div className="flex max-w-[290px] flex-wrap gap-1 border-b border-line p-2.5">
              {props.offers.map((offer) => (
                <Button
                  key={offer.label}
                  size="s"
                  onClick={() => {
                    takeOffer(offer);
                    close();
                    field.current?.querySelector('input')?.focus();
                  }}
                >
                  {offer.label}
                </Button>
              ))}
            </div>
          )}
          <Suspense fallback={<div className="h-72 w-[290px]" />}>
            <Calendar
              value={value}
              limits={period ? withinPeriod(limits, period, awaitsLast ? value : null) : limits}
              {...(period?.other ? { other: period.other } : {})}
              onChoose={choose}
            />
          </Suspense>
        </Popup>
      )}
    </span>
  );
}

const sameWords = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Excludes last days before the first one: `first` when both are selected in one calendar. */
function withinPeriod(limits: DateLimits, { end, other }: PeriodEnd, first: Day | null): DateLimits {
  const from = first ?? (end === 'last' ? other : undefined);
  if (!from) return limits;
  if (limits.allowed) return { allowed: limits.allowed.filter((day) => day >= from) };
  return { ...limits, min: limits.min && limits.min > from ? limits.min : from };
}

/** The typed text. A new value from outside replaces it, as does clearing a reported text. */
export function useTyped(value: string | null, unread: string | undefined) {
  const state = useState(unread);
  const [, setTyped] = state;
  const before = useRef({ value, unread });
  useEffect(() => {
    const was = before.current;
    before.current = { value, unread };
    if (was.value !== value || (was.unread !== undefined && unread === undefined)) setTyped(undefined);
  }, [value, unread, setTyped]);
  return state;
}

/** A small button within a control. */
export function InnerButton({
  icon,
  label,
  expanded,
  onClick,
  onPointerEnter,
}: {
  icon: string;
  label: string;
  expanded?: boolean;
  onClick(): void;
  onPointerEnter?(): void;
}): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      aria-haspopup={expanded === undefined ? undefined : 'dialog'}
      onClick={onClick}
      onPointerEnter={onPointerEnter}
      className="flex size-7 items-center justify-center rounded text-muted hover:bg-hover hover:text-ink"
    >
      <Icon name={icon} size={16} />
    </button>
  );
}
