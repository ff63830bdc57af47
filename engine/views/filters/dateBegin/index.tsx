import { defineFilter } from '../../../registry/define.ts';
import { DayFilter } from '../DayFilter.tsx';

/** First day of a period; the next `dateEnd` is its last. */
export default defineFilter({ name: 'dateBegin', component: DayFilter });
