import { readDay, type KindFacts } from '../kind.ts';

export const dateEnd: KindFacts = { read: readDay, bound: 'end' };
