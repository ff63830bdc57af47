import { DAY_FACTS, type KindFacts } from '../kind.ts';

export const dateEnd: KindFacts = { ...DAY_FACTS, bound: 'end' };
