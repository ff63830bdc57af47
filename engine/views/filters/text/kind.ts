import type { KindFacts } from '../kind.ts';

export const text: KindFacts = { typed: true, search: true, looks: { ownIcon: true } };
