import { definePicker, ReferencePicker } from '../../engine/index.ts';

/** Picks locations on their tree, in its dialog screen; one stands for all that lies in it. */
export default definePicker({ name: 'locationPicker', component: ReferencePicker });
