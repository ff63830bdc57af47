// @vitest-environment happy-dom
/** The form on a page, as a user uses it. */
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CompiledForm, CompiledOperation, CompiledScreen } from '../../engine/language/compiled.ts';
import type { JsonSchema } from '../../engine/language/schema.ts';
import { EngineProvider } from '../../engine/data/EngineProvider.tsx';
import { RegistryContext } from '../../engine/registry/context.ts';
import { defineField, type FieldProps } from '../../engine/registry/define.ts';
import { createRegistry } from '../../engine/registry/registry.ts';
import { AddressRouter } from '../../engine/routing/AddressRouter.tsx';
import { ConfirmHost } from '../../engine/ui/confirm.tsx';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import { ScreenView } from '../../engine/views/ScreenView.tsx';
import en from '../../locales/en/validation.json';
import enForm from '../../locales/en/engine-form.json';
import ru from '../../locales/ru/validation.json';
import enViews from '../../locales/en/engine-views.json';
import ruForm from '../../locales/ru/engine-form.json';
import { engine, renewEngine } from '../engine.ts';
import { spec } from '../spec/spec.ts';
import { field, form, schema } from './fixture.ts';

const operation = (id: string, patch: Partial<CompiledOperation> = {}): CompiledOperation => ({
  id,
  method: 'POST',
  path: `/api/${id}`,
  parameters: {},
  reply: 'record',
  changes: [],
  permissions: [],
  ...patch,
});

const SCHEMA = schema(
  {
    id: { type: 'string' },
    version: { type: 'integer' },
    name: { type: 'string', minLength: 2 },
    kind: { type: 'string', enum: ['A', 'B'] },
    note: { type: ['string', 'null'] },
    amount: { type: 'number', maximum: 10 },
  },
  ['name'],
);

const LAYOUT = [
  field('name', { label: { const: 'Name' }, required: true, schema: SCHEMA.properties!.name! }),
  field('kind', { label: { const: 'Kind' }, widget: 'select', schema: SCHEMA.properties!.kind! }),
  field('note', {
    label: { const: 'Note' },
    nullable: true,
    schema: SCHEMA.properties!.note!,
    visibleWhen: { cel: "form.kind == 'B'" },
  }),
  field('amount', { label: { const: 'Amount' }, widget: 'number', schema: SCHEMA.properties!.amount! }),
];

let drawn: Record<string, number> = {};
const sent: { url: string; body: Record<string, unknown> }[] = [];
let answer: (body: Record<string, unknown>) => { status: number; body: unknown };
let record: Record<string, unknown>;

function countDrawing(label: string): void {
  drawn[label] = (drawn[label] ?? 0) + 1;
}

function CountedField({ id, label, value, onChange, onBlur }: FieldProps) {
  countDrawing(label);
  return (
    <input
      id={id}
      value={String(value ?? '')}
      onChange={(e) => onChange(e.target.value || undefined)}
      onBlur={onBlur}
    />
  );
}

beforeEach(async () => {
  localStorage.clear();
  renewEngine({
    locales: {
      en: async () => ({ ...en, ...enForm, ...enViews }),
      ru: async () => ({ ...ru, ...ruForm }),
    },
  });
  await Promise.all([engine.i18n.start(), engine.evaluator.load()]);
  drawn = {};
  sent.length = 0;
  record = { id: '1', version: 3, name: 'Old', kind: 'A', note: null, changedBy: 'them' };
  answer = (body) => ({ status: 200, body: { ...record, ...body, version: 4 } });
  engine.session.set({
    status: 'in',
    account: { login: 'me', permissions: ['SAVE'] },
    properties: {},
    expired: false,
  });
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input instanceof Request ? input.url : input);
    if ((init?.method ?? 'GET') === 'GET') return Response.json(record);
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
    sent.push({ url, body });
    const reply = answer(body);
    return new Response(JSON.stringify(reply.body), {
      status: reply.status,
      headers: { 'content-type': reply.status < 300 ? 'application/json' : 'application/problem+json' },
    });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let made = 0;

async function open(view: CompiledForm, body: JsonSchema = SCHEMA): Promise<void> {
  const registry = createRegistry();
  registerBuiltins(registry);
  registry.register(defineField({ name: 'counted', component: CountedField }));
  await registry.load('view', 'form');
  const page = {
    language: 1,
    id: `test${++made}`,
    file: 'test.screen.json',
    title: { const: 'Test' },
    input: {},
    query: {},
    state: {},
    records: {},
    on: [],
    view,
    buttons: [],
    operations: {
      save: operation('save', { body: Object.keys(body.properties!) }),
      get: operation(`get${made}`, { method: 'GET' }),
    },
    dictionaries: {},
    entities: {},
    schemas: { Save: body },
    uses: { cells: [], fields: [], pickers: [], widgets: [], filters: [] },
    viewReads: ['views'],
    needsEvaluator: true,
  } as CompiledScreen;
  render(
    <EngineProvider engine={engine}>
      <RegistryContext value={registry}>
        <AddressRouter>
          <ScreenView screen={page} params={{}} />
          <ConfirmHost />
        </AddressRouter>
      </RegistryContext>
    </EngineProvider>,
  );
  await screen.findByRole('heading', { name: 'Test' });
  await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
}

const loaded = (patch: Partial<CompiledForm> = {}) =>
  form(LAYOUT, { load: { operation: 'get', with: {} }, ...patch });
const save = () => userEvent.click(screen.getByRole('button', { name: 'save' }));

test('a field takes no more columns than its grid has', async () => {
  const wide = (name: string) => field(name, { label: { const: name }, span: 2 });
  const names = ['alone', 'beside', 'in two', 'in three'];
  await open(
    form([
      wide('alone'),
      { type: 'row', fields: [wide('beside'), field('narrow', { label: { const: 'narrow' } })] },
      { type: 'section', title: { const: 'two' }, whenHidden: 'drop', columns: 2, rows: [wide('in two')] },
      {
        type: 'section',
        title: { const: 'three' },
        whenHidden: 'drop',
        columns: 3,
        rows: [wide('in three')],
      },
    ]),
    schema(Object.fromEntries([...names, 'narrow'].map((name) => [name, { type: 'string' as const }]))),
  );
  const spans = names.map((name) => !!screen.getByLabelText(name).closest('[class*="col-span-2"]'));
  expect(spans).toEqual([false, true, true, true]);
});

describe('typing', () => {
  test('a key re-renders one field and no other', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `f${i}`);
    await open(
      form(names.map((name) => field(name, { widget: 'counted', label: { const: name } }))),
      schema(Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))),
    );
    await userEvent.click(screen.getByLabelText('f7'));
    const before = { ...drawn };
    await userEvent.keyboard('abc');
    const again = Object.fromEntries(names.map((name) => [name, drawn[name]! - before[name]!]));
    expect(again.f7).toBe(3);
    expect(Object.values(again).reduce((a, b) => a + b)).toBe(3);
  });

  test('a number may be typed with a comma and is sent as a number', async () => {
    await open(loaded());
    await userEvent.type(screen.getByLabelText('Amount'), '2,50');
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('2,50');
    await save();
    await waitFor(() => expect(sent[0]?.body.amount).toBe(2.5));
  });

  test('characters that a count, a whole number, a time or a colour cannot contain are not accepted', async () => {
    spec('count input', 'integer text input', 'time input', 'colour picker');
    const kinds = {
      count: { type: 'integer', minimum: 1, maximum: 99 },
      integer: { type: 'integer' },
      time: { type: 'string' },
      colour: { type: 'string' },
    } satisfies Record<string, JsonSchema>;
    const layout = Object.entries(kinds).map(([name, body]) =>
      field(name, { widget: name, label: { const: name }, schema: body }),
    );
    await open(form(layout), schema(kinds));
    const box = async (name: string) => (await screen.findAllByLabelText<HTMLInputElement>(name))[0]!;
    const swatch = await screen.findByTitle('grey');
    expect(swatch.firstElementChild).toHaveProperty('style.backgroundColor', '#808080');
    for (const [name, typed, shown] of [
      ['count', 'x0150', '99'],
      ['integer', '-1a2.5', '-125'],
      ['time', '7:05', '07:05'],
      ['colour', '#A1B2C3FF', '#A1B2C3'],
    ] as const) {
      await userEvent.type(await box(name), typed);
      await userEvent.tab();
      expect((await box(name)).value).toBe(shown);
    }
    expect(swatch.title).toBe('#a1b2c3');
    await save();
    await waitFor(() =>
      expect(sent[0]?.body).toEqual({ count: 99, integer: -125, time: '07:05', colour: '#A1B2C3' }),
    );
  });

  test('a confirmable date is set in the form by Enter or its button, and the form is not sent before', async () => {
    spec('B-227', 'confirmable date input');
    const day: JsonSchema = { type: 'string', format: 'date' };
    await open(form([field('day', { widget: 'confirmableDate', schema: day })]), schema({ day }));
    const user = userEvent.setup();
    const input = await screen.findByLabelText<HTMLInputElement>('label.day');
    await user.type(input, '10.05.2026');
    await save();
    expect(await screen.findAllByText(/Confirm the date: press Enter/)).not.toHaveLength(0);
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: /^Confirm/ }));
    expect(screen.queryByText(/Confirm the date: press Enter/)).toBeNull();
    await user.clear(input);
    await user.type(input, '11.05.2026');
    await user.tab();
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    expect([input.value, document.activeElement]).toEqual(['10.05.2026', input]);
    await user.clear(input);
    await user.type(input, '12.05.2026{Enter}');
    expect(sent).toEqual([]);
    await save();
    await waitFor(() => expect(sent[0]?.body).toEqual({ day: '2026-05-12' }));
  });

  test('a date that cannot be confirmed shows which of the four reasons applies', async () => {
    const at: JsonSchema = { type: 'string', format: 'date-time' };
    const options = { min: '2026-05-10', max: '2026-05-20' };
    await open(
      form([field('at', { widget: 'confirmableDate', schema: at, required: true, options })]),
      schema({ at }, ['at']),
    );
    const user = userEvent.setup();
    const input = await screen.findByLabelText<HTMLInputElement>(/^label.at\*$/);
    const errorText = () => document.querySelector('[id$="-error"]')?.textContent;
    const enter = async (text: string) => {
      await user.clear(input);
      await user.type(input, `${text}{Enter}`);
    };
    await user.type(input, '{Enter}');
    spec('V-014');
    expect(errorText()).toBe('Enter a date');
    spec('V-015');
    await enter('15.05.2026');
    expect(errorText()).toBe('Enter a time');
    await user.type(screen.getByLabelText(/time/), '09:30');
    spec('V-016');
    await enter('21.05.2026');
    expect(errorText()).toBe('The date cannot be later than 20.05.2026');
    spec('V-017');
    await enter('09.05.2026');
    expect(errorText()).toBe('The date cannot be earlier than 10.05.2026');
    await enter('31.02.2026');
    expect(errorText()).toContain('31.02.2026');
    await enter('20.05.2026 08:15');
    expect(errorText()).toBeUndefined();
    await save();
    await waitFor(() =>
      expect(sent[0]?.body).toEqual({ at: expect.stringMatching(/^2026-05-20T\d\d:15:00Z$/) }),
    );
  });

  test('overlapping periods keep a schedule from being sent, and are marked until fixed', async () => {
    spec('schedule editor', 'V-070');
    const words = { type: 'array', items: { type: 'string', enum: ['MO', 'TU'] } } satisfies JsonSchema;
    const item = schema({ kind: { type: 'string' }, weekDays: words });
    const items = [
      field('kind', { widget: 'radio', schema: { type: 'string', enum: ['EVERY_WEEK', 'EVERYDAY'] } }),
      field('weekDays', { widget: 'checklist', schema: words, options: { look: 'buttons' } }),
    ];
    const plan: JsonSchema = { type: 'array', items: item };
    await open(form([field('plan', { widget: 'schedule', schema: plan, items })]), schema({ plan }));
    const user = userEvent.setup();
    const press = (role: string, name: RegExp, at = 0) =>
      user.click(screen.getAllByRole(role, { name })[at]!);
    for (const at of [0, 1]) {
      await user.click(await screen.findByRole('button', { name: 'Add a row' }));
      await press('radio', /EVERY_WEEK/, at);
      await press('button', /^MO$/, at);
    }
    expect(document.querySelector('[id$="-error"]')).toBeNull();
    await save();
    const told = () => document.querySelector('[id$="-error"]')?.textContent;
    expect(told()).toMatch(/row 1 and .*row 2 overlap/);
    expect(document.querySelectorAll('fieldset.border-danger')).toHaveLength(2);
    await press('button', /^TU$/, 1);
    expect(told()).toMatch(/overlap/);
    await press('button', /^MO$/, 1);
    expect(told()).toBeUndefined();
    await save();
    const week = (...weekDays: string[]) => ({ kind: 'EVERY_WEEK', weekDays });
    await waitFor(() => expect(sent[0]?.body).toEqual({ plan: [week('MO'), week('TU')] }));
  });

  test('a colour is chosen in the palette by arrows and Enter; Escape keeps it and returns to the swatch', async () => {
    spec('colour picker', 'C-016', 'C-019');
    const colour: JsonSchema = { type: 'string' };
    await open(form([field('colour', { widget: 'colour', schema: colour })]), schema({ colour }));
    const swatch = () => screen.getByRole('button', { name: /choose a colour, now/ });
    expect(swatch().title).toBe('grey');
    const user = userEvent.setup();
    await user.click(swatch());
    const options = await screen.findAllByRole('option');
    expect(options).toHaveLength(37);
    expect(document.querySelector<HTMLElement>('[role=dialog] [style*=height]')?.style.height).toBe('75px');
    // No colour was chosen: it starts at grey.
    await waitFor(() => expect(document.activeElement).toBe(options[36]));
    await user.keyboard('{ArrowUp}{ArrowRight}{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(swatch()));
    expect(swatch().title).toBe('grey');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('option'));
    await user.keyboard('{ArrowUp}{ArrowRight}{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(swatch()));
    expect(swatch().title).toBe('dark orange');
    await save();
    await waitFor(() => expect(sent[0]?.body).toEqual({ colour: '#ef6c00' }));
  });
});

describe('hidden (rule 8)', () => {
  test('a condition shows and hides its field as values change; what was typed returns', async () => {
    await open(loaded());
    expect(screen.queryByLabelText('Note')).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'B');
    await userEvent.type(screen.getByLabelText('Note'), 'typed');
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'A');
    expect(screen.queryByLabelText('Note')).toBeNull();
    await userEvent.type(screen.getByLabelText(/^Name/), 'er');
    await save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]!.body).toEqual({ id: '1', version: 3, name: 'Older', kind: 'A' });
  });
});

describe('errors', () => {
  test('nothing is validated before it was touched; then at its field, and the summary has the focus', async () => {
    await open(form(LAYOUT));
    expect(document.querySelectorAll('[id$="-error"]')).toHaveLength(0);
    await save();
    const summary = await screen.findByRole('alert');
    expect(summary.parentElement).toBe(document.activeElement);
    expect(screen.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText(/^Name/).getAttribute('aria-describedby')).toContain('-error');
    await userEvent.click(within(summary).getByRole('button', { name: 'Name' }));
    expect(document.activeElement).toBe(screen.getByLabelText(/^Name/));
    await userEvent.keyboard('ab');
    expect(document.querySelectorAll('[id$="-error"]')).toHaveLength(0);
    expect(sent).toHaveLength(0);
  });

  test('a field is validated on blur, with a message in the language chosen later', async () => {
    await open(form(LAYOUT));
    await userEvent.type(screen.getByLabelText(/^Name/), 'a');
    await userEvent.tab();
    expect(document.querySelector('[id$="name-error"]')!.textContent).toBe('At least 2 characters');
    await act(() => engine.i18n.setLocale('ru'));
    expect(document.querySelector('[id$="name-error"]')!.textContent).toBe('Минимум символов: 2');
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('a');
  });

  test("the server's messages are at their fields, those for unknown fields in the summary, nothing entered is lost", async () => {
    answer = () => ({
      status: 422,
      body: {
        type: 'x',
        title: 'x',
        status: 422,
        code: 'validation',
        message: 'Wrong',
        details: {
          errors: [
            { field: 'name', code: 'duplicate', message: 'Taken' },
            { field: 'elsewhere', code: 'x', message: 'Odd' },
          ],
        },
      },
    });
    await open(loaded());
    await userEvent.type(screen.getByLabelText(/^Name/), '!');
    await save();
    await screen.findByText('elsewhere: Odd');
    expect(document.querySelector('[id$="name-error"]')!.textContent).toBe('Taken');
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Old!');
  });
});

describe('saving', () => {
  test("one press sends once, and the reply becomes the form's record", async () => {
    await open(loaded());
    await userEvent.type(screen.getByLabelText(/^Name/), 'er');
    const button = screen.getByRole('button', { name: 'save' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    await userEvent.type(screen.getByLabelText(/^Name/), '!');
    await userEvent.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ body }) => body.version)).toEqual([3, 4]);
    expect(sent[1]!.body.name).toBe('Older!');
  });

  test('an unchanged record is not sent, Ctrl+Enter sends a changed one', async () => {
    engine.toasts.set([]);
    await open(loaded());
    await userEvent.click(screen.getByLabelText(/^Name/));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(engine.toasts.get().map(({ type }) => type)).toEqual(['info']));
    expect(sent).toHaveLength(0);
    await userEvent.type(screen.getByLabelText(/^Name/), 'er');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]!.body.name).toBe('Older');
  });

  test('while a save is pending its key sends nothing more', async () => {
    await open(loaded());
    await userEvent.type(screen.getByLabelText(/^Name/), 'er');
    for (let press = 0; press < 2; press++)
      fireEvent.keyDown(screen.getByLabelText(/^Name/), { code: 'Enter', ctrlKey: true });
    const button = screen.getByRole('button', { name: 'save' });
    expect(button.getAttribute('aria-busy')).toBe('true');
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    expect(sent).toHaveLength(1);
  });

  test('the key sends nothing from a read-only form, and does once it is editable', async () => {
    engine.toasts.set([]);
    await open(loaded({ submit: { ...form([]).submit, access: ['OTHER'] } }));
    const press = () => fireEvent.keyDown(screen.getByLabelText(/^Name/), { code: 'Enter', ctrlKey: true });
    press();
    expect(engine.toasts.get()).toEqual([]);
    act(() => engine.session.set((now) => ({ ...now, account: { login: 'me', permissions: ['OTHER'] } })));
    await userEvent.type(screen.getByLabelText(/^Name/), 'er');
    press();
    await waitFor(() => expect(sent.map(({ body }) => body.name)).toEqual(['Older']));
  });

  test('an error at no visible field is shown in the summary, and nothing is sent', async () => {
    const name: JsonSchema = { type: 'string' };
    await open(
      form([field('name', { label: { const: 'Name' }, schema: name })]),
      schema({ name, code: name }, ['code']),
    );
    await userEvent.type(screen.getByLabelText('Name'), 'New');
    await save();
    expect((await screen.findByRole('alert')).textContent).toContain('code');
    expect(sent).toEqual([]);
  });

  test('what is typed while a save is pending stays, and is sent by the next one', async () => {
    await open(loaded());
    const name = screen.getByLabelText<HTMLInputElement>(/^Name/);
    await userEvent.type(name, 'er');
    fireEvent.click(screen.getByRole('button', { name: 'save' }));
    fireEvent.change(name, { target: { value: 'Oldest' } });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'save' }).getAttribute('aria-busy')).toBeNull(),
    );
    expect([sent.map(({ body }) => body.name), name.value]).toEqual([['Older'], 'Oldest']);
    await save();
    await waitFor(() => expect(sent[1]?.body).toMatchObject({ name: 'Oldest', version: 4 }));
  });

  test('without the permission of the operation there is no save button', async () => {
    await open(loaded({ submit: { ...form([]).submit, access: ['OTHER'] } }));
    expect(screen.queryByRole('button', { name: 'save' })).toBeNull();
    expect(screen.getByLabelText(/^Name/)).toHaveProperty('readOnly', true);
  });

  test('a stale save shows both versions and saves what was chosen with the new version', async () => {
    const theirs = { ...record, version: 9, name: 'Theirs', amount: 7 };
    answer = (body) =>
      body.version === 9
        ? { status: 200, body: { ...theirs, ...body, version: 10 } }
        : {
            status: 412,
            body: {
              type: 'x',
              title: 'x',
              status: 412,
              code: 'stale',
              message: 'Stale',
              details: { current: theirs },
            },
          };
    await open(loaded());
    await userEvent.clear(screen.getByLabelText(/^Name/));
    await userEvent.type(screen.getByLabelText(/^Name/), 'Mine');
    await save();
    const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this record' });
    expect(within(dialog).getByText('Theirs')).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep all mine' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]!.body).toMatchObject({ version: 9, name: 'Mine', amount: 7 });
  });

  test('returning from the two versions loses nothing', async () => {
    answer = () => ({
      status: 412,
      body: {
        status: 412,
        code: 'stale',
        message: 'Stale',
        details: { current: { ...record, version: 9, name: 'X' } },
      },
    });
    await open(loaded());
    await userEvent.type(screen.getByLabelText(/^Name/), '!');
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Back to the form' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Old!');
    expect(sent).toHaveLength(1);
  });
});

describe('leaving', () => {
  test('a changed form asks before the page is left; an unchanged one does not', async () => {
    await open(loaded());
    await act(() => engine.history.goTo('/elsewhere'));
    expect(window.location.pathname).toBe('/elsewhere');
    await userEvent.type(screen.getByLabelText(/^Name/), '!');
    act(() => void engine.history.goTo('/third'));
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(window.location.pathname).toBe('/elsewhere');
    expect([unloadIsHeld(), engine.unsavedWork.exists()]).toEqual([true, true]);
    await userEvent.type(screen.getByLabelText(/^Name/), '{Backspace}');
    await userEvent.tab();
    expect([unloadIsHeld(), engine.unsavedWork.exists()]).toEqual([false, false]);
  });
});

function unloadIsHeld(): boolean {
  const unload = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(unload);
  return unload.defaultPrevented;
}
