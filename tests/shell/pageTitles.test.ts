/** Titles that pages set for themselves, by the id of their screen. */
import { expect, it } from 'vitest';
import { createPageTitles } from '../../engine/shell/crumbs.ts';

it('a screen may be named like a property of Object.prototype', () => {
  const titles = createPageTitles();
  expect(titles.get().get('toString')).toBeUndefined();
  titles.setTitle('toString', 'Договор');
  expect(titles.get().get('toString')).toBe('Договор');
});
