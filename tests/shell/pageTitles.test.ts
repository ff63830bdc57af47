/** Titles that pages give themselves, by the id of their screen. */
import { expect, it } from 'vitest';
import { createPageTitles } from '../../engine/shell/crumbs.ts';

it('a screen may be called as any object’s own function', () => {
  const titles = createPageTitles();
  expect(titles.get().get('toString')).toBeUndefined();
  titles.setTitle('toString', 'Договор');
  expect(titles.get().get('toString')).toBe('Договор');
});
