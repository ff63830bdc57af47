// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { engine } from '../engine.ts';
import type { CompiledAction, CompiledScreen, CompiledStack } from '../../engine/language/compiled.ts';
import en from '../../locales/en/engine-shell.json';
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
  shownToasts,
  signIn,
  tableOf,
  things,
  setUpHarness,
} from './harness.tsx';
import { spec } from '../spec/spec.ts';

setUpHarness();

const EMPTY: CompiledStack = { type: 'stack', at: '/view', direction: 'rows', items: [] };
const create = operation('create', { method: 'POST', body: ['name'], reply: 'record' });
const approve = operation('approve', {
  method: 'POST',
  path: '/api/approve/{id}',
  parameters: { id: { in: 'path', required: true } },
  reply: 'none',
});
const operations = { things, create, approve };
const withButtons = (buttons: CompiledAction[], more: Partial<CompiledScreen> = {}) =>
  screenOf(EMPTY, {
    buttons,
    operations,
    state: { step: { type: 'string', optional: true, list: false } },
    ...more,
  });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const label = { const: 'Создать' };

describe('a letter key', () => {
  const key = (code: string, target: Element = document.body, more: KeyboardEventInit = {}) =>
    act(() => {
      target.dispatchEvent(new KeyboardEvent('keydown', { code, key: 'ф', bubbles: true, ...more }));
    });
  const approving = (shortcut: string, more: Partial<CompiledAction> = {}) =>
    action('call', { operation: 'approve', label, shortcut, with: { id: { const: 7 } }, ...more });

  it('presses the button that shows it, whatever the keyboard layout', async () => {
    serve(() => ({}));
    await renderScreen(withButtons([approving('A')]));
    expect(screen.getByRole('button', { name: 'Создать' }).getAttribute('aria-keyshortcuts')).toBe('A');
    key('KeyB');
    key('KeyA', document.body, { ctrlKey: true });
    key('KeyA', document.body, { repeat: true });
    expect(calls).toEqual([]);
    key('KeyA');
    await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['/api/approve/7']));
  });

  it('presses nothing while the user types, beneath a dialog, or where the action is disabled', async () => {
    serve(() => ({}));
    await renderScreen(
      withButtons([
        approving('A'),
        { ...approving('D', { enabledWhen: { const: false } }), at: '/second' } as CompiledAction,
      ]),
    );
    const field = document.body.appendChild(document.createElement('input'));
    key('KeyA', field);
    field.remove();
    key('KeyD');
    const over = document.body.appendChild(document.createElement('div'));
    over.setAttribute('aria-modal', 'true');
    key('KeyA');
    over.remove();
    expect(calls).toEqual([]);
    key('KeyA');
    await waitFor(() => expect(calls).toHaveLength(1));
  });

  it('works for an action in the overflow menu too', async () => {
    serve(() => ({}));
    const many = ['B', 'C', 'E', 'F', 'G'].map((letter, i) => ({
      ...approving(letter),
      at: `/buttons/${i}`,
    }));
    await renderScreen(
      withButtons([
        ...many,
        { ...approving('A', { with: { id: { const: 9 } } }), at: '/last' } as CompiledAction,
      ]),
    );
    expect(screen.getAllByRole('button', { name: 'Создать' })).toHaveLength(3);
    key('KeyA');
    await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['/api/approve/9']));
  });
});

describe('a chain', () => {
  const chain = action('call', {
    operation: 'create',
    label,
    with: { name: { path: ['input', 'name'] } },
    success: { key: 'engine.table.page', with: { page: { path: ['result', 'id'] }, pages: { const: 9 } } },
    then: [
      action('call', { operation: 'approve', with: { id: { path: ['result', 'id'] } } }),
      action('navigate', {
        screen: 'thing',
        with: { id: { path: ['result', 'id'] }, tab: { const: 'more' } },
      }),
    ],
  });
  const input = { name: { type: 'string' as const, optional: false, list: false } };
  const entries = [entry('things', '/things'), entry('thing', '/things/:id')];

  it('passes the reply on as result, reports the success and continues', async () => {
    serve(({ path }) => (path === '/api/create' ? { id: 7 } : {}));
    await renderScreen(withButtons([chain], { input }), { input: { name: 'бак' }, entries });
    await press('Создать');
    await waitFor(() => expect(window.location.pathname).toBe('/things/7'));
    expect(window.location.search).toBe('?tab=more');
    expect(calls.map((call) => [call.path, call.body])).toEqual([
      ['/api/create', { name: 'бак' }],
      ['/api/approve/7', undefined],
    ]);
    expect(shownToasts()).toEqual(['success: 7 из 9']);
  });

  it('reports its result in a tone that may depend on it', async () => {
    serve(() => ({ id: 7 }));
    const tone = { ...chain, then: [], successTone: { cel: "result.id == 7 ? 'info' : 'warning'" } };
    await renderScreen(withButtons([tone], { input }), { input: { name: 'бак' }, entries });
    await press('Создать');
    await waitFor(() => expect(shownToasts()).toEqual(['info: 7 из 9']));
  });

  it('ends where a step fails, and the error message begins with the pressed action', async () => {
    serve(({ path }) => (path === '/api/create' ? { id: 7 } : new Refusal(409, 'Уже утверждено')));
    await renderScreen(withButtons([chain], { input }), { input: { name: 'бак' }, entries });
    await press('Создать');
    await waitFor(() => expect(shownToasts()).toContain('error: Создать: Уже утверждено'));
    expect(window.location.pathname).toBe('/things');
  });

  it('an error begins with the action; one too long for a toast is shown in a dialog', async () => {
    spec('error dialog', 'M-001');
    let message = 'Занято';
    serve(() => new Refusal(409, message));
    await renderScreen(withButtons([chain], { input }), { input: { name: 'бак' }, entries });
    await press('Создать');
    await waitFor(() => expect(shownToasts()).toEqual(['error: Создать: Занято']));
    message = 'Занято другим. '.repeat(20);
    await press('Создать');
    const dialog = await screen.findByRole('alertdialog', { name: 'Ошибка' });
    expect(dialog.textContent).toContain(`Создать: ${message}`);
    expect(within(dialog).queryByRole('button', { name: 'Отмена' })).toBeNull();
    expect(shownToasts()).toHaveLength(1);
    expect(en['errorMessages.error']).toBe('Error');
  });

  it("an error begins with the product's own text, where it has one for the operation", async () => {
    engine.i18n.addTexts('ru', { 'errorMessages.create': 'Бак не создан' });
    serve(() => new Refusal(409, 'Занято'));
    await renderScreen(withButtons([chain], { input }), { input: { name: 'бак' }, entries });
    await press('Создать');
    await waitFor(() => expect(shownToasts()).toEqual(['error: Бак не создан: Занято']));
  });
});

describe('an action on a record in sight', () => {
  const id = { path: ['records', 'thing', 'id'] };
  const buttons = [
    action('call', {
      operation: 'approve',
      at: '/first',
      label: { const: 'Утвердить' },
      with: { id },
      then: [action('call', { operation: 'approve', with: { id } })],
    }),
    action('call', { operation: 'approve', label: { const: 'Другое' }, with: { id: { const: 8 } } }),
  ];
  const get = operation('get', { reply: 'record', key: ['id'] });
  const approving = { ...approve, changes: ['get'] };
  const withRecord = withButtons(buttons, {
    operations: { get, approve: approving },
    records: { thing: { operation: 'get', with: {}, live: [] } },
  });

  it('sends its version; what follows, and records that are not shown, do not', async () => {
    let version = 4;
    serve(({ path, method }) => {
      if (path === '/api/get') return { id: 7, version };
      return method === 'POST' && path === '/api/approve/7' && version > 4
        ? new Refusal(412, 'Изменено')
        : {};
    });
    await renderScreen(withRecord, { sharedCache: true });
    await press('Утвердить');
    await press('Другое');
    const sent = () =>
      calls.filter(({ method }) => method === 'POST').map((call) => [call.path, call.version]);
    await waitFor(() =>
      expect(sent()).toEqual([
        ['/api/approve/7', '"4"'],
        ['/api/approve/7', undefined],
        ['/api/approve/8', undefined],
      ]),
    );
    // Another user has changed it: that is reported, and the next try uses the new version.
    version = 5;
    await press('Утвердить');
    await waitFor(() => expect(shownToasts()).toContain('error: Утвердить: Изменено'));
    await press('Утвердить');
    await waitFor(() => expect(sent().at(-1)).toEqual(['/api/approve/7', '"5"']));
  });
});

describe('a confirmation', () => {
  const asking = action('call', {
    operation: 'approve',
    label: { const: 'Утвердить' },
    with: { id: { const: 1 } },
    confirm: {
      title: { const: 'Точно?' },
      message: { const: 'Назад не вернуть' },
      confirm: { const: 'Точно' },
    },
  });

  it('that is canceled does nothing', async () => {
    serve(() => ({}));
    await renderScreen(withButtons([asking]));
    await press('Утвердить');
    const dialog = await screen.findByRole('alertdialog', { name: 'Точно?' });
    expect(within(dialog).getByText('Назад не вернуть')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls).toEqual([]);
  });

  it('has a title and words of its own, or those of the action, and is confirmed or canceled', async () => {
    spec('B-145', 'B-146');
    serve(() => ({}));
    const plain = action('call', {
      operation: 'approve',
      at: '/plain',
      label: { const: 'Просто' },
      with: { id: { const: 1 } },
      confirm: { message: { const: 'Ещё раз?' } },
    });
    await renderScreen(withButtons([asking, plain]));
    for (const [opener, title, message, yes] of [
      ['Утвердить', 'Точно?', 'Назад не вернуть', 'Точно'],
      ['Просто', 'Просто', 'Ещё раз?', 'Просто'],
    ] as const) {
      await press(opener);
      const dialog = await screen.findByRole('alertdialog', { name: title });
      expect(within(dialog).getByText(message)).toBeTruthy();
      expect(within(dialog).getByRole('button', { name: yes })).toBeTruthy();
      await userEvent.click(within(dialog).getByRole('button', { name: 'Отмена' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    }
    expect(calls).toEqual([]);
  });

  it('that is confirmed continues', async () => {
    serve(() => ({}));
    await renderScreen(withButtons([asking]));
    await press('Утвердить');
    await screen.findByRole('alertdialog');
    await press('Точно');
    await waitFor(() => expect(calls).toHaveLength(1));
  });
});

describe('an action is', () => {
  it('hidden without one of its permissions, and while its condition is false', async () => {
    signIn(['A']);
    await renderScreen(
      withButtons([
        action('set', { at: '/1', label: { const: 'моё' }, access: ['A', 'B'], values: {} }),
        action('set', { at: '/2', label: { const: 'чужое' }, access: ['C'], values: {} }),
        action('set', { at: '/3', label: { const: 'не сейчас' }, visibleWhen: { cel: '1 > 2' }, values: {} }),
      ]),
    );
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['моё']);
  });

  it('disabled with its reason, until the page’s state enables it', async () => {
    await renderScreen(
      withButtons([
        action('set', { at: '/1', label: { const: 'Шаг' }, values: { step: { const: 'two' } } }),
        action('set', {
          at: '/2',
          label: { const: 'Готово' },
          enabledWhen: { cel: "state.step == 'two'" },
          disabledHint: { const: 'Сначала шаг' },
          values: {},
        }),
      ]),
    );
    const done = screen.getByRole('button', { name: 'Готово', description: 'Сначала шаг' });
    expect(done.getAttribute('aria-disabled')).toBe('true');
    await press('Готово');
    expect(shownToasts()).toEqual(['info: Сначала шаг']);
    await press('Шаг');
    expect([done.getAttribute('aria-disabled'), done.title]).toEqual([null, '']);
  });
});

describe('a dialog', () => {
  const pick = screenOf(tableOf({ select: { const: 'one' } }), {
    id: 'pick',
    title: { const: 'Выбор' },
    dialog: { size: 'wide', confirmClose: { const: 'Выбор пропадёт' } },
    buttons: [
      action('pick', { label: { const: 'Взять' }, value: { path: ['selection'] } }),
      action('close', { at: '/c', label: { const: 'Отмена' } }),
    ],
  });
  const open = action('open', {
    screen: 'pick',
    label: { const: 'Выбрать' },
    then: [action('call', { operation: 'create', with: { name: { cel: 'result[0].name' } } })],
  });

  it('returns what was picked; a row is selected by pressing it', async () => {
    serve(({ path }) => (path === '/api/create' ? {} : pageOf(['а', 'б'])));
    await renderScreen(withButtons([open]), { screens: { pick } });
    await press('Выбрать');
    await userEvent.click(await screen.findByText('б'));
    await press('Взять');
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ path: '/api/create', body: { name: 'б' } }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('closed without a pick ends the chain, and leaves the address unchanged', async () => {
    serve(() => pageOf(['а'], 30));
    await renderScreen(withButtons([open]), { screens: { pick } });
    await press('Выбрать');
    await screen.findByText('а');
    await press('Следующая страница');
    expect(window.location.search).toBe('');
    await press('Отмена');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.some((call) => call.path === '/api/create')).toBe(false);
  });

  it('asks before it discards a selection, and not without one', async () => {
    spec('B-152', 'B-150', 'dialog with close confirmation');
    serve(() => pageOf(['а']));
    await renderScreen(withButtons([open]), { screens: { pick } });
    await press('Выбрать');
    await userEvent.click(await screen.findByText('а'));
    await userEvent.keyboard('{Escape}');
    const question = await screen.findByRole('alertdialog', { name: 'Закрыть окно?' });
    expect(within(question).getByText('Выбор пропадёт')).toBeTruthy();
    await userEvent.click(within(question).getByRole('button', { name: 'Закрыть без сохранения' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('closes by its icon, and by a press outside', async () => {
    spec('B-149', 'B-151');
    serve(() => pageOf(['а']));
    await renderScreen(withButtons([open]), { screens: { pick } });
    for (const close of [
      () => userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Закрыть' })),
      () => userEvent.click(document.body),
    ]) {
      await press('Выбрать');
      await screen.findByText('а');
      await close();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });
});

describe('transitions', () => {
  const allowed = operation('allowed', { reply: 'list' });
  const transition = action('transition', {
    source: { operation: 'allowed', with: {} },
    code: ['name'],
    caption: ['caption'],
    cases: { approve: action('call', { operation: 'approve', with: { id: { const: 1 } } }) },
    hidden: ['change'],
  });

  it('follow the server: hidden ones left out, unknown ones shown as disabled', async () => {
    serve(({ path }) =>
      path === '/api/allowed'
        ? ['approve', 'change', 'appeal'].map((name) => ({ name, caption: `Переход ${name}` }))
        : {},
    );
    await renderScreen(withButtons([transition], { operations: { ...operations, allowed } }));
    await screen.findByRole('button', { name: 'Переход approve' });
    const shown = screen.getAllByRole<HTMLButtonElement>('button').map((b) => [b.textContent, b.disabled]);
    expect(shown).toEqual([
      ['Переход approve', false],
      ['Переход appeal', true],
    ]);
    await press('Переход approve');
    await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/approve/1'));
  });
});
