import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { ItemList } from './ItemList.tsx';

/** A list of groups of fields, each with the layout `items`. */
const ListField = (props: FieldProps) => <ItemList {...props} />;

export default defineField({ name: 'list', component: ListField });
