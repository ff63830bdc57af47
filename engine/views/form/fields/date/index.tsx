import { useLocale } from '../../../../data/useLocale.ts';
import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { DateInput } from '../../../date-input/DateInput.tsx';
import { dayOption, emptyOf } from '../control.ts';

/** A calendar day. */
function DateField(props: FieldProps) {
  const i18n = useLocale();
  const { id, label, value, onChange, onBlur, disabled, readOnly, invalid, describedBy } = props;
  const min = dayOption(i18n, props, 'min');
  const max = dayOption(i18n, props, 'max');
  return (
    <DateInput
      id={id}
      label={label}
      value={typeof value === 'string' ? value : null}
      onChange={(day) => onChange(day ?? emptyOf(props))}
      onBlur={onBlur}
      onUnread={props.onUnread}
      {...(props.unread === undefined ? {} : { unread: props.unread })}
      disabled={disabled}
      readOnly={readOnly}
      invalid={invalid}
      {...(describedBy ? { describedBy } : {})}
      {...(min ? { min } : {})}
      {...(max ? { max } : {})}
      {...(props.period ? { period: props.period } : {})}
    />
  );
}

export default defineField({ name: 'date', component: DateField });
