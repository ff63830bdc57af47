/** `preferences` of screens/app.json: the operations that store themes and saved views of tables. */
import type { ApiCatalogue, ApiOperation } from './api.ts';
import { compileOperation, rowsOf } from './calls.ts';
import type { CompiledOperation, CompiledPreferences } from './compiled.ts';
import { nearest, type Diagnostics } from './diagnostics.ts';
import { stripNull } from './schema.ts';
import type { Source } from './source.ts';
import { memberNames } from './types.ts';
import type { AppConfig } from '../../schemas/generated/language.ts';

type Names = NonNullable<AppConfig['preferences']>;

/** Properties that identify a view, and its stored value. */
const KEPT = ['screen', 'view', 'schemaVersion', 'value'];
const OWNED = ['owner', 'roleId', ...KEPT];
const WANTED: Record<keyof Names, readonly string[]> = {
  list: ['id', 'version', ...OWNED],
  save: KEPT,
  share: OWNED,
  roles: ['name', 'caption'],
};
const KINDS: Record<keyof Names, string> = {
  list: 'a page whose rows have',
  save: 'an operation whose request has',
  share: 'an operation whose request has',
  roles: 'a list whose rows have',
};

/** The operations by their role; undefined, with a diagnostic, when one is not suitable. */
export function compilePreferences(
  names: Names,
  source: Source,
  api: ApiCatalogue,
  diagnostics: Diagnostics,
): CompiledPreferences | undefined {
  const compiled: Partial<Record<keyof Names, CompiledOperation>> = {};
  for (const [name, id] of Object.entries(names) as [keyof Names, string][]) {
    const operation = api.operations.get(id);
    const pointer = `/preferences/${name}`;
    if (!operation) {
      const facts = { received: id, near: nearest(id, api.operations.keys()) };
      diagnostics.add('unknown-operation', source, pointer, facts);
    } else if (serves(name, operation, api.schemas))
      compiled[name] = compileOperation(operation, api.schemas);
    else {
      const expected = `${KINDS[name]} ${WANTED[name].join(', ')}`;
      diagnostics.add('type-mismatch', source, pointer, { received: id, expected });
    }
  }
  const { list, save, ...others } = compiled;
  return list && save && { list, save, ...others };
}

function serves(name: keyof Names, operation: ApiOperation, schemas: ApiCatalogue['schemas']): boolean {
  const rows = rowsOf(operation, schemas);
  const kind = { list: 'page', roles: 'list', save: undefined, share: undefined }[name];
  if (kind ? rows?.kind !== kind : operation.method === 'GET') return false;
  const type = kind ? rows?.row : operation.body;
  const names = type ? memberNames(stripNull(type, schemas).schema, schemas) : [];
  return WANTED[name].every((one) => names.includes(one));
}
