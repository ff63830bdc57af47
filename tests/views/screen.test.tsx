// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type {
  CompiledDetails,
  CompiledStack,
  CompiledView,
  CompiledWidget,
} from '../../engine/language/compiled.ts';
import { defineWidget } from '../../engine/registry/define.ts';
import { createRegistry } from '../../engine/registry/registry.ts';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import {
  action,
  calls,
  operation,
  pageOf,
  Refusal,
  renderScreen,
  screenOf,
  serve,
  shownToasts,
  tableOf,
  things,
  setUpHarness,
} from './harness.tsx';
import { spec } from '../spec/spec.ts';

setUpHarness();

const stack = (...views: CompiledStack['items'][number]['view'][]): CompiledStack => ({
  type: 'stack',
  at: '/view',
  direction: 'rows',
  items: views.map((view) => ({ view, span: 12 })),
});
const widget = (name: string, more: Partial<CompiledWidget> = {}): CompiledWidget => ({
  type: 'widget',
  at: `/view/items/${name}`,
  widget: name,
  options: {},
  inputs: {},
  operations: [],
  on: {},
  ...more,
});
const details: CompiledDetails = {
  type: 'details',
  at: '/view',
  of: 'thing',
  columns: 2,
  actions: [],
  fields: [
    { label: { const: 'Имя' }, span: 1, content: { cell: 'text', options: {}, paths: [['name']] } },
    { label: { const: 'Пусто' }, span: 1, content: { cell: 'text', options: {}, paths: [['none']] } },
  ],
};

describe('errors stay local', () => {
  it('a view of an unknown type is a card that names it; its neighbours work', async () => {
    serve(() => pageOf(['а']));
    const globe = { type: 'globe', at: '/view/items/0' } as unknown as CompiledView;
    await renderScreen(screenOf(stack(globe, tableOf())));
    const card = screen.getByRole('alert');
    expect(card.textContent).toContain('"globe"');
    expect(card.textContent).toContain('screens/things.screen.json /view/items/0');
    await screen.findByText('а');
  });

  it('a widget that throws is a card; its neighbours work, and it can be retried', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    serve(() => pageOf(['а']));
    let broken = true;
    const registry = createRegistry();
    registerBuiltins(registry);
    registry.register(
      defineWidget({
        name: 'fragile',
        component: () => {
          if (broken) throw new Error('сломалось');
          return <p>цело</p>;
        },
      }),
    );
    await renderScreen(screenOf(stack(widget('fragile'), tableOf())), { registry });
    expect(screen.getByRole('alert').textContent).toContain('сломалось');
    await screen.findByText('а');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Показать снова' }));
    expect(screen.getByText('цело')).toBeTruthy();
  });

  it('a cell that cannot be rendered replaces its row only', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    serve(() => ({
      list: [
        { id: 1, name: 'цел' },
        { id: 2, name: 'плох' },
      ],
      size: 2,
    }));
    const when = { cel: "row.name == 'плох'" };
    const columns = tableOf().columns.map((column) => ({
      ...column,
      content: [{ when, do: { cell: 'нет такой', options: {}, paths: [['name']] } }, ...column.content],
    }));
    await renderScreen(screenOf(tableOf({ columns })));
    await screen.findByText('цел');
    expect(await screen.findByText('Эту часть экрана не удалось показать')).toBeTruthy();
  });

  it('a row that could not be rendered is rendered once it has other values', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let name = 'плох';
    serve(() => ({ list: [{ id: 1, name }], size: 1 }));
    const when = { cel: "row.name == 'плох'" };
    const columns = tableOf().columns.map((column) => ({
      ...column,
      content: [{ when, do: { cell: 'нет такой', options: {}, paths: [['name']] } }, ...column.content],
    }));
    await renderScreen(screenOf(tableOf({ columns })));
    await screen.findByText('Эту часть экрана не удалось показать');
    name = 'цел';
    await userEvent.click(screen.getByRole('button', { name: 'Обновить' }));
    expect(await screen.findByText('цел')).toBeTruthy();
    expect(screen.queryByText('Эту часть экрана не удалось показать')).toBeNull();
  });
});

describe('records', () => {
  const get = operation('get', {
    path: '/api/get/{id}',
    parameters: { id: { in: 'path', required: true } },
    reply: 'record',
  });
  const record = (id: unknown) => ({ thing: { operation: 'get', with: { id: { const: id } }, live: [] } });
  const operations = { things, get };

  it('are loaded before the view is rendered', async () => {
    serve(() => ({ name: 'бак' }));
    await renderScreen(
      screenOf(details, { operations, records: record(1), title: { path: ['records', 'thing', 'name'] } }),
    );
    expect((await screen.findByRole('heading')).textContent).toBe('бак');
    expect(screen.getByText('Имя').nextSibling?.textContent).toBe('бак');
  });

  it.each([
    ['a call that is not to be made', { when: { const: false } }, { name: 'бак' }],
    ['a reply of nothing', {}, null],
  ])('%s shows the labels of its view without values', async (_, call, reply) => {
    serve(() => reply);
    const { of, ...fields } = details;
    const source = { operation: 'get', with: { id: { const: 1 } }, live: [], ...call };
    await renderScreen(screenOf({ ...fields, source }, { operations }));
    expect((await screen.findByText('Имя')).nextSibling?.textContent).toBe('');
  });

  it('have actions that are disabled while another record is loading, and keep their place', async () => {
    const replies = new Map<string, () => void>();
    serve(({ path }) => {
      if (!path.endsWith('/2')) return { name: 'первая' };
      return new Promise((resolve) => replies.set(path, () => resolve({ name: 'вторая' })));
    });
    const told = action('set', {
      label: { const: 'Назвать' },
      values: { name: { path: ['row', 'name'] } },
      shortcut: 'A',
    });
    const next = action('set', { label: { const: 'Дальше' }, values: { at: { const: 2 } } });
    const asked = { thing: { operation: 'get', with: { id: { path: ['state', 'at'] } }, live: [] } };
    await renderScreen(
      screenOf(
        { ...details, actions: [told] },
        {
          operations,
          records: asked,
          buttons: [next],
          title: { path: ['state', 'name'] },
          state: {
            at: { type: 'number', optional: false, list: false, default: { const: 1 } },
            name: { type: 'string', optional: true, list: false },
          },
        },
      ),
    );
    await screen.findByText('первая');
    const button = () => screen.getByRole('button', { name: 'Назвать' });
    expect(button().getAttribute('aria-disabled')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Дальше' }));
    await waitFor(() => expect(replies.size).toBe(1));
    expect(button().getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button());
    await userEvent.keyboard('a');
    expect(screen.queryByRole('heading', { name: 'первая' })).toBeNull();
    act(() => replies.forEach((answer) => answer()));
    await screen.findByText('вторая');
    await userEvent.click(button());
    expect(await screen.findByRole('heading', { name: 'вторая' })).toBeTruthy();
  });

  it('that failed to load are reported, with a retry button', async () => {
    let well = false;
    serve(() => (well ? { name: 'бак' } : new Refusal(500, 'Нет связи с базой')));
    await renderScreen(screenOf(details, { operations, records: record(1) }));
    spec('M-048');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Не удалось загрузить данныеНет связи с базой',
    );
    well = true;
    await userEvent.click(screen.getByRole('button'));
    await screen.findByText('Имя');
  });

  it('still to be created are not requested', async () => {
    serve(() => ({}));
    await renderScreen(screenOf(details, { operations, records: record('new') }));
    expect(calls).toEqual([]);
    expect(screen.getByText('Имя').nextSibling?.textContent).toBe('');
  });

  it('are not requested before their id is known', async () => {
    serve(() => ({}));
    const { thing } = record(1);
    await renderScreen(
      screenOf(details, {
        operations,
        records: { thing: { ...thing!, with: { id: { path: ['state', 'chosen'] } } } },
        state: { chosen: { type: 'number', optional: true, list: false } },
        buttons: [action('set', { label: { const: 'Выбрать' }, values: { chosen: { const: 7 } } })],
      }),
    );
    expect(calls).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Выбрать' }));
    await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['/api/get/7']));
  });

  it('a call that changes them loads their new state, and `on` runs once it is reached', async () => {
    let status = 'BUILDING';
    serve(({ method }) => (method === 'POST' ? {} : { name: status }));
    const finish = operation('finish', { method: 'POST', reply: 'none', changes: ['get'] });
    const on = [
      {
        when: { cel: "records.thing.name == 'DONE'" },
        do: [action('set', { values: {}, success: { const: 'готово' } })],
      },
    ];
    await renderScreen(
      screenOf(details, {
        operations: { ...operations, finish },
        records: record(1),
        on,
        buttons: [action('call', { operation: 'finish', label: { const: 'Завершить' } })],
      }),
      { sharedCache: true },
    );
    await screen.findByText('BUILDING');
    expect(shownToasts()).toEqual([]);
    status = 'DONE';
    await userEvent.click(screen.getByRole('button', { name: 'Завершить' }));
    await screen.findByText('DONE');
    await waitFor(() => expect(shownToasts()).toEqual(['success: готово']));
  });
});

describe('a widget', () => {
  it('gets its inputs, and its events run actions with their payload as result', async () => {
    let tell!: (event: string, detail?: unknown) => void;
    const registry = createRegistry();
    registerBuiltins(registry);
    registry.register(
      defineWidget({
        name: 'map',
        component: ({ inputs, emit }) => {
          tell = emit;
          return <p>{`выбрано: ${String(inputs.chosen)}`}</p>;
        },
      }),
    );
    const map = widget('map', {
      inputs: { chosen: { path: ['state', 'chosen'] } },
      on: { pick: [action('set', { values: { chosen: { path: ['result'] } } })] },
    });
    await renderScreen(
      screenOf(map, { state: { chosen: { type: 'string', optional: true, list: false } } }),
      { registry },
    );
    await act(async () => tell('pick', 'к-1'));
    await screen.findByText('выбрано: к-1');
  });
});
