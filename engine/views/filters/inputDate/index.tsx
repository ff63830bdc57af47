import { defineFilter, type FilterProps } from '../../../registry/define.ts';
import { DateInput } from '../../date-input/DateInput.tsx';

/** One day. */
function InputDateFilter({
  id,
  label,
  value,
  onChange,
  onUnread,
  disabled,
  invalid,
  describedBy,
}: FilterProps) {
  return (
    <DateInput
      id={id}
      label={label}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
      onUnread={onUnread}
      disabled={disabled}
      invalid={invalid ?? false}
      {...(describedBy ? { describedBy } : {})}
    />
  );
}

export default defineFilter({ name: 'inputDate', component: InputDateFilter });
