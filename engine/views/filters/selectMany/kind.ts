import type { KindFacts } from '../kind.ts';

export const selectMany: KindFacts = { many: () => true };
