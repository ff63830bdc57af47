import { useLocale } from '../../../../data/useLocale.ts';
import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { Textarea } from '../../../../ui/input.tsx';
import { Counter } from '../Counter.tsx';
import { controlProps, optionKey, textOf, textOrEmpty } from '../control.ts';

/** Several lines of text. */
function TextareaField(props: FieldProps) {
  const { t } = useLocale();
  const { rows } = props.field.options;
  const placeholder = optionKey(props, 'placeholder');
  return (
    <>
      <Textarea
        {...controlProps(props)}
        rows={typeof rows === 'number' ? rows : 3}
        placeholder={placeholder && t(placeholder)}
        value={textOf(props.value)}
        onChange={(event) => props.onChange(textOrEmpty(props, event.target.value))}
      />
      <Counter {...props} />
    </>
  );
}

export default defineField({ name: 'textarea', component: TextareaField });
