import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { NumberInput } from '../NumberInput.tsx';

/** A number, typed with a comma or a point. */
function NumberField(props: FieldProps) {
  return <NumberInput {...props} integer={false} />;
}

export default defineField({ name: 'number', component: NumberField });
