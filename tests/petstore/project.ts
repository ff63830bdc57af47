/** A product over a third-party API file: the petstore of @readme/oas-examples, unchanged but for the edits below. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readProject } from '../../engine/build/project.ts';
import type { OpenApiFile } from '../../engine/language/openapi.ts';
import type { ProjectFiles } from '../../engine/language/project.ts';

const FILE = '@readme/oas-examples/3.0/json/petstore.json';
const STALE = ['findPetsByStatus', 'getPetById'];

/** Facts that the file lacks: who may call, that its objects are closed, and what a change makes stale. */
export const EDITS: ((doc: OpenApiFile) => unknown)[] = [
  (doc) => Object.assign(doc, { 'x-scope': 'public', 'x-permissions': [], 'x-closed': true }),
  (doc) => (doc.paths!['/pet']!.post!['x-changes'] = STALE),
  (doc) => (doc.paths!['/pet']!.put!['x-changes'] = STALE),
  (doc) => (doc.paths!['/pet/{petId}']!.delete!['x-changes'] = STALE),
];

export function petstore(): ProjectFiles {
  const doc = JSON.parse(readFileSync(createRequire(import.meta.url).resolve(FILE), 'utf8')) as OpenApiFile;
  for (const edit of EDITS) edit(doc);
  const api = [{ file: 'schemas/api/petstore.json', text: JSON.stringify(doc, null, 2) }];
  return { ...readProject({ root: 'tests/petstore' }), api };
}
