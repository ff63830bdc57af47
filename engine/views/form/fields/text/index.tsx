import { defineField } from '../../../../registry/define.ts';
import { TextInput } from '../TextInput.tsx';

/** A line of text. */
export default defineField({ name: 'text', component: TextInput });
