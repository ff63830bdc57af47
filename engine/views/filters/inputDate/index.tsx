import { defineFilter } from '../../../registry/define.ts';
import { DayFilter } from '../DayFilter.tsx';

/** One day. */
export default defineFilter({ name: 'inputDate', component: DayFilter });
