/**
 * A number input. The typed text stays unchanged while it represents the stored value ("1," and
 * "1,50" while typing); the store gets a JSON number, or the text while it is not a number.
 */
import { useState, type ReactNode } from 'react';
import { useLocale } from '../../../data/useLocale.ts';
import type { FieldProps } from '../../../registry/define.ts';
import { cx } from '../../../ui/cx.ts';
import { Input } from '../../../ui/input.tsx';
import { numberOrText, numberText } from '../numbers.ts';
import { controlProps, emptyOf, optionKey } from './control.ts';

interface Props extends FieldProps {
  integer: boolean;
  /** Removes characters that are not allowed. */
  filter?: (text: string) => string;
}

export function NumberInput({ integer, filter, ...props }: Props): ReactNode {
  const { t, current } = useLocale();
  const { value, onChange } = props;
  const [typed, setTyped] = useState<string>();
  const unit = optionKey(props, 'unit');
  const placeholder = optionKey(props, 'placeholder');
  const stands = typed !== undefined && Object.is(numberOrText(typed, integer) ?? null, value ?? null);
  const input = (
    <Input
      {...controlProps(props)}
      inputMode={integer ? 'numeric' : 'decimal'}
      placeholder={placeholder && t(placeholder)}
      value={stands ? typed : numberText(value, current() === 'ru')}
      className={cx(unit && 'pr-12')}
      onChange={(event) => {
        const text = filter ? filter(event.target.value) : event.target.value;
        setTyped(text);
        onChange(numberOrText(text, integer) ?? emptyOf(props));
      }}
      onBlur={() => {
        setTyped(undefined);
        props.onBlur();
      }}
    />
  );
  if (!unit) return input;
  return (
    <span className="relative block">
      {input}
      <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-muted">
        {t(unit)}
      </span>
    </span>
  );
}
