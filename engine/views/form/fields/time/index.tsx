import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { TimeInput } from '../../../date-input/TimeInput.tsx';
import { emptyOf } from '../control.ts';

/** A time of day. */
function TimeField(props: FieldProps) {
  const { id, field, value, onChange, onBlur, disabled, readOnly, invalid, describedBy } = props;
  return (
    <TimeInput
      id={id}
      value={typeof value === 'string' ? value : null}
      onChange={(time) => onChange(time ?? emptyOf(props))}
      onBlur={onBlur}
      onUnread={props.onUnread}
      {...(props.unread === undefined ? {} : { unread: props.unread })}
      seconds={field.options.seconds === true}
      disabled={disabled}
      readOnly={readOnly}
      invalid={invalid}
      {...(describedBy ? { describedBy } : {})}
    />
  );
}

export default defineField({ name: 'time', component: TimeField });
