import { definePicker, ReferencePicker } from '../../engine/index.ts';

/** Picks a contract in its dialog screen. */
export default definePicker({ name: 'contractPicker', component: ReferencePicker });
