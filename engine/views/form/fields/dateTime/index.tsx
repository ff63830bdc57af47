import { useRef, useState } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import { defineField, type FieldProps, type Unread } from '../../../../registry/define.ts';
import { DateInput } from '../../../date-input/DateInput.tsx';
import { parseTime } from '../../../date-input/rules.ts';
import { emptyOf } from '../control.ts';
import { toDayTime, toInstant } from './instants.ts';
import { TimePart } from './TimePart.tsx';

/** An instant, as day and time in the instance's time zone; it has a value once both are entered. */
function DateTimeField(props: FieldProps) {
  const i18n = useLocale();
  const { t } = i18n;
  const { id, label, field, value, onChange, onBlur, disabled, readOnly, invalid, describedBy } = props;
  const seconds = field.options.seconds === true;
  const stored = typeof value === 'string' ? toDayTime(i18n, value, seconds) : undefined;
  const [half, setHalf] = useState<{ day: string | null; time: string | null }>();
  const shown = stored ?? half ?? { day: null, time: null };
  // Two controls, one field: unparsed input of either counts.
  const unread = useRef<{ day?: Unread; time?: Unread }>({});
  const setUnread = (part: 'day' | 'time', now: Unread | undefined) => {
    unread.current = { ...unread.current, [part]: now };
    props.onUnread(unread.current.day ?? unread.current.time);
  };
  const change = (day: string | null, time: string | null) => {
    setHalf({ day, time });
    if (time && !day) setUnread('day', { text: '', why: () => t('engine.date.dateRequired') });
    onChange(day && time ? toInstant(i18n, { day, time }) : emptyOf(props));
  };
  const common = { onBlur, disabled, readOnly, invalid, ...(describedBy ? { describedBy } : {}) };
  return (
    <span className="flex gap-2">
      <DateInput
        {...common}
        id={id}
        label={label}
        className="min-w-0 flex-1"
        value={shown.day}
        onUnread={(now) => setUnread('day', now)}
        onChange={(day) => change(day, shown.time ?? (day && (seconds ? '00:00:00' : '00:00')))}
        onMoment={(day, time) => change(day, parseTime(time, seconds)!)}
      />
      <span className="w-28 shrink-0">
        <TimePart
          label={label}
          {...common}
          id={`${id}-time`}
          seconds={seconds}
          value={shown.time}
          onUnread={(now) => setUnread('time', now)}
          onChange={(time) => change(shown.day, time)}
        />
      </span>
    </span>
  );
}

export default defineField({ name: 'dateTime', component: DateTimeField });
