import { defineFilter, type FilterProps } from '../../../registry/define.ts';
import { Checkbox } from '../../../ui/input.tsx';

/** Yes, or anything. */
function CheckboxFilter({ id, label, value, onChange, disabled }: FilterProps) {
  return (
    <Checkbox
      id={id}
      label={label}
      className="h-9"
      checked={value === true}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

export default defineFilter({ name: 'checkbox', component: CheckboxFilter });
