// @vitest-environment happy-dom
/** What belongs to an item of a list stays with it when an item before it is removed. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { loadEvaluator } from '../../engine/language/evaluate.ts';
import { calls, operation, renderScreen, screenOf, serve, setUpHarness } from '../views/harness.tsx';
import { field, form, listField, schema } from './fixture.ts';

setUpHarness();

const text = { type: 'string' } as const;
const day = { type: 'string', format: 'date' } as const;
const ITEM = {
  type: 'object',
  properties: { login: { ...text, minLength: 2 }, day, copy: text },
  required: ['login'],
} as const;
const SCHEMA = schema({ rows: { type: 'array', items: ITEM } });
const operations = {
  save: operation('save', { method: 'POST', body: ['rows'], reply: 'record' }),
  taken: operation('taken', { parameters: { query: { in: 'query', required: true } }, reply: 'list' }),
};
const view = form(
  [
    listField(
      'rows',
      ITEM,
      [
        field('login', {
          label: { const: 'Логин' },
          required: true,
          schema: ITEM.properties.login,
          check: {
            call: { operation: 'taken', with: { query: { path: ['item', 'login'] } } },
            validWhen: { cel: 'size(result) == 0' },
            message: { cel: "'занят: ' + result[0].login" },
          },
        }),
        field('day', { widget: 'date', label: { const: 'День' }, schema: day }),
        field('copy', { label: { const: 'Копия' }, follows: { path: ['item', 'login'] } }),
      ],
      'Строки',
    ),
  ],
  { schema: 'Save' },
);

beforeEach(async () => {
  await loadEvaluator();
  serve(({ path, query }) =>
    path === '/api/taken' && query.query?.startsWith('anna')
      ? [{ login: query.query }]
      : path === '/api/taken'
        ? []
        : {},
  );
});

const open = async (logins: string[]) => {
  const rows = logins.map((login) => ({ login, copy: 'x' }));
  await renderScreen(
    screenOf({ ...view, initial: { rows: { const: rows } } }, { operations, schemas: { Save: SCHEMA } }),
  );
  await waitFor(() => expect(screen.getAllByLabelText(/^Логин/)).toHaveLength(logins.length));
};
const inputs = (label: RegExp) => screen.getAllByLabelText<HTMLInputElement>(label);
const remove = (at: number) => userEvent.click(screen.getAllByRole('button', { name: /^Удалить/ })[at]!);
const add = () => userEvent.click(screen.getByRole('button', { name: 'Добавить строку' }));
const checks = () => calls.filter(({ path }) => path === '/api/taken').map(({ query }) => query.query);
const saved = () => calls.filter(({ path }) => path === '/api/save').map(({ body }) => body);
const save = () => userEvent.click(screen.getByRole('button', { name: 'save' }));
const pause = () => new Promise((done) => setTimeout(done, 600));

it('an error is shown at its item, and that of the removed item is gone', async () => {
  await open(['bert', 'carl', 'dora']);
  await userEvent.clear(inputs(/^Логин/)[0]!);
  await userEvent.clear(inputs(/^Логин/)[2]!);
  await userEvent.tab();
  const invalid = () => inputs(/^Логин/).map((input) => input.getAttribute('aria-invalid') === 'true');
  await waitFor(() => expect(invalid()).toEqual([true, false, true]));
  await remove(0);
  expect(invalid()).toEqual([false, true]);
  await remove(1);
  expect(invalid()).toEqual([false]);
  await save();
  await waitFor(() => expect(saved()).toEqual([{ rows: [{ login: 'carl', copy: 'x' }] }]));
});

it('a text that is no date stays with its item, and blocks the save only as long as that item is there', async () => {
  await open(['bert', 'carl']);
  await userEvent.type(inputs(/^День/)[1]!, '77.77');
  await userEvent.tab();
  await remove(0);
  expect(inputs(/^День/).map(({ value }) => value)).toEqual(['77.77']);
  await save();
  await waitFor(() => expect(inputs(/^День/)[0]!.getAttribute('aria-invalid')).toBe('true'));
  expect(saved()).toEqual([]);
  await remove(0);
  await save();
  await waitFor(() => expect(saved()).toEqual([{ rows: [] }]));
});

it('a value that was loaded is not checked by the server for having moved', async () => {
  await open(['anna1', 'anna2']);
  await remove(0);
  await pause();
  expect(checks()).toEqual([]);
  await add();
  await userEvent.type(inputs(/^Логин/)[1]!, 'anna1');
  await waitFor(() => expect(screen.queryAllByText('занят: anna1')).not.toHaveLength(0));
});

it('the answer to a check is shown at the item that moved while it was on its way', async () => {
  await open(['bert', 'carl']);
  await userEvent.clear(inputs(/^Логин/)[1]!);
  await userEvent.type(inputs(/^Логин/)[1]!, 'anna3');
  await remove(0);
  await waitFor(() => expect(screen.queryAllByText('занят: anna3')).not.toHaveLength(0));
  expect(checks()).toEqual(['anna3']);
  expect(inputs(/^Логин/)[0]!.getAttribute('aria-invalid')).toBe('true');
});

it('a value that follows another, and was cleared, stays empty when its item moves', async () => {
  await open(['bert', 'carl']);
  await userEvent.clear(inputs(/^Копия/)[1]!);
  await remove(0);
  expect(inputs(/^Копия/).map(({ value }) => value)).toEqual(['']);
  await userEvent.type(inputs(/^Логин/)[0]!, '2');
  await waitFor(() => expect(inputs(/^Копия/).map(({ value }) => value)).toEqual(['carl2']));
});
