// @vitest-environment happy-dom
/** A dictionary too large to load: the server is queried while the user types, and for earlier selections. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { engine } from '../engine.ts';
import type { CompiledFilter } from '../../engine/language/compiled.ts';
import {
  calls,
  operation,
  pageOf,
  Refusal,
  renderScreen,
  screenOf,
  serve,
  tableOf,
  things,
  visit,
  setUpHarness,
} from './harness.tsx';
import { spec } from '../spec/spec.ts';

setUpHarness();

const PARKINGS = [
  { id: 'p1', name: 'Северная' },
  { id: 'p2', name: 'Южная' },
  { id: 'p3', name: 'Южная вторая' },
];
const parkings = operation('parkings', {
  parameters: { page: { in: 'query' }, count: { in: 'query' }, query: { in: 'query' } },
});
const dictionary = { id: 'parkings', operation: 'parkings', value: 'id', label: 'name', paged: true };
const filter = (type: CompiledFilter['type']): CompiledFilter => ({
  type,
  paramName: 'owner',
  label: { const: 'Стоянка' },
  dictionary: 'parkings',
  disabled: false,
  width: 'medium',
  multiple: false,
});
const sentFilter = () => calls.findLast(({ path }) => path === '/api/things')?.filter;
const requests = () =>
  calls.filter(({ path }) => path === '/api/parkings').map(({ query }) => query['query'] ?? '');

const show = (type: CompiledFilter['type'], more = false) => {
  serve(({ path, query }) => {
    if (path !== '/api/parkings') return pageOf(['вещь']);
    const text = (query['query'] ?? '').toLowerCase();
    const list = PARKINGS.filter(({ id, name }) => id === text || name.toLowerCase().includes(text));
    return { list: more ? list.slice(0, 1) : list, size: list.length, sizeExact: !more };
  });
  return renderScreen(
    screenOf(tableOf({ filters: [filter(type)] }), {
      operations: { things, parkings },
      dictionaries: { parkings: dictionary },
    }),
  );
};
const button = () => screen.findByRole('button', { name: /Стоянка/ });
const labels = () =>
  within(screen.getByRole('dialog'))
    .queryAllByRole('option')
    .map((option) => option.textContent);

it('is not requested before it is opened, and then while the user types', async () => {
  const user = userEvent.setup();
  await show('selectMany');
  await screen.findByText('вещь');
  expect(requests()).toEqual([]);
  await user.click(await button());
  await waitFor(() => expect(labels()).toEqual(['Северная', 'Южная', 'Южная вторая']));
  await user.type(screen.getByRole('combobox', { name: 'Найти в списке' }), 'вторая');
  await waitFor(() => expect(labels()).toEqual(['Южная вторая']));
  // The debounce avoids requests for single letters.
  expect(requests()).toEqual(['', 'вторая']);
  await user.click(screen.getByRole('option', { name: 'Южная вторая' }));
  await waitFor(async () => expect((await button()).textContent).toContain('Южная вторая'));
  await waitFor(() => expect(sentFilter()).toEqual({ owner: ['p3'] }));
});

it('shows the caption of a selection that is on no page, and never its id', async () => {
  const shown = new Set<string>();
  const note = () => shown.add(document.body.textContent);
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  visit('/things?f.owner=p2');
  await show('selectOne');
  await waitFor(async () => expect((await button()).textContent).toContain('Южная'));
  expect(requests()).toEqual(['p2']);
  expect([...shown].filter((text) => text.includes('p2'))).toEqual([]);
  expect([...shown].some((text) => text.includes('…'))).toBe(true);
});

it('shows the raw value when the server does not find it', async () => {
  visit('/things?f.owner=p9');
  await show('selectOne');
  await waitFor(async () => expect((await button()).textContent).toContain('p9'));
});

it('closes by one Esc, which returns the focus to the field', async () => {
  const user = userEvent.setup();
  visit('/things');
  await show('selectMany');
  await user.click(await button());
  await user.click(await screen.findByRole('option', { name: 'Северная' }));
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(await button());
});

it('with a single selection closes when one is selected', async () => {
  const user = userEvent.setup();
  visit('/things');
  await show('selectOne');
  await user.click(await button());
  await user.click(await screen.findByRole('option', { name: 'Северная' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(sentFilter()).toEqual({ owner: 'p1' }));
});

it('says that there are more values than it shows', async () => {
  const user = userEvent.setup();
  await show('selectMany', true);
  await user.click(await button());
  expect(await screen.findByText('Показаны не все: уточните поиск')).toBeTruthy();
});

it('reports a failure and continues', async () => {
  const user = userEvent.setup();
  await show('selectMany');
  serve(({ path }) => (path === '/api/parkings' ? new Refusal(503, 'недоступно') : pageOf(['вещь'])));
  await user.click(await button());
  await waitFor(() =>
    expect(
      engine.toasts
        .get()
        .map(({ text }) => text)
        .join(),
    ).toContain('недоступно'),
  );
  expect(screen.getByText('Ничего не найдено')).toBeTruthy();
});

it('does not request the caption of a value that was just found', async () => {
  const user = userEvent.setup();
  visit('/things');
  await show('selectMany');
  await user.click(await button());
  await user.click(await screen.findByRole('option', { name: 'Северная' }));
  await waitFor(() => expect(sentFilter()).toEqual({ owner: ['p1'] }));
  expect(requests()).toEqual(['']);
});

it('a long list that is loaded is searched without the server, ignoring case and surrounding spaces', async () => {
  spec('search autocomplete', 'V-027', 'V-028');
  serve(() => pageOf(['вещь']));
  const names = [...PARKINGS.map(({ name }) => name), ...Array.from({ length: 9 }, (_, i) => `Стоянка ${i}`)];
  const { dictionary: _, ...own } = filter('selectMany');
  const possibleValues = names.map((value) => ({ value, label: { const: value } }));
  await renderScreen(screenOf(tableOf({ filters: [{ ...own, possibleValues }] })));
  await userEvent.click(await button());
  expect(labels()).toEqual(names);
  await userEvent.type(screen.getByRole('combobox', { name: 'Найти в списке' }), '  ЮЖН ');
  expect(labels()).toEqual(['Южная', 'Южная вторая']);
  expect(requests()).toEqual([]);
});

it('that the product does not have is reported by its name', async () => {
  spec('V-083');
  serve(() => pageOf(['вещь']));
  const { paged: _, ...known } = dictionary;
  const filters = [filter('selectMany')];
  await renderScreen(screenOf(tableOf({ filters }), { dictionaries: { parkings: known } }));
  await waitFor(() =>
    expect(engine.toasts.get().map(({ type, text }) => `${type}: ${text}`)).toContain(
      'error: Справочник не найден: parkings',
    ),
  );
});
