import { readDay, type KindFacts } from '../kind.ts';

export const dateBegin: KindFacts = { read: readDay, bound: 'begin' };
