/** A line of text, used by text, phone, mail and password. */
import type { ComponentProps, ReactNode } from 'react';
import { useLocale } from '../../../data/useLocale.ts';
import type { FieldProps } from '../../../registry/define.ts';
import { Input } from '../../../ui/input.tsx';
import { Counter } from './Counter.tsx';
import { controlProps, optionKey, textOf, textOrEmpty } from './control.ts';

type Look = Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete'>;

export function TextInput({ look, ...props }: FieldProps & { look?: Look }): ReactNode {
  const { t } = useLocale();
  const placeholder = optionKey(props, 'placeholder');
  return (
    <>
      <Input
        {...look}
        {...controlProps(props)}
        placeholder={placeholder && t(placeholder)}
        value={textOf(props.value)}
        onChange={(event) => props.onChange(textOrEmpty(props, event.target.value))}
      />
      <Counter {...props} />
    </>
  );
}
