/**
 * A whole project: every file in, compiled screens and diagnostics out. The same function runs in the build,
 * on the command line, in the development overlay and in tests.
 */
import { checkAccess, type ScreenAccess } from './access.ts';
import { readApi } from './api.ts';
import { checkApiSchemas } from './apiRules.ts';
import { checkAppNames, compileApp } from './app.ts';
import {
  manifestKey,
  type Catalogue,
  type LanguageSchemas,
  type LoadedScreen,
  type Manifest,
} from './catalogue.ts';
import type { CompiledApp, CompiledScreen, ScreenEntry } from './compiled.ts';
import { Diagnostics, nearest, type Diagnostic } from './diagnostics.ts';
import { checkLocales, readLocales } from './locales.ts';
import { gateNavigation } from './navigation.ts';
import { checkRoutes } from './routes.ts';
import { compileScreen } from './screen.ts';
import { parseFile, type Source, type SourceFile } from './source.ts';
import { checkStructure, type LanguageSchema } from './structure.ts';
import type { FragmentConfig, ScreenConfig } from '../../schemas/generated/language.ts';

/** The text of every file of a project, by what it is. */
export interface ProjectFiles {
  language: Record<keyof LanguageSchemas, string>;
  api: SourceFile[];
  /** schemas/permissions.json: permissions and instance types. */
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
  diagnostics: Diagnostic[];
}

/** Prefixes of keys that code uses, beside those that screens name. */
const CODE_KEYS = ['engine.', 'validation.', 'server.', 'errorMessages.', 'dictionary.', 'menu'];

export function compileProject(files: ProjectFiles): Project {
  const diagnostics = new Diagnostics();
  const parse = (file: SourceFile): Source => {
    const source = parseFile(file);
    diagnostics.addSyntax(source);
    return source;
  };
  const language = mapValues(files.language, (text) => JSON.parse(text)) as unknown as LanguageSchemas;
  const { api, diagnostics: apiDiagnostics } = readApi(files.api, language.api);
  diagnostics.addAll(apiDiagnostics);
  const appSource = parse(files.app);
  const app = compileApp(appSource, language.app, api, diagnostics);
  const permissions = parse(files.permissions);
  const access = checkStructure(permissions, language.permissions, diagnostics)
    ? (permissions.value as { permissions: string[]; neverGranted?: string[]; instanceTypes: string[] })
    : undefined;
  const manifests = readManifests(files.manifests.map(parse), language.manifest, diagnostics);
  // While what screens lean on is broken, its own faults are told, and not what would follow from them.
  const grounded = diagnostics.list.every(({ severity }) => severity !== 'error');
  const catalogue: Catalogue = {
    api,
    app,
    language,
    screens: new Map(),
    fragments: new Map(),
    manifests,
    locales: readLocales(files.locales.map(parse), language.locale, app?.locales ?? [], diagnostics),
    permissions: [...(access?.permissions ?? []), ...(access?.neverGranted ?? [])],
    instanceTypes: access?.instanceTypes ?? [],
    groups: app?.groups.map((g) => g.id) ?? [],
    icons: files.icons,
  };
  files.fragments.map(parse).forEach((source) => loadFragment(source, catalogue, diagnostics));
  files.screens.map(parse).forEach((source) => loadScreen(source, catalogue, diagnostics));
  const compiled = grounded && app ? compileAll(files, catalogue, app, appSource, diagnostics) : NOTHING;
  return {
    catalogue,
    app,
    screens: new Map([...compiled].map(([id, one]) => [id, deepFreeze(one.compiled)])),
    entries: [...compiled.values()].map((one) => one.entry),
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
  checkAppNames(
    appSource,
    app,
    new Set(catalogue.screens.keys()),
    (name, pointer) => key(appSource, name, pointer),
    diagnostics,
  );
  for (const file of files.api) checkApiSchemas(parseFile(file), catalogue, key, diagnostics);
  // While a file is broken nobody knows what it would use.
  const whole =
    [...catalogue.screens.values()].every((s) => s.sound) &&
    catalogue.fragments.size === files.fragments.length;
  checkLocales(catalogue.locales, whole ? usedKeys : undefined, CODE_KEYS, diagnostics);
  return compiled;
}

function compileScreens(catalogue: Catalogue, diagnostics: Diagnostics, usedKeys: Set<string>): Compiled {
  const compiled: Compiled = new Map();
  for (const [id, screen] of catalogue.screens) {
    if (!screen.sound) continue;
    const { screen: result, entry, context } = compileScreen(catalogue, screen, diagnostics, usedKeys);
    compiled.set(id, { entry, context, screen, compiled: result });
  }
  const entries = [...compiled.values()].map((one) => one.entry);
  for (const one of compiled.values()) gateNavigation(one.compiled, entries);
  checkAccess(compiled, catalogue);
  return compiled;
}

function readManifests(
  sources: Source[],
  shape: LanguageSchema,
  diagnostics: Diagnostics,
): Map<string, Manifest> {
  const manifests = new Map<string, Manifest>();
  for (const source of sources) {
    if (!checkStructure(source, shape, diagnostics)) continue;
    const manifest = source.value as Manifest;
    if (manifests.has(manifestKey(manifest.kind, manifest.name)))
      diagnostics.add('duplicate-name', source, '/name', { received: manifest.name });
    else manifests.set(manifestKey(manifest.kind, manifest.name), manifest);
  }
  return manifests;
}

function loadFragment(source: Source, catalogue: Catalogue, diagnostics: Diagnostics): void {
  if (!checkStructure(source, catalogue.language.fragment, diagnostics)) return;
  const config = source.value as FragmentConfig;
  catalogue.fragments.set(config.fragment, { config, source });
}

/** A screen of broken shape is still known by its id, so that its neighbours are not blamed for it. */
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

/** The parts of a broken screen that neighbours may lean on, kept only where their type is right. */
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
  return (
    value !== null &&
    typeof value === 'object' &&
    Object.values(value).every((v) => typeof v === 'string' || typeof v?.type === 'string')
  );
}

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

function mapValues<T, R>(object: Record<string, T>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([k, v]) => [k, map(v)]));
}

function deepFreeze<T>(value: T): T {
  if (value && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
