/** Opens a product as a browser would, in a simulated DOM, and uses everything that a page offers. */
import { act, fireEvent } from '@testing-library/react';
import { vi } from 'vitest';
import { createApp } from '../../engine/app/createApp.tsx';
import type { LocaleLoaders } from '../../engine/data/i18n.ts';
import type { ApiOperation } from '../../engine/language/api.ts';
import type { CompiledApp } from '../../engine/language/compiled.ts';
import type { Project } from '../../engine/language/project.ts';
import { definePicker, defineWidget } from '../../engine/registry/define.ts';
import { createRegistry, type Registry } from '../../engine/registry/registry.ts';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import { ReferencePicker } from '../../engine/views/pickers/reference/ReferencePicker.tsx';
import { engine, renewEngine } from '../engine.ts';
import { FakeRequest, chosen, fakeUploads } from '../views/fakeRequest.ts';
import { operationAt } from '../views/replies.ts';

/** A reply, a problem, or the bytes of a file. */
export type Answer = { status: number; body: unknown };

/** Pending calls, and all calls so far. */
const calls = { open: 0, all: 0 };

/** Answers the operations of a product from now on; `other` is the reply to any other call. */
export function answer(project: Project, reply: (operation: ApiOperation) => Answer, other?: Answer): void {
  fakeUploads();
  chosen.files = [new File(['x'], 'x.txt')];
  const respond = (address: string, method = 'GET'): Response => {
    const { pathname } = new URL(address, 'http://test');
    const operation = operationAt(project.catalogue.api.operations.values(), method, pathname);
    const answered = operation ? reply(operation) : other;
    if (!answered) throw new Error(`No operation answers ${method} ${pathname}`);
    const { status, body } = answered;
    if (body instanceof Blob) return new Response('x', { headers: { 'content-type': body.type } });
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': type } });
  };
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    calls.all += 1;
    calls.open += 1;
    // A reply is never synchronous.
    await Promise.resolve();
    calls.open -= 1;
    return respond(address, method);
  });
}

/** Waits until no code is loading, no request is pending, and the page has not changed for several iterations. */
export async function settle(): Promise<void> {
  let changes = 0;
  const watch = new MutationObserver(() => (changes += 1));
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let quiet = 0, most = 100; quiet < 3 && most > 0; most--) {
    const before = [calls.all, changes].join();
    await act(async () => {
      await vi.dynamicImportSettled();
      await new Promise((resolve) => setTimeout(resolve, 2));
    });
    for (const request of FakeRequest.all.splice(0)) await act(async () => request.answer(200, {}));
    const still = before === [calls.all, changes].join() && calls.open === 0;
    quiet = still && !document.querySelector('.skeleton') ? quiet + 1 : 0;
  }
  watch.disconnect();
}

/** The built-ins, and the widget and picker in the specimens' manifests. */
export function specimenRegistry(): Registry {
  const registry = createRegistry();
  registerBuiltins(registry);
  registry.register(
    defineWidget({
      name: 'shelf',
      component: ({ inputs, options, emit }) => (
        <button type="button" onClick={() => emit('turned', 'x')}>
          {`[shelf ${String(inputs.book)} ${String(options.rows)}]`}
        </button>
      ),
    }),
  );
  registry.register(definePicker({ name: 'itemPicker', component: ReferencePicker }));
  return registry;
}

interface Start {
  address?: string;
  registry?: Registry;
  /** The evaluator of expressions is loaded before the first page. */
  evaluator?: boolean;
}

/** Opens the product in the page, with all code of its registry loaded; returns a function that removes it. */
export async function start(
  project: Project,
  { address, registry = specimenRegistry(), evaluator = false }: Start = {},
): Promise<() => void> {
  const kinds = ['view', 'cell', 'field', 'filter', 'picker', 'widget'] as const;
  const code = kinds.flatMap((kind) => registry.names(kind).map((name) => registry.load(kind, name)));
  await Promise.all(code);
  const texts = project.catalogue.locales.map(({ name, texts: all }) => [
    name,
    () => Promise.resolve(Object.fromEntries([...all].map(([key, { text }]) => [key, text]))),
  ]);
  const { app, entries } = project as Project & { app: CompiledApp };
  const locales = Object.fromEntries(texts) as LocaleLoaders;
  renewEngine({ app, entries, locales, live: '/api/live' });
  if (address !== undefined) await engine.history.goTo(address, { replace: true });
  if (evaluator) await engine.evaluator.load();
  let stop = () => {};
  await act(async () => {
    stop = await createApp({
      engine,
      app,
      entries,
      loadScreen: (id) => Promise.resolve({ screen: project.screens.get(id)! }),
      registry,
      root: document.body.appendChild(document.createElement('div')),
    });
  });
  await settle();
  return () => act(() => stop());
}

export async function visit(address: string): Promise<void> {
  await act(async () => void engine.history.goTo(address, { replace: true }));
  await settle();
  // Unsaved changes are discarded.
  const leave = [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')].at(-1);
  if (leave) await press(leave);
}

async function press(one: HTMLElement): Promise<void> {
  await act(async () => void fireEvent.click(one));
  await settle();
}

const PRESSED =
  'button, [role=menuitem], [role=tab], input[type=checkbox], input[type=radio], [role=treeitem], [role=treegrid] [role=row]';

/** Labels of the specimens have brackets; of the engine's own controls only those that open them are pressed. */
const LEADS =
  /^(?!.*(Clear|calendar|Remove|page)).*(\[|Row actions|Show row details|Choose|Select row|Next|Save$)/;

const nameOf = (one: HTMLElement) =>
  [one.getAttribute('role'), one.getAttribute('aria-label'), one.textContent].join(' ');

/** A name with its container: rows are selected in a dialog too, and a row contains the name of what was chosen. */
const placed = (one: HTMLElement) =>
  ['[role=dialog]', 'tbody', '[data-part=cell-editor]'].filter((part) => one.closest(part)).join(' ') +
  nameOf(one);

/**
 * What can be pressed: the confirming button of a confirmation, then menus, then a dialog's rows and buttons, then the
 * page.
 */
function offers(): HTMLElement[] {
  const within = ['[role=alertdialog]', '[role=menu]', '[role=dialog]', 'main'];
  const all = within.flatMap((part) => [
    ...document.querySelectorAll<HTMLElement>(`:is(${part}) :is(${PRESSED})`),
  ]);
  const agrees = (one: HTMLElement) => one.textContent?.endsWith(' yes]');
  const open = [...new Set(all)].filter((one) => !one.hasAttribute('disabled') && LEADS.test(nameOf(one)));
  const early = open.filter((one) => agrees(one));
  const late = open.filter((one) => /\[(rest|lock)\]/.test(nameOf(one)));
  return [...early, ...open.filter((one) => !early.includes(one) && !late.includes(one)), ...late];
}

/** Presses everything at an address, and what that opens; returns to it after each page that it navigates to. */
export async function pressAll(address: string): Promise<void> {
  await visit(address);
  const done = new Set<string>();
  for (let left = 60; left > 0; left--) {
    const next = offers().find((one) => !done.has(placed(one)));
    if (!next) return;
    done.add(placed(next));
    await press(next);
    if (window.location.pathname !== address) await visit(address);
  }
  throw new Error(`There is no end of what can be pressed at ${address}: ${[...done].join('; ')}`);
}
