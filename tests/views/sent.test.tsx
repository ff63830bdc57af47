// @vitest-environment happy-dom
/** Columns and forms that an operation describes: invalid ones, failures to load, another language. */
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CompiledForm, CompiledTable } from '../../engine/language/compiled.ts';
import {
  calls,
  operation,
  Refusal,
  renderScreen,
  screenOf,
  serve,
  tableOf,
  things,
  setUpHarness,
} from './harness.tsx';
import { spec } from '../spec/spec.ts';

setUpHarness();

const shape = operation('shape', { reply: 'record' });
const save = operation('save', { method: 'POST', reply: 'record', body: ['name', 'more'] });
let logged: unknown[][] = [];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((...args) => void logged.push(args));
});
afterEach(() => vi.restoreAllMocks());

const partly = /Показано не всё/;
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const rows = [{ id: '1', name: 'Лодка', built: '2026-03-09', tags: ['a', 'b'], weight: 12 }];

describe('a table', () => {
  const open = (columns: unknown, more: Partial<CompiledTable> = {}) => {
    serve(({ path }) =>
      path === '/api/shape' ? (columns instanceof Refusal ? columns : { columns }) : { list: rows, size: 1 },
    );
    const from = { operation: 'shape', with: {}, path: ['columns'] };
    return renderScreen(screenOf(tableOf({ columnsFrom: from, ...more }), { operations: { things, shape } }));
  };

  it('shows literal captions, values by their type, and conditions of rows', async () => {
    await open([
      { field: 'built', label: 'Построена {{year}}', cell: 'date' },
      'tags',
      { field: 'name', label: 'Второй раз' },
      { id: 'heavy', label: 'Тяжёлая', value: { expr: "row.weight > 10.0 ? 'да' : 'нет'" } },
      {
        field: 'weight',
        label: 'Вес',
        cases: [{ when: 'row.weight > 10.0', field: 'weight', cell: 'number' }],
      },
    ]);
    await screen.findByText('Лодка');
    expect(heads()).toEqual(['Название', 'Построена {{year}}', 'tags', 'Тяжёлая', 'Вес']);
    expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Лодка',
      '09.03.2026',
      'a, b',
      'да',
      '12',
    ]);
    expect(screen.queryByText(partly)).toBeNull();
  });

  it('is sorted by a column that the server marks as sortable', async () => {
    await open([
      { field: 'weight', label: 'Вес', sort: true },
      { field: 'built', label: 'Дата' },
    ]);
    await userEvent.click(await screen.findByRole('button', { name: 'Вес' }));
    await expect.poll(() => calls.at(-1)!.query.order).toBe('-weight');
    expect(screen.queryByRole('button', { name: 'Дата' })).toBeNull();
  });

  it.each([
    ['a slip of the grammar', { feild: 'weight' }, 'unknown-property'],
    ['a broken expression', { field: 'weight', value: { expr: 'row.(' } }, 'expression-syntax'],
    ['a name that no scope has', { id: 'x', value: { expr: 'riw.name' } }, 'unknown-name'],
    ['no column at all', 17, 'wrong-type'],
    ['a fragment', { use: 'crew' }, 'unknown-path'],
  ])('leaves out %s, shows the others and says so', async (_, broken, code) => {
    await open([broken, { field: 'weight', label: 'Вес' }]);
    await screen.findByText(partly);
    expect(heads()).toEqual(['Название', 'Вес']);
    expect(JSON.stringify(logged)).toContain(code);
  });

  it('falls back to the type when the named cell is not registered', async () => {
    await open([{ field: 'weight', label: 'Вес', cell: 'hologram' }]);
    await screen.findByText(partly);
    expect(heads()).toEqual(['Название', 'Вес']);
    expect(screen.getByRole('cell', { name: '12' })).toBeTruthy();
    expect(JSON.stringify(logged)).toContain('hologram');
  });

  it('shows its own columns while the others cannot be loaded, and an error when it has none', async () => {
    const { unmount } = await open(new Refusal(500, 'База недоступна'));
    await screen.findByText('Часть столбцов не загрузилась: База недоступна');
    await screen.findByText('Лодка');
    serve(({ path }) => (path === '/api/shape' ? { columns: ['weight'] } : { list: rows, size: 1 }));
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    await screen.findByRole('columnheader', { name: 'weight' });
    unmount();
    await open(new Refusal(500, 'База недоступна'), { columns: [] });
    await screen.findByRole('alert');
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('a form', () => {
  const form: CompiledForm = {
    type: 'form',
    at: '/view',
    initial: {},
    schemaFrom: { operation: 'shape', with: {}, path: [] },
    submit: { operation: 'save', with: {}, label: { const: 'Сохранить' }, then: [], access: [] },
    schema: 'Save',
    carried: ['more'],
    layout: [
      {
        type: 'field',
        path: ['name'],
        label: { const: 'Название' },
        widget: 'text',
        options: {},
        schema: { type: 'string' },
        required: false,
        nullable: false,
        span: 1,
        whenHidden: 'drop',
      },
    ],
    buttons: [],
  };
  const open = async (reply: object, more: Partial<CompiledForm> = {}) => {
    serve(({ path }) => (path === '/api/shape' ? reply : path === '/api/one' ? { more: { a: 'было' } } : {}));
    const schemas = {
      Save: {
        type: 'object' as const,
        additionalProperties: false,
        properties: { name: { type: 'string' as const }, more: { type: 'object' as const } },
      },
    };
    const operations = { shape, save, one: operation('one', { reply: 'record' }) };
    await renderScreen(screenOf({ ...form, ...more }, { operations, schemas }));
    await screen.findByLabelText(/Название/);
  };
  const more = (properties: object, required: string[] = []) => ({
    properties: { more: { type: 'object', required, properties } },
  });
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

  it("validates its own fields by the server's rules, and sends nothing that they forbid", async () => {
    await open({
      schema: { required: ['name'], properties: { name: { type: 'string', minLength: 3 } } },
      layout: [],
    });
    await send();
    await userEvent.type(screen.getByLabelText(/Название/), 'Як');
    await send();
    expect(sent()).toEqual([]);
    await userEvent.type(screen.getByLabelText(/Название/), '-40');
    await send();
    await expect.poll(sent).toEqual([{ name: 'Як-40' }]);
  });

  it("sends a described field that was emptied as empty, not with the record's value", async () => {
    await open(
      { schema: more({ a: { type: 'string', title: 'Прочее' } }), layout: ['more.a'] },
      { load: { operation: 'one', with: {} } },
    );
    const field = await screen.findByLabelText('Прочее');
    expect((field as HTMLInputElement).value).toBe('было');
    await userEvent.clear(field);
    await send();
    await expect.poll(sent).toHaveLength(1);
    expect(JSON.stringify(sent())).not.toContain('было');
  });

  it('keeps a group of fields for which the reply has a text, and takes a group from the reply', async () => {
    const shaped = { schema: more({ a: { type: 'string', title: 'Прочее' } }), layout: ['more.a'] };
    await open(shaped);
    const answer = (body: object) => serve(({ path }) => (path === '/api/shape' ? shaped : body));
    const value = () => (screen.getByLabelText('Прочее') as HTMLInputElement).value;
    await userEvent.type(await screen.findByLabelText('Прочее'), 'набрано');
    answer({ name: 'Первый', more: 'Прочее: набрано' });
    await send();
    await expect.poll(() => (screen.getByLabelText(/Название/) as HTMLInputElement).value).toBe('Первый');
    expect(value()).toBe('набрано');
    answer({ name: 'Второй', more: { a: 'сказано сервером' } });
    await userEvent.type(screen.getByLabelText(/Название/), '!');
    await send();
    await expect.poll(value).toBe('сказано сервером');
  });

  it('leaves out what is invalid and what cannot be sent, and shows the rest', async () => {
    spec('M-061');
    await open({
      schema: more({
        a: { type: 'string', title: 'А' },
        word: { type: 'string', title: 'Слово', 'x-dictionary': 'nowhere' },
        odd: { type: 'integer', title: 'Число' },
      }),
      layout: [
        'more.a',
        'more.none',
        { view: { type: 'widget', widget: 'map' } },
        { field: 'more.odd', widget: 'abacus' },
        { section: 'Раздел {{1}}', rows: [['more.word']] },
      ],
    });
    await screen.findByText(partly);
    await screen.findByRole('heading', { name: 'Раздел {{1}}' });
    expect(screen.getAllByRole('textbox').map((box) => box.id.replace(/^form\w+-/, ''))).toEqual([
      'name',
      'more.a',
      'more.odd',
      'more.word',
    ]);
    for (const word of ['more.none', 'A view cannot be sent', 'abacus', 'nowhere'])
      expect(JSON.stringify(logged)).toContain(word);
  });

  it('described again keeps the input until it is saved', async () => {
    const titled = (title: string) => ({
      schema: more({ a: { type: 'string', title } }),
      layout: ['more.a'],
    });
    await open(titled('Старое'), { name: 'main' });
    await userEvent.type(await screen.findByLabelText('Старое'), 'набрано');
    serve(({ path }) => (path === '/api/shape' ? titled('Новое') : {}));
    // The network is back: the description is requested again.
    await expect
      .poll(async () => {
        await act(async () => void window.dispatchEvent(new Event('online')));
        return calls.filter(({ path }) => path === '/api/shape').length;
      })
      .toBe(2);
    expect((screen.getByLabelText('Старое') as HTMLInputElement).value).toBe('набрано');
    await send();
    await screen.findByLabelText('Новое');
    expect(sent()).toEqual([{ more: { a: 'набрано' } }]);
  });

  it('says why it cannot be shown when its description fails to load', async () => {
    serve(() => new Refusal(500, 'База недоступна'));
    await renderScreen(screenOf(form, { operations: { shape, save }, schemas: { Save: {} } }));
    expect((await screen.findByRole('alert')).textContent).toContain('База недоступна');
  });
});
