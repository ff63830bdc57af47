import { definePicker, ReferencePicker } from '../../engine/index.ts';

/** Picks a customer in its dialog screen. */
export default definePicker({ name: 'customerPicker', component: ReferencePicker });
