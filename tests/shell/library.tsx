/**
 * A small product of another domain, started as a product is: the shell must know only what the product passes to it.
 */
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { createApp } from '../../engine/app/createApp.tsx';
import type {
  CompiledApp,
  CompiledOperation,
  CompiledRoute,
  CompiledScreen,
  ScreenEntry,
} from '../../engine/language/compiled.ts';
import { defineView } from '../../engine/registry/define.ts';
import { createRegistry } from '../../engine/registry/registry.ts';
import { useEngine } from '../../engine/data/engine.ts';
import { usePage } from '../../engine/page/page.ts';
import { engine, renewEngine } from '../engine.ts';
import en from '../../locales/en/engine-shell.json';
import enViews from '../../locales/en/engine-views.json';

function operation(id: string, more: Partial<CompiledOperation> = {}): CompiledOperation {
  return {
    id,
    method: 'POST',
    path: `/${id}`,
    parameters: {},
    reply: 'record',
    changes: [],
    permissions: [],
    ...more,
  };
}

export const app: CompiledApp = {
  name: 'library',
  home: ['vault', 'shelf', 'desk'],
  login: 'door',
  error: 'oops',
  locales: ['en'],
  groups: [
    { id: 'staff', label: 'group.staff', order: 2 },
    { id: 'books', label: 'group.books', order: 1 },
    { id: 'empty', label: 'group.empty', order: 3 },
  ],
  accents: { CITY: '#FC6532', '*': '#6dc13a' },
  session: {
    login: operation('login', { body: ['login'] }),
    logout: operation('logout'),
    renew: operation('renew'),
    publicInfo: operation('publicInfo'),
    info: operation('info'),
    heartbeat: operation('heartbeat'),
    property: operation('property', {
      path: '/property/{name}',
      parameters: { name: { in: 'path', required: true } },
    }),
  },
  properties: { oldUrl: { type: 'string' } },
  pages: {},
  personal: [],
  links: [{ label: 'old', property: 'oldUrl' }],
};

function entry(id: string, path: string, access: string[], more: Partial<ScreenEntry> = {}): ScreenEntry {
  const route: CompiledRoute = { path, access, instanceTypes: [], input: {}, title: { key: id } };
  return {
    id,
    file: `screens/${id}.screen.json`,
    area: '',
    title: { key: id },
    routes: [route],
    public: false,
    dialog: false,
    records: false,
    view: 'table',
    ...more,
  };
}
function inMenu(one: ScreenEntry, group: string, order: number): ScreenEntry {
  one.routes[0]!.menu = { group, order, label: { key: one.id } };
  return one;
}

export const entries: ScreenEntry[] = [
  entry('door', '/door', [], { public: true }),
  entry('oops', '/oops/:error', [], { public: true }),
  inMenu(entry('desk', '/desk', []), 'staff', 1),
  inMenu(entry('shelf', '/shelf', ['READ']), 'books', 20),
  inMenu(entry('atlas', '/atlas', ['READ']), 'books', 10),
  inMenu(entry('vault', '/vault', ['KEEP']), 'books', 30),
  entry('broken', '/broken', []),
  entry('book', '/book/:id', ['EDIT'], { view: 'tabs', parent: 'shelf', inlineTabs: ['chart'] }),
  entry('book.notes', '/book/:id/notes', ['NOTE'], {
    parent: 'book',
    tab: { order: 20, label: { key: 'book.notes' } },
  }),
  entry('book.loans', '/book/:id/loans', ['LOAN'], {
    parent: 'book',
    tab: { order: 10, label: { key: 'book.loans' } },
  }),
];
entries.find(({ id }) => id === 'atlas')!.routes[0]!.instanceTypes = ['CITY'];

export function screenOf({ id, file, view }: ScreenEntry): CompiledScreen {
  const parts = {
    tabs: { actions: [], tabs: [] },
    // The shelf can be searched.
    table: {
      namespace: '',
      onRow: [],
      columns: [],
      filters: id === 'shelf' ? [{ type: 'text', paramName: 'query' }] : [],
    },
  };
  const shown = { type: view, at: '/view', ...parts[view as keyof typeof parts] };
  return {
    language: 1,
    id,
    file,
    title: { key: id },
    input: {},
    query: {},
    state: {},
    records: {},
    on: [],
    view: shown as unknown as CompiledScreen['view'],
    buttons: [],
    operations: {},
    dictionaries: {},
    entities: {},
    schemas: {},
    uses: { cells: [], fields: [], pickers: [], widgets: [], filters: [] },
    viewReads: ['views'],
    needsEvaluator: false,
  };
}

/** Content of a page: its name; on the sign-in page a button that signs in, on the broken one an error. */
function FakeView() {
  const { api } = useEngine();
  const { screen } = usePage();
  if (screen.id === 'broken') throw new Error('Page torn');
  if (screen.id === 'door')
    return (
      <button type="button" onClick={() => void api.call(app.session.login!, { login: 'anna' })}>
        Enter
      </button>
    );
  return <p>This is {screen.id}</p>;
}

export interface Server {
  permissions: string[];
  signedIn: boolean;
  instanceType: string;
  paths: string[];
  oldUrl: string | null;
  /** Rows that are shown as messages, where the app names them. */
  notes: object[];
  /** The reply with the number beside a menu entry. */
  waiting: { total: number; late: number };
  /** Screens whose chunk fails to load. */
  missing: string[];
  /** Paths and screens that wait until they are released. */
  held: string[];
  letGo(): Promise<void>;
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
  });

function serve(server: Server): void {
  const account = () => ({
    login: 'anna',
    firstName: 'Anna',
    lastName: 'Reader',
    permissions: server.permissions,
  });
  vi.stubGlobal('fetch', async (path: string) => {
    server.paths.push(path);
    await turnOf(server, path);
    if (path === '/renew') return server.signedIn ? json(account()) : json({ code: 'unauthorized' }, 401);
    if (path === '/login') return json(account());
    if (path === '/info') return json({ instanceName: 'City library', instanceType: server.instanceType });
    if (path === '/publicInfo') return json({ instanceName: 'Portal', instanceType: 'NONE' });
    if (path.startsWith('/notes')) return json({ list: server.notes, size: server.notes.length });
    if (path.startsWith('/waiting')) return json(server.waiting);
    if (path === '/property/oldUrl') return json({ value: server.oldUrl });
    return json({});
  });
}

/** Callbacks of requests that wait. */
let waiting: (() => void)[] = [];
const turnOf = ({ held }: Server, name: string) =>
  held.includes(name) ? new Promise<void>((resolve) => waiting.push(resolve)) : undefined;

let stop: (() => void) | undefined;

/** Opens the product at an address. */
export async function visit(
  address: string,
  { live, ...given }: Partial<Server> & { live?: string } = {},
): Promise<Server> {
  const server: Server = {
    permissions: ['READ'],
    signedIn: true,
    instanceType: 'CITY',
    paths: [],
    oldUrl: null,
    notes: [],
    waiting: { total: 0, late: 0 },
    missing: [],
    held: [],
    letGo: () =>
      act(async () => {
        server.held = [];
        for (const go of waiting.splice(0)) go();
      }),
    ...given,
  };
  serve(server);
  renewEngine({
    app,
    entries,
    locales: { en: async () => ({ ...enViews, ...en }) },
    ...(live === undefined ? {} : { live }),
  });
  await engine.history.goTo(address, { replace: true });
  const registry = createRegistry();
  registry.register(defineView({ name: 'table', component: FakeView }));
  registry.register(defineView({ name: 'tabs', component: FakeView }));
  const root = document.body.appendChild(document.createElement('div'));
  await act(async () => {
    stop = await createApp({
      app,
      entries,
      loadScreen: async (id) => {
        await turnOf(server, id);
        if (server.missing.includes(id)) throw new Error('chunk lost');
        return { screen: screenOf(entries.find((one) => one.id === id)!) };
      },
      engine,
      registry,
      root,
    });
  });
  return server;
}

export function leaveLibrary(): void {
  act(() => stop?.());
  stop = undefined;
  document.body.replaceChildren();
  localStorage.clear();
  vi.unstubAllGlobals();
}
