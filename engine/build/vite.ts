/**
 * The Vite plugin: screens, product facts and texts as virtual modules, one lazy chunk per screen and per locale. Also
 * writes what the page of each address needs (`pages.json`).
 * A build fails at the first screen with an error; the development server shows the diagnostics in its overlay.
 */
import { join, resolve, sep } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { formatDiagnostic, type Diagnostic } from '../language/diagnostics.ts';
import type { Project } from '../language/project.ts';
import { readFolder } from './files.ts';
import { PAGES, pagesOf } from './pages.ts';
import { loadProject, type ProjectOptions } from './project.ts';
import { splitTexts, type TextParts } from './texts.ts';

const INDEX = 'virtual:screens';
const SCREEN = 'virtual:screen/';
const LOCALE = 'virtual:locale/';
const TOOLS = 'virtual:tools/';
const WATCHED =
  /(\.screen\.json|\.fragment\.json|widget\.json|app\.json|permissions\.json)$|locales.*\.json$|schemas.*\.json$/;

export function screensPlugin(options: ProjectOptions): Plugin {
  let project: Project | undefined;
  const current = () => (project ??= loadProject(options));
  let split: { of: Project; parts: TextParts } | undefined;
  const texts = () => {
    const of = current();
    if (split?.of !== of) split = { of, parts: splitTexts(of) };
    return split.parts;
  };
  return {
    name: 'screens',
    buildStart() {
      project = undefined;
      const errors = current().diagnostics.filter((d) => d.severity === 'error');
      if (errors.length && this.meta.watchMode === false && process.env.NODE_ENV === 'production')
        this.error(report(errors));
    },
    resolveId(id) {
      return id === INDEX || [SCREEN, LOCALE, TOOLS].some((one) => id.startsWith(one))
        ? `\0${id}`
        : undefined;
    },
    load(id) {
      if (!id.startsWith('\0virtual:')) return undefined;
      const name = id.slice(1);
      if (name === INDEX) return `${indexModule(current())}\n${widgetsModule(options.root)}`;
      if (name.startsWith(SCREEN)) return screenModule(current(), texts(), name.slice(SCREEN.length));
      if (name.startsWith(LOCALE)) return jsonModule(texts().start(name.slice(LOCALE.length)));
      if (name.startsWith(TOOLS)) return jsonModule(texts().tools(name.slice(TOOLS.length)));
      return undefined;
    },
    generateBundle(_, bundle) {
      this.emitFile({ type: 'asset', fileName: PAGES, source: JSON.stringify(pagesOf(current(), bundle)) });
    },
    transformIndexHtml: { order: 'post', handler: stylesLast },
    configureServer(server) {
      server.watcher.add(
        ['screens', 'locales', 'schemas', 'widgets'].map((folder) => `${options.root}/${folder}`),
      );
      const onChange = (path: string) => {
        if (!WATCHED.test(path.split(sep).join('/'))) return;
        project = undefined;
        refresh(server, current());
      };
      server.watcher.on('change', onChange).on('add', onChange).on('unlink', onChange);
      server.ws.on('connection', () => showErrors(server, current()));
    },
  };
}

/** The eager module: routes, gates, menu, product facts. Screens and texts are lazy. */
function indexModule({ app, entries, screens, catalogue }: Project): string {
  const lazy = (names: Iterable<string>, prefix: string) =>
    [...names]
      .map((name) => `${JSON.stringify(name)}: () => import(${JSON.stringify(prefix + name)})`)
      .join(',\n');
  const languages = catalogue.locales.map((l) => l.name);
  return [
    `export const app = ${parsed(app)};`,
    `export const entries = ${parsed(entries)};`,
    `export const screens = {${lazy(screens.keys(), SCREEN)}};`,
    `export const locales = {${lazy(languages, LOCALE)}};`,
    `export const toolTexts = {${lazy(languages, TOOLS)}};`,
  ].join('\n');
}

/** The project's own widgets: manifests are eager, their code is lazy. */
function widgetsModule(root: string): string {
  const files = readFolder(join(root, 'widgets'), 'widget.json');
  const path = (file: string) => JSON.stringify(resolve(file));
  const code = (file: string) => resolve(file).replace(/widget\.json$/, 'index.tsx');
  const lazy = files.map(
    ({ file }) => `${JSON.stringify(code(file))}: () => import(${JSON.stringify(code(file))})`,
  );
  const known = files.map(({ file, text }) => `${path(file)}: ${text}`);
  return `export const widgets = {${lazy.join(',\n')}};\nexport const manifests = {${known.join(',\n')}};`;
}

/** A screen and the texts it needs, in every language, so that it takes a single file. */
function screenModule({ screens }: Project, texts: TextParts, id: string): string {
  return `${jsonModule(screens.get(id))}\nexport const texts = ${parsed(texts.ofScreen(id))};`;
}

function jsonModule(value: unknown): string {
  return `export default ${parsed(value)};`;
}

/** A browser parses a JSON string faster than the same data as code. */
function parsed(value: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value ?? null))})`;
}

/**
 * Moves the style sheets to the end of the body: the initial content of the page is painted without waiting for them,
 * everything after it waits.
 */
function stylesLast(html: string): string {
  const styles = html.match(/^\s*<link rel="stylesheet".*\n/gm) ?? [];
  return styles
    .reduce((rest, link) => rest.replace(link, ''), html)
    .replace('</body>', `${styles.join('')}</body>`);
}

function report(errors: readonly Diagnostic[]): string {
  return `${errors.length} fault${errors.length === 1 ? '' : 's'} in the screens:\n${errors.slice(0, 20).map(formatDiagnostic).join('\n')}`;
}

function refresh(server: ViteDevServer, project: Project): void {
  for (const module of server.moduleGraph.idToModuleMap.values())
    if (module.id?.startsWith('\0virtual:')) server.moduleGraph.invalidateModule(module);
  if (!showErrors(server, project)) server.ws.send({ type: 'full-reload' });
}

function showErrors(server: ViteDevServer, project: Project): boolean {
  const errors = project.diagnostics.filter((d) => d.severity === 'error');
  if (errors.length === 0) return false;
  server.ws.send({ type: 'error', err: { message: report(errors), stack: '', plugin: 'screens' } });
  return true;
}
