import { definePicker, ReferencePicker } from '../../engine/index.ts';

/** Picks a district in the tree of locations, in its dialog screen. */
export default definePicker({ name: 'districtPicker', component: ReferencePicker });
