/** A time of day, `HH:mm` or `HH:mm:ss`; an invalid text stays in the field and is reported. */
import type { ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { Unread } from '../../registry/define.ts';
import { Input } from '../../ui/input.tsx';
import { useTyped } from './DateInput.tsx';
import { parseTime } from './rules.ts';

export interface TimeInputProps {
  id: string;
  value: string | null | undefined;
  onChange(value: string | null): void;
  onBlur?(): void;
  /** Text of the field that is not a time. */
  unread?: string;
  onUnread?(unread: Unread | undefined): void;
  /** `HH:mm:ss` instead of `HH:mm`. */
  seconds?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  invalid?: boolean;
  describedBy?: string;
  className?: string;
}

export function TimeInput(props: TimeInputProps): ReactNode {
  const { t } = useLocale();
  const { id, value, onChange, onBlur, onUnread, seconds = false } = props;
  const [typed, setTyped] = useTyped(value ?? null, props.unread);
  const commit = () => {
    if (typed === undefined) return;
    const next = typed.trim() === '' ? null : parseTime(typed, seconds);
    if (next === undefined)
      return onUnread?.({ text: typed, why: () => t('engine.time.wrong', { text: typed.trim() }) });
    setTyped(undefined);
    onUnread?.(undefined);
    if (next !== (value ?? null)) onChange(next);
  };
  return (
    <Input
      id={id}
      value={typed ?? value ?? ''}
      placeholder={t(seconds ? 'engine.time.placeholderSeconds' : 'engine.time.placeholder')}
      inputMode="numeric"
      maxLength={8}
      disabled={props.disabled}
      readOnly={props.readOnly}
      invalid={props.invalid ?? false}
      aria-describedby={props.describedBy}
      {...(props.className ? { className: props.className } : {})}
      // Typing replaces the current time instead of appending to it.
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      onBlur={() => {
        commit();
        onBlur?.();
      }}
    />
  );
}
