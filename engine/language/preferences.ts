/** `preferences` of screens/app.json: the operations that keep looks and saved views of tables. */
import type { ApiCatalogue, ApiOperation } from './api.ts';
import { compileOperation, rowsOf } from './calls.ts';
import type { CompiledOperation, CompiledPreferences } from './compiled.ts';
import { nearest, type Diagnostics } from './diagnostics.ts';
import { stripNull, type JsonSchema } from './schema.ts';
import type { Source } from './source.ts';
import { memberNames } from './types.ts';
import type { AppConfig } from '../../schemas/generated/language.ts';

type Names = NonNullable<AppConfig['preferences']>;

/** What a view is called, and what is kept of it. */
const KEPT = ['owner', 'roleId', 'screen', 'view', 'schemaVersion', 'value'];
const SAYS: Record<keyof Names, string> = {
  list: `a page of rows with id, ${KEPT.join(', ')}`,
  save: `an operation whose request has ${KEPT.join(', ')}`,
  share: `an operation whose request has ${KEPT.join(', ')}`,
  roles: 'a list of rows with name, caption',
};

/** The operations by what they are for; undefined, and told, when one cannot serve so. */
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
    else diagnostics.add('type-mismatch', source, pointer, { received: id, expected: SAYS[name] });
  }
  const { list, save, ...others } = compiled;
  return list && save && { list, save, ...others };
}

function serves(name: keyof Names, operation: ApiOperation, schemas: ApiCatalogue['schemas']): boolean {
  const holds = (schema: JsonSchema | undefined, wanted: readonly string[]) => {
    const has = schema ? memberNames(stripNull(schema, schemas).schema, schemas) : [];
    return wanted.every((one) => has.includes(one));
  };
  const rows = rowsOf(operation, schemas);
  const keeps = operation.method !== 'GET' && holds(operation.body, KEPT);
  const told: Record<keyof Names, boolean> = {
    list: rows?.kind === 'page' && holds(rows.row, ['id', ...KEPT]),
    save: keeps,
    share: keeps,
    roles: rows?.kind === 'list' && holds(rows.row, ['name', 'caption']),
  };
  return told[name];
}
