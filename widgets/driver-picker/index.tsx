import { definePicker, ReferencePicker } from '../../engine/index.ts';

/** Picks drivers in their dialog screen. */
export default definePicker({ name: 'driverPicker', component: ReferencePicker });
