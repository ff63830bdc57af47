/**
 * The compiler for the sources of the deployed product with one edited file: its diagnostics, the resulting screen, and
 * the differences. Pure; it runs in a worker.
 */
import type { CompiledScreen, ScreenEntry } from '../language/compiled.ts';
import type { Diagnostic } from '../language/diagnostics.ts';
import { compileProject, type Project, type ProjectFiles } from '../language/project.ts';
import type { SourceFile } from '../language/source.ts';
import type { Change } from '../tools/change.ts';
import { diffProjects } from '../tools/diff.ts';
import type { Written } from './names.ts';

export interface ScreenFile {
  id: string;
  file: string;
}

/** A file that can be edited in the workshop. */
export interface EditedFile {
  file: string;
  kind: Written['kind'];
  /** For a fragment: a screen that uses it. */
  shownBy?: string;
}

export interface Answer {
  /** Diagnostics of the whole project: a changed screen may cause an error in another. */
  diagnostics: Diagnostic[];
  /** Absent while the file has errors that prevent compilation. */
  screen?: CompiledScreen;
  entries: ScreenEntry[];
  /** Changes against the deployed product. */
  changes: Change[];
}

export class WorkshopCompiler {
  readonly deployed: Project;
  #now: Project;

  constructor(readonly files: ProjectFiles) {
    this.deployed = compileProject(files);
    this.#now = this.deployed;
  }

  get screens(): ScreenFile[] {
    return [...this.deployed.catalogue.screens].map(([id, { source }]) => ({ id, file: source.file }));
  }

  /** Screens, fragments, texts and the app file. */
  get edited(): EditedFile[] {
    const { screens, fragments, locales, app } = this.files;
    const of = (list: readonly SourceFile[], kind: EditedFile['kind']) =>
      list.map(({ file }) => ({ file, kind }));
    return [
      ...of(screens, 'screen'),
      ...of(fragments, 'fragment').map((one) => ({ ...one, ...this.#userOf(one.file) })),
      ...of(locales, 'locale'),
      { file: app.file, kind: 'app' },
    ];
  }

  #userOf(file: string): { shownBy?: string } {
    const { screens, fragments } = this.deployed.catalogue;
    const name = [...fragments].find(([, { source }]) => source.file === file)?.[0];
    const uses = new RegExp(`"use":\\s*"${name}"`);
    const user = [...screens].find(([, { source }]) => uses.test(source.text));
    return user ? { shownBy: user[0] } : {};
  }

  /** Paths of the operations that are dictionaries. */
  get dictionaries(): string[] {
    const { operations, dictionaries } = this.deployed.catalogue.api;
    return [...dictionaries.values()].flatMap(({ operation }) => operations.get(operation)?.path ?? []);
  }

  /** Returns the deployed text of a file. */
  textOf(file: string): string | undefined {
    const { screens, fragments, locales, app } = this.files;
    return [...screens, ...fragments, ...locales, app].find((one) => one.file === file)?.text;
  }

  /** The project with the last compiled text. */
  get project(): Project {
    return this.#now;
  }

  /** Compiles the project with a new text of a file. `id`: the screen of the preview, whichever file is edited. */
  compile(id: string, file: string, text: string): Answer {
    // Unchanged files keep their identity, so they are parsed only once.
    const put = (one: SourceFile) => (one.file === file ? { file, text } : one);
    const { screens, fragments, locales, app } = this.files;
    const now = compileProject({
      ...this.files,
      screens: screens.map(put),
      fragments: fragments.map(put),
      locales: locales.map(put),
      app: put(app),
    });
    this.#now = now;
    const screen = now.screens.get(id);
    return {
      diagnostics: now.diagnostics,
      ...(screen ? { screen } : {}),
      entries: now.entries,
      changes: diffProjects(this.deployed, now),
    };
  }
}
