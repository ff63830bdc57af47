// @vitest-environment happy-dom
/** Long and wide tables: only the visible part is rendered, without loss for users. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CompiledCell } from '../../engine/language/compiled.ts';
import { engine } from '../engine.ts';
import { columnsBetween } from '../../engine/views/table/widths.ts';
import { calls, prepare, renderScreen, screenOf, serve, tableOf, things, setUpHarness } from './harness.tsx';

setUpHarness();

const COUNT = 300;
const list = Array.from({ length: COUNT }, (_, i) => ({
  id: `t${i}`,
  // Neither in the order of their numbers nor in alphabetical order.
  name: `Вещь ${(i * 7) % COUNT}`,
  ...Object.fromEntries(Array.from({ length: 60 }, (__, c) => [`c${c}`, `${i}.${c}`])),
}));
const column = (id: string) => ({
  ...tableOf().columns[0]!,
  id,
  label: { const: id },
  content: [{ do: { cell: 'text', options: {}, paths: [[id]] } }],
  sort: id,
});
// The DOM of the tests has no layout: a region is 600 pixels high, a row 36.
for (const name of ['offsetHeight', 'clientHeight'])
  Object.defineProperty(HTMLElement.prototype, name, {
    configurable: true,
    get(this: HTMLElement) {
      return this.tagName === 'TR' ? 36 : 600;
    },
  });

const rowsDrawn = () => document.querySelectorAll('tbody tr[data-index]');
const names = () => [...rowsDrawn()].map((row) => row.querySelector('td')!.textContent);

async function open(columns = [column('name')]) {
  serve(() => ({ list, size: COUNT }));
  const view = tableOf({ paging: 'none', columns });
  await renderScreen(screenOf(view, { operations: { things } }));
  await screen.findByText('Вещь 0');
  await waitFor(() => expect(document.querySelector('[data-part=room]')).toBeTruthy());
}

describe('a table of many rows', () => {
  it('renders the visible ones, says how many there are, and prints all of them', async () => {
    await open();
    const drawn = rowsDrawn().length;
    expect(drawn).toBeGreaterThan(10);
    expect(drawn).toBeLessThan(60);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe(String(COUNT + 1));
    expect([...rowsDrawn()].slice(0, 2).map((row) => row.getAttribute('aria-rowindex'))).toEqual(['2', '3']);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(rowsDrawn().length).toBe(COUNT);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(rowsDrawn().length).toBe(drawn);
  });

  it('is sorted in the browser: by number within words, without a request', async () => {
    await open();
    const requests = calls.length;
    const head = screen.getByRole('button', { name: /name/ });
    await act(async () => void fireEvent.click(head));
    expect(names().slice(0, 3)).toEqual(['Вещь 0', 'Вещь 1', 'Вещь 2']);
    await act(async () => void fireEvent.click(head));
    expect(names()[0]).toBe(`Вещь ${COUNT - 1}`);
    expect(calls.length).toBe(requests);
  });
});

describe('rows that are all loaded', () => {
  const names = () => [...rowsDrawn()].map((row) => row.textContent);
  const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: /name/ })));
  const show = async (values: unknown[], cell: CompiledCell) => {
    serve(() => ({ list: values.map((name, i) => ({ id: String(i), name })), size: values.length }));
    const columns = [{ ...column('name'), content: [{ do: cell }] }];
    await renderScreen(screenOf(tableOf({ paging: 'none', columns }), { operations: { things } }));
    await waitFor(() => expect(rowsDrawn().length).toBe(values.length));
  };

  it('end with empty values, in either direction; equal ones keep their order', async () => {
    await show(['б', '', 'а', null, 'Б'], { cell: 'text', options: {}, paths: [['name']] });
    await press();
    expect(names()).toEqual(['а', 'б', 'Б', '', '']);
    await press();
    expect(names()).toEqual(['Б', 'б', 'а', '', '']);
    await press();
    expect(names()).toEqual(['б', '', 'а', '', 'Б']);
  });

  it('are sorted by the texts of the chosen language', async () => {
    const ru = { 'w.one': 'первое', 'w.two': 'второе' };
    const en = { 'w.one': 'first', 'w.two': 'second' };
    await prepare({ locales: { ru: async () => ru, en: async () => en } });
    const labels = { 1: 'w.one', 2: 'w.two' };
    // Rows of the page itself: another language requests nothing.
    const { source: _none, ...local } = tableOf({
      paging: 'none',
      rows: { const: [{ id: '1' }, { id: '2' }] },
    });
    const content = [{ do: { cell: 'text', options: { labels }, paths: [['id']] } }];
    await renderScreen(screenOf({ ...local, columns: [{ ...column('name'), content }] }));
    await press();
    expect(names()).toEqual(['второе', 'первое']);
    await act(() => engine.i18n.setLocale('en'));
    await waitFor(() => expect(names()).toEqual(['first', 'second']));
  });
});

describe('a table of many columns', () => {
  it('renders the visible ones, and each has its index', async () => {
    await open([column('name'), ...Array.from({ length: 59 }, (_, i) => column(`c${i}`))]);
    const cells = [...rowsDrawn()[0]!.querySelectorAll('td[data-cell]')];
    expect(cells.length).toBeGreaterThan(2);
    expect(cells.length).toBeLessThan(20);
    expect(cells.map((cell) => cell.getAttribute('aria-colindex')).slice(0, 3)).toEqual(['1', '2', '3']);
    expect(screen.getByRole('table').getAttribute('aria-colcount')).toBe('60');
    const rest = rowsDrawn()[0]!.querySelector('td[aria-hidden]')!;
    expect(Number(rest.getAttribute('colspan'))).toBe(60 - cells.length);
  });

  it('finds the columns between two offsets', () => {
    const widths = [100, 50, 200, 100];
    expect(columnsBetween(widths, 0, 90)).toEqual({ first: 0, end: 1 });
    expect(columnsBetween(widths, 120, 360)).toEqual({ first: 1, end: 4 });
    expect(columnsBetween(widths, 900, 990)).toEqual({ first: 0, end: 1 });
  });
});
