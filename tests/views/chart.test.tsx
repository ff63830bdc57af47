// @vitest-environment happy-dom
/** Charts, and totals below rows that are all loaded. */
import { cleanup, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { engine } from '../engine.ts';
import type { CompiledChart, CompiledColumn } from '../../engine/language/compiled.ts';
import { optionOf } from '../../engine/views/chart/option.ts';
import { totalOf } from '../../engine/views/table/totals.ts';
import { fillDom } from '../dom.ts';
import { operation, Refusal, renderScreen, screenOf, serve, tableOf, setUpHarness } from './harness.tsx';

setUpHarness();

// The DOM of the tests has no canvas.
const drawn = vi.hoisted(() => vi.fn(() => () => undefined));
vi.mock('../../engine/views/chart/draw.ts', () => ({ draw: drawn }));

beforeAll(fillDom);

const all = operation('all', { reply: 'list' });
const chart: CompiledChart = {
  type: 'chart',
  at: '/view',
  title: { const: 'Вывоз' },
  source: { operation: 'all', with: {}, live: [] },
  kind: 'bar',
  category: ['day'],
  series: [{ path: ['volume'], label: { const: 'Объём' } }],
  stacked: false,
  empty: { const: 'Ничего не вывезено' },
};
const show = (view = chart) => renderScreen(screenOf(view, { operations: { all } }));

describe('a chart', () => {
  it('has its figures as a table too', async () => {
    serve(() => [
      { day: 'пн', volume: 12.5 },
      { day: 'вт', volume: null },
    ]);
    await show();
    const figure = await screen.findByRole('figure', { name: 'Вывоз' });
    const table = await within(figure).findByRole('table');
    const rows = within(table).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['—Объём', 'пн12,5', 'вт—']);
    await expect.poll(() => drawn).toHaveBeenCalled();
  });

  it('without data says so, and after a failure can be retried', async () => {
    serve(() => []);
    await show();
    expect(await screen.findByText('Ничего не вывезено')).toBeTruthy();
    cleanup();
    serve(() => new Refusal(500, 'Нет связи'));
    await show();
    expect((await screen.findByRole('alert')).textContent).toContain('Нет связи');
  });

  it('is drawn by its kind, in the colours of the theme', () => {
    const data = {
      categories: ['а', 'б'],
      series: [
        { label: 'x', values: [1, 2] },
        { label: 'y', values: [3, null] },
      ],
    };
    const tones = { accent: '#111', info: '#112', warning: '#113', danger: '#114', success: '#115' };
    const grounds = { canvas: '#666', surface: '#555', raised: '#777', line: '#444', lineStrong: '#888' };
    const colours = { ...tones, ...grounds, accentInk: '#999', ink: '#222', muted: '#333', dark: false };
    const bars = optionOf(engine.i18n, { kind: 'bar', stacked: true }, data, colours, false);
    expect(bars).toMatchObject({
      animation: false,
      color: ['#111', '#112', '#113', '#114', '#115', '#333'],
      tooltip: { renderMode: 'richText' },
      xAxis: { data: ['а', 'б'] },
      series: [
        { type: 'bar', name: 'x', data: [1, 2], stack: 'all' },
        { type: 'bar', name: 'y', data: [3, null], stack: 'all' },
      ],
    });
    const pie = optionOf(engine.i18n, { kind: 'pie', stacked: false }, data, colours, true);
    expect(pie).toMatchObject({
      animation: true,
      series: [
        {
          type: 'pie',
          data: [
            { name: 'а', value: 1 },
            { name: 'б', value: 2 },
          ],
        },
      ],
    });
  });
});

describe('totals', () => {
  const column = (path: string, total?: CompiledColumn['total']): CompiledColumn => ({
    id: path,
    label: { const: path },
    content: [{ do: { cell: total ? 'number' : 'text', options: {}, paths: [[path]] } }],
    align: 'start',
    ...(total ? { total } : {}),
  });

  it('are below all rows, each formatted as its column', async () => {
    serve(() => [
      { id: 1, name: 'бак', volume: 1100.25 },
      { id: 2, name: 'контейнер', volume: 0.25 },
    ]);
    const source = { operation: 'all', with: {}, live: [] };
    const columns = [column('name'), column('volume', 'sum')];
    const view = tableOf({ source, columns, paging: 'none', key: ['id'] });
    await renderScreen(screenOf(view, { operations: { all } }));
    await screen.findByText('бак');
    expect(document.querySelector('tfoot')!.textContent.replaceAll(/\s/g, ' ')).toBe('Итого1 100,5');
  });

  it.each([
    ['sum', [0.1, 0.2, null], 0.3],
    ['average', [1, undefined, 2], 1.5],
    ['min', [3, -1], -1],
    ['max', [3, -1], 3],
    ['sum', [null, 'x'], null],
  ] as const)('%s of %j is %j', (kind, values, total) => expect(totalOf(kind, values)).toBe(total));
});
