// @vitest-environment happy-dom
/** One property of a request with two widgets, each shown under a separate condition. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { calls, operation, renderScreen, screenOf, serve, setUpHarness } from '../views/harness.tsx';
import { field, form, schema } from './fixture.ts';

setUpHarness();

const save = operation('save', { method: 'POST', body: ['long', 'note'], reply: 'record' });
const SCHEMA = schema({ long: { type: 'boolean' }, note: { type: 'string', minLength: 3 } }, ['note']);
const note = (widget: string, cel: string) =>
  field('note', { widget, label: { const: 'Заметка' }, required: true, visibleWhen: { cel } });
const view = form(
  [
    field('long', { widget: 'checkbox', label: { const: 'Подробно' } }),
    note('text', '!has(form.long) || form.long == false'),
    note('textarea', 'has(form.long) && form.long == true'),
  ],
  { schema: 'Save', initial: {} },
);

it('each is shown under its condition, with the same value, and the request has it once', async () => {
  serve(() => ({ id: '1' }));
  await renderScreen(screenOf(view, { operations: { save }, schemas: { Save: SCHEMA } }));
  const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Заметка/ });
  await userEvent.type(await screen.findByRole('textbox', { name: /Заметка/ }), 'бак у ворот');
  expect(box().tagName).toBe('INPUT');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Подробно' }));
  await waitFor(() => expect(box().tagName).toBe('TEXTAREA'));
  expect(box().value).toBe('бак у ворот');
  await userEvent.click(screen.getByRole('button', { name: 'save' }));
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ body: { long: true, note: 'бак у ворот' } }));
});
