/**
 * Compiles a whole project: takes every file, returns compiled screens and diagnostics. The same function runs in the build,
 * on the command line, in the development overlay and in tests.
 */
import { checkAccess, type ScreenAccess } from './access.ts';
import { readApi } from './api.ts';
import { checkApiSchemas } from './apiRules.ts';
import { checkAppNames, compileApp } from './app.ts';
import type { Catalogue, LanguageSchemas, LoadedScreen } from './catalogue.ts';
import type { CompiledApp, CompiledCount, CompiledScreen, ScreenEntry } from './compiled.ts';
import type { Place } from './place.ts';
import { Diagnostics, nearest, type Diagnostic } from './diagnostics.ts';
import { lint } from './lint.ts';
import { checkLocales, readLocales } from './locales.ts';
import { gateNavigation } from './navigation.ts';
import { readPermissions } from './permissions.ts';
import { checkRoutes } from './routes.ts';
import { compileScreen } from './screen.ts';
import { checkManifests, readManifests } from './manifests.ts';
import { completeScreens } from './records.ts';
import { parseFile, type Source, type SourceFile } from './source.ts';
import { checkStructure } from './structure.ts';
import type { FragmentConfig, ScreenConfig } from '../../schemas/generated/language.ts';

/** The text of every file of a project, by kind of file. */
export interface ProjectFiles {
  language: Record<keyof LanguageSchemas, string>;
  api: SourceFile[];
  /** schemas/permissions.json: see `Permissions`. */
  permissions: SourceFile;
  app: SourceFile;
  screens: SourceFile[];
  fragments: SourceFile[];
  locales: SourceFile[];
  manifests: SourceFile[];
  icons: string[];
}

export interface Project {
  catalogue: Catalogue;
  app: CompiledApp | undefined;
  screens: Map<string, CompiledScreen>;
  entries: ScreenEntry[];
  /** Places of the parts of each compiled screen, by its id; `positionsOf` turns them into lines. */
  places: Map<string, ReadonlyMap<object, Place>>;
  diagnostics: Diagnostic[];
}

/** Prefixes of keys used by code, beside those used by screens. */
const CODE_KEYS = ['engine.', 'validation.', 'server.', 'errorMessages.', 'dictionary.', 'menu'];

export function compileProject(files: ProjectFiles): Project {
  const diagnostics = new Diagnostics();
  const parse = (file: SourceFile): Source => {
    const source = parseFile(file);
    diagnostics.addSyntax(source);
    return source;
  };
  const language = parseLanguage(files.language);
  const { api, diagnostics: apiDiagnostics } = readApi(files.api, language.api);
  diagnostics.addAll(apiDiagnostics);
  const appSource = parse(files.app);
  const app = compileApp(appSource, language.app, api, diagnostics);
  const permissionsSource = parse(files.permissions);
  const permissions = readPermissions(
    permissionsSource,
    language.permissions,
    app?.locales ?? [],
    diagnostics,
  );
  const manifestSources = files.manifests.map(parse);
  const manifests = readManifests(manifestSources, language.manifest, diagnostics);
  // While files that screens depend on have errors, only these are reported, not the errors that follow from them.
  const grounded = diagnostics.list.every(({ severity }) => severity !== 'error');
  const catalogue: Catalogue = {
    api,
    app,
    language,
    screens: new Map(),
    fragments: new Map(),
    manifests,
    locales: readLocales(files.locales.map(parse), language.locale, app?.locales ?? [], diagnostics),
    permissions: [...permissions.permissions.map(({ code }) => code), ...(permissions.neverGranted ?? [])],
    instanceTypes: permissions.instanceTypes,
    groups: app?.groups.map((g) => g.id) ?? [],
    icons: files.icons,
  };
  files.fragments.map(parse).forEach((source) => loadFragment(source, catalogue, diagnostics));
  files.screens.map(parse).forEach((source) => loadScreen(source, catalogue, diagnostics));
  completeScreens(catalogue, diagnostics);
  const compiled = grounded && app ? compileAll(files, catalogue, app, appSource, diagnostics) : NOTHING;
  if (compiled !== NOTHING) checkManifests(manifestSources, catalogue, diagnostics);
  if (compiled !== NOTHING && isWhole(files, catalogue)) lint(catalogue, diagnostics);
  return {
    catalogue,
    app,
    screens: new Map([...compiled].map(([id, one]) => [id, deepFreeze(one.compiled)])),
    entries: [...compiled.values()].map((one) => one.entry),
    places: new Map([...compiled].map(([id, one]) => [id, one.context.places])),
    diagnostics: distinct(diagnostics.list),
  };
}

type Compiled = Map<string, ScreenAccess & { compiled: CompiledScreen }>;

const NOTHING: Compiled = new Map();

/** Resolves every name and type of the screens, the app file, the rules of the API and the texts. */
function compileAll(
  files: ProjectFiles,
  catalogue: Catalogue,
  app: CompiledApp,
  appSource: Source,
  diagnostics: Diagnostics,
): Compiled {
  checkRoutes(catalogue, diagnostics);
  const usedKeys = new Set<string>();
  const compiled = compileScreens(catalogue, diagnostics, usedKeys);
  const key = keyCheck(catalogue, usedKeys, diagnostics);
  checkAppNames(appSource, app, catalogue, (name, pointer) => key(appSource, name, pointer), diagnostics);
  for (const source of files.api.map(parseFile)) {
    checkApiSchemas(source, catalogue, key, diagnostics);
    for (const { file, failure } of catalogue.api.operations.values())
      if (failure && file === source.file) key(source, failure.key, failure.pointer);
  }
  const used = isWhole(files, catalogue) ? usedKeys : undefined;
  checkLocales(catalogue.locales, used, CODE_KEYS, diagnostics);
  return compiled;
}

/** Whether all files are valid: it is unknown what an invalid file uses. */
function isWhole(files: ProjectFiles, { screens, fragments }: Catalogue): boolean {
  return [...screens.values()].every((s) => s.sound) && fragments.size === files.fragments.length;
}

function compileScreens(catalogue: Catalogue, diagnostics: Diagnostics, usedKeys: Set<string>): Compiled {
  const compiled: Compiled = new Map();
  const counts: [id: string, CompiledCount][] = [];
  for (const [id, screen] of catalogue.screens) {
    if (!screen.sound) continue;
    const { screen: result, entry, context, count } = compileScreen(catalogue, screen, diagnostics, usedKeys);
    compiled.set(id, { entry, context, screen, compiled: result });
    if (count) counts.push([id, count]);
  }
  for (const [id, count] of counts) {
    const above = compiled.get(compiled.get(id)!.entry.parent ?? '')?.compiled;
    if (above) above.tabCounts = { ...above.tabCounts, [id]: count };
  }
  const all = [...compiled.values()];
  gateNavigation(
    all.map((one) => one.compiled),
    all.map((one) => one.entry),
  );
  checkAccess(compiled, catalogue);
  return compiled;
}

function loadFragment(source: Source, catalogue: Catalogue, diagnostics: Diagnostics): void {
  if (!checkStructure(source, catalogue.language.fragment, diagnostics)) return;
  const config = source.value as FragmentConfig;
  const other = catalogue.fragments.get(config.fragment);
  if (other)
    return diagnostics.add('duplicate-name', source, '/fragment', {
      received: config.fragment,
      note: `the other stands in ${other.source.file}`,
    });
  catalogue.fragments.set(config.fragment, { config, source });
}

/** Loads a screen. An invalid one still keeps its id, so that screens that refer to it get no errors. */
function loadScreen(source: Source, catalogue: Catalogue, diagnostics: Diagnostics): void {
  const sound =
    source.problems.length === 0 && checkStructure(source, catalogue.language.screen, diagnostics);
  const config = source.value as Partial<ScreenConfig> | undefined;
  const id =
    typeof config?.id === 'string'
      ? config.id
      : source.file.replace(/^.*\//, '').replace(/\.screen\.json$/, '');
  const other = catalogue.screens.get(id);
  if (other)
    return diagnostics.add('duplicate-screen', source, '/id', {
      received: id,
      note: `the other is ${other.source.file}`,
    });
  const screen: LoadedScreen = { config: (sound ? config : roughly(config)) as ScreenConfig, source, sound };
  catalogue.screens.set(id, screen);
}

/** The parts of an invalid screen that other screens may refer to, kept only where their type is valid. */
function roughly(config: Partial<ScreenConfig> | undefined): Partial<ScreenConfig> {
  const { route, parent, at, records, input, dialog, access, query } = config ?? {};
  return {
    ...(typeof route === 'string' ? { route } : {}),
    ...(typeof parent === 'string' ? { parent } : {}),
    ...(Array.isArray(at) && at.every((a) => typeof a?.route === 'string') ? { at } : {}),
    ...(records && Object.values(records).every((r) => typeof r?.operation === 'string') ? { records } : {}),
    ...(declarations(input) ? { input } : {}),
    ...(declarations(query) ? { query } : {}),
    ...(dialog && typeof dialog === 'object' ? { dialog } : {}),
    ...(Array.isArray(access) ? { access } : {}),
  };
}

function declarations(value: unknown): boolean {
  return value !== null && typeof value === 'object' && Object.values(value).every(isDeclaration);
}

/** Whether the value is the declaration of an input: the name of a type, or an object with a type. */
function isDeclaration(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'string';
  const { type, of = '', list = false, optional = false, enum: words = [] } = value as Part;
  const texts = [type, of, ...(Array.isArray(words) ? words : [null])];
  return (
    texts.every((one) => typeof one === 'string') &&
    typeof list === 'boolean' &&
    typeof optional === 'boolean'
  );
}

type Part = Partial<Record<string, unknown>>;

function keyCheck(catalogue: Catalogue, usedKeys: Set<string>, diagnostics: Diagnostics) {
  return (source: Source, name: string, pointer: string): void => {
    usedKeys.add(name);
    for (const locale of catalogue.locales)
      if (!locale.texts.has(name))
        diagnostics.add('missing-key', source, pointer, {
          received: name,
          near: nearest(name, locale.texts.keys()),
          note: `in locale ${locale.name}`,
        });
  };
}

function distinct(list: Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return list.filter((d) => {
    const mark = `${d.file}:${d.line}:${d.column}:${d.code}:${d.message}`;
    return !seen.has(mark) && seen.add(mark);
  });
}

const languages = new WeakMap<ProjectFiles['language'], LanguageSchemas>();

/** Returns the same schemas for the same texts, so that files that were valid are not checked again. */
function parseLanguage(texts: ProjectFiles['language']): LanguageSchemas {
  const known = languages.get(texts);
  if (known) return known;
  const parsed = Object.entries(texts).map(([name, text]) => [name, JSON.parse(text) as unknown]);
  const language = Object.fromEntries(parsed) as LanguageSchemas;
  languages.set(texts, language);
  return language;
}

function deepFreeze<T>(value: T): T {
  if (value && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
