import { defineFilter, type FilterProps } from '../../../registry/define.ts';
import { TimeInput } from '../../date-input/TimeInput.tsx';

function InputTimeFilter({ id, value, onChange, onUnread, disabled, describedBy }: FilterProps) {
  return (
    <TimeInput
      id={id}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
      onUnread={onUnread}
      disabled={disabled}
      {...(describedBy ? { describedBy } : {})}
    />
  );
}

export default defineFilter({ name: 'inputTime', component: InputTimeFilter });
