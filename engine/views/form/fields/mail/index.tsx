import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { TextInput } from '../TextInput.tsx';

const LOOK = { type: 'email', inputMode: 'email' } as const;

/** An email address; the schema validates it. */
function MailField(props: FieldProps) {
  return <TextInput {...props} look={LOOK} />;
}

export default defineField({ name: 'mail', component: MailField });
