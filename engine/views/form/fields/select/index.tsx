import { useLocale } from '../../../../data/useLocale.ts';
import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { NativeSelect } from '../../../../ui/input.tsx';
import { ChoiceList } from '../../../choices/ChoiceList.tsx';
import { choiceProps, emptyOf, optionKey } from '../control.ts';
import { useWords } from '../words.ts';

/** One value of a dictionary or enum. */
function SelectField(props: FieldProps) {
  const { t } = useLocale();
  const { field, value, onChange, items = [] } = props;
  const { wordOf, valueOf, captionOf } = useWords(field);
  const word = wordOf(value);
  const present = word === null || word === undefined ? '' : String(word);
  const options = items.map((item) => ({ value: String(item.value), label: item.label }));
  // A retired value, or one whose dictionary is still loading, is shown as in the record.
  if (present && !options.some((option) => option.value === present))
    options.unshift({ value: present, label: captionOf(value) });
  const choose = (word: unknown) => {
    const choice = items.find((item) => String(item.value) === String(word));
    onChange(choice ? valueOf(choice) : emptyOf(props));
  };
  if (props.find) {
    return (
      <ChoiceList
        id={props.id}
        label={props.label}
        items={present ? [...items, { value: present, label: captionOf(value) }] : items}
        find={props.find}
        single
        value={present ? [present] : []}
        disabled={props.disabled || props.readOnly}
        invalid={props.invalid}
        placeholder={t(optionKey(props, 'placeholder') ?? 'engine.form.choose')}
        onChange={([word]) => {
          choose(word);
          props.onBlur();
        }}
        {...(props.describedBy ? { describedBy: props.describedBy } : {})}
      />
    );
  }
  return (
    <NativeSelect
      {...choiceProps(props)}
      placeholder={t(optionKey(props, 'placeholder') ?? 'engine.form.choose')}
      options={options}
      value={present}
      onChange={(event) => choose(event.target.value)}
    />
  );
}

export default defineField({ name: 'select', component: SelectField });
