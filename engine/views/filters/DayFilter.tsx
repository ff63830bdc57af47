/** A day, or one end of a period: typed, selected in the calendar, or a relative date. */
import type { ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { FilterProps } from '../../registry/define.ts';
import { DateInput, type Offer } from '../date-input/DateInput.tsx';
import { kindOf } from './kinds.ts';
import { dayOn, isRelative, PERIODS, SINGLE_DAYS, wordCalled, wordsOf } from './relative.ts';

export function DayFilter(props: FilterProps): ReactNode {
  const { id, label, filter, value, onChange, onPeriod, onUnread, disabled, invalid, describedBy } = props;
  const i18n = useLocale();
  const relative = isRelative(value);
  const day = dayOn(value, i18n.today());
  const offers: Offer[] = onPeriod
    ? PERIODS.map(({ key, first, last }) => ({
        label: i18n.t(`engine.relative.period.${key}`),
        choose: () => onPeriod(first, last),
      }))
    : SINGLE_DAYS[kindOf(filter).bound ?? 'day'].map((word) => ({
        label: wordsOf(word, i18n),
        choose: () => onChange(word),
      }));
  return (
    <DateInput
      id={id}
      label={label}
      value={typeof day === 'string' ? day : null}
      {...(relative ? { words: wordsOf(value, i18n) } : {})}
      offers={offers}
      onWords={(typed) => {
        const word = wordCalled(typed, i18n);
        if (word) onChange(word);
        return word !== undefined;
      }}
      onChange={onChange}
      onUnread={onUnread}
      disabled={disabled}
      invalid={invalid ?? false}
      {...(describedBy ? { describedBy } : {})}
    />
  );
}
