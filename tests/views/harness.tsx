/** Renders hand-written compiled screens against a fake server, with real code in between. */
import { act, cleanup, render, type RenderResult } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { EngineOptions } from '../../engine/app/createEngine.ts';
import { EngineProvider } from '../../engine/data/EngineProvider.tsx';
import { AddressRouter } from '../../engine/routing/AddressRouter.tsx';
import type {
  CompiledAction,
  CompiledOperation,
  CompiledScreen,
  CompiledTable,
  CompiledView,
  ScreenEntry,
} from '../../engine/language/compiled.ts';
import { RegistryContext } from '../../engine/registry/context.ts';
import { createRegistry, type Registry } from '../../engine/registry/registry.ts';
import { ConfirmHost } from '../../engine/ui/confirm.tsx';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import { DialogHost } from '../../engine/views/dialogs/DialogHost.tsx';
import type { Params } from '../../engine/page/page.ts';
import { ScreenView } from '../../engine/views/ScreenView.tsx';
import { ScreensContext } from '../../engine/page/screens.ts';
import { engine, renewEngine } from '../engine.ts';
import ruMap from '../../locales/ru/engine-map.json';
import ruForm from '../../locales/ru/engine-form.json';
import ruShell from '../../locales/ru/engine-shell.json';
import ruViews from '../../locales/ru/engine-views.json';
import ruValidation from '../../locales/ru/validation.json';

export interface Call {
  method: string;
  path: string;
  query: Record<string, string>;
  filter: Record<string, unknown>;
  body: unknown;
  /** `If-Match`, where it was sent. */
  version?: string;
}

export type Reply = (call: Call) => unknown;

/** A reply that is an error. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly message: string,
    /** More of the problem: errors of fields. */
    readonly more: object = {},
  ) {}
}

export const calls: Call[] = [];

/** Answers every request from now on. */
export function serve(reply: Reply): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const at = new URL(url, 'http://test');
    const query = Object.fromEntries(at.searchParams);
    const version = new Headers(init.headers).get('If-Match');
    const call: Call = {
      method: init.method ?? 'GET',
      path: at.pathname,
      query,
      filter: JSON.parse(query.filter ?? '{}') as Record<string, unknown>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      ...(version && { version }),
    };
    calls.push(call);
    const answer = await reply(call);
    const refused = answer instanceof Refusal;
    return new Response(
      JSON.stringify(refused ? { code: 'refused', message: answer.message, ...answer.more } : answer),
      {
        status: refused ? answer.status : 200,
        headers: { 'content-type': refused ? 'application/problem+json' : 'application/json' },
      },
    );
  });
}

export const operation = (id: string, more: Partial<CompiledOperation> = {}): CompiledOperation => ({
  id,
  method: 'GET',
  path: `/api/${id}`,
  parameters: {},
  reply: 'page',
  changes: [],
  permissions: [],
  ...more,
});

/** A list of things: page, query text and a filter. */
export const things = operation('things', {
  parameters: {
    page: { in: 'query' },
    count: { in: 'query' },
    order: { in: 'query' },
    query: { in: 'query' },
    filter: { in: 'query', json: true },
  },
  filter: ['from', 'to', 'owner', 'statuses'],
  key: ['id'],
});

export const screenOf = (view: CompiledView, more: Partial<CompiledScreen> = {}): CompiledScreen => ({
  language: 1,
  id: 'things',
  file: 'screens/things.screen.json',
  title: { const: 'Вещи' },
  input: {},
  query: {},
  state: {},
  records: {},
  on: [],
  view,
  buttons: [],
  operations: { things },
  dictionaries: {},
  entities: {},
  schemas: {},
  uses: { cells: [], fields: [], pickers: [], widgets: [], filters: [] },
  viewReads: ['views'],
  needsEvaluator: true,
  ...more,
});

export const tableOf = (more: Partial<CompiledTable> = {}): CompiledTable => ({
  type: 'table',
  at: '/view',
  source: { operation: 'things', with: {}, live: [] },
  key: ['id'],
  filters: [],
  columns: [
    {
      id: 'name',
      label: { const: 'Название' },
      content: [{ do: { cell: 'text', options: {}, paths: [['name']] } }],
      sort: 'name',
      align: 'start',
    },
  ],
  pageSize: 10,
  paging: 'server',
  select: { const: 'none' },
  onRow: [],
  rowActions: [],
  toolbar: [],
  bulk: [],
  namespace: '',
  ...more,
});

type ActionKind = CompiledAction['type'];

export const action = <T extends ActionKind>(
  type: T,
  own: Partial<Omit<Extract<CompiledAction, { type: T }>, 'type'>> & { label?: CompiledAction['label'] },
): CompiledAction =>
  ({
    type,
    tone: 'default',
    then: [],
    access: [],
    at: `/${type}`,
    with: {},
    create: false,
    ...own,
  }) as CompiledAction;

export const entry = (id: string, path: string, more: Partial<ScreenEntry> = {}): ScreenEntry => ({
  id,
  file: `${id}.screen.json`,
  area: 'test',
  title: { const: id },
  routes: [{ path, access: [], instanceTypes: [], input: {}, title: { const: id } }],
  records: false,
  public: false,
  dialog: false,
  view: 'table',
  ...more,
});

interface Options {
  params?: Params;
  input?: Record<string, unknown>;
  entries?: ScreenEntry[];
  screens?: Record<string, CompiledScreen>;
  registry?: Registry;
  /** Keep the replies of an earlier render of the same test. */
  sharedCache?: boolean;
}

/** The screens known to the engine. */
const known: ScreenEntry[] = [];

export async function renderScreen(screen: CompiledScreen, options: Options = {}): Promise<RenderResult> {
  await engine.evaluator.load();
  if (!options.sharedCache) engine.api.forget({ askAgain: false });
  const registry = options.registry ?? createRegistry();
  if (!options.registry) registerBuiltins(registry);
  await Promise.all(
    ['table', 'details', 'tabs', 'stack', 'tree', 'wizard', 'widget'].map((name) =>
      registry.load('view', name),
    ),
  );
  const context = {
    entries: options.entries ?? [],
    load: (id: string) => Promise.resolve(options.screens![id]!),
  };
  const { params = {}, input } = options;
  known.splice(0, known.length, ...context.entries);
  let result!: RenderResult;
  await act(async () => {
    result = render(
      <EngineProvider engine={engine}>
        <RegistryContext value={registry}>
          <ScreensContext value={context}>
            <AddressRouter>
              <ScreenView screen={screen} params={params} {...(input ? { input } : {})} />
              <DialogHost />
              <ConfirmHost />
            </AddressRouter>
          </ScreensContext>
        </RegistryContext>
      </EngineProvider>,
    );
    await Promise.resolve();
  });
  return result;
}

export function signIn(permissions: string[] = ['ALL'], properties: Record<string, unknown> = {}): void {
  engine.session.set({
    status: 'in',
    account: { login: 'test', permissions },
    system: { instanceType: 'RO' },
    properties,
    expired: false,
  } as never);
}

export const shownToasts = () => engine.toasts.get().map(({ type, text }) => `${type}: ${text}`);

/** Navigates to an address as if it had been typed. */
export function visit(address: string): void {
  void engine.history.goTo(address, { replace: true });
}

/** A page of things, `first` to `last`. */
export const pageOf = (names: readonly string[], size = names.length) => ({
  list: names.map((name) => ({ id: name, name })),
  size,
});

/** Creates the engine of a test, with a new user without stored settings. */
export async function prepare(options: EngineOptions = {}): Promise<void> {
  localStorage.clear();
  const texts = { ...ruMap, ...ruViews, ...ruForm, ...ruShell, ...ruValidation };
  renewEngine({ entries: known, locales: { ru: () => Promise.resolve(texts) }, ...options });
  await engine.i18n.start();
  visit('/things');
  engine.preferences.open('test');
  signIn();
}

/** Registers the hooks of the harness; each file that uses it calls this once, before its own hooks. */
export function setUpHarness(): void {
  beforeEach(async () => {
    calls.length = 0;
    Element.prototype.scrollIntoView = () => undefined;
    globalThis.ResizeObserver ??= class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    await prepare();
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
}
