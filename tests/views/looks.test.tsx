// @vitest-environment happy-dom
/** Table settings of the user: order, width, pins; stored, and still applied when columns were added or removed. */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { CompiledApp } from '../../engine/language/compiled.ts';
import { changeLooks, changeOwn, looksOf } from '../../engine/views/table/looks.ts';
import { startOf, viewsOf } from '../../engine/views/table/preference.ts';
import { moveView } from '../../engine/views/table/views.ts';
import { exportOf, fetchExport } from '../../engine/views/table/export.ts';
import { requestParts } from '../../engine/language/request.ts';
import { engine } from '../engine.ts';
import {
  calls,
  operation,
  prepare,
  renderScreen,
  screenOf,
  serve,
  tableOf,
  things,
  setUpHarness,
  visit,
} from './harness.tsx';

setUpHarness();

const column = (id: string) => ({ ...tableOf().columns[0]!, id, label: { const: id } });
const view = tableOf({ columns: ['name', 'place', 'owner'].map(column) });
const heads = () => [...document.querySelectorAll('th[data-column]')].map((head) => head.textContent);
const open = async () => {
  serve(() => ({ list: [{ id: '1', name: 'x' }], size: 1 }));
  await renderScreen(screenOf(view, { operations: { things } }));
  await screen.findByRole('table');
};

it('is arranged by the keyboard alone, and is the same at the next visit', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Вид таблицы' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Настроить столбцы…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: '«owner»: выше' }));
  expect(heads()).toEqual(['name', 'owner', 'place']);
  await userEvent.click(dialog.getByRole('button', { name: 'Закрепить «place»' }));
  expect(heads()).toEqual(['place', 'name', 'owner']);
  const width = dialog.getByRole('spinbutton', { name: 'Ширина столбца «name»' });
  await userEvent.type(width, '300');
  await userEvent.tab();
  expect(document.querySelector<HTMLElement>('th[data-column=name]')!.style.width).toBe('300px');
  expect(document.querySelector<HTMLElement>('th[data-column=place]')!.style.left).toBe('var(--pin-0)');
  await act(async () => cleanup());
  await open();
  expect(heads()).toEqual(['place', 'name', 'owner']);
});

it('shows cards where the user wants it, and still does at the next visit', async () => {
  const look = () => document.querySelector<HTMLElement>('[data-part=grid]')!.dataset['look'];
  await open();
  expect(look()).toBeUndefined();
  await userEvent.click(screen.getByRole('button', { name: 'Вид таблицы' }));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Карточки' }));
  expect(look()).toBe('cards');
  await act(async () => cleanup());
  await open();
  expect(look()).toBe('cards');
});

const body = ['screen', 'view', 'schemaVersion', 'value'];
const by = { list: operation('list', { reply: 'page' }), save: operation('save', { method: 'POST', body }) };
const row = (view: string, value: unknown, more: object = {}) =>
  ({
    version: 1,
    owner: 'ACCOUNT',
    roleId: null,
    screen: 'things',
    view,
    schemaVersion: 1,
    value,
    ...more,
  }) as const;

it('settings stored in a browser move to the server, which takes precedence', async () => {
  await prepare({ app: { preferences: by } as CompiledApp });
  serve(() => ({}));
  const kept = { hidden: ['place'], pinned: [], order: [], widths: {} };
  const old = { version: 2, compact: true, tables: { 'things/view': kept, 'things/other': kept } };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  localStorage.setItem('looks:anna', JSON.stringify(old));
  const { preferences } = engine;
  preferences.open('anna');
  const shown = (view: string) => looksOf(preferences.get(), `things/${view}`).hidden;
  expect([shown('view'), shown('other')]).toEqual([['place'], ['place']]);
  preferences.take([row('/view', { looks: { hidden: ['owner'] } }) as never]);
  expect([shown('view'), shown('other')]).toEqual([['owner'], ['place']]);
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  await vi.waitFor(() => expect(preferences.get().unsent).toEqual([]));
  const sent = calls.map(({ body }) => body as { screen: string; view: string });
  expect(sent.map(({ screen, view }) => screen + view).sort()).toEqual(['*/*', 'things/other']);
  expect(JSON.parse(localStorage.getItem('looks:anna')!)).toMatchObject({ version: 3, unsent: [] });
  // From then on the server takes precedence: what it no longer has is removed.
  preferences.take([]);
  expect([shown('view'), shown('other')]).toEqual([[], []]);
});

it('changes of one account are not sent as the next, and wait for its return', async () => {
  await prepare({ app: { preferences: by } as CompiledApp });
  let answer: (reply: object) => void = () => undefined;
  serve(() => new Promise((done) => (answer = done)));
  const { preferences } = engine;
  preferences.open('anna');
  preferences.setOwn('things/view', { looks: { hidden: ['place'] } });
  preferences.setOwn('things/other', { looks: { hidden: ['owner'] } });
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  preferences.open('boris');
  preferences.setOwn('things/third', { looks: { hidden: ['name'] } });
  answer({});
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]!.body).toMatchObject({ view: '/third' });
  preferences.open('anna');
  expect(preferences.get().unsent).toContain('things/other');
});

it('invalid shared settings are ignored; the user’s own precede a role’s, and those precede everyone’s', async () => {
  await prepare({ app: { preferences: by } as CompiledApp });
  const { preferences } = engine;
  preferences.open('boris');
  const view = (id: string) => ({ id, name: id, looks: { hidden: [id] }, query: { sort: 'name.asc', n: 5 } });
  const given = (owner: string, value: unknown, more: object = {}) =>
    row('/view', value, { owner, roleId: owner === 'ROLE' ? owner : null, ...more }) as never;
  const start = () => startOf(preferences.get(), 'things/view')?.id;
  preferences.take([given('ALL', { views: [view('all'), 5, { id: 1 }], start: 'all', looks: 'x' })]);
  expect([start(), viewsOf(preferences.get(), 'things/view').length]).toEqual(['all', 1]);
  expect(looksOf(preferences.get(), 'things/view')).toMatchObject({ hidden: ['all'], widths: {} });
  const all = given('ALL', { views: [view('all')], start: 'all' });
  preferences.take([given('ROLE', { views: [view('role')], start: 'role' }, { applies: false }), all]);
  expect(start()).toBe('all');
  preferences.take([given('ROLE', { views: [view('role')], start: 'role' }), all]);
  expect(start()).toBe('role');
  changeOwn(engine, 'things/view', { start: null });
  expect([start(), viewsOf(preferences.get(), 'things/view')[0]!.view.query]).toEqual([
    undefined,
    { sort: 'name.asc' },
  ]);
});

it("a view that is shared with a role is no longer shared with all, and is added to the role's views", async () => {
  const share = operation('share', {
    method: 'POST',
    path: '/api/share',
    body: [...body, 'owner', 'roleId'],
  });
  await prepare({ app: { preferences: { ...by, share } } as CompiledApp });
  serve(({ body: sent }) => ({ ...row('/view', {}), ...(sent as object) }));
  const { preferences } = engine;
  preferences.open('clara');
  const view = (id: string) => ({ id, name: id, looks: {}, query: {} });
  preferences.take([
    row('/view', { views: [view('one'), view('two')], start: 'two' }, { owner: 'ALL' }) as never,
    row('/view', { views: [view('three')] }, { owner: 'ROLE', roleId: 'r' }) as never,
  ]);
  const offered = () =>
    viewsOf(preferences.get(), 'things/view').map(({ view: { id }, of }) => [id, of?.owner]);
  const one = viewsOf(preferences.get(), 'things/view').find(({ view: { id } }) => id === 'one')!;
  await moveView(engine, 'things/view', one, { owner: 'ROLE', roleId: 'r' } as never);
  expect(offered().toSorted()).toEqual([
    ['one', 'ROLE'],
    ['three', 'ROLE'],
    ['two', 'ALL'],
  ]);
});

const kept = () => looksOf(engine.preferences.get(), 'things/view');
const width = (name: string) => document.querySelector<HTMLElement>(`th[data-column=${name}]`)!.style.width;

it('ignores columns that no longer exist, and shows new ones at their place in the screen', async () => {
  await open();
  act(() =>
    changeLooks(engine, 'things/view', {
      hidden: ['gone'],
      order: ['gone', 'owner', 'name'],
      pinned: ['gone'],
      widths: { gone: 5, name: 90 },
    }),
  );
  expect(heads()).toEqual(['place', 'owner', 'name']);
  expect(width('name')).toBe('90px');
  await userEvent.click(screen.getByRole('button', { name: 'Вид таблицы' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Настроить столбцы…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const pin = dialog.getByRole('button', { name: 'Закрепить «owner»' });
  await userEvent.click(pin);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'place' }));
  await userEvent.clear(dialog.getByRole('spinbutton', { name: 'Ширина столбца «name»' }));
  await userEvent.tab();
  expect(heads()).toEqual(['owner', 'name']);
  expect(kept()).toMatchObject({ hidden: ['gone', 'place'], pinned: ['gone', 'owner'], widths: { gone: 5 } });
  expect(width('name')).toBe('');
  await userEvent.click(pin);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'place' }));
  expect(heads()).toEqual(['place', 'owner', 'name']);
  expect(kept()).toMatchObject({ hidden: ['gone'], pinned: ['gone'] });
});

it('starts with the chosen start view, unless its address has settings', async () => {
  const mine = { id: 'mine', name: 'Мой', looks: kept(), query: { sort: 'name.desc' } };
  const address = () => window.location.search;
  await open();
  expect(address()).toBe('');
  act(() => changeOwn(engine, 'things/view', { views: [mine], start: 'mine' }));
  await act(async () => cleanup());
  await open();
  expect(address()).toBe('?sort=name.desc');
  for (const link of ['?sort=place.asc', '?f.query=x', '?c=25']) {
    await act(async () => cleanup());
    visit(`/things${link}`);
    await open();
    expect(address()).toBe(link);
  }
});

it('shows every column when a view hides all existing ones: it was made for others', async () => {
  await open();
  act(() => changeLooks(engine, 'things/view', { hidden: ['name', 'place', 'owner'] }));
  expect(heads()).toEqual(['name', 'place', 'owner']);
});

it('is as wide as its edge is dragged, and after a double press as the screen defines', async () => {
  await open();
  const edge = document.querySelector<HTMLElement>('th[data-column=place] [data-part=column-edge]')!;
  edge.setPointerCapture = () => undefined;
  edge.parentElement!.getBoundingClientRect = () => ({ width: 100 }) as DOMRect;
  fireEvent.pointerDown(edge, { button: 0, clientX: 100 });
  expect(width('place')).toBe('');
  fireEvent.pointerMove(edge, { clientX: 140 });
  expect(width('place')).toBe('140px');
  fireEvent.pointerMove(edge, { clientX: 0 });
  fireEvent.pointerUp(edge);
  fireEvent.pointerMove(edge, { clientX: 400 });
  expect(kept().widths).toEqual({ place: 48 });
  fireEvent.doubleClick(edge);
  expect(width('place')).toBe('');
  expect(kept().widths).toEqual({});
});

it('is exported whole from an operation beside its list, without page and count', () => {
  const whole = exportOf(operation('things', things))!;
  const args = { owner: 'a', order: '-name', format: 'csv', columns: [{ label: 'N', path: 'name' }] };
  const { url } = requestParts(whole, args);
  expect(url.startsWith(`${things.path}/export?`)).toBe(true);
  expect(Object.keys(Object.fromEntries(new URL(url, 'http://x').searchParams)).sort()).toEqual([
    'columns',
    'filter',
    'format',
    'order',
  ]);
  expect(exportOf(operation('things', { reply: 'list' }))).toBeUndefined();
});

it('has separate columns for the days of a period in the file', async () => {
  serve(() => ({}));
  const paths = [['begin'], ['end']];
  const period = { ...column('term'), content: [{ do: { cell: 'period', options: {}, paths } }] };
  const wanted = { format: 'csv' as const, title: 'Вещи', long: false };
  const asked = { ...wanted, columns: [period, column('name')], labels: ['Срок', 'Имя'] };
  await fetchExport(engine, exportOf(things)!, {}, asked).catch(() => undefined);
  expect(JSON.parse(calls.at(-1)!.query.columns!)).toEqual([
    { label: 'Срок, с', path: 'begin' },
    { label: 'Срок, по', path: 'end' },
    { label: 'Имя', path: 'name' },
  ]);
});
