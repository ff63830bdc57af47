/** Compiles a project with some of its files replaced and returns the new diagnostics. */
import { readProject } from '../../../engine/build/project.ts';
import { compileProject, type Project, type ProjectFiles } from '../../../engine/language/project.ts';
import type { SourceFile } from '../../../engine/language/source.ts';
import type { ProjectName } from './faults.ts';

export type Diagnostic = Project['diagnostics'][number];

export interface Subject {
  /** Text of a file by its path in the project. Throws where there is none. */
  textOf(file: string): string;
  paths: string[];
  /** New diagnostics with these files replaced. */
  compile(texts: ReadonlyMap<string, string>): Diagnostic[];
}

const ROOTS: Record<ProjectName, string> = { product: '.', foreign: 'tests/foreign' };

const same = (one: Diagnostic): string => `${one.file}\n${one.code}\n${one.message}`;

export function subject(name: ProjectName): Subject {
  const files = readProject({ root: ROOTS[name] });
  const all = [files.app, files.permissions, ...files.screens, ...files.fragments, ...files.api];
  const texts = new Map([...all, ...files.manifests, ...files.locales].map(({ file, text }) => [file, text]));
  const before = new Set(compileProject(files).diagnostics.map(same));
  return {
    paths: [...texts.keys()],
    textOf(file) {
      const text = texts.get(file);
      if (text === undefined) throw new Error(`${ROOTS[name]} has no file ${file}`);
      return text;
    },
    compile: (changed) =>
      compileProject(replaced(files, changed)).diagnostics.filter((one) => !before.has(same(one))),
  };
}

function replaced(files: ProjectFiles, texts: ReadonlyMap<string, string>): ProjectFiles {
  const one = (file: SourceFile): SourceFile => {
    const text = texts.get(file.file);
    return text === undefined ? file : { ...file, text };
  };
  return {
    ...files,
    app: one(files.app),
    permissions: one(files.permissions),
    screens: files.screens.map(one),
    fragments: files.fragments.map(one),
    api: files.api.map(one),
    manifests: files.manifests.map(one),
    locales: files.locales.map(one),
  };
}
