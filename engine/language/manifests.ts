/** Files widget.json: read, and held to the screens, entities and operations that they name. */
import { checkNeeded } from './apiRules.ts';
import { manifestKey, type Catalogue, type Manifest } from './catalogue.ts';
import { nearest, type DiagnosticCode, type Diagnostics } from './diagnostics.ts';
import { pointerOf, type Source } from './source.ts';
import type { JsonSchema } from './schema.ts';
import { checkStructure, type LanguageSchema } from './structure.ts';

/** Every sound manifest by its kind and name. */
export function readManifests(
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

/** The screen that a picker opens picks; the entity and the operations exist. */
export function checkManifests(
  sources: readonly Source[],
  { api, screens, manifests }: Catalogue,
  diagnostics: Diagnostics,
): void {
  for (const source of sources) {
    const manifest = source.value as Manifest;
    if (manifests.get(manifestKey(manifest.kind, manifest.name)) !== manifest) continue;
    const expect = (code: DiagnosticCode, pointer: string, name: string, names: Iterable<string>) => {
      const list = [...names];
      if (list.includes(name)) return true;
      diagnostics.add(code, source, pointer, { received: name, near: nearest(name, list) });
      return false;
    };
    const { dialog, entity, operations = [], calls = [], options } = manifest;
    checkAllNeeded(source, options as JsonSchema | undefined, '/options', diagnostics);
    if (entity !== undefined) expect('api-entity', '/entity', entity, api.entities.keys());
    if (dialog !== undefined && expect('unknown-screen', '/dialog', dialog, screens.keys())) {
      const { sound, config } = screens.get(dialog)!;
      if (sound && !(config.dialog && config.returns))
        diagnostics.add('not-a-dialog', source, '/dialog', {
          received: dialog,
          note: 'a picker needs a dialog with "returns"',
        });
    }
    for (const [list, names] of Object.entries({ operations, calls }))
      names.forEach((name, i) => expect('unknown-operation', `/${list}/${i}`, name, api.operations.keys()));
  }
}

/** No object of the options needs what it cannot have. */
function checkAllNeeded(
  source: Source,
  schema: JsonSchema | undefined,
  pointer: string,
  diagnostics: Diagnostics,
): void {
  if (!schema) return;
  checkNeeded(source, schema, pointer, diagnostics);
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    checkAllNeeded(source, property, pointer + pointerOf('properties', name), diagnostics);
  checkAllNeeded(source, schema.items, `${pointer}/items`, diagnostics);
}
