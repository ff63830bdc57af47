// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type {
  CompiledForm,
  CompiledScreen,
  CompiledStack,
  CompiledWizard,
} from '../../engine/language/compiled.ts';
import { field, form, schema } from '../form/fixture.ts';
import { spec } from '../spec/spec.ts';
import {
  action,
  calls,
  entry,
  operation,
  Refusal,
  renderScreen,
  screenOf,
  serve,
  shownToasts,
  visit,
  setUpHarness,
} from './harness.tsx';

setUpHarness();

const PATH = '/drafts/:draftId';
const draftGet = operation('draftGet', {
  path: '/api/drafts/{draftId}',
  parameters: { draftId: { in: 'path', required: true } },
  reply: 'record',
});
const save = operation('save', {
  method: 'POST',
  body: ['id', 'name', 'note'],
  reply: 'record',
  changes: ['draftGet'],
});
const check = operation('check', { method: 'POST', reply: 'record' });
const start = operation('start', { method: 'POST', reply: 'none' });

const SAVE = schema(
  { id: { type: 'string' }, name: { type: 'string', minLength: 2 }, note: { type: 'string' } },
  ['name'],
);
const NOTE = schema({ id: { type: 'string' }, note: { type: 'string', minLength: 3 } }, ['note']);
const general: CompiledForm = form(
  [field('name', { label: { const: 'Имя' }, required: true, schema: { type: 'string', minLength: 2 } })],
  { at: '/view/steps/0/view', name: 'general', of: 'draft', schema: 'Save', carried: ['id'] },
);
const note: CompiledForm = form(
  [field('note', { label: { const: 'Заметка' }, required: true, schema: { type: 'string', minLength: 3 } })],
  { at: '/view/steps/2/view', of: 'draft', schema: 'Note', carried: ['id'] },
);
const list: CompiledStack = { type: 'stack', at: '/view/steps/1/view', direction: 'rows', items: [] };

const wizardOf = (more: Partial<CompiledWizard> = {}): CompiledWizard => ({
  type: 'wizard',
  at: '/view',
  steps: [
    { id: 'general', title: { const: 'Общее' }, view: general },
    { id: 'list', title: { const: 'Список' }, view: list },
    {
      id: 'note',
      title: { const: 'Итог' },
      view: note,
      commit: action('call', {
        operation: 'check',
        then: [action('set', { values: { ok: { path: ['result', 'ok'] } } })],
      }),
    },
  ],
  finish: action('call', {
    operation: 'start',
    label: { const: 'Запустить' },
    enabledWhen: { path: ['state', 'ok'] },
    disabledHint: { const: 'Проверка не пройдена' },
    success: { const: 'запущено' },
  }),
  cancel: action('set', { label: { const: 'Отмена' }, values: {} }),
  ...more,
});
const page = (wizard: CompiledWizard, more: Partial<CompiledScreen> = {}) =>
  screenOf(wizard, {
    id: 'draft',
    operations: { draftGet, save, check, start },
    schemas: { Save: SAVE, Note: NOTE },
    state: { ok: { type: 'boolean', optional: true, list: false } },
    records: {
      draft: { operation: 'draftGet', with: { draftId: { path: ['route', 'draftId'] } }, live: [] },
    },
    ...more,
  });

/** The server: a draft that is saved, and the result of its check. */
let draft: Record<string, unknown>;
let refusal: Refusal | undefined;
let ok = true;
beforeEach(() => {
  [draft, refusal, ok] = [{ id: '7' }, undefined, true];
  serve(({ method, path, body }) => {
    if (path === '/api/check') return { ok };
    if (method === 'GET') return draft;
    if (refusal) return refusal;
    draft = { ...draft, ...(body as object) };
    return draft;
  });
});

async function open(step = '', wizard = wizardOf(), more: Partial<CompiledScreen> = {}) {
  visit(`/drafts/7${step && `?step=${step}`}`);
  return renderScreen(page(wizard, more), {
    params: { draftId: '7' },
    entries: [entry('draft', PATH)],
    sharedCache: true,
  });
}
const at = (title: string) => screen.findByRole('heading', { level: 2, name: new RegExp(title) });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = async (name: string) => await userEvent.click(button(name));
const posted = () => calls.filter((call) => call.method === 'POST').map((call) => call.path);
const step = () => new URLSearchParams(window.location.search).get('step');
const next = async () => {
  await waitFor(() => expect(button('Далее').disabled).toBe(false));
  await press('Далее');
};

describe('a wizard', () => {
  it('saves the form of a step by Next, writes the next step into the address and moves the focus there', async () => {
    spec('stepper', 'B-143');
    await open();
    await at('Общее');
    const steps = within(screen.getByRole('navigation', { name: 'Шаги' }));
    for (const title of ['Общее', 'Список', 'Итог']) expect(steps.getByText(title)).toBeTruthy();
    expect(button('Отмена')).toBeTruthy();
    expect(button('Далее').disabled).toBe(true);
    expect(await screen.findByText(/Заполните обязательные поля/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Назад' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'save' })).toBeNull();
    await userEvent.type(await screen.findByLabelText(/Имя/), 'План');
    await next();
    await at('Список');
    expect([posted(), draft.name, step()]).toEqual([['/api/save'], 'План', 'list']);
    expect(document.activeElement).toBe(await at('Список'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Общее.*готово/ }).disabled).toBe(false);
    expect(button('Назад').disabled).toBe(false);
  });

  it('saves an unchanged step without a message that nothing was changed', async () => {
    draft = { id: '7', version: 3, name: 'План' };
    const wizard = wizardOf();
    wizard.steps[0] = { ...wizard.steps[0]!, view: { ...general, carried: ['id', 'version'] } };
    await open('', wizard);
    await at('Общее');
    await next();
    await at('Список');
    expect([posted(), shownToasts()]).toEqual([['/api/save'], []]);
  });

  it('stays at the step, with the server’s message at its field, when the save is refused', async () => {
    refusal = new Refusal(422, 'Нельзя сохранить', {
      details: { errors: [{ field: 'name', message: 'Имя занято' }] },
    });
    await open();
    await at('Общее');
    await userEvent.type(await screen.findByLabelText(/Имя/), 'План');
    await next();
    const name = await screen.findByLabelText<HTMLInputElement>(/Имя/);
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('Имя занято', { selector: '[id$=-error], [id$=-error] *' })).toBeTruthy();
    await at('Общее');
    expect(step()).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>(/Имя/).value).toBe('План');
  });

  it('stays when the commit after the save fails', async () => {
    draft = { id: '7', name: 'План' };
    const wizard = wizardOf();
    const failing = action('call', { operation: 'check' });
    wizard.steps[0] = { ...wizard.steps[0]!, commit: failing };
    serve(({ path, method }) =>
      path === '/api/check' ? new Refusal(409, 'Проверка сломана') : method === 'GET' ? draft : draft,
    );
    await open('', wizard);
    await at('Общее');
    await next();
    await waitFor(() => expect(shownToasts()).toEqual(['error: Проверка сломана']));
    expect(posted()).toEqual(['/api/save', '/api/check']);
    await at('Общее');
  });

  it('does not continue while its condition is false', async () => {
    const wizard = wizardOf();
    wizard.steps[1] = { ...wizard.steps[1]!, validWhen: { path: ['records', 'draft', 'full'] } };
    draft = { id: '7', name: 'План' };
    await open('list', wizard);
    await at('Список');
    expect(button('Далее').disabled).toBe(true);
    expect(screen.getByText('Завершите этот шаг, чтобы продолжить')).toBeTruthy();
    expect(button('Итог').disabled).toBe(true);
  });
});

describe('a step in the address', () => {
  it('is opened by a link when the saved steps before it are finished', async () => {
    draft = { id: '7', name: 'План' };
    await open('note');
    await at('Итог');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Общее.*готово/ })).toBeTruthy();
  });

  it('is not opened before the first unfinished one, which is shown and written into the address', async () => {
    draft = { id: '7', name: 'П' };
    await open('note');
    await at('Общее');
    expect(step()).toBeNull();
    expect([button('Список').disabled, button('Итог').disabled]).toEqual([true, true]);
    // Unsaved input unlocks no step.
    await userEvent.type(await screen.findByLabelText(/Имя/), 'лан');
    await at('Общее');
  });

  it('is left by Back of the browser', async () => {
    draft = { id: '7', name: 'План' };
    await open();
    await at('Общее');
    await next();
    await at('Список');
    await act(async () => window.history.back());
    await at('Общее');
  });

  /** Whether the first step is finished depends on a record that is requested with values of its form. */
  const openJudged = (requested: string) => {
    const wizard = wizardOf();
    wizard.steps[0] = { ...wizard.steps[0]!, validWhen: { path: ['records', 'verdict', 'ok'] } };
    const named = operation('verdict', {
      parameters: { name: { in: 'query', required: true } },
      reply: 'record',
    });
    const more = page(wizard);
    return open(requested, wizard, {
      operations: { ...more.operations, verdict: named },
      records: {
        ...more.records,
        verdict: {
          operation: 'verdict',
          with: { name: { path: ['views', 'general', 'value', 'name'] } },
          live: [],
        },
      },
    });
  };

  it('waits for a record that its condition reads', async () => {
    draft = { id: '7', name: 'План' };
    await openJudged('list');
    // The reply of the fake server is the draft: it has no `ok`, so the first step is not finished.
    await at('Общее');
    const requested = () =>
      calls.filter((call) => call.path === '/api/verdict').map((call) => call.query.name);
    expect(requested()).toEqual(['План']);
    await userEvent.type(await screen.findByLabelText(/Имя/), 'ы');
    await waitFor(() => expect(requested().at(-1)).toBe('Планы'));
    expect(screen.getByLabelText<HTMLInputElement>(/Имя/).value).toBe('Планы');
    draft = { id: '7', name: 'План', ok: true };
    await userEvent.type(await screen.findByLabelText(/Имя/), '!');
    await waitFor(() => expect(button('Далее').disabled).toBe(false));
  });

  it('is shown once that record allows it, and no other before', async () => {
    draft = { id: '7', name: 'План', ok: true };
    let answer: ((verdict: unknown) => void) | undefined;
    serve(({ path }) => (path === '/api/verdict' ? new Promise((resolve) => (answer = resolve)) : draft));
    await openJudged('list');
    await waitFor(() => expect(answer).toBeDefined());
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
    await act(async () => answer!(draft));
    await at('Список');
    expect(step()).toBe('list');
  });

  it('shows no earlier step while the record that decides whether it is finished is loading', async () => {
    draft = { id: '7', name: 'План', ready: true };
    const wizard = wizardOf();
    const validWhen = { path: ['records', 'draft', 'ready'] };
    wizard.steps = [{ ...wizard.steps[1]!, validWhen }, wizard.steps[2]!];
    await open('note', wizard);
    await at('Итог');
    expect(step()).toBe('note');
  });

  it('a draft that gets its address by the first save continues there, and Back returns to its step', async () => {
    const first = structuredClone(general);
    first.submit.then = [
      action('navigate', { screen: 'draft', with: { draftId: { path: ['result', 'id'] } } }),
    ];
    const wizard = wizardOf();
    wizard.steps[0] = { ...wizard.steps[0]!, view: first };
    visit('/drafts/new');
    await renderScreen(page(wizard), {
      params: { draftId: 'new' },
      entries: [entry('draft', PATH)],
      sharedCache: true,
    });
    await at('Общее');
    await userEvent.type(await screen.findByLabelText(/Имя/), 'План');
    await next();
    await waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe('/drafts/7?step=list'),
    );
    await act(async () => window.history.back());
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/drafts/7'));
  });
});

describe('unsaved input', () => {
  const type = async () => {
    draft = { id: '7', name: 'План', note: 'была' };
    await open('note');
    await at('Итог');
    await userEvent.type(await screen.findByLabelText(/Заметка/), ' и есть');
  };

  it('is asked about before another step is shown; nothing is lost when the user stays', async () => {
    await type();
    await press('Назад');
    await userEvent.click(await screen.findByRole('button', { name: 'Остаться' }));
    await at('Итог');
    expect(screen.getByLabelText<HTMLInputElement>(/Заметка/).value).toBe('была и есть');
    expect(step()).toBe('note');
  });

  it('is discarded when the user says so', async () => {
    await type();
    await press('Назад');
    await userEvent.click(await screen.findByRole('button', { name: 'Уйти' }));
    await at('Список');
    await next();
    await at('Итог');
    expect(screen.getByLabelText<HTMLInputElement>(/Заметка/).value).toBe('была');
  });
});

it('while a step is being saved, no other can be opened', async () => {
  draft = { id: '7', name: 'План' };
  await open('note');
  await at('Итог');
  await userEvent.type(await screen.findByLabelText(/Заметка/), 'всё');
  let answer: (saved: unknown) => void = () => undefined;
  serve(({ path }) => (path === '/api/save' ? new Promise((resolve) => (answer = resolve)) : { ok }));
  await press('Запустить');
  await userEvent.click(screen.getByRole('button', { name: /Общее/ }));
  expect([step(), screen.queryByRole('alertdialog')]).toEqual(['note', null]);
  await act(async () => answer(draft));
  await waitFor(() => expect(shownToasts()).toEqual(['success: запущено']));
});

describe('the end', () => {
  it('saves the last step, runs its commit and then the finishing actions of the wizard', async () => {
    draft = { id: '7', name: 'План' };
    await open('note');
    await at('Итог');
    spec('B-143', 'B-144');
    expect(screen.queryByRole('button', { name: 'Далее' })).toBeNull();
    expect(button('Запустить').disabled).toBe(true);
    await userEvent.type(await screen.findByLabelText(/Заметка/), 'всё');
    await waitFor(() => expect(button('Запустить').disabled).toBe(false));
    await press('Запустить');
    await waitFor(() => expect(shownToasts()).toEqual(['success: запущено']));
    expect(posted()).toEqual(['/api/save', '/api/check', '/api/start']);
  });

  it('is not reached while the commit is refused; the reason is shown until something is changed', async () => {
    ok = false;
    draft = { id: '7', name: 'План', note: 'всё' };
    await open('note');
    await at('Итог');
    await waitFor(() => expect(button('Запустить').disabled).toBe(false));
    await press('Запустить');
    expect(await screen.findByText('Проверка не пройдена')).toBeTruthy();
    expect(button('Запустить').disabled).toBe(true);
    expect(posted()).toEqual(['/api/save', '/api/check']);
    ok = true;
    await userEvent.type(await screen.findByLabelText(/Заметка/), ' готово');
    await press('Запустить');
    await waitFor(() => expect(posted().at(-1)).toBe('/api/start'));
  });
});

it('forms in a stack block Next and are saved by it, one after the other', async () => {
  const both: CompiledStack = {
    type: 'stack',
    at: '/view/steps/0/view',
    direction: 'rows',
    items: [general, note].map((view, i) => ({
      span: 12,
      view: { ...view, at: `/view/steps/0/view/items/${i}/view` },
    })),
  };
  const [first, ...others] = wizardOf().steps;
  await open('', wizardOf({ steps: [{ ...first!, view: both }, others[0]!] }));
  await at('Общее');
  await userEvent.type(await screen.findByLabelText(/Имя/), 'План');
  expect(button('Далее').disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'save' })).toBeNull();
  await userEvent.type(await screen.findByLabelText(/Заметка/), 'Готово');
  await next();
  await at('Список');
  expect([posted(), draft]).toMatchObject([['/api/save', '/api/save'], { name: 'План', note: 'Готово' }]);
});

it('in a dialog the steps leave the address unchanged', async () => {
  draft = { id: '7', name: 'План' };
  const dialog = { ...page(wizardOf()), dialog: { size: 'wide' as const } };
  dialog.records = { draft: { operation: 'draftGet', with: { draftId: { const: '7' } }, live: [] } };
  const opener = screenOf(list, {
    buttons: [action('open', { screen: 'draft', label: { const: 'Открыть' } })],
  });
  await renderScreen(opener, { screens: { draft: dialog }, sharedCache: true });
  await press('Открыть');
  await screen.findByLabelText(/Имя/);
  await next();
  await screen.findByRole('heading', { name: /Список/ });
  expect([window.location.pathname, step()]).toEqual(['/things', null]);
});
