// @vitest-environment happy-dom
/** Confirmations with fields for a part of the request, and failure branches. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { CompiledAction, CompiledScreen, CompiledStack } from '../../engine/language/compiled.ts';
import { field } from '../form/fixture.ts';
import {
  action,
  calls,
  operation,
  Refusal,
  renderScreen,
  screenOf,
  serve,
  shownToasts,
  setUpHarness,
} from './harness.tsx';

setUpHarness();

const EMPTY: CompiledStack = { type: 'stack', at: '/view', direction: 'rows', items: [] };
const reject = operation('reject', {
  method: 'POST',
  path: '/api/reject/{id}',
  parameters: { id: { in: 'path', required: true } },
  body: ['reason', 'since'],
  reply: 'record',
});
const asking = action('call', {
  operation: 'reject',
  label: { const: 'Отклонить' },
  with: { id: { const: 7 }, since: { const: '2026-01-01' } },
  success: { key: 'engine.form.saved' },
  confirm: {
    message: { const: 'Почему?' },
    ask: {
      schema: 'Reject',
      layout: [
        field('reason', {
          label: { const: 'Причина' },
          required: true,
          schema: { type: 'string', minLength: 1 },
        }),
      ],
    },
  },
});

const show = (button: CompiledAction, records: CompiledScreen['records'] = {}) =>
  renderScreen(
    screenOf(EMPTY, {
      buttons: [button],
      operations: { reject, thing: operation('thing', { reply: 'record' }) },
      records,
      state: { why: { type: 'string', optional: true, list: false } },
      title: { path: ['state', 'why'] },
      schemas: {
        Reject: {
          type: 'object',
          additionalProperties: false,
          required: ['reason'],
          properties: { reason: { type: 'string', minLength: 1 }, since: { type: 'string' } },
        },
      },
    }),
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a confirmation with a field', () => {
  it('calls with the input and the arguments of the action, and continues', async () => {
    serve(() => ({ id: 7 }));
    await show(asking);
    await press('Отклонить');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Почему?')).toBeTruthy();
    await userEvent.type(await dialog.findByLabelText(/Причина/), 'Поздно');
    await userEvent.click(dialog.getByRole('button', { name: 'Отклонить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls).toMatchObject([{ path: '/api/reject/7', body: { reason: 'Поздно', since: '2026-01-01' } }]);
    await waitFor(() => expect(shownToasts()).toHaveLength(1));
  });

  it('shows missing input at its field, and calls nothing; cancel has no effect', async () => {
    serve(() => ({ id: 7 }));
    await show(asking);
    await press('Отклонить');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: 'Отклонить' }));
    await waitFor(() => expect(dialog.getByLabelText(/Причина/).getAttribute('aria-invalid')).toBe('true'));
    await userEvent.click(dialog.getByRole('button', { name: 'Отмена' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls).toEqual([]);
    expect(shownToasts()).toEqual([]);
  });

  it('starts in its first field without an error, and its confirm button is as red as the action', async () => {
    serve(() => ({ id: 7 }));
    await show({ ...asking, tone: 'danger' } as CompiledAction);
    await press('Отклонить');
    const dialog = within(await screen.findByRole('dialog'));
    const reason = await dialog.findByLabelText(/Причина/);
    await waitFor(() => expect(document.activeElement).toBe(reason));
    expect(dialog.getByRole('button', { name: 'Отклонить' }).className).toContain('bg-danger-strong');
    await userEvent.tab();
    expect(document.activeElement).not.toBe(reason);
    expect(reason.getAttribute('aria-invalid')).toBeNull();
    await userEvent.type(reason, 'Нет');
    await userEvent.clear(reason);
    await userEvent.tab();
    await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'));
  });

  it('takes blanks for nothing', async () => {
    serve(() => ({ id: 7 }));
    await show(asking);
    await press('Отклонить');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(await dialog.findByLabelText(/Причина/), '   ');
    await userEvent.click(dialog.getByRole('button', { name: 'Отклонить' }));
    await waitFor(() => expect(dialog.getByLabelText(/Причина/).getAttribute('aria-invalid')).toBe('true'));
    expect(calls).toEqual([]);
    await userEvent.type(dialog.getByLabelText(/Причина/), '  Поздно ');
    await userEvent.click(dialog.getByRole('button', { name: 'Отклонить' }));
    await waitFor(() => expect(calls).toMatchObject([{ body: { reason: 'Поздно' } }]));
  });

  it("shows the server's error at the field, and keeps the input", async () => {
    const errors = [{ field: 'reason', message: 'Слишком коротко' }];
    serve(() => new Refusal(400, 'Ошибки', { details: { errors } }));
    await show(asking);
    await press('Отклонить');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(await dialog.findByLabelText(/Причина/), 'Э');
    await userEvent.click(dialog.getByRole('button', { name: 'Отклонить' }));
    expect(await dialog.findAllByText(/Слишком коротко/)).not.toHaveLength(0);
    expect(dialog.getByLabelText<HTMLInputElement>(/Причина/).value).toBe('Э');
    // Another value clears the error: only the server can check it.
    await userEvent.type(dialog.getByLabelText(/Причина/), 'то не наше');
    await waitFor(() => expect(dialog.queryByText(/Слишком коротко/)).toBeNull());
    expect(dialog.getByLabelText(/Причина/).getAttribute('aria-invalid')).toBeNull();
  });

  it('says that another user has changed the record, and offers no merge: the input is no part of it', async () => {
    serve(({ method }) =>
      method === 'GET'
        ? { id: 7, version: 3 }
        : new Refusal(412, 'Запись изменена', { details: { current: { id: 7, version: 4, reason: 'Их' } } }),
    );
    await show(asking, { thing: { operation: 'thing', with: {}, live: [] } });
    await waitFor(() => expect(calls).toHaveLength(1));
    await press('Отклонить');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(await dialog.findByLabelText(/Причина/), 'Поздно');
    await userEvent.click(dialog.getByRole('button', { name: 'Отклонить' }));
    expect(await dialog.findAllByText(/Запись изменена/)).not.toHaveLength(0);
    expect(calls.at(-1)).toMatchObject({ path: '/api/reject/7', version: '"3"' });
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(dialog.getByLabelText<HTMLInputElement>(/Причина/).value).toBe('Поздно');
  });
});

describe('a failure branch', () => {
  const failing = action('call', {
    operation: 'reject',
    label: { const: 'Проверить' },
    with: { id: { const: 7 } },
    failed: [action('set', { values: { why: { path: ['failure', 'message'] } } })],
  });

  it('replaces the toast and can read the failure', async () => {
    serve(() => new Refusal(503, 'Сервис молчит'));
    await show(failing);
    await press('Проверить');
    await screen.findByText('Сервис молчит');
    expect(shownToasts()).toEqual([]);
  });

  it('is not taken when the call succeeds', async () => {
    serve(() => ({ id: 7 }));
    await show(failing);
    await press('Проверить');
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByText('Сервис молчит')).toBeNull();
  });
});
