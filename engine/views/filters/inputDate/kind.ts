import { readDay, type KindFacts } from '../kind.ts';

export const inputDate: KindFacts = { read: readDay };
