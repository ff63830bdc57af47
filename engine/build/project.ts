/** Reads a project from disk. A project is a folder with schemas, screens, locales and, if it has any, widgets. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileProject, type Project, type ProjectFiles } from '../language/project.ts';
import type { SourceFile } from '../language/source.ts';
import type { LanguageSchema } from '../language/structure.ts';
import { readFolder } from './files.ts';

/** Folder of the engine: its built-in widgets, its language and its own texts serve every project. */
const HOME = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface ProjectOptions {
  /** Folder of the project; files in diagnostics are named relative to it. */
  root: string;
  /** Further folders of API files, screens and locales, for a project that extends another. */
  extend?: string[];
}

export function readProject({ root, extend = [] }: ProjectOptions): ProjectFiles {
  const roots = ['', ...extend];
  const folders = (folder: string, suffix: string) =>
    roots.flatMap((r) => readFolder(join(r, folder), suffix, root));
  const file = (path: string): SourceFile => ({ file: path, text: readFileSync(join(root, path), 'utf8') });
  const foreign = root !== '.' && join(HOME) !== join(process.cwd(), root);
  return {
    language: languageTexts(),
    api: folders('schemas/api', '.json'),
    permissions: file('schemas/permissions.json'),
    app: file('screens/app.json'),
    screens: folders('screens', '.screen.json'),
    fragments: folders('screens', '.fragment.json'),
    locales: [...folders('locales', '.json'), ...(foreign ? engineTexts() : [])],
    manifests: [...readFolder('engine/views', 'widget.json', HOME), ...folders('widgets', 'widget.json')],
    icons: readIcons(),
  };
}

/** The schemas that files of each kind must conform to, as texts. */
export function languageTexts(): ProjectFiles['language'] {
  const text = (name: string) => readFileSync(join(HOME, 'schemas/language', `${name}.schema.json`), 'utf8');
  return {
    screen: text('screen'),
    fragment: text('fragment'),
    app: text('app'),
    api: text('api'),
    permissions: text('permissions'),
    manifest: text('manifest'),
    locale: text('locale'),
  };
}

/** The schema of API files, parsed. */
export function apiShape(): LanguageSchema {
  return JSON.parse(languageTexts().api) as LanguageSchema;
}

/** Texts that the engine's own code uses; a product in another folder gets them from here. */
function engineTexts(): SourceFile[] {
  return readFolder('locales', '.json', HOME).filter(({ file }) => /\/(engine-|validation)/.test(file));
}

function readIcons(): string[] {
  const path = join(HOME, 'engine/registry/icons.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as string[]) : [];
}

export function loadProject(options: ProjectOptions): Project {
  return compileProject(readProject(options));
}
