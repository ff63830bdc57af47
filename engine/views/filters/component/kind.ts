import type { KindFacts } from '../kind.ts';

export const component: KindFacts = { many: ({ multiple }) => multiple };
