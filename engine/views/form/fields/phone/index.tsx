import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { TextInput } from '../TextInput.tsx';

const LOOK = { type: 'tel', inputMode: 'tel' } as const;

/** A telephone number, stored as typed. */
function PhoneField(props: FieldProps) {
  return <TextInput {...props} look={LOOK} />;
}

export default defineField({ name: 'phone', component: PhoneField });
