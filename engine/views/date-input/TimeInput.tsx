/** A time of day, `HH:mm` or `HH:mm:ss`; text that is none gives way to the time before it. */
import { useState, type ReactNode } from 'react';
import { t, useLocale } from '../../data/locale.ts';
import { Input } from '../../ui/input.tsx';
import { parseTime } from './rules.ts';

export interface TimeInputProps {
  id: string;
  value: string | null | undefined;
  onChange(value: string | null): void;
  onBlur?(): void;
  /** `HH:mm:ss` instead of `HH:mm`. */
  seconds?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  invalid?: boolean;
  describedBy?: string;
  className?: string;
}

export function TimeInput(props: TimeInputProps): ReactNode {
  useLocale();
  const { id, value, onChange, onBlur, seconds = false } = props;
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    if (typed === undefined) return;
    const next = typed.trim() === '' ? null : (parseTime(typed, seconds) ?? value ?? null);
    setTyped(undefined);
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
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      onBlur={() => {
        commit();
        onBlur?.();
      }}
    />
  );
}
