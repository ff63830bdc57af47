// @vitest-environment jsdom
/** The specification's hard screens, mounted on replies made of their own API files. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadProject } from '../../engine/build/project.ts';
import type { CompiledScreen, CompiledView } from '../../engine/language/compiled.ts';
import { t, initLocale } from '../../engine/data/locale.ts';
import { calls, renderScreen, serve, signIn, visit } from './harness.tsx';
import { operationAt, sampleOf } from './replies.ts';
import { createRegistry } from '../../engine/registry/registry.ts';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import { definePicker, defineWidget } from '../../engine/registry/define.ts';
import type { Registry } from '../../engine/registry/registry.ts';

const project = loadProject({ root: '.', extend: ['tests/language/hard'] });
const { api, locales } = project.catalogue;
const texts = Object.fromEntries(
  [...locales.find(({ name }) => name === 'ru')!.texts].map(([key, { text }]) => [key, text]),
);

/** Views of a screen, those within others too. */
function viewsOf(part: unknown): CompiledView[] {
  if (typeof part !== 'object' || part === null) return [];
  const below = Object.values(part).flatMap(viewsOf);
  return 'type' in part && 'at' in part ? [part as CompiledView, ...below] : below;
}
const uses = (one: CompiledScreen, wanted: (view: CompiledView) => boolean) => viewsOf(one.view).some(wanted);
const using = (wanted: (view: CompiledView) => boolean) =>
  [...project.screens.values()].filter((one) => uses(one, wanted)).map((one) => one.id);

let errors: unknown[][] = [];
beforeEach(async () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  errors = [];
  signIn([...project.catalogue.permissions]);
  vi.spyOn(console, 'error').mockImplementation((...told) => void errors.push(told));
  await initLocale({ ru: () => Promise.resolve(texts) });
  serve(({ method, path }) => {
    const operation = operationAt(api.operations.values(), method, path);
    if (!operation) throw new Error(`No operation answers ${method} ${path}`);
    return operation.reply ? sampleOf(operation.reply, api.schemas) : {};
  });
});
// jsdom knows not all elements that browsers know; React says so.
afterEach(() => expect(errors.filter(([told]) => !String(told).includes('unrecognized'))).toEqual([]));

/** Widgets and pickers of a product are its own; here each is its name. */
function registryFor(one: CompiledScreen): Registry {
  const registry = createRegistry();
  registerBuiltins(registry);
  for (const name of one.uses.widgets)
    registry.register(defineWidget({ name, component: () => <p>{`[${name}]`}</p> }));
  for (const name of one.uses.pickers.filter((picker) => !registry.has('picker', picker)))
    registry.register(definePicker({ name, component: () => <p>{`[${name}]`}</p> }));
  return registry;
}

async function mount(id: string): Promise<CompiledScreen> {
  const one = project.screens.get(id)!;
  const path = project.entries.find((entry) => entry.id === id)?.routes[0]?.path ?? '/dialog';
  const params = Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name], i) => [name, `00000000-0000-4000-8000-00000000000${i}`]),
  );
  visit(path.replace(/:(\w+)\*?/g, (_, name: string) => params[name]!));
  await renderScreen(one, { params, entries: project.entries, registry: registryFor(one) });
  return one;
}
const broken = () => screen.queryAllByText(t('engine.view.broken'));

it('are there, and their texts too', () => {
  expect(using((view) => view.type === 'tree')).toEqual(
    expect.arrayContaining(['pick.location', 'pick.directory']),
  );
  expect(using((view) => view.type === 'wizard')).toEqual(['hypothesis.draft']);
  expect(using((view) => view.type === 'table' && view.reorder !== undefined)).toEqual(['point-group']);
  expect(t('engine.wizard.next')).toBe('Далее');
});

it.each(using((view) => view.type === 'tree'))(
  '%s shows its tree, opens a node and finds one',
  async (id) => {
    await mount(id);
    const [first] = await screen.findAllByRole('treeitem');
    expect(first!.textContent).not.toBe('—');
    const roots = screen.getAllByRole('treeitem').length;
    first!.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getAllByRole('treeitem').length).toBeGreaterThan(roots);
    await userEvent.type(screen.getByRole('searchbox'), first!.textContent!);
    expect(document.querySelector('mark')?.textContent).toBe(first!.textContent);
    expect(broken()).toEqual([]);
  },
);

it('hypothesis.draft goes from its first step to its last', async () => {
  const { view } = await mount('hypothesis.draft');
  const steps = view.type === 'wizard' ? view.steps : [];
  for (const [i, step] of steps.entries()) {
    const title = 'key' in step.title ? t(step.title.key) : '';
    await screen.findByRole('heading', { level: 2, name: new RegExp(title) });
    expect(broken()).toEqual([]);
    const last = i === steps.length - 1;
    const next = screen.getByRole<HTMLButtonElement>('button', {
      name: last ? t('hypothesis.calculate') : t('engine.wizard.next'),
    });
    await waitFor(() => expect(next.disabled).toBe(false));
    await userEvent.click(next);
  }
  const sent = calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => operationAt(api.operations.values(), method, path)?.id);
  await waitFor(() => expect(calls.some(({ path }) => path.includes('calculate'))).toBe(true));
  expect(sent.slice(0, 3)).toEqual(['hypothesisSave', 'hypothesisSettingSave', 'hypothesisValidate']);
});

it('point-group shows its points with handles, and sends a new order', async () => {
  await mount('point-group');
  const [first] = await screen.findAllByRole('button', { name: /Переместить строку 1 из 2/ });
  first!.focus();
  await userEvent.keyboard(' {ArrowDown} ');
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/points/sort'))).toBe(true));
  const { body } = calls.find(({ path }) => path.endsWith('/points/sort'))!;
  expect((body as { pointIds: string[] }).pointIds).toHaveLength(2);
  expect(broken()).toEqual([]);
});
