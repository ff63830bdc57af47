import { definePicker } from '../../../registry/define.ts';
import { ReferencePicker } from './ReferencePicker.tsx';

export default definePicker({ name: 'reference', component: ReferencePicker });
