import { DAY_FACTS, type KindFacts } from '../kind.ts';

export const inputDate: KindFacts = DAY_FACTS;
