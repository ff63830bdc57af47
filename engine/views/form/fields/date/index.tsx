import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { DateInput } from '../../../date-input/DateInput.tsx';
import { emptyOf, optionKey } from '../control.ts';

/** A calendar day. */
function DateField(props: FieldProps) {
  const { id, label, value, onChange, onBlur, disabled, readOnly, invalid, describedBy } = props;
  const min = optionKey(props, 'min');
  const max = optionKey(props, 'max');
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
    />
  );
}

export default defineField({ name: 'date', component: DateField });
