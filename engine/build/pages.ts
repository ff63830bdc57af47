/**
 * What the page of each address needs in addition to the entry: the files with its screens, their views and their
 * texts. A server that reads `pages.json` names them in the head of the page, so that the browser requests them at once
 * and not one after the other as the code discovers them.
 */
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { NEW, requestParts } from '../language/request.ts';
import type {
  CompiledApp,
  CompiledLayout,
  CompiledScreen,
  CompiledValue,
  CompiledView,
  ScreenEntry,
} from '../language/compiled.ts';
import type { Project } from '../language/project.ts';

export const PAGES = 'pages.json';

/** The first page whose `path` (a regular expression) matches an address is used. */
export interface Page {
  path: string;
  files: string[];
  /** URLs that the page requests when it starts. */
  requests: string[];
  /** Absent when the page requests no records. */
  records?: { path: string; requests: string[] };
}

type Chunk = Rolldown.OutputChunk;

const VIEWS = join(import.meta.dirname, '..', 'views');
/** Tabs without an address (engine/ui/tabs.tsx). */
const STRIP = join(import.meta.dirname, '..', 'ui', 'tabsPanel.tsx');
/** Code that evaluates expressions (engine/language/evaluate.ts). */
const EVALUATOR = [join(import.meta.dirname, '..', 'language', 'cel.ts')];
/** Code that is loaded with that of a view (engine/views/builtins.ts). */
const BESIDE: Partial<Record<CompiledView['type'], string>> = {
  table: 'filters/all.ts',
  form: 'form/fields/all.ts',
};

export function pagesOf({ app, entries, screens }: Project, bundle: Rolldown.OutputBundle): Page[] {
  const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk');
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)));
  // A module whose code was moved to another chunk has only a facade chunk that re-exports it.
  const facades = new Map(
    chunks.flatMap((chunk) => (chunk.facadeModuleId ? [[chunk.facadeModuleId, chunk] as const] : [])),
  );
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const withImports = (found: readonly (Chunk | undefined)[], into = new Set<string>()): Set<string> => {
    for (const chunk of found)
      if (chunk && !into.has(chunk.fileName)) {
        into.add(chunk.fileName);
        withImports(
          chunk.imports.map((file) => byFile.get(file)),
          into,
        );
      }
    return into;
  };
  const start = withImports(chunks.filter(({ isEntry }) => isEntry));
  const texts = byModule.get(`\0virtual:locale/${app?.locales[0]}`);
  const routes = entries.flatMap((entry) => entry.routes.map(({ path }) => ({ entry, path })));
  routes.sort((a, b) => (rankOf(a.entry, a.path) < rankOf(b.entry, b.path) ? -1 : 1));
  return routes.map(({ entry, path }) => {
    const modules = chain(entry, entries).flatMap(({ id }) => [
      `\0virtual:screen/${id}`,
      ...codeOf(screens.get(id)!.view),
      ...(screens.get(id)!.needsEvaluator ? EVALUATOR : []),
    ]);
    const needed = withImports([texts, ...modules.map((id) => byModule.get(id) ?? facades.get(id))]);
    return {
      path: patternOf(path),
      files: [...needed].filter((file) => !start.has(file)),
      requests: requestsOf(app, entry),
      ...recordsOf(
        chain(entry, entries).map(({ id }) => screens.get(id)!),
        path,
      ),
    };
  });
}

/**
 * Requests of the records whose arguments are all parameters of the route. `path` is a regular expression with a named
 * group for each parameter; `requests` are URLs with `{name}` for the value of a group. It does not match the address of a
 * record that does not exist yet.
 */
function recordsOf(screens: readonly CompiledScreen[], path: string): Pick<Page, 'records'> {
  const names = segmentsOf(path).flatMap((part) => /^:(\w+)$/.exec(part)?.[1] ?? []);
  const urls = screens.flatMap(({ records, operations }) =>
    Object.values(records).flatMap((call) => {
      const operation = operations[call.operation]!;
      const given = Object.entries(call.with).map(
        ([name, value]) => [name, placeholderOf(value, names)] as const,
      );
      const known = given.every(([, place]) => place !== undefined);
      if (call.when || operation.method !== 'GET' || !known) return [];
      const missing = Object.entries(operation.parameters).some(
        ([name, { required }]) => required && !(name in call.with),
      );
      return missing ? [] : [requestParts(operation, Object.fromEntries(given)).url];
    }),
  );
  // `requestParts` has percent-encoded the braces of the placeholders.
  const fillable = urls.map((url) => url.replaceAll(/%7B(\w+)%7D/g, '{$1}'));
  return urls.length ? { records: { path: patternOf(path, true), requests: fillable } } : {};
}

/** A placeholder for a parameter of the route, as `{bookId}`; undefined for any other value. */
function placeholderOf(value: CompiledValue, names: readonly string[]): string | undefined {
  const [group, name = ''] = 'path' in value ? value.path : [];
  return group === 'route' && names.includes(name) ? `{${name}}` : undefined;
}

/**
 * The session comes first. A visitor of a public page is rarely signed in, so the public information, which contains
 * the theme, is requested in parallel.
 */
function requestsOf(app: CompiledApp | undefined, entry: ScreenEntry): string[] {
  const { start, publicInfo } = app?.session ?? {};
  if (!start || !app) return [];
  const settings = Object.keys(app.properties);
  return [
    requestParts(start, { settings }).url,
    ...(entry.public && publicInfo ? [requestParts(publicInfo, {}).url] : []),
  ];
}

/** Returns the screen, and its ancestors that render or load records with it. */
function chain(entry: ScreenEntry, entries: readonly ScreenEntry[]): ScreenEntry[] {
  const parent = entries.find(({ id }) => id === entry.parent);
  if (!parent) return [entry];
  const above = chain(parent, entries);
  return [entry, ...(entry.tab || parent.records ? above : above.slice(1))];
}

function codeOf(view: CompiledView): string[] {
  const inner =
    view.type === 'stack'
      ? view.items.map((item) => item.view)
      : view.type === 'tabs'
        ? [...(view.header ? [view.header] : []), ...view.tabs.slice(0, 1).map((tab) => tab.view)]
        : [];
  return [
    join(VIEWS, view.type, 'index.tsx'),
    ...(BESIDE[view.type] ? [join(VIEWS, BESIDE[view.type]!)] : []),
    ...(view.type === 'tabs' || (view.type === 'form' && hasPanes(view.layout)) ? [STRIP] : []),
    ...inner.flatMap(codeOf),
  ];
}

const hasPanes = (layout: readonly CompiledLayout[]): boolean =>
  layout.some((item) => item.type === 'panes' || (item.type === 'section' && hasPanes(item.rows)));

/**
 * Sort key in the matching order of engine/routing/table.ts: a literal before a parameter before a list of segments, a
 * tab before its page.
 */
function rankOf(entry: ScreenEntry, path: string): string {
  const ranks = segmentsOf(path).map((part) => (part.startsWith(':') ? (part.endsWith('*') ? 2 : 1) : 0));
  return `${ranks.join('')}3${entry.tab ? 0 : 1}`;
}

const segmentsOf = (path: string) => path.split('/').filter(Boolean);

/** `/a/:id/:rest*` → `^/a/[^/]+/.+/?$`; for records that exist `^/a/(?<id>(?!new(?:/|$))[^/]+)/.+/?$` */
function patternOf(path: string, existing = false): string {
  const segments = segmentsOf(path).map((part) => {
    if (!part.startsWith(':')) return part.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&');
    if (part.endsWith('*')) return '.+';
    return existing ? `(?<${part.slice(1)}>(?!${NEW}(?:/|$))[^/]+)` : '[^/]+';
  });
  return `^/${segments.join('/')}/?$`;
}
