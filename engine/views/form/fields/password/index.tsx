import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { TextInput } from '../TextInput.tsx';

/** A password; a password manager may fill it in. */
function PasswordField(props: FieldProps) {
  const wanted = props.field.options.autocomplete;
  const autoComplete = typeof wanted === 'string' ? wanted : 'current-password';
  return <TextInput {...props} look={{ type: 'password', autoComplete }} />;
}

export default defineField({ name: 'password', component: PasswordField });
