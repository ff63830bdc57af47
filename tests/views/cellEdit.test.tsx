// @vitest-environment happy-dom
/** Cells that are edited in place. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { CompiledColumn, CompiledEdit } from '../../engine/language/compiled.ts';
import type { JsonSchema } from '../../engine/language/schema.ts';
import { engine } from '../engine.ts';
import { field, form, schema } from '../form/fixture.ts';
import {
  calls,
  operation,
  Refusal,
  renderScreen,
  screenOf,
  serve,
  signIn,
  tableOf,
  things,
  type Reply,
  setUpHarness,
} from './harness.tsx';

setUpHarness();

const save = operation('save', {
  method: 'POST',
  body: ['id', 'version', 'name', 'count', 'note'],
  changes: ['things'],
  permissions: ['SAVE'],
  reply: 'record',
});
const NAME: JsonSchema = { type: 'string', minLength: 2 };
const edit: CompiledEdit = {
  visibleWhen: { cel: "row.name != 'Пень'" },
  form: form([field('name', { label: { const: 'Название' }, required: true, schema: NAME })], {
    at: '/view/columns/0/edit',
    carried: ['id', 'version', 'count'],
    submit: {
      operation: 'save',
      with: { note: { cel: "'о ' + row.name" } },
      label: { key: 'engine.form.save' },
      // `then` is a keyword of the language; this object is never awaited.
      // oxlint-disable-next-line unicorn/no-thenable
      then: [{ type: 'close', tone: 'default', then: [], access: [], at: '/view' }],
      access: ['SAVE'],
    },
  }),
};
const [name] = tableOf().columns as [CompiledColumn];
const page = screenOf(tableOf({ columns: [{ ...name, edit }] }), {
  operations: { things, save },
  schemas: {
    Save: schema({ id: { type: 'string' }, version: { type: 'integer' }, name: NAME, count: {}, note: {} }, [
      'name',
    ]),
  },
});
const ROWS = [
  { id: 'a', version: 3, name: 'Ведро', count: 7 },
  { id: 'b', version: 1, name: 'Пень', count: 1 },
];

beforeEach(() => {
  signIn(['SAVE']);
  return engine.focus.start();
});

async function open(
  saved: Reply = ({ body }) => ({ ...(body as object), version: 4 }),
): Promise<HTMLElement> {
  serve((call) => (call.path === '/api/save' ? saved(call) : { list: ROWS, size: 2 }));
  await renderScreen(page, { sharedCache: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Изменить: Название' }));
  return screen.findByLabelText(/^Название/);
}
const saves = () => calls.filter(({ path }) => path === '/api/save').map(({ body }) => body);
const editor = () => document.querySelector('[data-part=cell-editor]');

it('saves the field with values of the row and the config, and reloads the rows', async () => {
  const input = await open();
  await waitFor(() => expect(document.activeElement).toBe(input));
  await userEvent.clear(input);
  await userEvent.type(input, 'Бак{Enter}');
  await waitFor(() => expect(editor()).toBeNull());
  expect(saves()).toEqual([{ id: 'a', version: 3, name: 'Бак', count: 7, note: 'о Ведро' }]);
  await waitFor(() => expect(calls.filter(({ path }) => path === '/api/things')).toHaveLength(2));
  const pencil = screen.getByRole('button', { name: 'Изменить: Название' });
  await waitFor(() => expect(document.activeElement).toBe(pencil));
});

it('keeps the input on a press elsewhere; Esc discards it, unchanged it closes automatically', async () => {
  const input = await open();
  act(() => void fireEvent.pointerDown(document.body));
  await waitFor(() => expect(editor()).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Изменить: Название' }));
  await userEvent.type(await screen.findByLabelText(/^Название/), '!');
  act(() => void fireEvent.pointerDown(document.body));
  expect(screen.getByLabelText<HTMLInputElement>(/^Название/).value).toBe('Ведро!');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(editor()).toBeNull());
  expect(saves()).toEqual([]);
  expect(input.isConnected).toBe(false);
});

it('shows errors at the field, by its rules and by the server', async () => {
  const errors = [{ field: 'name', message: 'Уже есть' }];
  const input = await open(() => new Refusal(400, 'Ошибки', { details: { errors } }));
  await userEvent.clear(input);
  await userEvent.type(input, 'Б{Enter}');
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
  expect(saves()).toEqual([]);
  await userEvent.type(input, 'ак{Enter}');
  expect(await within(editor() as HTMLElement).findAllByText(/Уже есть/)).not.toHaveLength(0);
  expect(screen.getByLabelText<HTMLInputElement>(/^Название/).value).toBe('Бак');
});

it('is offered for rows that allow it, to accounts that may save', async () => {
  await open();
  expect(screen.getAllByRole('button', { name: 'Изменить: Название' })).toHaveLength(1);
  act(() => signIn([]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Изменить: Название' })).toBeNull());
});

it('stays open while an option is chosen, though the options are at the end of the page', async () => {
  const many = field('name', {
    label: { const: 'Название' },
    widget: 'multiselect',
    schema: { type: 'array', items: { type: 'string', enum: ['Дуб', 'Липа'] } },
  });
  const column = { ...name, edit: { ...edit, form: { ...edit.form, layout: [many] } } } as CompiledColumn;
  serve(() => ({ list: ROWS, size: 2 }));
  await renderScreen({
    ...page,
    ...screenOf(tableOf({ columns: [column] }), { operations: { things, save } }),
  });
  await userEvent.click((await screen.findAllByRole('button', { name: 'Изменить: Название' }))[0]!);
  await userEvent.click(await screen.findByLabelText(/^Название/));
  const choices = await screen.findByRole('listbox', { hidden: true });
  expect(editor()?.contains(choices)).toBe(false);
  await userEvent.click(within(choices).getByRole('option', { name: 'Липа', hidden: true }));
  expect(editor()?.textContent).toContain('Липа');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('listbox', { hidden: true })).toBeNull());
  expect(editor()).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(editor()).toBeNull());
});
