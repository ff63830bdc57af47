// @vitest-environment happy-dom
/** Sources and records that follow the live channel, on real screens with a fake server. */
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CompiledLive, CompiledTable } from '../../engine/language/compiled.ts';
import { FakeSocket, fakeSockets, lastSocket } from '../data/fakeSocket.ts';
import {
  calls,
  operation,
  pageOf,
  prepare,
  renderScreen,
  screenOf,
  serve,
  tableOf,
  visit,
  setUpHarness,
} from './harness.tsx';

setUpHarness();

beforeEach(async () => {
  fakeSockets();
  await prepare({ live: '/api/live' });
});
afterEach(() => {
  vi.useRealTimers();
});

const tableWith = (mode: CompiledLive['mode'], more: Partial<CompiledTable> = {}) =>
  tableOf({ source: { operation: 'things', with: {}, live: [{ broadcast: 'book', mode }] }, ...more });
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
const says = (sequence: number, dto: object, more: object = {}) =>
  act(async () => lastSocket().tells('*', sequence, dto, more));
const requestsTo = (path: string) => calls.filter((call) => call.path === path).length;

async function open(mode: CompiledLive['mode'], more?: Partial<CompiledTable>) {
  const table = tableWith(mode, more);
  await renderScreen(screenOf(table));
  await screen.findAllByRole('row');
  act(() => lastSocket().open().subscribed('*', 0));
}

describe('a table', () => {
  it('patch: the row of the same key is changed in place, and nothing is requested', async () => {
    serve(() => pageOf(['a', 'b', 'c']));
    await open('patch');
    await says(1, { id: 'b', name: 'Бета' });
    await says(2, { id: 'elsewhere', name: 'нет' });
    expect(names()).toEqual(['a', 'Бета', 'c']);
    expect(requestsTo('/api/things')).toBe(1);
  });

  it('patch: a record that is only referenced is requested when its row is shown', async () => {
    let rows = ['a', 'b'];
    serve(() => pageOf(rows));
    await open('patch');
    rows = ['a', 'B'];
    await says(1, { id: 'elsewhere', version: 2 }, { reference: true });
    await says(2, { id: 'b', version: 2 }, { reference: true });
    await screen.findByText('B');
    expect(requestsTo('/api/things')).toBe(2);
  });

  it('prepend: a new row appears on top and the total grows; on another page the list is requested', async () => {
    serve(({ query }) => pageOf(query.page === '1' ? ['k'] : ['a', 'b'], 12));
    await open('prepend');
    await says(1, { id: 'z', name: 'Зет' });
    expect(names()).toEqual(['Зет', 'a', 'b']);
    expect(document.body.textContent).toContain('13');
    expect(requestsTo('/api/things')).toBe(1);
    await act(async () => visit('/things?p=2'));
    await screen.findByText('k');
    const before = requestsTo('/api/things');
    await says(2, { id: 'y', name: 'Ипсилон' });
    await vi.waitFor(() => expect(requestsTo('/api/things')).toBe(before + 1));
    expect(names()).toEqual(['k']);
  });

  it('refetch: at most once a second', async () => {
    let answers = 0;
    serve(() => pageOf([`ответ ${++answers}`]));
    await open('refetch');
    vi.useFakeTimers();
    for (let i = 1; i <= 20; i++) await says(i, { id: String(i) });
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(requestsTo('/api/things')).toBe(2);
    await says(21, { id: 'x' });
    await says(22, { id: 'y' });
    await act(() => vi.advanceTimersByTimeAsync(900));
    expect(requestsTo('/api/things')).toBe(2);
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(requestsTo('/api/things')).toBe(3);
    expect(names()).toEqual(['ответ 3']);
  });

  it('refetch: not while the tab is hidden, but once it is visible again', async () => {
    serve(() => pageOf(['a']));
    await open('refetch');
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    vi.useFakeTimers();
    await says(1, { id: 'a' });
    await says(2, { id: 'b' });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(requestsTo('/api/things')).toBe(1);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(requestsTo('/api/things')).toBe(2);
    hidden.mockRestore();
  });

  it('a message that arrives before the reply is not lost: the request is repeated', async () => {
    let release = () => undefined as void;
    let rows = ['a'];
    let hold = false;
    serve(async () => {
      const then = rows;
      if (hold) await new Promise<void>((resolve) => (release = resolve));
      return pageOf(then);
    });
    await open('patch', { toolbar: [] });
    hold = true;
    await says(1, { id: 'a', version: 1 }, { reference: true });
    await vi.waitFor(() => expect(requestsTo('/api/things')).toBe(2));
    rows = ['a', 'new'];
    await says(2, { id: 'a', name: 'overtaken' });
    hold = false;
    await act(async () => release());
    await screen.findByText('new');
  });

  it('requests again after a reset, and stops listening when unmounted', async () => {
    serve(() => pageOf(['a']));
    const { unmount } = await renderScreen(screenOf(tableWith('patch')));
    await screen.findByText('a');
    const socket = lastSocket().open();
    act(() => socket.subscribed('*', 0));
    await act(async () => socket.says({ type: 'reset', broadcast: 'book', index: '*', sequence: 9 }));
    await vi.waitFor(() => expect(requestsTo('/api/things')).toBe(2));
    unmount();
    expect(socket.sent).toEqual(['+book:*', '-book:*']);
  });

  it('subscribes by the index of the page, once it is known', async () => {
    serve(() => pageOf(['a']));
    const index = { path: ['query', 'shelf'] };
    const table = tableWith('patch');
    table.source!.live = [{ broadcast: 'book', index, mode: 'patch' }];
    const query = { shelf: { type: 'string' as const, optional: true, list: false } };
    await renderScreen(screenOf(table, { query }));
    await screen.findByText('a');
    expect(FakeSocket.all).toEqual([]);
    await act(async () => visit('/things?shelf=7'));
    expect(lastSocket().open().sent).toEqual(['+book:7']);
  });
});

const one = operation('one', { reply: 'record', key: ['id'] });
const details = {
  type: 'details' as const,
  at: '/view',
  columns: 1,
  fields: [
    { label: { const: 'Название' }, content: { cell: 'text', options: {}, paths: [['name']] }, span: 1 },
  ],
  actions: [],
};
const ofSeven: CompiledLive[] = [{ broadcast: 'book', index: { const: '7' }, mode: 'patch' }];
const record = { operation: 'one', with: {}, live: ofSeven };

describe.each([
  ['the page', screenOf({ ...details, of: 'thing' }, { records: { thing: record }, operations: { one } })],
  ['a details view', screenOf({ ...details, source: record }, { operations: { one } })],
])('a record of %s', (_, page) => {
  it('is updated from the message, and requested when the message only references it', async () => {
    let name = 'Старое';
    serve(() => ({ id: '7', version: 1, name }));
    await renderScreen(page);
    await screen.findByText('Старое');
    const socket = lastSocket().open();
    act(() => socket.subscribed('7', 3));
    await act(async () => socket.tells('7', 4, { id: '7', version: 2, name: 'Новое' }));
    await screen.findByText('Новое');
    expect(requestsTo('/api/one')).toBe(1);
    name = 'Новейшее';
    await act(async () => socket.tells('7', 5, { id: '7', version: 3 }, { reference: true }));
    await screen.findByText('Новейшее');
    expect(requestsTo('/api/one')).toBe(2);
  });
});
