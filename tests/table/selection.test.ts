import { describe, expect, it } from 'vitest';
import { readMode, refreshed, taken } from '../../engine/views/table/selection.ts';

const row = (id: string, more = {}) => ({ id, ...more });
const one = (id: string, question = 'q') => ({ row: row(id), question });
const keyOf = (r: Record<string, unknown>) => String(r.id);
const keys = (chosen: ReadonlyMap<string, unknown>) => [...chosen.keys()];

describe('selecting', () => {
  const shown = ['3', '1', '2'].map((id) => ({ id, original: row(id, { shown: true }) }));
  const now = new Map([
    ['x', one('x', 'before')],
    ['2', one('2')],
  ]);

  it('added rows follow those that stay, in the order in which they are shown', () => {
    const next = taken(now, { x: true, 1: true, 2: true, 3: true }, shown, 'q');
    expect(keys(next)).toEqual(['x', '2', '3', '1']);
    expect([next.get('x'), next.get('1')]).toEqual([
      one('x', 'before'),
      { row: row('1', { shown: true }), question: 'q' },
    ]);
  });

  it('rows of other pages are removed only when their ids are', () => {
    expect(keys(taken(now, { x: true }, shown, 'q'))).toEqual(['x']);
    expect(keys(taken(now, {}, shown, 'q'))).toEqual([]);
  });

  it('any mode except one and many is none', () => {
    expect(readMode('many')).toBe('many');
    expect(readMode(undefined)).toBe('none');
    expect(readMode(true)).toBe('none');
  });
});

describe('after a reload', () => {
  const chosen = new Map([
    ['a', one('a')],
    ['b', one('b')],
  ]);

  it('selected rows take their fresh values', () => {
    const next = refreshed(chosen, [row('a', { status: 'BLOCKED' })], 'q', keyOf, false);
    expect(next.get('a')?.row).toEqual(row('a', { status: 'BLOCKED' }));
  });

  it('rows of another page of the same query stay selected', () =>
    expect(keys(refreshed(chosen, [row('c')], 'q', keyOf, false))).toEqual(['a', 'b']));

  it('on a page they are dropped by another query; a dialog collects over several', () => {
    expect(keys(refreshed(chosen, [row('b')], 'other', keyOf, false))).toEqual(['b']);
    expect(keys(refreshed(chosen, [row('b')], 'other', keyOf, true))).toEqual(['a', 'b']);
  });

  it('nothing changes while the rows are equal', () => {
    const rows = [chosen.get('a')!.row, chosen.get('b')!.row];
    expect(refreshed(chosen, rows, 'q', keyOf, false)).toBe(chosen);
  });
});
