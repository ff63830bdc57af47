/** Reads the files widget.json and checks the screens, entities and operations that they name. */
import { checkNeeded } from './apiRules.ts';
import { rowsOf } from './calls.ts';
import { isReading } from './api.ts';
import { manifestKey, type Catalogue, type Manifest } from './catalogue.ts';
import { nearest, type DiagnosticCode, type Diagnostics } from './diagnostics.ts';
import { pointerOf, type Source } from './source.ts';
import { stripNull, type JsonSchema } from './schema.ts';
import { checkStructure, type LanguageSchema } from './structure.ts';
import { fits, followPath } from './types.ts';

/** Every valid manifest by its kind and name. */
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

/** Checks that the screen of a picker is a picker, and that entity and operations exist. */
export function checkManifests(
  sources: readonly Source[],
  catalogue: Catalogue,
  diagnostics: Diagnostics,
): void {
  const { api, screens, manifests } = catalogue;
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
    if (manifest.kind === 'picker' && entity !== undefined && dialog === undefined)
      diagnostics.add('missing-property', source, '/name', {
        received: 'dialog',
        note: `it opens a dialog in which a record of ${entity} is chosen`,
      });
    checkAllNeeded(source, options as JsonSchema | undefined, '/options', diagnostics);
    if (entity !== undefined) expect('api-entity', '/entity', entity, api.entities.keys());
    if (dialog !== undefined && expect('unknown-screen', '/dialog', dialog, screens.keys())) {
      const { sound, config } = screens.get(dialog)!;
      if (sound && !(config.dialog && config.returns))
        diagnostics.add('not-a-dialog', source, '/dialog', {
          received: dialog,
          note: 'a picker needs a dialog with "returns"',
        });
      else if (sound && entity !== undefined && api.entities.has(entity))
        checkPicks(source, { entity, dialog, returns: config.returns! }, catalogue, diagnostics);
    }
    for (const [list, names] of Object.entries({ operations, calls }))
      names.forEach((name, i) => expect('unknown-operation', `/${list}/${i}`, name, api.operations.keys()));
    // Those of `operations` are called as soon as the widget is rendered.
    operations.forEach((name, i) => {
      const operation = api.operations.get(name);
      if (operation && !isReading(operation))
        diagnostics.add('not-a-read', source, `/operations/${i}`, {
          received: name,
          note: `it is a ${operation.method}; "calls" are those that somebody asks for`,
        });
    });
  }
}

/** The dialog of a picker must return records of the picked kind, with all properties of a row of their list. */
function checkPicks(
  source: Source,
  { entity, dialog, returns }: { entity: string; dialog: string; returns: string },
  { api }: Catalogue,
  diagnostics: Diagnostics,
): void {
  const [head = '', ...rest] = returns.replaceAll('[]', '').split('.');
  const reply = api.schemas[head] ?? api.operations.get(head)?.reply;
  const returned = reply && followPath(reply, rest, api.schemas).type;
  const list = api.operations.get(api.entities.get(entity)!.list);
  const wanted = list && rowsOf(list, api.schemas)?.row;
  if (!returned || !wanted) return;
  const one = stripNull(returned, api.schemas).schema.items ?? returned;
  if (!fits(one, wanted, api.schemas))
    diagnostics.add('type-mismatch', source, '/dialog', {
      received: `${dialog}, which returns ${returns}`,
      expected: `a dialog that returns a record like those of ${list.id}`,
    });
}

/** Reports required properties that an object of the options does not declare. */
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
