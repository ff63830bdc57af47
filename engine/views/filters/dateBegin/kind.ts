import { DAY_FACTS, type KindFacts } from '../kind.ts';

export const dateBegin: KindFacts = { ...DAY_FACTS, bound: 'begin' };
