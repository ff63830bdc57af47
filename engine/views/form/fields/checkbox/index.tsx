import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { Checkbox } from '../../../../ui/input.tsx';
import { choiceProps } from '../control.ts';

/** A boolean. It renders its own label beside the box. */
function CheckboxField(props: FieldProps) {
  const { label, value, onChange } = props;
  return (
    <Checkbox
      {...choiceProps(props)}
      label={label}
      checked={value === true}
      className="self-start md:min-h-9"
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

export default defineField({ name: 'checkbox', component: CheckboxField });
