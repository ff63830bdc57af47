import { describe, expect, it } from 'vitest';
import { readMode, refreshed, toggled } from '../../engine/views/table/selection.ts';

const row = (id: string, more = {}) => ({ id, ...more });
const one = (id: string, question = 'q') => ({ row: row(id), question });
const keyOf = (r: Record<string, unknown>) => String(r.id);
const keys = (chosen: ReadonlyMap<string, unknown>) => [...chosen.keys()];

describe('choosing', () => {
  it('one replaces the other', () => {
    const first = toggled(new Map(), 'a', one('a'), 'one');
    expect(keys(toggled(first, 'b', one('b'), 'one'))).toEqual(['b']);
  });

  it('many gather, and a second press takes away', () => {
    const two = toggled(toggled(new Map(), 'a', one('a'), 'many'), 'b', one('b'), 'many');
    expect(keys(two)).toEqual(['a', 'b']);
    expect(keys(toggled(two, 'a', one('a'), 'many'))).toEqual(['b']);
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
