/** Reads the shared files that the server uses. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readApi, type ApiCatalogue } from '../../engine/language/api.ts';
import type { SourceFile } from '../../engine/language/source.ts';
import type { LanguageSchema } from '../../engine/language/structure.ts';
import type { Locales } from './texts.ts';

function jsonFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => path.join(folder, name));
}

/** Reads the API files as text; paths are relative to the root of the project. */
export function readApiFiles(root: string): SourceFile[] {
  return jsonFiles(path.join(root, 'schemas/api')).map((file) => ({
    file: path.relative(root, file),
    text: readFileSync(file, 'utf8'),
  }));
}

/** Reads the catalogue of the API files; throws if they have errors. */
export function loadApi(root: string): ApiCatalogue {
  const shape = JSON.parse(
    readFileSync(path.join(root, 'schemas/language/api.schema.json'), 'utf8'),
  ) as LanguageSchema;
  const { api, diagnostics } = readApi(readApiFiles(root), shape);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    throw new Error(errors.map((d) => `${d.file}:${d.line}:${d.column} ${d.code} ${d.message}`).join('\n'));
  }
  return api;
}

/** Reads all texts of both locales. */
export function loadLocales(root: string): Locales {
  const load = (locale: string) =>
    Object.assign(
      {},
      ...jsonFiles(path.join(root, 'locales', locale)).map(
        (file) => JSON.parse(readFileSync(file, 'utf8')) as object,
      ),
    ) as Record<string, string>;
  return { ru: load('ru'), en: load('en') };
}
