import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { NumberInput } from '../NumberInput.tsx';
import { countCharacters } from '../../numbers.ts';

/** A count: at least one, digits only, not above the maximum. */
function CountField(props: FieldProps) {
  const { max } = props.field.options;
  const limit = typeof max === 'number' ? max : props.field.schema.maximum;
  return <NumberInput {...props} integer filter={(text) => countCharacters(text, limit)} />;
}

export default defineField({ name: 'count', component: CountField });
