import { defineFilter, type FilterProps } from '../../../registry/define.ts';
import { DateInput } from '../../date-input/DateInput.tsx';

/** First day of a period; the next `dateEnd` is its last. */
function DateBeginFilter({
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

export default defineFilter({ name: 'dateBegin', component: DateBeginFilter });
