import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { TextInput } from '../TextInput.tsx';

/** A line of text. */
function TextField(props: FieldProps) {
  const { autocomplete } = props.field.options;
  return (
    <TextInput
      {...props}
      {...(typeof autocomplete === 'string' ? { look: { autoComplete: autocomplete } } : {})}
    />
  );
}

export default defineField({ name: 'text', component: TextField });
