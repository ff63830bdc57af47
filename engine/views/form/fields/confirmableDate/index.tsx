import { useRef, type KeyboardEvent } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import { stripNull } from '../../../../language/schema.ts';
import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { DateInput } from '../../../date-input/DateInput.tsx';
import { TimePart } from '../dateTime/TimePart.tsx';
import { useConfirmation } from './useConfirmation.ts';

/** A date or date-time that is set in the form once it is confirmed: by Enter or by its button (screens §4). */
function ConfirmableDateField(props: FieldProps) {
  const { id, label, field, disabled, readOnly, invalid, describedBy } = props;
  const usesTime = stripNull(field.schema, {}).schema.format === 'date-time';
  const { shown, limits, unread, pending, change, setUnread, confirm, revert, leave } = useConfirmation(
    props,
    usesTime,
  );
  const inputs = useRef<HTMLSpanElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    // The key that confirms must not submit the form.
    event.preventDefault();
    confirm();
  };
  const common = { disabled, readOnly, invalid, ...(describedBy ? { describedBy } : {}) };
  return (
    <span
      ref={inputs}
      role="presentation"
      className="flex flex-wrap gap-1"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) leave();
      }}
    >
      <DateInput
        {...common}
        id={id}
        label={label}
        className="min-w-40 flex-1"
        value={shown.day}
        offered={limits}
        {...(unread.day === undefined ? {} : { unread: unread.day })}
        onUnread={(now) => setUnread('day', now)}
        onChange={(day) => change({ day })}
        {...(usesTime ? { onMoment: (day: string, time: string) => change({ day, time }) } : {})}
      />
      <span className="flex gap-1">
        {usesTime && (
          <span className="w-24 shrink-0">
            <TimePart
              label={label}
              {...common}
              id={`${id}-time`}
              value={shown.time}
              {...(unread.time === undefined ? {} : { unread: unread.time })}
              onUnread={(now) => setUnread('time', now)}
              onChange={(time) => change({ time })}
            />
          </span>
        )}
        {!disabled && !readOnly && (
          <Buttons
            {...{ label, pending, confirm }}
            onRevert={() => {
              revert();
              inputs.current?.querySelector('input')?.focus();
            }}
          />
        )}
      </span>
    </span>
  );
}

interface ButtonsProps {
  label: string;
  pending: boolean;
  confirm(): void;
  onRevert(): void;
}

function Buttons({ label, pending, confirm, onRevert }: ButtonsProps) {
  const { t } = useLocale();
  return (
    <>
      <IconButton
        icon="check"
        tone={pending ? 'primary' : 'default'}
        label={t('engine.date.confirm', { label })}
        onClick={confirm}
      />
      {pending && <IconButton icon="undo" label={t('engine.date.revert', { label })} onClick={onRevert} />}
    </>
  );
}

export default defineField({ name: 'confirmableDate', component: ConfirmableDateField });
