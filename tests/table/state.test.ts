/** Page, page size and order in the address. */
import { describe, expect, it } from 'vitest';
import type { CompiledColumn } from '../../engine/language/compiled.ts';
import {
  orderOf,
  pageCount,
  pagePatch,
  readTableState,
  sizePatch,
  sortPatch,
} from '../../engine/views/table/state.ts';
import { spec } from '../spec/spec.ts';

const column = (sort: string): CompiledColumn => ({
  id: sort,
  label: { const: sort },
  content: [],
  sort,
  align: 'start',
});
const view = {
  pageSize: 10,
  columns: [column('number'), column('type.name')],
  sort: { field: 'number', direction: 'descending' as const },
};

describe('reading', () => {
  it('uses the config when the address has no value', () =>
    expect(readTableState({}, view)).toEqual({ page: 1, size: 10, sort: view.sort }));

  it('uses the address', () =>
    expect(readTableState({ p: '3', c: '50', sort: 'type.name.asc' }, view)).toEqual({
      page: 3,
      size: 50,
      sort: { field: 'type.name', direction: 'ascending' },
    }));

  it.each([
    { p: '0', c: '7', sort: 'secret.asc' },
    { p: 'x', c: '-1', sort: 'number' },
    { p: '1.5', c: '1000', sort: '' },
  ])('ignores %o', (query) => expect(readTableState(query, view)).toEqual(readTableState({}, view)));
});

describe('writing', () => {
  it('a first page is not written, a chosen size is', () => {
    expect(pagePatch(1)).toEqual({ p: undefined });
    expect(pagePatch(4)).toEqual({ p: '4' });
    expect(sizePatch(25)).toEqual({ c: '25', p: undefined });
  });

  it('another order than that of the config is written, and returns to the first page', () => {
    const preset = view.sort;
    expect(sortPatch({ field: 'type.name', direction: 'ascending' }, preset)).toEqual({
      sort: 'type.name.asc',
      p: undefined,
    });
    expect(sortPatch({ field: 'number', direction: 'ascending' }, preset).sort).toBe('number.asc');
    expect(sortPatch(preset, preset).sort).toBeUndefined();
    expect(sortPatch(undefined, preset).sort).toBeUndefined();
  });
});

it('plus is descending and minus is ascending', () => {
  spec('V-075', 'V-076', 'V-077');
  expect(orderOf({ field: 'number', direction: 'descending' })).toBe('+number');
  expect(orderOf({ field: 'number', direction: 'ascending' })).toBe('-number');
  expect(orderOf(undefined)).toBeUndefined();
});

it('there is at least one page', () => {
  expect(pageCount(0, 10)).toBe(1);
  expect(pageCount(11, 10)).toBe(2);
});
