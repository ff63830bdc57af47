import { definePicker, ReferencePicker } from '../../engine/index.ts';

/** Picks locations in their tree, in its dialog screen; a location includes all locations below it. */
export default definePicker({ name: 'locationPicker', component: ReferencePicker });
