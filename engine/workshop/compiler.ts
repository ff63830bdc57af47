/**
 * The compiler over the sources of the deployed product, one file of them being edited: what the build would say of it,
 * the screen as it would be, and what would be another. Pure; it runs in a worker.
 */
import type { CompiledScreen, ScreenEntry } from '../language/compiled.ts';
import type { Diagnostic } from '../language/diagnostics.ts';
import { compileProject, type Project, type ProjectFiles } from '../language/project.ts';
import type { Change } from '../tools/change.ts';
import { diffProjects } from '../tools/diff.ts';

export interface ScreenFile {
  id: string;
  file: string;
}

export interface Answer {
  /** Of the whole project: a screen that is changed may be the fault of another. */
  diagnostics: Diagnostic[];
  /** Absent while the file is too broken to be compiled. */
  screen?: CompiledScreen;
  entries: ScreenEntry[];
  /** Against what is deployed. */
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

  /** Paths of the operations that are dictionaries. */
  get dictionaries(): string[] {
    const { operations, dictionaries } = this.deployed.catalogue.api;
    return [...dictionaries.values()].flatMap(({ operation }) => operations.get(operation)?.path ?? []);
  }

  /** The text of a file, as it is deployed. */
  textOf(file: string): string | undefined {
    return this.files.screens.find((one) => one.file === file)?.text;
  }

  /** The project as it stands with the last text that was compiled. */
  get project(): Project {
    return this.#now;
  }

  compile(id: string, file: string, text: string): Answer {
    // Files that did not change are parsed once: they are known by themselves.
    const screens = this.files.screens.map((one) => (one.file === file ? { file, text } : one));
    const now = compileProject({ ...this.files, screens });
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
