import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { NumberInput } from '../NumberInput.tsx';
import { integerCharacters } from '../../numbers.ts';

/** An integer: digits and the minus sign. */
function IntegerField(props: FieldProps) {
  return <NumberInput {...props} integer filter={integerCharacters} />;
}

export default defineField({ name: 'integer', component: IntegerField });
