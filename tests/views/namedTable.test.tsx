// @vitest-environment happy-dom
/** A named table controlled by actions of its page: its selection, its filters. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { CompiledAction, CompiledFilter, CompiledStack } from '../../engine/language/compiled.ts';
import { action, calls, renderScreen, screenOf, serve, setUpHarness, tableOf, things } from './harness.tsx';

setUpHarness();

const ROWS = [
  { id: 'a', name: 'бак' },
  { id: 'b', name: 'бункер' },
  { id: 'c', name: 'урна' },
];
const name: CompiledFilter = {
  type: 'text',
  paramName: 'query',
  label: { const: 'Поиск' },
  disabled: false,
  width: 'medium',
  multiple: false,
};
const open = (toolbar: CompiledAction[], more = {}) => {
  serve(({ path }) => (path === '/api/things' ? { list: ROWS, size: ROWS.length } : {}));
  const view = tableOf({ name: 'list', select: { const: 'many' }, toolbar, filters: [name], ...more });
  const stack: CompiledStack = {
    type: 'stack',
    at: '/view',
    direction: 'rows',
    items: [{ span: 12, view }],
  } as CompiledStack;
  return renderScreen(
    screenOf(stack, {
      operations: { things },
      state: { taken: { type: 'string', optional: true, list: false } },
      viewReads: ['views.list.selection'],
    }),
  );
};
const press = (label: string) => userEvent.click(screen.getByRole('button', { name: label }));
const selected = () =>
  screen
    .getAllByRole('row')
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map((row) => row.textContent?.match(/бак|бункер|урна/)?.[0]);

it('an action selects no more than one row where one may be selected', async () => {
  const take = action('select', {
    label: { const: 'Взять' },
    table: 'list',
    rows: { const: [ROWS[0], ROWS[2]] },
  });
  await open([take], { select: { const: 'one' } });
  await screen.findByText('бункер');
  await press('Взять');
  await waitFor(() => expect(selected()).toEqual(['урна']));
});

it('an action selects rows, and clears the selection', async () => {
  await open([
    action('select', {
      label: { const: 'Взять' },
      table: 'list',
      rows: { const: [ROWS[0], ROWS[2]] },
    }),
    action('select', { at: '/2', label: { const: 'Снять' }, table: 'list' }),
  ]);
  await screen.findByText('бункер');
  await press('Взять');
  await waitFor(() => expect(selected()).toEqual(['бак', 'урна']));
  await press('Снять');
  await waitFor(() => expect(selected()).toEqual([]));
});

it('a row that is no longer selectable leaves the selection, and does not return', async () => {
  await open(
    [
      action('select', { label: { const: 'Взять' }, table: 'list', rows: { const: ROWS } }),
      action('set', { label: { const: 'Занять' }, values: { taken: { const: 'a' } } }),
      action('set', { at: '/3', label: { const: 'Вернуть' }, values: { taken: { const: null } } }),
    ],
    { selectableWhen: { cel: '!has(state.taken) || row.id != state.taken' } },
  );
  await screen.findByText('бункер');
  await press('Взять');
  await waitFor(() => expect(selected()).toEqual(['бак', 'бункер', 'урна']));
  await press('Занять');
  await waitFor(() => expect(selected()).toEqual(['бункер', 'урна']));
  await press('Вернуть');
  expect(selected()).toEqual(['бункер', 'урна']);
});

it('an action sets filters and resets the others', async () => {
  await open([
    action('filter', {
      at: '/1',
      label: { const: 'Найти' },
      table: 'list',
      values: { query: { const: 'бак' } },
      clear: false,
    }),
    action('filter', { at: '/2', label: { const: 'Все' }, table: 'list', values: {}, clear: true }),
  ]);
  await screen.findByText('бункер');
  const lastQuery = () => calls.filter(({ path }) => path === '/api/things').at(-1)?.query?.query;
  await press('Найти');
  await waitFor(() => expect(lastQuery()).toBe('бак'));
  await press('Все');
  await waitFor(() => expect(window.location.search).not.toContain('query'));
});

it('a breadcrumb built from data links back, to its root too', async () => {
  const [town, north] = ["{'id': '1', 'name': 'Город'}", "{'id': '2', 'name': 'Север'}"];
  await open([action('set', { label: { const: 'Войти' }, values: { taken: { const: '2' } } })], {
    breadcrumb: {
      items: {
        cel: `!has(state.taken) || state.taken == '' ? [] : state.taken == '2' ? [${town}, ${north}] : [${town}]`,
      },
      label: ['name'],
      root: { const: 'Все папки' },
      onItem: [action('set', { values: { taken: { cel: "item == null ? '' : item.id" } } })],
    },
  });
  await screen.findByText('бункер');
  const way = () =>
    [...screen.getByRole('navigation', { name: 'Путь' }).querySelectorAll('li')].map(
      ({ textContent }) => textContent,
    );
  const here = () =>
    screen.getByRole('navigation', { name: 'Путь' }).querySelector('[aria-current]')?.textContent;
  expect(way()).toEqual(['Все папки']);
  await press('Войти');
  await waitFor(() => expect(way()).toEqual(['Все папки', 'Город', 'Север']));
  expect(here()).toBe('Север');
  await press('Город');
  await waitFor(() => expect(here()).toBe('Город'));
  await press('Все папки');
  await waitFor(() => expect(here()).toBe('Все папки'));
});
