import { defineFilter, type FilterProps } from '../../../registry/define.ts';
import { DateInput } from '../../date-input/DateInput.tsx';

/** Last day of a period; must not be before the first. */
function DateEndFilter({
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

export default defineFilter({ name: 'dateEnd', component: DateEndFilter });
