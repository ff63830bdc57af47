// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { CompiledColumn, CompiledFilter, CompiledText } from '../../engine/language/compiled.ts';
import { createRegistry } from '../../engine/registry/registry.ts';
import { defineCell, type CellProps } from '../../engine/registry/define.ts';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import { headRuns } from '../../engine/views/table/groups.ts';
import {
  action,
  calls,
  entry,
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
} from '../views/harness.tsx';
import { spec } from '../spec/spec.ts';

setUpHarness();

const filter = (
  type: CompiledFilter['type'],
  paramName: string,
  more: Partial<CompiledFilter> = {},
): CompiledFilter => ({
  type,
  paramName,
  label: { const: paramName },
  disabled: false,
  width: 'medium',
  multiple: false,
  ...more,
});
const text = filter('text', 'query', { label: { const: 'Поиск' } });
const from = filter('dateBegin', 'from', { defaultValue: { const: '2026-03-01' } });
const to = filter('dateEnd', 'to');
const requests = () => calls.filter((call) => call.path === '/api/things');
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
const search = () => new URLSearchParams(window.location.search);

describe('a required filter', () => {
  it('is not set at first: nothing is requested, and no loading state is shown', async () => {
    serve(() => pageOf(['а']));
    const owned = { ...things, parameters: { ...things.parameters, owner: { in: 'query', required: true } } };
    const owner = filter('text', 'owner', { label: { const: 'Владелец' } });
    await renderScreen(
      screenOf(tableOf({ filters: [owner] }), { operations: { things: owned as typeof things } }),
    );
    expect(await screen.findByText('Здесь пока ничего нет')).toBeTruthy();
    expect(requests()).toHaveLength(0);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Владелец' }), 'Анна{Enter}');
    expect(await screen.findByText('а')).toBeTruthy();
  });
});

describe('the request has', () => {
  it('the first page, the usual size, the order and the filters of the config', async () => {
    spec('V-073', 'V-074', 'C-002', 'C-003');
    serve(() => pageOf(['а']));
    await renderScreen(
      screenOf(tableOf({ filters: [from], sort: { field: 'name', direction: 'descending' } })),
    );
    await screen.findByText('а');
    expect(requests()).toHaveLength(1);
    expect(requests()[0]).toMatchObject({
      query: { page: '0', count: '10', order: '+name' },
      filter: { from: '2026-03-01' },
    });
  });

  it('the values of the address', async () => {
    spec('B-155');
    visit('/things?p=3&c=25&sort=name.asc&f.query=бак&other=1');
    serve(() => pageOf(['а'], 100));
    await renderScreen(screenOf(tableOf({ filters: [text] })));
    await screen.findByText('а');
    expect(requests()[0]?.query).toMatchObject({ page: '2', count: '25', order: '-name', query: 'бак' });
    expect(screen.getByLabelText('Поиск')).toHaveProperty('value', 'бак');
  });

  it('a default that was cleared stays cleared after a reload', async () => {
    visit('/things?f.from=');
    serve(() => pageOf(['а']));
    await renderScreen(screenOf(tableOf({ filters: [from] })));
    await screen.findByText('а');
    expect(requests()[0]?.filter).toEqual({});
  });

  it('nothing, while the source may not be called; the banner says why and the list is empty', async () => {
    serve(() => pageOf(['а']));
    const source = {
      operation: 'things',
      with: {},
      live: [],
      when: { cel: 'has(filters.owner)' },
      otherwise: { banner: { const: 'Выберите владельца' }, tone: 'danger' as const },
    };
    await renderScreen(
      screenOf(
        tableOf({
          source,
          filters: [
            filter('selectOne', 'owner', { possibleValues: [{ value: 'o1', label: { const: 'Первый' } }] }),
          ],
        }),
      ),
    );
    expect(screen.getByRole('alert').textContent).toBe('Выберите владельца');
    expect(requests()).toEqual([]);
    await userEvent.selectOptions(screen.getByLabelText('owner'), 'o1');
    await screen.findByText('а');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('owner'), '');
    expect(screen.queryByText('а')).toBeNull();
    expect(requests()).toHaveLength(1);
  });

  it('no new values, while a period ends before it begins', async () => {
    visit('/things?f.to=2026-02-01');
    serve(() => pageOf(['а']));
    await renderScreen(screenOf(tableOf({ filters: [from, to] })));
    expect(await screen.findByText('Раньше начала периода')).toBeTruthy();
    expect(screen.getByLabelText('to').getAttribute('aria-invalid')).toBe('true');
    expect(requests().every((call) => call.filter.to === undefined)).toBe(true);
  });

  it('the previous values, while a changed period ends before it begins', async () => {
    serve(() => pageOf(['а']));
    await renderScreen(screenOf(tableOf({ filters: [from, to] })));
    await waitFor(() => expect(requests().map((call) => call.filter)).toEqual([{ from: '2026-03-01' }]));
    await userEvent.type(screen.getByLabelText('to'), '01.02.2026{Tab}');
    expect(await screen.findByText('Раньше начала периода')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Обновить' }));
    await waitFor(() => expect(requests()).toHaveLength(2));
    expect(requests().at(-1)!.filter).toEqual({ from: '2026-03-01' });
  });
});

it('no value of a hidden filter, whatever the address has', async () => {
  visit('/things?f.query=а&f.statuses=б');
  serve(() => pageOf(['а']));
  const statuses = filter('text', 'statuses', { visibleWithFilter: 'owner' });
  await renderScreen(screenOf(tableOf({ filters: [text, filter('text', 'owner'), statuses] })));
  await screen.findByText('а');
  expect(requests().map((call) => [call.query.query, call.filter])).toEqual([['а', {}]]);
});

describe('address and table', () => {
  it('pages forward and back, and keeps the parameters of others', async () => {
    visit('/things?other=1');
    serve(({ query }) => pageOf([`стр ${query.page}`], 25));
    await renderScreen(screenOf(tableOf()));
    await screen.findByText('стр 0');
    expect(screen.getByText('1–10 из 25')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Последняя страница' }));
    await screen.findByText('стр 2');
    expect(search().get('p')).toBe('3');
    await userEvent.click(screen.getByRole('button', { name: 'Первая страница' }));
    await screen.findByText('стр 0');
    expect([...search().keys()]).toEqual(['other']);
  });

  it('another page size returns to the first page', async () => {
    visit('/things?p=2');
    serve(() => pageOf(['а'], 30));
    await renderScreen(screenOf(tableOf()));
    await screen.findByText('а');
    await userEvent.selectOptions(screen.getByLabelText('На странице'), '50');
    await waitFor(() => expect(requests().at(-1)?.query).toMatchObject({ page: '0', count: '50' }));
    expect(window.location.search).toBe('?c=50');
  });

  it('a page beyond the last becomes the last', async () => {
    visit('/things?p=9');
    serve(({ query }) => pageOf(query.page === '1' ? ['последняя'] : [], 12));
    await renderScreen(screenOf(tableOf()));
    await screen.findByText('последняя');
    expect(search().get('p')).toBe('2');
  });

  it('headers sort the rows and show it', async () => {
    serve(({ query }) => pageOf([query.order ?? 'без порядка']));
    await renderScreen(screenOf(tableOf()));
    await screen.findByText('без порядка');
    const head = () => screen.getByRole('columnheader', { name: 'Название' });
    expect(head().getAttribute('aria-sort')).toBe('none');
    await userEvent.click(within(head()).getByRole('button'));
    await screen.findByText('-name');
    expect(head().getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(within(head()).getByRole('button'));
    await screen.findByText('+name');
    expect(head().getAttribute('aria-sort')).toBe('descending');
  });

  it("a head sorts ascending, descending and back to the order of the config; the column of the config's order only toggles", async () => {
    const [name] = tableOf().columns;
    const place = { ...name!, id: 'place', label: { const: 'Место' }, sort: 'place.name' };
    serve(() => pageOf(['а']));
    const sort = { field: 'name', direction: 'descending' as const };
    await renderScreen(screenOf(tableOf({ columns: [name!, place], sort })));
    await screen.findAllByText('а');
    const press = async (name: string) => {
      await userEvent.click(within(screen.getByRole('columnheader', { name })).getByRole('button', { name }));
      return search().get('sort');
    };
    const sorts = () => screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'));
    expect(sorts()).toEqual(['descending', 'none']);
    expect(await press('Место')).toBe('place.name.asc');
    expect(sorts()).toEqual(['none', 'ascending']);
    expect(await press('Место')).toBe('place.name.desc');
    expect(await press('Место')).toBeNull();
    expect(sorts()).toEqual(['descending', 'none']);
    expect(await press('Название')).toBe('name.asc');
    expect(await press('Название')).toBeNull();
    expect(sorts()).toEqual(['descending', 'none']);
  });
});

describe('while the next page is loading', () => {
  it('the shown rows keep their places and are not re-rendered', async () => {
    const registry = createRegistry();
    registerBuiltins(registry);
    const drawn: unknown[] = [];
    const Counted = ({ value }: CellProps) => {
      drawn.push(value);
      return <>{value}</>;
    };
    registry.register(defineCell({ name: 'counted', component: Counted }));
    const column: CompiledColumn = {
      ...tableOf().columns[0]!,
      content: [{ do: { cell: 'counted', options: {}, paths: [['name']] } }],
    };
    let answer = (_: unknown): void => undefined;
    serve(({ query }) =>
      query.page === '0' ? pageOf(['а', 'б'], 25) : new Promise((resolve) => (answer = resolve)),
    );
    await renderScreen(screenOf(tableOf({ columns: [column], filters: [text] })), { registry });
    await screen.findByText('б');
    const places = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.getAttribute('aria-rowindex'));
    const before = [...drawn];
    await userEvent.click(screen.getByRole('button', { name: 'Следующая страница' }));
    await waitFor(() => expect(requests()).toHaveLength(2));
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    expect([places(), drawn]).toEqual([['2', '3'], before]);
    await act(async () => answer(pageOf(['в'], 25)));
    await screen.findByText('в');
    expect(places()).toEqual(['12']);
  });
});

describe('a list longer than the server counts', () => {
  const long = (names: string[]) => ({ ...pageOf(names, 10_000), sizeExact: false });

  it('shows “more than”, has no last page and continues while pages are full', async () => {
    visit('/things?p=1001');
    const full = Array.from({ length: 10 }, (_, i) => `вещь ${i}`);
    serve(({ query }) => long(query.page === '1000' ? full : ['конец']));
    await renderScreen(screenOf(tableOf()));
    await screen.findByText('вещь 0');
    expect(document.body.textContent).toMatch(/10.001–10.010, всего больше 10.000/);
    expect(screen.queryByRole('button', { name: 'Последняя страница' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Следующая страница' }));
    await screen.findByText('конец');
    expect(search().get('p')).toBe('1002');
    expect(screen.getByRole('button', { name: 'Следующая страница' })).toHaveProperty('disabled', true);
  });

  it('a page behind all rows becomes the last that is counted', async () => {
    visit('/things?p=5000');
    serve(({ query }) => long(query.page === '999' ? ['есть'] : []));
    await renderScreen(screenOf(tableOf()));
    await screen.findByText('есть');
    expect(search().get('p')).toBe('1000');
  });
});

describe('searching', () => {
  it('waits for the end of typing, not after Enter; the same text again sends no request', async () => {
    spec('V-004');
    serve(({ query }) => pageOf([query.query ?? 'всё']));
    await renderScreen(screenOf(tableOf({ filters: [text] })));
    await screen.findByText('всё');
    await userEvent.type(screen.getByLabelText('Поиск'), 'бак');
    await screen.findByText('бак');
    expect(requests().map((call) => call.query.query)).toEqual([undefined, 'бак']);
    await userEvent.type(screen.getByLabelText('Поиск'), '{Enter}');
    await userEvent.type(screen.getByLabelText('Поиск'), ' {Enter}');
    expect(requests()).toHaveLength(2);
    await userEvent.type(screen.getByLabelText('Поиск'), 'и{Enter}');
    expect(search().get('f.query')).toBe('бак и');
  });

  it('the same text with spaces around it does not return to the first page', async () => {
    visit('/things?f.query=бак&p=2');
    serve(() => pageOf(['а'], 200));
    await renderScreen(screenOf(tableOf({ filters: [text] })));
    await screen.findByText('а');
    await userEvent.type(screen.getByLabelText('Поиск'), ' {Enter}');
    expect([search().get('p'), requests().length]).toEqual(['2', 1]);
  });

  it('the last request wins, whatever the order of replies', async () => {
    const answers: Record<string, (value: unknown) => void> = {};
    serve(({ query }) =>
      query.query ? new Promise((resolve) => (answers[query.query!] = resolve)) : pageOf(['всё']),
    );
    await renderScreen(screenOf(tableOf({ filters: [text] })));
    await screen.findByText('всё');
    const field = screen.getByLabelText('Поиск');
    await userEvent.type(field, 'а{Enter}');
    await userEvent.type(field, 'б{Enter}');
    await waitFor(() => expect(Object.keys(answers)).toEqual(['а', 'аб']));
    expect(names()).toEqual(['всё']);
    await act(async () => answers.аб!(pageOf(['вторые'])));
    await act(async () => answers.а!(pageOf(['первые'])));
    await waitFor(() => expect(names()).toEqual(['вторые']));
  });
});

describe('states', () => {
  it('empty, and nothing found', async () => {
    serve(() => pageOf([]));
    const { unmount } = await renderScreen(screenOf(tableOf({ empty: { const: 'Добавьте первую вещь' } })));
    await screen.findByText('Добавьте первую вещь');
    unmount();
    visit('/things?f.query=x');
    await renderScreen(screenOf(tableOf({ filters: [text] })));
    await screen.findByText('Ничего не найдено');
  });

  it('failed, with a retry button', async () => {
    let well = false;
    serve(() => (well ? pageOf(['а']) : new Refusal(500, 'База спит')));
    await renderScreen(screenOf(tableOf()));
    expect((await screen.findByRole('alert')).textContent).toContain('База спит');
    well = true;
    await userEvent.click(within(screen.getByRole('alert')).getByRole('button'));
    await screen.findByText('а');
  });

  it('not allowed', async () => {
    serve(() => new Refusal(403, 'нет'));
    await renderScreen(screenOf(tableOf()));
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it.each([
    [1, '1 запись'],
    [3, '3 записи'],
    [25, '25 записей'],
  ])('%i rows are “%s”', async (size, words) => {
    serve(() => pageOf(['а'], size));
    await renderScreen(screenOf(tableOf()));
    await screen.findByText(words);
  });
});

describe('a row', () => {
  const onRow = [{ do: action('navigate', { screen: 'thing', with: { id: { path: ['row', 'id'] } } }) }];
  const entries = [entry('things', '/things'), entry('thing', '/things/:id')];

  it('has a link in its first cell, and is clickable as a whole', async () => {
    serve(() => pageOf(['а']));
    const columns = [
      ...tableOf().columns,
      {
        id: 'more',
        label: { const: 'Ещё' },
        content: [{ do: { cell: 'text', options: {}, value: { const: 'текст' } } }],
        align: 'start' as const,
      },
    ];
    await renderScreen(screenOf(tableOf({ onRow, columns })), { entries });
    expect((await screen.findByRole('link', { name: 'а' })).getAttribute('href')).toContain('/things/');
    await userEvent.click(screen.getByText('текст'));
    await waitFor(() => expect(decodeURIComponent(window.location.pathname)).toBe('/things/а'));
  });
});

describe('selection', () => {
  const remove = operation('remove', { method: 'POST', body: ['ids'], reply: 'none', changes: ['things'] });
  const bulk = [
    action('call', {
      operation: 'remove',
      label: { const: 'Удалить' },
      with: { ids: { cel: 'selection.map(r, r.id)' } },
    }),
  ];
  const operations = { things, remove };

  it('many: checkboxes, the whole page, an action on all of them', async () => {
    serve(({ path }) => (path === '/api/remove' ? {} : pageOf(['а', 'б', 'в'])));
    await renderScreen(screenOf(tableOf({ select: { const: 'many' }, bulk }), { operations }));
    await screen.findByText('а');
    await userEvent.click(screen.getByLabelText('Выбрать все строки на странице'));
    expect(screen.getByText('Выбрано 3 записи')).toBeTruthy();
    await userEvent.click(screen.getAllByLabelText('Выбрать строку')[1]!);
    await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
    await waitFor(() =>
      expect(calls.find((c) => c.path === '/api/remove')?.body).toEqual({ ids: ['а', 'в'] }),
    );
  });

  it('one: another choice replaces the first', async () => {
    serve(() => pageOf(['а', 'б']));
    await renderScreen(
      screenOf(tableOf({ select: { path: ['input', 'mode'] } }), {
        input: { mode: { type: 'string', optional: true, list: false } },
      }),
      {
        input: { mode: 'one' },
      },
    );
    await screen.findByText('а');
    const boxes = screen.getAllByLabelText<HTMLInputElement>('Выбрать строку');
    await userEvent.click(boxes[0]!);
    await userEvent.click(boxes[1]!);
    expect(boxes.map((box) => box.checked)).toEqual([false, true]);
  });

  it('rows that are not selectable cannot be selected, neither alone nor with the page', async () => {
    serve(() => pageOf(['а', 'б']));
    const selectableWhen = { cel: "row.name != 'б'" };
    await renderScreen(screenOf(tableOf({ select: { const: 'many' }, selectableWhen })));
    await screen.findByText('а');
    await userEvent.click(screen.getByLabelText('Выбрать все строки на странице'));
    const boxes = screen.getAllByLabelText<HTMLInputElement>('Выбрать строку');
    expect(boxes.map((box) => [box.checked, box.disabled])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('rows that are not selectable are not selected with all that are found', async () => {
    const all = Array.from({ length: 12 }, (_, i) => (i === 11 ? 'занята' : `${i}`));
    serve(({ query }) => ({ ...pageOf(all.slice(0, Number(query.count))), size: all.length }));
    const selectableWhen = { cel: "row.name != 'занята'" };
    await renderScreen(screenOf(tableOf({ select: { const: 'many' }, selectableWhen })));
    await screen.findByText('0');
    await userEvent.click(screen.getByLabelText('Выбрать все строки на странице'));
    await userEvent.click(await screen.findByRole('button', { name: 'Выбрать все найденные: 12' }));
    expect(await screen.findByText('Выбрано 11 записей')).toBeTruthy();
  });

  it('an action on several rows waits until all that are found are selected', async () => {
    const all = Array.from({ length: 12 }, (_, i) => `${i}`);
    let answer = () => {};
    const slow = new Promise<void>((resolve) => (answer = resolve));
    serve(async ({ path, query }) => {
      if (path === '/api/remove') return {};
      if (Number(query.count) > 10) await slow;
      return { ...pageOf(all.slice(0, Number(query.count))), size: all.length };
    });
    await renderScreen(screenOf(tableOf({ select: { const: 'many' }, bulk }), { operations }));
    await screen.findByText('0');
    await userEvent.click(screen.getByLabelText('Выбрать все строки на странице'));
    await userEvent.click(await screen.findByRole('button', { name: 'Выбрать все найденные: 12' }));
    const press = () => userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
    await press();
    expect(calls.some((call) => call.path === '/api/remove')).toBe(false);
    answer();
    await screen.findByText('Выбрано 12 записей');
    await press();
    await waitFor(() => expect(calls.find((c) => c.path === '/api/remove')?.body).toEqual({ ids: all }));
  });

  it('is not offered while every action on several rows is unavailable', async () => {
    serve(() => pageOf(['а']));
    const removal = (more: object) =>
      action('call', { operation: 'remove', label: { const: 'Удалить' }, with: {}, ...more });
    const state = {
      open: { type: 'boolean' as const, optional: false, list: false, default: { const: false } },
    };
    const buttons = [action('set', { label: { const: 'Открыть' }, values: { open: { const: true } } })];
    const hidden = removal({ visibleWhen: { path: ['state', 'open'] } });
    const forbidden = removal({ at: '/b', access: ['NOBODY_HAS_IT'] });
    const view = tableOf({ select: { const: 'many' }, bulk: [hidden, forbidden] });
    await renderScreen(screenOf(view, { operations, state, buttons }));
    await screen.findByText('а');
    expect(screen.queryByRole('checkbox')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Открыть' }));
    expect(await screen.findByLabelText('Выбрать строку')).toBeTruthy();
    expect(screen.getByLabelText('Выбрать все строки на странице')).toBeTruthy();
  });

  it.each([
    [
      'an action whose condition asks which are chosen',
      { bulk: [{ visibleWhen: { cel: 'size(selection) > 1' } }], buttons: [] },
    ],
    [
      'a button of the page that reads which are chosen',
      { bulk: [{ access: ['NOBODY_HAS_IT'] }], buttons: [{ enabledWhen: { cel: 'size(selection) > 0' } }] },
    ],
  ])('stays offered for %s', async (_, given) => {
    serve(() => pageOf(['а']));
    const made = given.bulk.map((more) => action('call', { operation: 'remove', with: {}, ...more }));
    const buttons = given.buttons.map((more) => action('set', { at: '/b', values: {}, ...more }));
    const view = tableOf({ select: { const: 'many' }, bulk: made });
    await renderScreen(screenOf(view, { operations, buttons }));
    expect(await screen.findByLabelText('Выбрать строку')).toBeTruthy();
  });

  it('is published to the page under the view’s name and to the page’s own buttons', async () => {
    serve(() => pageOf(['а']));
    const buttons = [
      action('set', { label: { const: 'Дальше' }, values: {}, enabledWhen: { cel: 'size(selection) > 0' } }),
      action('set', {
        at: '/b',
        label: { cel: "'выбрано ' + string(size(views.list.selection))" },
        values: {},
      }),
    ];
    await renderScreen(
      screenOf(tableOf({ name: 'list', namespace: 'list', select: { const: 'many' } }), { buttons }),
    );
    await screen.findByText('а');
    expect(screen.getByRole('button', { name: 'Дальше' })).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByLabelText('Выбрать строку'));
    expect(screen.getByRole('button', { name: 'Дальше' })).toHaveProperty('disabled', false);
    expect(screen.getByRole('button', { name: 'выбрано 1' })).toBeTruthy();
  });
});

describe('group headings', () => {
  const column = (id: string, group?: string): CompiledColumn => ({
    id,
    label: { const: id },
    content: [{ do: { cell: 'text', options: {}, paths: [['name']] } }],
    align: 'start',
    ...(group ? { group: { const: group } } : {}),
  });
  const read = (given: CompiledText) => String('const' in given ? given.const : '');

  it('cover neighbours of one group, in a separate row; a card and a file have both headings', async () => {
    serve(() => pageOf(['а']));
    const columns = [column('Имя'), column('Нетто', 'Вес'), column('Тара', 'Вес')];
    await renderScreen(screenOf(tableOf({ columns })));
    const cell = await screen.findAllByRole('cell', { name: 'а' });
    const [first, second] = screen.getAllByRole('row');
    const over = within(first!).getAllByRole('columnheader');
    expect(over.map((one) => [one.textContent, one.getAttribute('colspan')])).toEqual([['Вес', '2']]);
    expect(
      within(second!)
        .getAllByRole('columnheader')
        .map((one) => one.textContent),
    ).toEqual(['Имя', 'Нетто', 'Тара']);
    expect(cell.map((one) => one.dataset.label)).toEqual(['Имя', 'Вес · Нетто', 'Вес · Тара']);
  });

  it('are separate where the user separated the columns, or pinned some', () => {
    const [a, b, c] = [column('a', 'Вес'), column('b', 'Вес'), column('c')];
    const runs = (columns: CompiledColumn[], pins = 0) =>
      headRuns(columns, pins, read)?.map(({ heading, first, length }) => [heading, first, length]);
    expect(runs([a, b, c])).toEqual([
      ['Вес', 0, 2],
      ['', 2, 1],
    ]);
    expect(runs([a, c, b])).toEqual([
      ['Вес', 0, 1],
      ['', 1, 1],
      ['Вес', 2, 1],
    ]);
    expect(runs([a, b, c], 1)).toEqual([
      ['Вес', 0, 1],
      ['Вес', 1, 1],
      ['', 2, 1],
    ]);
    expect(runs([c])).toBeUndefined();
  });
});
