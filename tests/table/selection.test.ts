import { describe, expect, it } from 'vitest';
import { readMode, refreshed, taken } from '../../engine/views/table/selection.ts';

const row = (id: string, more = {}) => ({ id, ...more });
const one = (id: string, question = 'q') => ({ row: row(id), question });
const keyOf = (r: Record<string, unknown>) => String(r.id);
const keys = (chosen: ReadonlyMap<string, unknown>) => [...chosen.keys()];

describe('choosing', () => {
  const shown = ['3', '1', '2'].map((id) => ({ id, original: row(id, { shown: true }) }));
  const now = new Map([
    ['x', one('x', 'before')],
    ['2', one('2')],
  ]);

  it('rows that come stand behind those that stay, in the order in which they are shown', () => {
    const next = taken(now, { x: true, 1: true, 2: true, 3: true }, shown, 'q');
    expect(keys(next)).toEqual(['x', '2', '3', '1']);
    expect([next.get('x'), next.get('1')]).toEqual([
      one('x', 'before'),
      { row: row('1', { shown: true }), question: 'q' },
    ]);
  });

  it('rows of other pages leave only when their ids do', () => {
    expect(keys(taken(now, { x: true }, shown, 'q'))).toEqual(['x']);
    expect(keys(taken(now, {}, shown, 'q'))).toEqual([]);
  });

  it('anything but one and many is none', () => {
    expect(readMode('many')).toBe('many');
    expect(readMode(undefined)).toBe('none');
    expect(readMode(true)).toBe('none');
  });
});

describe('when rows have come', () => {
  const chosen = new Map([
    ['a', one('a')],
    ['b', one('b')],
  ]);

  it('chosen rows take their fresh values', () => {
    const next = refreshed(chosen, [row('a', { status: 'BLOCKED' })], 'q', keyOf, false);
    expect(next.get('a')?.row).toEqual(row('a', { status: 'BLOCKED' }));
  });

  it('those of another page of the same question stay', () =>
    expect(keys(refreshed(chosen, [row('c')], 'q', keyOf, false))).toEqual(['a', 'b']));

  it('on a page they do not outlive the question; a dialog gathers over several', () => {
    expect(keys(refreshed(chosen, [row('b')], 'other', keyOf, false))).toEqual(['b']);
    expect(keys(refreshed(chosen, [row('b')], 'other', keyOf, true))).toEqual(['a', 'b']);
  });

  it('nothing changes while they say the same', () => {
    const rows = [chosen.get('a')!.row, chosen.get('b')!.row];
    expect(refreshed(chosen, rows, 'q', keyOf, false)).toBe(chosen);
  });
});
