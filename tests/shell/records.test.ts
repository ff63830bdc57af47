// @vitest-environment happy-dom
/** Records in the search by Ctrl+K: limited by permissions, found by the list's own search, as links to their pages. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findRecords, recordListOf } from '../../engine/shell/records.ts';
import type { CompiledScreen, CompiledTable, ScreenEntry } from '../../engine/language/compiled.ts';
import { engine, renewEngine } from '../engine.ts';
import { operation, screenOf, tableOf } from '../views/harness.tsx';

const entry = (id: string, path: string): ScreenEntry => ({
  id,
  file: '',
  area: '',
  title: { key: id },
  routes: [{ path, access: [], instanceTypes: [], input: {}, title: { key: id } }],
  public: false,
  dialog: false,
  records: false,
  view: 'table',
});
const entries = [entry('books', '/books'), entry('book', '/book/:id')];
const find = operation('find', {
  permissions: ['READ'],
  parameters: {
    page: { in: 'query' },
    count: { in: 'query' },
    query: { in: 'query' },
    shelf: { in: 'query' },
  },
});
const path = (name: string) => ({ do: { cell: 'text', options: {}, paths: [[name]] } });
const column = (id: string) => ({ ...tableOf().columns[0]!, id, content: [path(id)] });
const filter = { ...({} as CompiledTable['filters'][number]), type: 'text' as const, paramName: 'query' };

const books = (more: Partial<CompiledTable> = {}): CompiledScreen =>
  screenOf(
    tableOf({
      source: { operation: 'find', with: {}, live: [] },
      filters: [filter, { ...filter, type: 'selectOne', paramName: 'shelf', value: { const: 'top' } }],
      columns: [column('title'), column('author'), column('year'), column('place')],
      onRow: [
        {
          do: {
            type: 'navigate',
            screen: 'book',
            with: { id: { path: ['row', 'id'] } },
            access: [],
            // `then` is a keyword of the language; this object is never awaited.
            // oxlint-disable-next-line unicorn/no-thenable
            then: [],
          } as never,
        },
      ],
      ...more,
    }),
    { operations: { find } },
  );

function enter(permissions: string[]): void {
  renewEngine({ entries });
  engine.session.set({ status: 'in', account: { login: 'a', permissions }, properties: {}, expired: false });
}
afterEach(() => vi.unstubAllGlobals());

describe('the records of a list', () => {
  const around = { facts: {}, entries };

  it('are requested by its search and its fixed filters, and link to their pages', async () => {
    enter(['READ']);
    const requests: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      requests.push(url);
      const list = [
        { id: '7', title: 'Atlas', author: 'Ortelius', year: 1570, place: 'A' },
        { title: 'lost' },
      ];
      return Response.json({ list, size: 2 });
    });
    const list = recordListOf(engine, books(), { title: 'Books' })!;
    const found = await findRecords(engine, list, 'at', around);
    expect(requests).toHaveLength(1);
    expect(Object.fromEntries(new URL(requests[0]!, 'http://x').searchParams)).toEqual({
      page: '0',
      count: '4',
      query: 'at',
      shelf: 'top',
    });
    // A row without a value for the address is no link.
    expect(found).toEqual([{ href: '/book/7', label: 'Atlas', hint: 'Ortelius · 1570', group: 'Books' }]);
  });

  it('are none where the account may not call the operation, the list has no search, or the rows have no link', async () => {
    enter([]);
    expect(recordListOf(engine, books(), { title: '' })).toBeUndefined();
    enter(['READ']);
    expect(recordListOf(engine, books({ filters: [] }), { title: '' })).toBeUndefined();
    expect(recordListOf(engine, books({ onRow: [] }), { title: '' })).toBeUndefined();
    vi.stubGlobal('fetch', async () => Response.json({}, { status: 500 }));
    const list = recordListOf(engine, books(), { title: '' })!;
    expect(await findRecords(engine, list, 'at', around)).toEqual([]);
  });
});
