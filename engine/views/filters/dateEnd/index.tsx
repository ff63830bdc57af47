import { defineFilter } from '../../../registry/define.ts';
import { DayFilter } from '../DayFilter.tsx';

/** Last day of a period; must not be before the first. */
export default defineFilter({ name: 'dateEnd', component: DayFilter });
