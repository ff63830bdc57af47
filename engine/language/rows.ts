/** Rows of a table: of an operation, or local rows of the page. */
import type { ApiOperation } from './api.ts';
import { argumentsOf, keyOf, rowsOf } from './calls.ts';
import { pathType } from './cells.ts';
import type { CompiledTable, CompiledValue } from './compiled.ts';
import { stripNull, type JsonSchema, type Schemas } from './schema.ts';
import type { Site } from './site.ts';
import { ANY, listOf, objectOf } from './types.ts';
import type { FilterField, TableView } from '../../schemas/generated/language.ts';

/** What a table shows: the type of a row and where the rows come from. */
export interface TableRows {
  row: JsonSchema;
  /** Paths that identify a row. */
  key: string[];
  operation: ApiOperation | undefined;
  /** Local rows of the page, compiled. */
  own: CompiledValue | undefined;
  /** `page`: the server sends a page of them at a time. */
  kind: 'page' | 'list' | 'own';
}

export function tableRows(site: Site<TableView>): TableRows {
  const { source, key } = site.config;
  const name = source && site.at('source').at('operation');
  const operation = name?.reading(true);
  const rows = operation && rowsOf(operation, site.schemas);
  if (operation && !rows) name?.report('not-a-list', { received: operation.id });
  const own = ownRows(site);
  const row = own?.row ?? rows?.row ?? ANY;
  for (const path of key ? site.items('key') : []) pathType(path, row);
  return {
    row,
    key: key ?? rows?.key ?? (own && row !== ANY ? keyOf(row, site.schemas) : []),
    operation,
    own: own?.value,
    kind: own ? 'own' : (rows?.kind ?? 'page'),
  };
}

/** Local rows are complete: the browser sorts them, and there are no filters. */
function ownRows(site: Site<TableView>): { value: CompiledValue; row: JsonSchema } | undefined {
  const { source, rows, filters, record } = site.config;
  if (!rows && !source && !record)
    site.report('missing-property', { received: 'source', note: '"record" or "rows"' });
  if (!rows) return undefined;
  for (const [name, there] of Object.entries({ source, filters }))
    if (there)
      site
        .at(name as 'source' | 'filters')
        .report('wrong-type', { received: `${name} beside rows`, expected: 'one of the two' });
  const { value, type } = site.at('rows').typed(listOf(ANY));
  return { value, row: stripNull(type, site.schemas).schema.items ?? ANY };
}

/** The type of `filters`: the values of the filters that the table has, each optional. */
export function filtersType(operation: ApiOperation, schemas: Schemas, given: readonly string[]): JsonSchema {
  const known = argumentsOf(operation, schemas);
  const types = given.flatMap((name) => (known[name] ? [[name, known[name].type] as const] : []));
  return objectOf(Object.fromEntries(types), []);
}

/** Reports required parameters that the source itself does not set: a filter may be empty. */
export function checkRequired(
  operation: ApiOperation,
  { source }: TableView,
  filters: readonly Site<FilterField>[],
): void {
  for (const site of filters) {
    const { paramName, defaultValue, value } = site.config;
    const { required } = argumentsOf(operation, site.schemas)[paramName] ?? {};
    const given = paramName in (source?.with ?? {}) || defaultValue !== undefined || value !== undefined;
    if (required && !given)
      site.at('paramName').report('missing-parameter', {
        received: paramName,
        note: `${operation.id} requires it, and a filter may be empty: give it a defaultValue`,
      });
  }
}

/** Compiles the initial sort order. */
export function compileSort(
  site: Site<TableView>,
  operation: ApiOperation | undefined,
): Pick<CompiledTable, 'sort'> {
  const { sort, rows } = site.config;
  if (!sort) return {};
  if (rows)
    site.at('sort').report('wrong-type', { received: 'sort beside rows', expected: 'rows in their order' });
  if (operation)
    site
      .at('sort')
      .at('field')
      .known('unsortable', sort.field, operation.sort, { expected: operation.sort.join(', ') });
  return { sort: { field: sort.field, direction: sort.direction ?? 'ascending' } };
}
