import type { KindFacts } from '../kind.ts';

export const checkbox: KindFacts = {
  read: (text) => text === 'true',
  later: true,
  looks: { ownLabel: true, width: 'md:w-auto' },
};
