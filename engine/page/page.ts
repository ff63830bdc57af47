/**
 * What the views of one open screen share: its scope, its dialog (if it is one), which views can reload, and whether
 * closing it would lose unsaved work.
 */
import { createContext, useContext } from 'react';
import type { Engine } from '../data/engine.ts';
import { createStore, type Store } from '../data/store.ts';
import type { ApiProblem } from '../data/problem.ts';
import { evaluate, type Scope } from '../language/evaluate.ts';
import type { CompiledInput, CompiledScreen } from '../language/compiled.ts';
import { readConditions, type Conditions } from './conditions.ts';
import { same } from './same.ts';

export type Params = Record<string, string | string[]>;

export interface DialogHandle {
  /** Closes the dialog; a value is what the user picked. */
  close(value?: unknown): void;
}

export interface Reloader {
  name?: string;
  reload(): Promise<unknown>;
}

export interface RecordState {
  /** Loaded, or not needed. */
  ready: boolean;
  /** The loaded record is the reply to earlier arguments. */
  previous?: boolean;
  error?: ApiProblem;
  reload?: () => Promise<void>;
}

export interface Page {
  /** The engine that shows the page, for code without React. */
  engine: Engine;
  screen: CompiledScreen;
  scope: Store<Scope>;
  params: Params;
  dialog?: DialogHandle;
  /** The opener's conditions for the rows. */
  conditions?: Conditions;
  /** This page is seen from a row expansion: there are many of them, so none of its state is in the address. */
  belowRow?: boolean;
  reloaders: Set<Reloader>;
  /** Open forms, by their place: a function that sets the value at a dotted path. */
  forms: Map<string, (path: string, value: unknown) => void>;
  /** Named tables on the page, which other parts can control. */
  tables: Map<string, NamedTable>;
  /** Tables whose rows can be dragged onto a tree, by the tree's name. */
  rowSources: Map<string, RowSource>;
  /** Loading state of the page's own records, by name. */
  records: Store<Record<string, RecordState>>;
  /** Number of views with work that closing would lose. */
  unsaved: Store<number>;
  /** Dictionaries that some view needs; each is loaded by one loader. */
  needs: Store<readonly string[]>;
  dictionaries: Store<Record<string, DictionaryState>>;
  /** Values of large dictionaries whose captions were requested, as `ID VALUE`. */
  lookedUp: Set<string>;
  /** State that views keep while the page is open, even while they are not mounted, by their place. */
  viewStates: Map<string, unknown>;
}

export type ChooseRows = (rows: readonly Record<string, unknown>[]) => void;

export interface NamedTable {
  /** Replaces the selected rows. */
  select: ChooseRows;
  /** Sets these filters; null clears one. `clear`: all other filters return to the screen's initial values. */
  filter(values: Record<string, unknown>, clear: boolean): void;
}

/** The rows of a table as a source of drags onto a tree; `key` is the dragged row's, `target` a node of the tree. */
export interface RowSource {
  /** Drag group of the table. */
  group: object;
  /** Whether the node accepts the rows that are dragged with this one. */
  fits(key: string, target: unknown): boolean;
  drop(key: string, target: unknown): void;
}

export interface DictionaryState {
  items: Record<string, unknown>[];
  loading: boolean;
}

export interface PageSeed {
  engine: Engine;
  screen: CompiledScreen;
  params: Params;
  input?: Record<string, unknown>;
  query?: Record<string, string>;
  dialog?: DialogHandle;
  /** Arguments of the opener, as conditions on rows. */
  conditions?: Conditions;
  /** Records of ancestors. */
  records?: Record<string, unknown>;
  /** Values of account, system, properties and today. */
  facts?: Scope;
}

/** Creates the page of a screen; its scope is complete except for what is still to be loaded. */
export function createPage(seed: PageSeed): Page {
  const { engine, screen, params } = seed;
  const base: Scope = { ...seed.facts, route: params };
  const { conditions, values } = readConditions(screen.input, seed.conditions, seed.input ?? {}, base);
  const input = { ...withDefaults(screen.input, seed.input ?? {}, base), ...values };
  const query = readQuery(screen.query, seed.query ?? {}, { ...base, input });
  const state = withDefaults(screen.state, {}, { ...base, input, query });
  return {
    engine,
    screen,
    params,
    scope: createStore<Scope>({
      ...base,
      input,
      query,
      state,
      records: seed.records ?? {},
      views: {},
      filters: {},
      selection: [],
    }),
    ...(seed.dialog ? { dialog: seed.dialog } : {}),
    ...(conditions ? { conditions } : {}),
    reloaders: new Set(),
    forms: new Map(),
    tables: new Map(),
    rowSources: new Map(),
    records: createStore<Record<string, RecordState>>(
      Object.fromEntries(Object.keys(screen.records).map((name) => [name, { ready: false }])),
    ),
    unsaved: createStore(0),
    needs: createStore<readonly string[]>([]),
    dictionaries: createStore<Record<string, DictionaryState>>({}),
    lookedUp: new Set(),
    viewStates: new Map(),
  };
}

/** Writes values into the scope; equal values do not notify subscribers. */
export function patchScope(page: Page, patch: Scope): void {
  const now = page.scope.get();
  if (Object.keys(patch).every((key) => same(now[key], patch[key]))) return;
  page.scope.set({ ...now, ...patch });
}

/** Sets members of one of the scope's groups: `state`, `records`. */
export function patchGroup(page: Page, group: 'state' | 'records', values: Record<string, unknown>): void {
  patchScope(page, { [group]: { ...(page.scope.get()[group] as object), ...values } });
}

/**
 * Publishes what a view holds (selection, filters) in the scope. A named view is read as views.NAME; what the main
 * view, which is the screen's whole view, publishes is also read directly by the page's own buttons.
 */
export function publishView(page: Page, name: string | undefined, main: boolean, values: Scope): void {
  const patch: Scope = main ? { ...values } : {};
  if (name) {
    const views = page.scope.get().views as Record<string, object>;
    patch.views = { ...views, [name]: { ...views[name], ...values } };
  }
  patchScope(page, patch);
}

/** Whether an expression of the screen reads the named view, or this part of it; a view publishes nothing else. */
export function isRead({ viewReads }: CompiledScreen, name: string, part?: string): boolean {
  const wanted = ['views', name, ...(part ? [part] : [])];
  return viewReads.some((path) => {
    const read = path.split('.');
    return wanted.every((one, i) => i >= read.length || read[i] === one);
  });
}

/** Reloads the named views, or everything on the page. */
export async function refreshPage(page: Page, names: readonly string[]): Promise<void> {
  const chosen = [...page.reloaders].filter((r) => !names.length || (r.name && names.includes(r.name)));
  await Promise.all(chosen.map((r) => r.reload()));
}

export function withDefaults(
  inputs: Record<string, CompiledInput>,
  given: Record<string, unknown>,
  scope: Scope,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, input] of Object.entries(inputs)) {
    const value = given[name] ?? (input.default && evaluate(input.default, scope));
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Reads the parameters of the query string as their declared types. */
export function readQuery(
  inputs: Record<string, CompiledInput>,
  query: Record<string, string>,
  scope: Scope,
): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, { type, list }] of Object.entries(inputs)) {
    const text = query[name];
    if (text === undefined || text === '') continue;
    given[name] = list
      ? text.split(',').map((part) => readText(type, decodeURIComponent(part)))
      : readText(type, text);
  }
  return withDefaults(inputs, given, scope);
}

function readText(type: CompiledInput['type'], text: string): unknown {
  if (type === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined;
  return type === 'boolean' ? text === 'true' : text;
}

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('A view was rendered outside a screen: wrap it in <ScreenView>.');
  return page;
}
