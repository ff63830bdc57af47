// @vitest-environment happy-dom
/** The specification's hard screens, rendered with replies generated from their API files. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadProject } from '../../engine/build/project.ts';
import type { CompiledScreen, CompiledTree, CompiledView } from '../../engine/language/compiled.ts';
import { shapeOf } from '../../server/modules/classifiers/shape.ts';
import { engine } from '../engine.ts';
import { calls, prepare, renderScreen, serve, signIn, visit, setUpHarness } from './harness.tsx';
import { operationAt, sampleOf } from './replies.ts';
import { createRegistry, type Registry } from '../../engine/registry/registry.ts';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import { definePicker, defineWidget } from '../../engine/registry/define.ts';

setUpHarness();

const project = loadProject({ root: '.', extend: ['tests/language/hard'] });
const { api, locales } = project.catalogue;
const texts = Object.fromEntries(
  [...locales.find(({ name }) => name === 'ru')!.texts].map(([key, { text }]) => [key, text]),
);

/** Views of a screen, nested ones too. */
function viewsOf(part: unknown): CompiledView[] {
  if (typeof part !== 'object' || part === null) return [];
  const below = Object.values(part).flatMap(viewsOf);
  return 'type' in part && 'at' in part ? [part as CompiledView, ...below] : below;
}
const isTree = (view: CompiledView): view is CompiledTree => view.type === 'tree';
const uses = (one: CompiledScreen, wanted: (view: CompiledView) => boolean) => viewsOf(one.view).some(wanted);
const using = (wanted: (view: CompiledView) => boolean) =>
  [...project.screens.values()].filter((one) => uses(one, wanted)).map((one) => one.id);

/** Replies that differ from a sample of their schema, by operation. */
let replies: Record<string, unknown> = {};
let errors: unknown[][] = [];
beforeEach(async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  errors = [];
  replies = {};
  await prepare({ locales: { ru: () => Promise.resolve(texts) } });
  signIn([...project.catalogue.permissions]);
  vi.spyOn(console, 'error').mockImplementation((...told) => void errors.push(told));
  serve(({ method, path }) => {
    const operation = operationAt(api.operations.values(), method, path);
    if (!operation) throw new Error(`No operation answers ${method} ${path}`);
    if (operation.id in replies) return replies[operation.id];
    return operation.reply ? sampleOf(operation.reply, api.schemas) : {};
  });
});
// The DOM of the tests does not know all elements of browsers; React reports that.
afterEach(() => expect(errors.filter(([told]) => !String(told).includes('unrecognized'))).toEqual([]));

/** A product's widgets and pickers are replaced by their names. */
function registryFor(one: CompiledScreen): Registry {
  const registry = createRegistry();
  registerBuiltins(registry);
  for (const name of one.uses.widgets)
    registry.register(defineWidget({ name, component: () => <p>{`[${name}]`}</p> }));
  for (const name of one.uses.pickers.filter((picker) => !registry.has('picker', picker)))
    registry.register(definePicker({ name, component: () => <p>{`[${name}]`}</p> }));
  return registry;
}

async function mount(id: string, input?: Record<string, unknown>): Promise<CompiledScreen> {
  const one = project.screens.get(id)!;
  const path = project.entries.find((entry) => entry.id === id)?.routes[0]?.path ?? '/dialog';
  const params = Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name], i) => [name, `00000000-0000-4000-8000-00000000000${i}`]),
  );
  visit(path.replace(/:(\w+)\*?/g, (_, name: string) => params[name]!));
  const screens = Object.fromEntries(project.screens);
  await renderScreen(one, {
    params,
    entries: project.entries,
    registry: registryFor(one),
    screens,
    ...(input ? { input } : {}),
  });
  return one;
}
const broken = () => screen.queryAllByText(engine.i18n.t('engine.view.broken'));

it('are there, and their texts too', () => {
  expect(using((view) => view.type === 'tree')).toEqual(
    expect.arrayContaining(['pick.location', 'hard.pick.directory']),
  );
  expect(using((view) => view.type === 'wizard')).toContain('hard.hypothesis.draft');
  expect(using((view) => view.type === 'table' && view.reorder !== undefined)).toContain('hard.point-group');
  expect(engine.i18n.t('engine.wizard.next')).toBe('Далее');
});

it.each(using((view) => view.type === 'tree'))(
  '%s shows its tree, opens a node and finds one',
  async (id) => {
    // A tree may be shown only where a setting says so.
    const settings = Object.keys(project.app!.properties ?? {});
    signIn([...project.catalogue.permissions], Object.fromEntries(settings.map((name) => [name, true])));
    const one = await mount(id);
    // With columns beside its nodes a tree is a table.
    const { columns } = viewsOf(one.view).find(isTree)!;
    const role = columns.length > 0 ? 'row' : 'treeitem';
    const heads = columns.length > 0 ? 1 : 0;
    const nodes = () => screen.getAllByRole(role).slice(heads);
    await screen.findAllByRole(role);
    const [first] = nodes();
    const name = first!.querySelector('[id$=-label]')!.textContent!;
    expect(name).not.toBe('—');
    expect(within(first!).queryAllByRole('gridcell').length).toBe(
      columns.length > 0 ? columns.length + 1 : 0,
    );
    const roots = nodes().length;
    first!.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(nodes().length).toBeGreaterThan(roots);
    await userEvent.type(screen.getAllByRole('searchbox')[0]!, name);
    expect(document.querySelector('mark')?.textContent).toBe(name);
    expect(broken()).toEqual([]);
  },
);

it('hypothesis.draft goes from its first step to its last', async () => {
  const { view } = await mount('hard.hypothesis.draft');
  const steps = view.type === 'wizard' ? view.steps : [];
  for (const [i, step] of steps.entries()) {
    const title = 'key' in step.title ? engine.i18n.t(step.title.key) : '';
    await screen.findByRole('heading', { level: 2, name: new RegExp(title) });
    expect(broken()).toEqual([]);
    const last = i === steps.length - 1;
    const next = screen.getByRole<HTMLButtonElement>('button', {
      name: last ? engine.i18n.t('hard.hypothesis.calculate') : engine.i18n.t('engine.wizard.next'),
    });
    await waitFor(() => expect(next.disabled).toBe(false));
    await userEvent.click(next);
  }
  const sent = calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => operationAt(api.operations.values(), method, path)?.id);
  await waitFor(() => expect(calls.some(({ path }) => path.includes('calculate'))).toBe(true));
  expect(sent.slice(0, 3)).toEqual([
    'hardHypothesisSave',
    'hardHypothesisSettingSave',
    'hardHypothesisValidate',
  ]);
});

it('point-group shows its points with handles, and sends a new order', async () => {
  await mount('hard.point-group');
  const [first] = await screen.findAllByRole('button', { name: /Переместить строку 1 из 2/ });
  first!.focus();
  await userEvent.keyboard(' {ArrowDown} ');
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/points/sort'))).toBe(true));
  const { body } = calls.find(({ path }) => path.endsWith('/points/sort'))!;
  expect((body as { pointIds: string[] }).pointIds).toHaveLength(2);
  expect(broken()).toEqual([]);
});

it('classifier shows its own columns, then those that the server describes', async () => {
  replies.classifierShape = shapeOf('fuelTypes', true, engine.i18n.t);
  await mount('classifier');
  const heads = await screen.findAllByRole('columnheader');
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Наименование',
    'Код',
    'Слово продукта',
    'Наименование на русском',
    'Наименование на английском',
    'Порядок',
    'Выведено из употребления',
    'Действия',
  ]);
  expect(screen.getAllByRole('row')[1]!.textContent).toContain('captionEn');
  expect(broken()).toEqual([]);
});

it('classifier.value has the fields that the server describes, and sends them', async () => {
  replies.classifierShape = shapeOf('fuelTypes', true, engine.i18n.t);
  await mount('classifier.value', { classifierType: 'fuelTypes' });
  const russian = await screen.findByLabelText(/Наименование на русском/);
  await userEvent.type(russian, 'Водород');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Выведено из употребления' }));
  const save = screen.getByRole('button', { name: 'Сохранить' });
  await userEvent.click(save);
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.type(screen.getByLabelText(/Наименование на английском/), 'Hydrogen');
  await userEvent.click(save);
  await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true));
  expect(calls.find(({ method }) => method === 'POST')!.body).toEqual({
    classifierType: 'fuelTypes',
    captionRu: 'Водород',
    captionEn: 'Hydrogen',
    retired: true,
  });
});

it('report shows its parameters below its own fields, and sends them at their place in the request', async () => {
  replies.hardReportForm = {
    schema: {
      properties: {
        parameters: {
          type: 'object',
          required: ['from'],
          properties: {
            from: { type: 'string', format: 'date', title: 'Начало периода' },
            kind: { type: 'string', enum: ['DAY', 'WEEK'], title: 'Группировка' },
            note: { type: 'string', title: 'Примечание' },
          },
        },
      },
    },
    layout: [
      {
        section: 'Параметры отчёта',
        rows: [
          ['parameters.from', 'parameters.kind'],
          { field: 'parameters.note', visibleWhen: "form.parameters.kind == 'WEEK'" },
        ],
      },
    ],
  };
  await mount('hard.report');
  await screen.findByRole('heading', { name: 'Параметры отчёта' });
  const from = screen.getByRole('textbox', { name: /Начало периода/ });
  expect(screen.queryByLabelText(/Примечание/)).toBeNull();
  const ask = screen.getByRole('button', { name: engine.i18n.t('hard.report.ask') });
  await userEvent.click(ask);
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.type(from, '09.03.2026{Tab}');
  await userEvent.click(ask);
  await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true));
  expect(calls.find(({ method }) => method === 'POST')!.body).toMatchObject({
    format: 'XLSX',
    parameters: { from: '2026-03-09' },
  });
});

it('hypothesis.draft opens the picker of units, and rows that the draft has cannot be selected there', async () => {
  const units = sampleOf(api.operations.get('unitPaging')!.reply!, api.schemas) as {
    list: { id: string; isSelectable: boolean }[];
  };
  replies.unitPaging = units;
  const get = project.screens.get('hard.hypothesis.draft')!.records.hypothesis!.operation;
  const draft = sampleOf(api.operations.get(get)!.reply!, api.schemas) as object;
  replies[get] = { ...draft, unitIds: [units.list[0]!.id] };
  visit('/');
  await mount('hard.hypothesis.draft');
  const { view } = project.screens.get('hard.hypothesis.draft')!;
  const steps = view.type === 'wizard' ? view.steps : [];
  for (const step of steps.slice(0, -1)) {
    const title = 'key' in step.title ? engine.i18n.t(step.title.key) : '';
    await screen.findByRole('heading', { level: 2, name: new RegExp(title) });
    const clone = screen.queryByRole('button', { name: engine.i18n.t('hard.unit.cloneFrom') });
    if (clone) break;
    const next = screen.getByRole<HTMLButtonElement>('button', { name: engine.i18n.t('engine.wizard.next') });
    await waitFor(() => expect(next.disabled).toBe(false));
    await userEvent.click(next);
  }
  await userEvent.click(await screen.findByRole('button', { name: engine.i18n.t('hard.unit.cloneFrom') }));
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(dialog.getAllByRole('row').length).toBe(3));
  const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox', {
    name: engine.i18n.t('engine.table.chooseRow'),
  });
  expect(boxes.map(({ disabled }) => disabled)).toEqual([true, false]);
});

it('csoris requests the transitions of a row when its menu opens, since each row has its own date', async () => {
  replies.hardCsoriTransitions = [
    { code: 'approve', caption: 'Согласовать' },
    { code: 'change-claim', caption: 'Скрыто' },
  ];
  await mount('hard.csoris', { mode: 'RO' });
  const [menu] = await screen.findAllByRole('button', { name: engine.i18n.t('engine.table.rowActions') });
  expect(calls.some(({ path }) => path.endsWith('/transitions'))).toBe(false);
  await userEvent.click(menu!);
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toContain(engine.i18n.t('hard.csori.approve'));
  expect(items.map(({ textContent }) => textContent)).not.toContain('Скрыто');
  expect(calls.filter(({ path }) => path.endsWith('/transitions'))).toHaveLength(1);
});
