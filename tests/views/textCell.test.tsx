// @vitest-environment happy-dom
/** Several values in one text cell: in a list of amounts each keeps its place. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen, screenOf, serve, setUpHarness, tableOf } from './harness.tsx';

setUpHarness();

const amounts = (options: object) => ({
  id: 'amounts',
  label: { const: 'Итого' },
  content: [
    {
      do: {
        cell: 'text',
        options: { separator: ' / ', ...options },
        paths: [['count'], ['volume'], ['sum']],
      },
    },
  ],
  align: 'start' as const,
});

it.each([
  [{}, { count: 2, sum: 0 }, '2 / 0'],
  [{ missing: '—' }, { count: 2, sum: 0 }, '2 / — / 0'],
  [{ missing: '—' }, { count: 2, volume: 2.2, sum: 9 }, '2 / 2,2 / 9'],
  [{ missing: '—' }, {}, ''],
])('%j: of %j %s', async (options, row, text) => {
  serve(() => ({ list: [{ id: '1', name: 'Первый', ...row }], size: 1 }));
  await renderScreen(screenOf(tableOf({ columns: [...tableOf().columns, amounts(options)] })));
  const cells = (await screen.findByText('Первый')).closest('tr')!.querySelectorAll('td');
  expect(cells[cells.length - 1]!.textContent).toBe(text);
});
