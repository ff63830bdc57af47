// @vitest-environment happy-dom
/**
 * Form features of the screen language: dependent options, two operations for new and existing records, texts by case.
 */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { CompiledForm, CompiledScreen, CompiledTabs } from '../../engine/language/compiled.ts';
import { engine } from '../engine.ts';
import { field, form } from '../form/fixture.ts';
import {
  action,
  calls,
  entry,
  operation,
  renderScreen,
  screenOf,
  serve,
  tableOf,
  things,
  setUpHarness,
} from './harness.tsx';

setUpHarness();

const text = { type: 'string' as const };
const BODY = {
  type: 'object' as const,
  additionalProperties: false as const,
  properties: {
    id: text,
    version: { type: 'integer' as const },
    town: text,
    street: text,
    streets: {
      type: 'array' as const,
      items: { type: 'object' as const, properties: { id: text, name: text } },
    },
  },
};
const operations = {
  save: operation('save', { method: 'POST', body: Object.keys(BODY.properties), reply: 'record' }),
  create: operation('create', { method: 'POST', body: ['town'], reply: 'record' }),
  get: operation('get', { reply: 'record' }),
  streets: operation('streets', {
    parameters: { town: { in: 'query', required: true } },
    reply: 'list',
  }),
};
const town = field('town', { label: { const: 'Город' } });
const show = (view: CompiledForm, more: Partial<CompiledScreen> = {}) =>
  renderScreen(screenOf(view, { operations, schemas: { Save: BODY, Create: BODY }, ...more }));

const DAY = { type: 'string' as const, format: 'date' };
const PERIOD = {
  ...BODY,
  properties: { begin: DAY, until: DAY },
  'x-rules': [{ expr: 'form.begin <= form.until', field: 'until', message: 'turned round' }],
};

describe('the draft of a dialog', () => {
  it('is kept when the dialog closes with the session, and deleted when the user closes it', async () => {
    const account = { login: 'anna', permissions: [] };
    const signIn = () => engine.session.set({ status: 'in', account, properties: {}, expired: false });
    const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));
    const open = async () => {
      const dialog = { id: 'townEdit', dialog: { size: 'small' as const }, operations };
      void engine.dialogs.open(screenOf(form([town]), { ...dialog, schemas: { Save: BODY } }));
      return screen.findByLabelText('Город');
    };
    signIn();
    await renderScreen(screenOf({ type: 'stack', at: '/view', direction: 'rows', items: [] }));
    await userEvent.type(await open(), 'Псков');
    act(() => engine.session.set({ status: 'out', properties: {}, expired: true }));
    act(() => engine.dialogs.get()[0]!.close());
    expect(drafts()).toHaveLength(1);
    act(signIn);
    await open();
    act(() => engine.dialogs.get()[0]!.close());
    expect(drafts()).toEqual([]);
  });
});

describe('a view within a form', () => {
  it('reads what is entered, and requests again when it changes', async () => {
    serve(() => []);
    const source = { operation: 'streets', with: { town: { path: ['form', 'town'] } }, live: [] };
    show(form([town, { type: 'view' as const, view: tableOf({ at: '/view/layout/1', source }) }]));
    const box = await screen.findByRole('textbox', { name: 'Город' });
    const asked = () => calls.filter(({ path }) => path === '/api/streets').map(({ query }) => query.town);
    expect(asked()).toEqual([]);
    await userEvent.type(box, 'Om');
    await waitFor(() => expect(asked()).toEqual(['O', 'Om']));
  });
});

describe('a field that a rule requires', () => {
  const RULED = {
    ...BODY,
    properties: { town: text, street: text, hint: text },
    'x-rules': [
      { expr: "form.town != 'Omsk' || form.street != null", field: 'street', message: 'say it' },
      { expr: 'form.town != form.hint', field: 'hint', message: 'the same' },
    ],
  };

  it('bears the star of a required one as long as it does (C22)', async () => {
    serve(() => ({}));
    const save = operation('save', { method: 'POST', body: ['town', 'street', 'hint'], reply: 'record' });
    const named = (name: string, label: string) => field(name, { label: { const: label } });
    await show(form([town, named('street', 'Улица'), named('hint', 'Подсказка')]), {
      operations: { ...operations, save },
      schemas: { Save: RULED },
    });
    const box = await screen.findByRole('textbox', { name: 'Город' });
    const stars = () =>
      [...document.querySelectorAll('label')]
        .map(({ textContent }) => textContent)
        .filter((s) => s.endsWith('*'));
    expect(stars()).toEqual([]);
    await userEvent.type(box, 'Omsk');
    await waitFor(() => expect(stars()).toEqual(['Улица*']));
    await userEvent.type(screen.getByRole('textbox', { name: 'Улица' }), 'Ленина');
    expect(stars()).toEqual(['Улица*']);
    await userEvent.type(box, 'a');
    await waitFor(() => expect(stars()).toEqual([]));
  });
});

describe('a period', () => {
  const day = (name: string, label: string, end: 'first' | 'last', other: string) =>
    field(name, { label: { const: label }, widget: 'date', schema: DAY, period: { end, other: [other] } });
  const period = {
    type: 'row' as const,
    fields: [day('begin', 'С', 'first', 'until'), day('until', 'По', 'last', 'begin')],
    period: { label: { const: 'Срок' }, span: 1 },
  };
  const open = async () => {
    serve(() => ({}));
    const save = operation('save', { method: 'POST', body: ['begin', 'until'], reply: 'record' });
    await show(form([period]), { operations: { ...operations, save }, schemas: { Save: PERIOD } });
  };
  const write = async (label: string, text: string) => {
    const input = await screen.findByLabelText<HTMLInputElement>(label);
    await userEvent.clear(input);
    await userEvent.type(input, text);
    await userEvent.tab();
    return input;
  };

  it('is one control for two days, which are sent separately', async () => {
    await open();
    const group = await screen.findByRole('group', { name: 'Срок' });
    await write('С', '01.02.2026 – 15.02.2026');
    const shown = [...group.querySelectorAll('input')].map(({ value }) => value);
    expect(shown).toEqual(['01.02.2026', '15.02.2026']);
    await userEvent.click(screen.getByRole('button', { name: 'save' }));
    await waitFor(() => expect(calls.at(-1)?.body).toEqual({ begin: '2026-02-01', until: '2026-02-15' }));
  });

  it('reports an error between its days, and clears it whichever of them is changed', async () => {
    await open();
    await write('С', '10.02.2026');
    const until = await write('По', '01.02.2026');
    await waitFor(() => expect(until.getAttribute('aria-invalid')).toBe('true'));
    await write('С', '01.01.2026');
    await waitFor(() => expect(until.getAttribute('aria-invalid')).not.toBe('true'));
    await write('С', '01.03.2026');
    await waitFor(() => expect(until.getAttribute('aria-invalid')).toBe('true'));
  });
});

describe('options from an operation', () => {
  const choices = {
    call: { operation: 'streets', with: { town: { path: ['form', 'town'] } } },
    value: ['id'],
    label: ['name'],
  };
  const reply = (path: string, of: string | undefined) =>
    path === '/api/streets' ? [{ id: `${of}-1`, name: `Улица в ${of}` }] : {};

  it('are requested with values of the form, again when they change, and not before they exist', async () => {
    serve(({ path, query }) => reply(path, query.town));
    await show(
      form([town, field('street', { label: { const: 'Улица' }, widget: 'select', choices })], {
        carried: [],
      }),
    );
    await userEvent.type(await screen.findByLabelText('Город'), 'А');
    await screen.findByRole('option', { name: 'Улица в А' });
    await userEvent.selectOptions(screen.getByLabelText('Улица'), 'А-1');
    expect(calls.every(({ query }) => query.town !== undefined)).toBe(true);
    await userEvent.type(screen.getByLabelText('Город'), 'Б');
    await screen.findByRole('option', { name: 'Улица в АБ' });
  });

  it('fill an object by its own members', async () => {
    serve(({ path, query }) => reply(path, query.town));
    const members = { value: 'id', label: 'name' };
    const streets = field('streets', {
      label: { const: 'Улицы' },
      widget: 'multiselect',
      schema: BODY.properties.streets,
      choices: { ...choices, members },
    });
    await show(form([town, streets], { carried: [], initial: { town: { const: 'В' } } }));
    await userEvent.click(await screen.findByRole('button', { name: /Улицы/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Улица в В', hidden: true }));
    await userEvent.click(screen.getByRole('button', { name: 'save' }));
    await waitFor(() =>
      expect(calls.at(-1)).toMatchObject({
        path: '/api/save',
        body: { streets: [{ id: 'В-1', name: 'Улица в В' }] },
      }),
    );
  });
});

describe('one form for new and existing records', () => {
  const submit = {
    ...form([]).submit,
    create: { operation: 'create', schema: 'Create' },
  };

  it('creates by one operation', async () => {
    serve(() => ({ id: '1', version: 1, town: 'Г' }));
    await show(form([town], { carried: [], submit }));
    await userEvent.type(await screen.findByLabelText('Город'), 'Г');
    await userEvent.click(screen.getByRole('button', { name: 'save' }));
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ path: '/api/create', body: { town: 'Г' } }));
  });

  it('changes by the other', async () => {
    serve(() => ({ id: '1', version: 1, town: 'Г' }));
    await show(form([town], { submit, load: { operation: 'get', with: {} } }));
    await userEvent.type(await screen.findByLabelText('Город'), 'д');
    await userEvent.click(screen.getByRole('button', { name: 'save' }));
    await waitFor(() =>
      expect(calls.at(-1)).toMatchObject({ path: '/api/save', body: { id: '1', version: 1, town: 'Гд' } }),
    );
  });
});

describe('an action that writes into a form', () => {
  it('fills fields, which are then unsaved like any input', async () => {
    serve(() => ({}));
    const fill = action('fill', {
      form: '/view',
      values: { town: { const: 'Е' } },
      label: { const: 'Подставить' },
    });
    await show(form([town], { carried: [], buttons: [fill] }));
    await userEvent.click(await screen.findByRole('button', { name: 'Подставить' }));
    expect(screen.getByLabelText<HTMLInputElement>('Город').value).toBe('Е');
    await userEvent.click(screen.getByRole('button', { name: 'save' }));
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ path: '/api/save', body: { town: 'Е' } }));
  });
});

describe('a text by case', () => {
  const label = {
    cases: [{ when: { cel: "form.town == 'А'" }, do: { const: 'Столица' } }, { do: { const: 'Не столица' } }],
  };

  it('is that of the first true case, and follows the form', async () => {
    serve(() => ({}));
    await show(form([town, field('street', { label })], { carried: [] }));
    await screen.findByLabelText('Не столица');
    await userEvent.type(screen.getByLabelText('Город'), 'А');
    await screen.findByLabelText('Столица');
  });
});

describe('the reason for a read-only form', () => {
  it('is shown: the missing permission; the config may replace or hide it', async () => {
    serve(() => ({}));
    const locked = { ...form([]).submit, access: ['NOBODY'] };
    const view = await show(form([town], { carried: [], submit: locked }));
    await screen.findByText(/права изменять нет/);
    view.unmount();
    const own = await show(
      form([town], { carried: [], submit: locked, readOnlyNote: { const: 'Договор удалён' } }),
    );
    await screen.findByText('Договор удалён');
    own.unmount();
    await show(form([town], { carried: [], submit: locked, readOnlyNote: false }));
    await screen.findByLabelText('Город');
    expect(screen.queryByText(/права изменять нет/)).toBeNull();
  });
});

describe('a tab with a condition', () => {
  const tabs: CompiledTabs = { type: 'tabs', at: '/view', actions: [], tabs: [] };
  const tab = (id: string, order: number, more: object = {}) =>
    entry(id, `/things/:id/${id}`, { parent: 'things', tab: { order, label: { const: id }, ...more } });

  it('is in the strip while the condition is true on the page of its parent', async () => {
    serve(() => ({ tabs: ['plan'] }));
    const entries = [
      entry('things', '/things/:id'),
      tab('plan', 1, { visibleWhen: { cel: "'plan' in records.thing.tabs" } }),
      tab('limits', 2, { visibleWhen: { cel: "'limits' in records.thing.tabs" } }),
      tab('always', 3),
    ];
    await renderScreen(
      screenOf(tabs, {
        operations: { get: operations.get, things },
        records: { thing: { operation: 'get', with: {}, live: [] } },
      }),
      { entries, params: { id: '1' } },
    );
    await screen.findByRole('link', { name: 'plan' });
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['plan', 'always']);
  });
});

describe('a table over rows of the page', () => {
  it('shows them, sorts them in the browser and sends no request', async () => {
    serve(() => ({
      shelves: [
        { id: '1', name: 'Б' },
        { id: '2', name: 'А' },
      ],
    }));
    const { source: _, ...table } = tableOf({
      rows: { path: ['records', 'thing', 'shelves'] },
      paging: 'none',
      sort: { field: 'name', direction: 'ascending' },
    });
    await renderScreen(
      screenOf(table, {
        operations: { get: operations.get },
        records: { thing: { operation: 'get', with: {}, live: [] } },
      }),
    );
    await screen.findByText('А');
    const shown = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent);
    expect(shown()).toEqual(['А', 'Б']);
    await userEvent.click(screen.getByRole('button', { name: /Название/ }));
    await waitFor(() => expect(shown()).toEqual(['Б', 'А']));
    expect(calls.map(({ path }) => path)).toEqual(['/api/get']);
  });
});

describe('enum values', () => {
  it('are shown by their texts in any cell, alone and in a list', async () => {
    serve(() => ({ list: [{ id: '1', kind: 'BIG', kinds: ['BIG', 'ODD'] }], size: 1 }));
    const options = { labels: { BIG: 'engine.form.save' } };
    const column = (id: string, cell: string) => ({
      id,
      label: { const: id },
      content: [{ do: { cell, options, paths: [[id]] } }],
      align: 'start' as const,
    });
    await renderScreen(
      screenOf(tableOf({ columns: [column('kind', 'status'), column('kinds', 'list')] }), {
        operations: { things },
      }),
    );
    expect(await screen.findByText('Сохранить')).toBeTruthy();
    expect(await screen.findByText('Сохранить, ODD')).toBeTruthy();
  });
});

describe('an action that opens a form', () => {
  it('is shown to accounts that may save the form', async () => {
    serve(() => ({ list: [], size: 0 }));
    const add = action('navigate', {
      screen: 'thing',
      create: true,
      access: ['NOBODY'],
      label: { const: 'Добавить' },
    });
    await renderScreen(screenOf(tableOf({ toolbar: [add] }), { operations: { things } }), {
      entries: [entry('things', '/things'), entry('thing', '/things/:id')],
    });
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByText('Добавить')).toBeNull();
  });
});
