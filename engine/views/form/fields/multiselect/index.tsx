import { useLocale } from '../../../../data/useLocale.ts';
import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { ChoiceList } from '../../../choices/ChoiceList.tsx';
import { useWords } from '../words.ts';

/** Several values of a dictionary or enum. */
function MultiselectField(props: FieldProps) {
  const { t } = useLocale();
  const { id, label, field, value, onChange, onBlur, disabled, readOnly, invalid, items = [] } = props;
  const { wordOf, valueOf, captionOf } = useWords(field, field.schema.items);
  const chosen = Array.isArray(value) ? (value as unknown[]) : [];
  const known = new Set<unknown>(items.map((item) => item.value));
  const gone = chosen
    .filter((one) => !known.has(wordOf(one)))
    .map((one) => ({ value: wordOf(one) as string, label: captionOf(one) }));
  const choices = [...items, ...gone];
  const change = (words: unknown[]) => {
    onChange(
      words.map((word) => {
        const before = chosen.find((one) => wordOf(one) === word);
        return before ?? valueOf(choices.find((choice) => choice.value === word)!);
      }),
    );
    onBlur();
  };
  return (
    <ChoiceList
      id={id}
      label={label}
      items={choices}
      value={chosen.map(wordOf)}
      onChange={change}
      disabled={disabled || readOnly}
      invalid={invalid}
      placeholder={t('engine.form.choose')}
      {...(props.find ? { find: props.find } : {})}
      {...(props.describedBy ? { describedBy: props.describedBy } : {})}
    />
  );
}

export default defineField({ name: 'multiselect', component: MultiselectField });
