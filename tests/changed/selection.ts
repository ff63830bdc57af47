/**
 * Which tests a change can reach: by imports, by the files that modules name and, for screens and operations, by the
 * compiled project. Where that is unknown, all are selected.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Project } from '../../engine/language/project.ts';
import { importersOf, isReached, reachOf, type Graph } from './graph.ts';
import { addressesOf, changedKeys, changedOperations, touchedScreens, type Screens } from './screens.ts';

export interface Selection {
  /** Test files, by the check that runs them. */
  unit: string[];
  server: string[];
  browser: string[];
  /** The screens to which the tests of every screen are limited (`SCREENS`). */
  screens: Screens;
}

/** Lists of all handlers, jobs and cron jobs: importing one does not mean that all of its entries run. */
const LISTS: ReadonlySet<string> = new Set(
  ['handlers', 'jobKinds', 'cronKinds', 'sheets'].map((name) => `server/modules/${name}.ts`),
);
/** The entry points of browser tests: the page, its build and the server. */
const PRODUCT = ['engine/app/main.tsx', 'vite.config.ts', 'server/main.ts'];
/** Files that every check depends on. */
const EVERYTHING =
  /^(package(-lock)?\.json|tsconfig\.json|(vite|vitest|playwright)\.config\.ts|index\.html|\.ci\/.*|tests\/setup\.ts|schemas\/(language\/.*|permissions\.json))$/;
/** Sources of the compiled project, which shows the screens that they affect. */
const COMPILED = /^(screens|locales|schemas\/api)\//;
/** Keys that the server composes. */
const SENT = /^(server|validation|errorMessages)\./;
/** Server tests that call every operation, or read the whole catalogue. */
const ASKS_ALL = /accessTable|api\.dictionaries|operations\.(values\(|get\(\w)/;
/** Browser tests of every screen. */
const OF_SCREENS = ['configs', 'configCalls', 'walk'].map((name) => `tests/e2e/${name}.spec.ts`);
/** A sample of the stories, and of mistakes in configs. */
const SAMPLES = ['stories', 'configMutants'].map((name) => `tests/e2e/${name}.spec.ts`);

/** Loaded by the fixture `copy` when a test uses it. */
const COPY = 'tests/e2e/guides/copy.ts';

/** Runs before browser tests, and before server tests as well. */
const SETUP = 'tests/e2e/globalSetup.ts';

const isServer = (file: string) => /^tests\/server\/.*\.test\.ts$/.test(file);
const isBrowser = (file: string) => /^tests\/e2e\/.*\.spec\.ts$/.test(file);
const isUnit = (file: string) =>
  /^tests\/.*\.test\.tsx?$/.test(file) && !/^tests\/(server|e2e|bench)\//.test(file);

/** @param changed paths from the root, of deleted files too */
export function select(changed: readonly string[], graph: Graph, before: Project, after: Project): Selection {
  const files = [...graph.modules.keys()];
  const [unit, server, browser] = [isUnit, isServer, isBrowser].map((is) => files.filter(is)) as [
    string[],
    string[],
    string[],
  ];
  if (changed.some((file) => EVERYTHING.test(file))) return { unit, server, browser, screens: 'all' };

  const kinds = kindsOf(changed, graph, after);
  const operations = new Set([...changedOperations(before, after), ...kinds.handled]);
  const keys = changedKeys(before, after);
  const touched = touchedScreens(before, after, { keys, operations, widgets: kinds.widgets });
  const sent = keys.some((key) => SENT.test(key) || isSent(graph, key));
  const setups = new Set([...reachOf(graph, SETUP)].filter((file) => file.startsWith('tests/')));
  const reaches = (file: string, some: readonly string[], cut?: ReadonlySet<string>) => {
    const reach = reachOf(graph, file, cut);
    if (isBrowser(file) && !/\bcopy\b/.test(readFileSync(file, 'utf8'))) reach.delete(COPY);
    if (!isUnit(file)) for (const one of setups) reach.add(one);
    return some.some((one) => isReached(graph, reach, one, cut));
  };
  const limited = [...kinds.handlers, ...kinds.compiled];
  const all = touched === 'all' || sent || PRODUCT.some((root) => reaches(root, kinds.wide));
  const addresses = all ? [] : addressesOf(after, touched);
  const goes = (file: string) =>
    addresses.length > 0 &&
    (OF_SCREENS.includes(file) || SAMPLES.includes(file) || goesTo(graph, file, addresses));
  return {
    unit: unit.filter((file) => reaches(file, changed)),
    server: server.filter(
      (file) =>
        sent ||
        reaches(file, kinds.wide) ||
        reaches(file, limited, NARROW) ||
        asks(graph, file, operations, after),
    ),
    browser: browser.filter((file) => all || reaches(file, kinds.wide) || goes(file)),
    screens: all || OF_SCREENS.some((file) => reaches(file, kinds.wide)) ? 'all' : touched,
  };
}

interface Kinds {
  /** Sources of the compiled project. */
  compiled: string[];
  /** Modules of handlers that have changed, and those that use them. */
  handlers: string[];
  /** The operations that they handle. */
  handled: string[];
  /** Names of widgets. */
  widgets: Set<string>;
  /** All other files: they can affect any part of the product. */
  wide: string[];
}

function kindsOf(changed: readonly string[], graph: Graph, project: Project): Kinds {
  const kinds: Kinds = { compiled: [], handlers: [], handled: [], widgets: new Set(), wide: [] };
  for (const file of changed) {
    const modules = handlersBy(graph, file);
    const handled = operationsIn(modules, project);
    const widgets = widgetsBy(graph, file);
    for (const name of widgets) kinds.widgets.add(name);
    if (COMPILED.test(file)) kinds.compiled.push(file);
    else if (handled.length) {
      kinds.handlers.push(...modules);
      kinds.handled.push(...handled);
    } else if (!widgets.length) kinds.wide.push(file);
  }
  return kinds;
}

/** For server tests modules count by the operations that are called, API files and texts by their differences. */
const NARROW: ReadonlySet<string> = new Set([...LISTS, 'server/core/projectFiles.ts']);

/** A module of handlers and those that use it; none where another folder imports it. */
function handlersBy(graph: Graph, file: string): string[] {
  if (!/^server\/modules\/\w+\/.*\.ts$/.test(file)) return [];
  const files = [...importersOf(graph, file, LISTS)].filter(
    (one) => !LISTS.has(one) && !one.startsWith('tests/'),
  );
  return files.every((one) => one.startsWith('server/modules/')) ? files : [];
}

/** Operations that these modules name, directly or by the record that they define. */
function operationsIn(files: readonly string[], { catalogue }: Project): string[] {
  const text = files
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const records = [...text.matchAll(/\b(?:record|part)\('(\w+)'/g)].map(([, name]) => name!);
  const ofRecord = (id: string) =>
    records.some(
      (name) => id.startsWith(name) && /^(Paging|Get|Save|Delete|History)/.test(id.slice(name.length)),
    );
  const words = new Set(text.match(/\w+/g));
  return [...catalogue.api.operations.keys()].filter((id) => words.has(id) || ofRecord(id));
}

/** The widget that a file is part of, and those that use it; none where another folder imports it. */
function widgetsBy(graph: Graph, file: string): string[] {
  if (!file.startsWith('widgets/')) return [];
  const files = [...importersOf(graph, file, new Set())].filter((one) => !one.startsWith('tests/'));
  if (!files.every((one) => one.startsWith('widgets/'))) return [];
  const manifests = new Set(files.map((one) => `${one.split('/', 2).join('/')}/widget.json`));
  return [...manifests]
    .filter((one) => existsSync(one))
    .map((one) => (JSON.parse(readFileSync(one, 'utf8')) as { name: string }).name);
}

/** A key that code of the server names. */
const isSent = ({ modules }: Graph, key: string): boolean =>
  [...modules.values()].some(({ file, texts }) => file.startsWith('server/') && texts.has(key));

/** Whether a server test calls one of the operations by its path, or all of them. */
function asks(graph: Graph, file: string, operations: ReadonlySet<string>, { catalogue }: Project): boolean {
  if (!operations.size) return false;
  if (ASKS_ALL.test(readFileSync(file, 'utf8'))) return true;
  const paths = [...operations].map((id) =>
    catalogue.api.operations.get(id)!.path.replace(/^\/api\/v\d+/, ''),
  );
  return namesPath(graph, file, 'tests/server/', paths);
}

/** Whether a browser test opens one of the addresses, or names none. */
const goesTo = (graph: Graph, file: string, addresses: readonly string[]): boolean =>
  namesPath(
    graph,
    file,
    'tests/e2e/',
    addresses.map((one) => `/${one.split('/')[1]!}`),
  );

/**
 * Whether a string literal of a test, or of a module that it imports from its folder, begins one of the paths up to
 * their first parameter.
 */
function namesPath(graph: Graph, file: string, folder: string, paths: readonly string[]): boolean {
  const texts = [...reachOf(graph, file)]
    .filter((one) => one.startsWith(folder))
    .flatMap((one) => [...(graph.modules.get(one)?.texts ?? [])])
    .filter((text) => /^\/[\w-]/.test(text));
  const begins = (text: string, path: string) =>
    /^[/?*]?$/.test(text.slice(path.length, path.length + 1)) && text.startsWith(path)
      ? true
      : text.endsWith('*') && path.startsWith(text.slice(0, -1));
  return (
    !texts.length || paths.some((path) => texts.some((text) => begins(text, path.replace(/\/[{:].*$/, ''))))
  );
}
