import type { KindFacts } from '../kind.ts';

export const radio: KindFacts = { later: true, looks: { group: true, width: 'md:w-auto' } };
