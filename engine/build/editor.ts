/**
 * The schemas that `$schema` of screens, fragments and the app file refer to. They contain every name of the project,
 * so each check of the project writes them, and they are not committed.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project, ProjectFiles } from '../language/project.ts';
import { parseFile } from '../language/source.ts';
import { editorSchema, NAMES_FILE, namesSchema } from '../tools/editorSchema.ts';

const FOLDER = 'schemas/generated/editor';

export function writeEditorSchemas(files: ProjectFiles, project: Project): void {
  const sources = { screen: files.screens, fragment: files.fragments, app: [files.app] };
  write(NAMES_FILE, namesSchema(project));
  for (const name of ['screen', 'fragment', 'app'] as const)
    write(`${name}.schema.json`, editorSchema(project, name, sources[name].map(parseFile)));
}

/** Leaves an unchanged file alone, so that watchers are not triggered. */
function write(name: string, schema: unknown): void {
  const path = join(FOLDER, name);
  const text = `${JSON.stringify(schema, null, 1)}\n`;
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path, text);
}
