// @vitest-environment happy-dom
/** A field that the server checks while the form is filled in. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { loadEvaluator } from '../../engine/language/evaluate.ts';
import type { CompiledCheck } from '../../engine/language/compiled.ts';
import { argumentsIn } from '../../engine/page/scope.ts';
import { FormController } from '../../engine/views/form/controller.ts';
import { field, form, keysAsTexts } from '../form/fixture.ts';
import { calls, operation, Refusal, renderScreen, screenOf, serve, setUpHarness } from './harness.tsx';

setUpHarness();

const text = { type: 'string' as const };
const SAVE = {
  type: 'object' as const,
  additionalProperties: false as const,
  properties: { login: { ...text, minLength: 2 }, name: text },
};
const operations = {
  save: operation('save', { method: 'POST', body: ['login', 'name'], reply: 'record' }),
  get: operation('get', { reply: 'record' }),
  taken: operation('taken', { parameters: { query: { in: 'query', required: true } }, reply: 'list' }),
};
const check: CompiledCheck = {
  call: { operation: 'taken', with: { query: { path: ['form', 'login'] } } },
  validWhen: { cel: 'size(result) == 0' },
  message: { cel: "'занят: ' + result[0].login" },
};
const login = field('login', { label: { const: 'Логин' }, schema: SAVE.properties.login, check });
const name = field('name', { label: { const: 'Имя' } });

const show = (loaded = false) =>
  renderScreen(
    screenOf(form([login, name], loaded ? { load: { operation: 'get', with: {} } } : {}), {
      operations,
      schemas: { Save: SAVE },
    }),
  );
const checks = () => calls.filter(({ path }) => path === '/api/taken').map(({ query }) => query.query);
const saved = () => calls.filter(({ path }) => path === '/api/save').map(({ body }) => body);
const says = (message: string) => screen.queryByText(message) !== null;
const pause = () => new Promise((done) => setTimeout(done, 600));
const save = () => userEvent.click(screen.getByRole('button', { name: 'save' }));

let answer: (query: string | undefined) => unknown;
beforeEach(async () => {
  await loadEvaluator();
  answer = (query) => (query === 'anna' ? [{ login: 'anna' }] : []);
  serve(({ path, query }) =>
    path === '/api/taken' ? answer(query.query) : path === '/api/get' ? { login: 'anna', name: 'A' } : {},
  );
});

it('is checked once typing pauses; an error is shown at it, and cleared by the next key', async () => {
  await show();
  const input = await screen.findByLabelText('Логин');
  await userEvent.type(input, 'anna');
  await waitFor(() => expect(says('занят: anna')).toBe(true));
  expect(checks()).toEqual(['anna']);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(input, '2');
  expect(says('занят: anna')).toBe(false);
  await pause();
  expect(checks()).toEqual(['anna', 'anna2']);
  expect(input.getAttribute('aria-invalid')).not.toBe('true');
});

it('keeps the form from being sent, also when Save is pressed before the reply', async () => {
  await show();
  await userEvent.type(await screen.findByLabelText('Логин'), 'anna');
  await save();
  await waitFor(() => expect(says('занят: anna')).toBe(true));
  await pause();
  expect(saved()).toEqual([]);
  await userEvent.type(screen.getByLabelText('Логин'), '2');
  await save();
  // Aborted checks are not waited for.
  await waitFor(() => expect(saved()).toEqual([{ login: 'anna2' }]), { timeout: 3000 });
});

it('is not checked for a loaded value, a value that is invalid anyway, or another field', async () => {
  await show(true);
  const input = await screen.findByDisplayValue('anna');
  await userEvent.type(screen.getByLabelText('Имя'), 'B');
  await userEvent.clear(input);
  await userEvent.type(input, 'x');
  await pause();
  expect(checks()).toEqual([]);
  await userEvent.clear(input);
  await userEvent.type(input, 'anna');
  await pause();
  expect(checks()).toEqual([]);
});

it('is not checked for the value just saved: the record has it now', async () => {
  await show(true);
  const input = await screen.findByDisplayValue('anna');
  await userEvent.type(input, '2');
  await waitFor(() => expect(checks()).toEqual(['anna2']));
  answer = () => [{ login: 'anna2' }];
  await save();
  await waitFor(() => expect(saved()).toEqual([{ login: 'anna2', name: 'A' }]));
  await userEvent.type(input, '{Backspace}2');
  await pause();
  expect([checks(), says('занят: anna2')]).toEqual([['anna2'], false]);
});

it('does not block when the check fails: the server validates the save', async () => {
  answer = () => new Refusal(500, 'down');
  await show();
  await userEvent.type(await screen.findByLabelText('Логин'), 'anna');
  await save();
  await waitFor(() => expect(saved()).toEqual([{ login: 'anna' }]));
});

it('blocks nothing once the field is hidden', async () => {
  const hidden = { ...login, visibleWhen: { cel: "!has(form.name) || form.name != 'гость'" } };
  await renderScreen(screenOf(form([hidden, name]), { operations, schemas: { Save: SAVE } }));
  await userEvent.type(await screen.findByLabelText('Логин'), 'anna');
  await waitFor(() => expect(says('занят: anna')).toBe(true));
  await userEvent.type(screen.getByLabelText('Имя'), 'гость');
  await waitFor(() => expect(screen.queryByLabelText('Логин')).toBeNull());
  await save();
  await waitFor(() => expect(saved()).toEqual([{ name: 'гость' }]));
});

it('of a list item is forgotten with the item', async () => {
  const own: CompiledCheck = {
    ...check,
    call: { ...check.call, with: { query: { path: ['item', 'login'] } } },
  };
  const items = [field('login', { check: own })];
  const schema = { type: 'array' as const, items: { type: 'object' as const, properties: { login: text } } };
  const controller = new FormController({
    form: form([field('rows', { widget: 'list', schema, items })], { carried: [] }),
    schema: { type: 'object', properties: { rows: schema } },
    record: undefined,
    scope: () => ({}),
    i18n: keysAsTexts,
    allowed: true,
    checkCalls: {
      argumentsOf: ({ with: args }, scope) => argumentsIn(args, scope),
      send: async () => [{ login: 'anna' }],
    },
  });
  const wrong = () => [...controller.validate(controller.payload()).errors.keys()];
  controller.change('rows', [{}]);
  controller.change('rows.0.login', 'anna');
  await Promise.all(controller.coming);
  expect(wrong()).toEqual(['rows.0.login']);
  controller.change('rows', []);
  expect(wrong()).toEqual([]);
});

it('uses only the last reply', async () => {
  let first: (rows: unknown) => void = () => undefined;
  answer = (query) => (query === 'anna' ? new Promise((done) => (first = done)) : []);
  await show();
  const input = await screen.findByLabelText('Логин');
  await userEvent.type(input, 'anna');
  await waitFor(() => expect(checks()).toEqual(['anna']));
  await userEvent.type(input, '2');
  await pause();
  first([{ login: 'anna' }]);
  await pause();
  expect(says('занят: anna')).toBe(false);
});
