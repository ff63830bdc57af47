import { expect, it } from 'vitest';
import { spansOf } from '../../engine/views/stack/spans.ts';

it.each([
  [
    [3, 'rest'],
    [3, 9],
  ],
  [
    [null, 'rest'],
    [null, 12],
  ],
  [
    [8, 8, 'rest'],
    [8, 8, 4],
  ],
  [
    [12, 'rest'],
    [12, 12],
  ],
  [
    [6, 6, 3, null, 'rest'],
    [6, 6, 3, null, 9],
  ],
] as [(number | 'rest' | null)[], (number | null)[]][])('of %j are %j', (spans, expected) => {
  expect(spansOf(spans)).toEqual(expected);
});
